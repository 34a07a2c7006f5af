"""Players of a chosen strength, from beginner to master, for every game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from kingdoms.core.bot import Adviser, Bot, BotKind, Seen
from kingdoms.core.errors import quoted
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.level import Level
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.search import Found, Limits, Searcher

LEVEL: Final = "level"
"""What levels are asked for by, before a colon and the number."""
QUICK: Final = 50
"""A level with more simulations than these is a patient one."""
FINE: Final = 1 << 20
"""How finely random numbers are told apart."""


def level_kinds(rules: type[Game]) -> list[BotKind]:
    """Return the levels of a game as kinds of bots, the weakest first.

    Examples:
        >>> import kingdoms
        >>> [f"{kind.name} {kind.title}" for kind in level_kinds(kingdoms.core.registry.game_class("middlesea"))][:2]
        ['level:1 Beginner', 'level:2 Learner']
    """
    return [
        BotKind(
            name=f"{LEVEL}:{number}",
            about=level.about,
            make=partial(make_level, level),
            title=level.name,
            takes_game=True,
            patient=level.simulations > QUICK,
        )
        for number, level in enumerate(rules.levels(), 1)
    ]


def make_level(level: Level, game: Game, seed: int) -> Bot:
    """Return a player of a level."""
    usual = game.bots()
    adviser = usual[0].make(seed) if usual and not usual[0].takes_game else None
    kind = SearchBot if level.simulations else GlanceBot
    return kind(game, seed, level, adviser)


def make_search(game: Game, seed: int, **parameters: str) -> Bot:
    """Return a player that searches as it is told to.

    Args:
        parameters: what `SEARCH` lists, as text.

    Raises:
        ValueError: one of them is no number, or too small.
    """
    numbers = {}
    for name, text in parameters.items():
        try:
            numbers[name] = float(text)
        except ValueError:
            raise ValueError(f"{name} is a number, not {quoted(text)}") from None
    whole = {name: int(numbers.pop(name)) for name in ("simulations", "threads", "nodes") if name in numbers}
    if whole.get("simulations", 2) < 2 * whole.get("threads", 1):
        raise ValueError("give the search at least 2 simulations for each thread, to try a choice with")
    seconds = numbers.pop("seconds", None)
    level = Level("", "", whole.get("simulations", 300 if seconds is None else 1 << 30), seconds=seconds or math.inf)
    usual = game.bots()
    adviser = usual[0].make(seed) if usual and not usual[0].takes_game else None
    return SearchBot(game, seed, level, adviser, whole.get("threads", 1), whole.get("nodes"), **numbers)


class GlanceBot:
    """Judges at a glance, and errs as people do.

    Args:
        game: what it plays.
        seed: where its errors come from.
        level: how often it errs, and how badly.
        adviser: says why, in words.
    """

    def __init__(self, game: Game, seed: int, level: Level, adviser: Bot | None = None) -> None:
        self.game = game
        self.level = level
        self.adviser = adviser
        self.rng = Random(seed)
        self.knowledge: Knowledge | None = None
        self._seen: list[Seen] = []

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return what looks best among what it sees."""
        if len(legal) == 1:
            return legal[0]
        knowledge = self._look(view)
        if not self.level.overlooks and not self.level.misjudges:
            return knowledge.decide(self.rng)
        weights = knowledge.policy()
        least = self.level.absurd * max(weights.values())
        sensible = [action for action in weights if weights[action] >= least]
        seen = [action for action in sensible if self.rng.roll(100) >= self.level.overlooks] or sensible
        return max(seen, key=lambda action: math.log(weights[action]) + self.level.misjudges * self._error())

    def reason(self, view: View, action: int) -> str:
        """Return what the adviser says for an action."""
        return self.adviser.reason(view, action) if isinstance(self.adviser, Adviser) else ""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Take in what its seat has seen."""
        if self.knowledge is None:
            self._seen += seen
        else:
            self.knowledge.observe(seen)

    def _look(self, view: View) -> Knowledge:
        """Return what is known, with what is seen now before it."""
        if self.knowledge is None:
            self.knowledge = self.game.knowledge(view.sample(self.rng))
            self.knowledge.observe(self._seen)
            self._seen = []
        self.knowledge.look(view, self.rng)
        return self.knowledge

    def _error(self) -> float:
        """Return a number from the standard normal distribution."""
        one, other = (self.rng.roll(FINE) + 1) / (FINE + 1), self.rng.roll(FINE) / FINE
        return math.sqrt(-2 * math.log(one)) * math.cos(2 * math.pi * other)


class SearchBot:
    """Searches before it decides.

    Args:
        game: what it plays.
        seed: where everything random comes from.
        level: how long it searches.
        adviser: says why, in words.
        threads: how many search side by side.
        nodes: how many states the trees may hold.
        **options: what every tree is set to.

    Attributes:
        found: what its last search has found, None before the first.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        level: Level,
        adviser: Bot | None = None,
        threads: int = 1,
        nodes: int | None = None,
        **options: float,
    ) -> None:
        self.searcher = Searcher(game, seed, threads, **options)
        self.limits = Limits(simulations=level.simulations, seconds=level.seconds)
        if nodes is not None:
            self.limits = replace(self.limits, nodes=nodes)
        self.adviser = adviser
        self.found: Found | None = None

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return what search likes best."""
        if len(legal) == 1:
            return legal[0]
        self.found = self.searcher.think(view, self.limits)
        return self.found.best

    def reason(self, view: View, action: int) -> str:
        """Return what the adviser says for an action."""
        return self.adviser.reason(view, action) if isinstance(self.adviser, Adviser) else ""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Take in what its seat has seen."""
        self.searcher.observe(seen)


SEARCH: Final = BotKind(
    "search",
    "searches as it is told to",
    make_search,
    {
        "simulations": "how long, in simulations (300 if nothing is said)",
        "seconds": "how long at most, by the clock",
        "threads": "how many search side by side",
        "nodes": "how many states the trees may hold",
        "exploration": "how much a choice's prior counts against its value",
        "widening": "how much more it counts at states that have been visited often",
        "width": "how many choices a state begins with; 0 for all",
        "root_width": "the same for the position itself",
        "rollouts": "1 to let quick players go on from a new state, 0 to evaluate at once",
        "transpositions": "0 to keep states apart that were reached in different orders",
        "even_priors": "1 to call all choices equal",
        "reuse": "0 to begin every search with an empty tree",
    },
    takes_game=True,
    patient=True,
)
"""A player for whoever wants to try how search does."""
