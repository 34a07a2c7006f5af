"""Players of a chosen strength, from beginner to master, for every game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final, TypeVar

from kingdoms.core.bot import Adviser, Bot, BotKind, Seen
from kingdoms.core.errors import quoted
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.level import Level
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.search import OPTIONS, Found, Limits, Searcher

Number = TypeVar("Number", int, float)

LEVEL: Final = "level"
"""What levels are asked for by, before a colon and the number."""
USUAL: Final = 300
"""How many simulations a search has that is told nothing."""
WHOLE: Final = ("simulations", "threads", "nodes")
QUICK: Final = 50
"""A level with more simulations than these is a patient one."""
SEVERAL: Final = 16.0
"""How much levels rely on the first thoughts of others where there are several: nobody can be trusted to stop whoever leads."""
FINE: Final = 1 << 20
"""How finely random numbers are told apart."""


@cache
def level_kinds(rules: type[Game]) -> Sequence[BotKind]:
    """Return the levels of a game as kinds of bots, the weakest first.

    Examples:
        >>> import kingdoms
        >>> [f"{kind.name} {kind.title}" for kind in level_kinds(kingdoms.core.registry.game_class("middlesea"))][:2]
        ['level:1 Beginner', 'level:2 Learner']
    """
    return tuple(
        BotKind(
            name=f"{LEVEL}:{number}",
            about=level.about,
            make=partial(make_level, level),
            title=level.name,
            takes_game=True,
            patient=level.simulations > QUICK,
        )
        for number, level in enumerate(rules.levels(), 1)
    )


def make_level(level: Level, game: Game, seed: int) -> Bot:
    """Return a player of a level."""
    if not level.simulations:
        return GlanceBot(game, seed, level, _adviser(game, seed))
    searcher = Searcher(game, seed, others=SEVERAL) if len(game.seats) > 2 else Searcher(game, seed)
    return SearchBot(searcher, Limits(level.simulations, level.seconds), _adviser(game, seed))


def make_search(game: Game, seed: int, **parameters: str) -> Bot:
    """Return a player that searches as it is told to.

    Args:
        parameters: what `SEARCH` lists, as text.

    Raises:
        ValueError: one of them is not a number, or one that makes no sense.
    """
    whole = {name: _number(name, parameters.pop(name), int) for name in WHOLE if name in parameters}
    numbers = {name: _number(name, text, float) for name, text in parameters.items()}
    seconds = numbers.pop("seconds", None)
    simulations, threads = whole.get("simulations"), whole.get("threads", 1)
    if simulations is None and seconds is None:
        simulations = max(USUAL, 2 * threads)
    elif simulations is not None and simulations < 2 * threads:
        raise ValueError("give the search at least 2 simulations for each thread, to try a choice with")
    limits = Limits(simulations, seconds, **({"nodes": whole["nodes"]} if "nodes" in whole else {}))
    return SearchBot(Searcher(game, seed, threads, **numbers), limits, _adviser(game, seed))


def _number(name: str, text: str, kind: Callable[[str], Number]) -> Number:
    """Return the number that a parameter is to be.

    Raises:
        ValueError: it is none, or no whole one where it has to be.
    """
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{name} is a {'whole ' if name in WHOLE else ''}number, not {quoted(text)}") from None


def _adviser(game: Game, seed: int) -> Bot | None:
    """Return the bot of a game that can say in words what speaks for an action, None if it has no bot of its own."""
    kinds = game.bots()
    return kinds[0].make(seed) if kinds and not kinds[0].takes_game else None


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
        searcher: how it searches.
        limits: for how long.
        adviser: says why, in words.

    Attributes:
        found: what its last search has found, None before the first.
    """

    def __init__(self, searcher: Searcher, limits: Limits, adviser: Bot | None = None) -> None:
        self.searcher = searcher
        self.limits = limits
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
    "searches as long as you say",
    make_search,
    {
        "simulations": f"how long, in simulations ({USUAL} by default)",
        "seconds": "how long at most, in seconds",
        "threads": "how many searches run in parallel",
        "nodes": "how many states the search trees can hold",
        **{name: option.about for name, option in OPTIONS.items()},
    },
    takes_game=True,
    patient=True,
)
"""A player for whoever wants to try how search does."""
