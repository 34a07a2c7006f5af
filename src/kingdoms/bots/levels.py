"""Bots of a chosen strength, from beginner to master, for any game."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final, TypeVar

from kingdoms import texts
from kingdoms.core.bot import Adviser, Bot, BotKind, Seen
from kingdoms.core.errors import quoted
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.level import PLAIN_LEVELS, Level
from kingdoms.core.message import Said
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.nets import Net, load_for, own_net
from kingdoms.search import OPTIONS, Found, Limits, Searcher
from kingdoms.texts import LiveText, PerLanguage, language, shared_texts, text

Number = TypeVar("Number", int, float)

LEVEL: Final = "level"
"""The name of levels in specs, before a colon and the number."""
DEFAULT_SIMULATIONS: Final = 300
INTEGER_PARAMETERS: Final = ("simulations", "threads", "nodes")
KNOWLEDGE: Final = "knowledge"
AUTO: Final = "auto"
HAND: Final = "hand"
NET: Final = "net"
"""The parameter that chooses the evaluation, and its values: the net where one fits, by hand, or the net in any case."""
NETS: Final = "KINGDOMS_NETS"
"""The environment variable with the folder of other nets, which `knowledge` gives by name."""
NAME: Final = re.compile("[a-z0-9-]+")
QUICK_SIMULATIONS: Final = 50
"""Levels with more simulations than this are marked as patient."""
SEVERAL: Final = 16.0
"""The search option `others` with more than two seats: a level does not rely on another seat to stop the leader."""
RESOLUTION: Final = 1 << 20
"""The number of steps of a uniform random number between 0 and 1."""


def level_kinds(rules: type[Game]) -> Sequence[BotKind]:
    """Return the levels of a game as kinds of bots, weakest first.

    Examples:
        >>> import kingdoms
        >>> [f"{kind.name} {kind.title}" for kind in level_kinds(kingdoms.core.registry.game_class("middlesea"))][:2]
        ['level:1 Beginner', 'level:2 Learner']
    """
    return _level_kinds(rules, language())


@cache
def _level_kinds(rules: type[Game], _language: str) -> Sequence[BotKind]:
    return tuple(
        BotKind(
            name=f"{LEVEL}:{number}",
            about=level.about,
            make=partial(make_level, level),
            title=level.name,
            takes_game=True,
            patient=level.simulations > QUICK_SIMULATIONS,
        )
        for number, level in enumerate(rules.levels(), 1)
    )


def make_level(level: Level, game: Game, seed: int) -> Bot:
    """Return the bot for a level."""
    if not level.simulations:
        return GlanceBot(game, seed, level, _adviser(game, seed))
    net = own_net(game)
    searcher = Searcher(game, seed, net=net, others=SEVERAL) if len(game.seats) > 2 else Searcher(game, seed, net=net)
    ties = Random(seed) if game.levels() is PLAIN_LEVELS else None
    return SearchBot(searcher, Limits(level.simulations, level.seconds), _adviser(game, seed), ties)


def make_search(game: Game, seed: int, **parameters: str) -> Bot:
    """Return a bot that searches with the given parameters.

    Args:
        parameters: parameters of `SEARCH`, as text.

    Raises:
        ValueError: a parameter is not a number, or out of range.
    """
    net = _net(game, parameters.pop(KNOWLEDGE, AUTO))
    integers = {name: _number(name, parameters.pop(name), int) for name in INTEGER_PARAMETERS if name in parameters}
    numbers = {name: _number(name, text, float) for name, text in parameters.items()}
    seconds = numbers.pop("seconds", None)
    simulations, threads = integers.get("simulations"), integers.get("threads", 1)
    if simulations is None and seconds is None:
        simulations = max(DEFAULT_SIMULATIONS, 2 * threads)
    elif simulations is not None and simulations < 2 * threads:
        raise ValueError(texts.text("bot.level_simulations"))
    limits = Limits(simulations, seconds, **({"nodes": integers["nodes"]} if "nodes" in integers else {}))
    return SearchBot(Searcher(game, seed, threads, net, None, None, 1, **numbers), limits, _adviser(game, seed))


def _net(game: Game, knowledge: str) -> Net | None:
    """Return the net that the parameter `knowledge` names, or None for the hand-made evaluation.

    Raises:
        ValueError: there is no such net, or its file is damaged or does not fit the game.
    """
    if knowledge == AUTO:
        return own_net(game)
    if knowledge == HAND:
        return None
    if knowledge == NET:
        path = game.nets().get(len(game.seats))
        if path is None:
            raise ValueError(
                texts.text("bot.level_no_net", name=game.name, seats=len(game.seats), knowledge=KNOWLEDGE, hand=HAND)
            )
        return load_for(game, path)
    folder = os.environ.get(NETS)
    if folder is None or not NAME.fullmatch(knowledge):
        raise ValueError(
            texts.text("bot.level_knowledge", name=KNOWLEDGE, auto=AUTO, hand=HAND, net=NET, nets=NETS, value=quoted(knowledge))
        )
    return load_for(game, Path(folder, f"{knowledge}.net"))


def _number(name: str, text: str, kind: Callable[[str], Number]) -> Number:
    """Parse the value of a parameter.

    Raises:
        ValueError: it is not a number, or not a whole number where one is required.
    """
    try:
        return kind(text)
    except ValueError:
        raise ValueError(
            texts.text(
                "bot.level_number", name=name, kind="whole" if name in INTEGER_PARAMETERS else "real", value=quoted(text)
            )
        ) from None


def _adviser(game: Game, seed: int) -> Bot | None:
    """Return the game's own bot, to give reasons for actions, or None if the game has none."""
    kinds = game.bots()
    return kinds[0].make(seed) if kinds and not kinds[0].takes_game else None


class GlanceBot:
    """A bot that decides without search, and makes errors as people do.

    Args:
        game: the game it plays.
        seed: the seed of its errors.
        level: how often it errs, and how badly.
        adviser: a bot that gives reasons for actions.
    """

    def __init__(self, game: Game, seed: int, level: Level, adviser: Bot | None = None) -> None:
        self.game = game
        self.level = level
        self.adviser = adviser
        self.rng = Random(seed)
        self.knowledge: Knowledge | None = None
        self._sightings: list[Seen] = []

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the most promising action that the bot does not overlook."""
        if len(legal) == 1:
            return legal[0]
        knowledge = self._updated_knowledge(view)
        if not self.level.overlooks and not self.level.misjudges:
            return knowledge.decide(self.rng)
        weights = knowledge.policy()
        least = self.level.absurd * max(weights.values())
        sensible = [action for action in weights if weights[action] >= least]
        candidates = [action for action in sensible if self.rng.roll(100) >= self.level.overlooks] or sensible
        return max(candidates, key=lambda action: math.log(weights[action]) + self.level.misjudges * self._error())

    def reason(self, view: View, action: int) -> Said:
        """Return the adviser's reason for an action; empty if it gives none."""
        return self.adviser.reason(view, action) if isinstance(self.adviser, Adviser) else ""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Record the seat's observations."""
        if self.knowledge is None:
            self._sightings += seen
        else:
            self.knowledge.observe(seen)

    def _updated_knowledge(self, view: View) -> Knowledge:
        if self.knowledge is None:
            self.knowledge = self.game.knowledge(view.sample(self.rng))
            self.knowledge.observe(self._sightings)
            self._sightings = []
        self.knowledge.look(view, self.rng)
        return self.knowledge

    def _error(self) -> float:
        """Sample from the standard normal distribution."""
        radius, angle = (self.rng.roll(RESOLUTION) + 1) / (RESOLUTION + 1), self.rng.roll(RESOLUTION) / RESOLUTION
        return math.sqrt(-2 * math.log(radius)) * math.cos(2 * math.pi * angle)


class SearchBot:
    """A bot that searches before it decides.

    Args:
        searcher: the search that it uses.
        limits: the limits of each search.
        adviser: a bot that gives reasons for actions.
        ties: for games without knowledge, whose choices all look alike at first: breaks ties between choices, and each search
            has more simulations than there are choices.

    Attributes:
        result: the result of its last search; None before the first.
    """

    def __init__(self, searcher: Searcher, limits: Limits, adviser: Bot | None = None, ties: Random | None = None) -> None:
        self.searcher = searcher
        self.limits = limits
        self.adviser = adviser
        self.ties = ties
        self.result: Found | None = None

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the best action according to search."""
        if len(legal) == 1:
            return legal[0]
        if self.ties is None:
            self.result = self.searcher.think(view, self.limits)
            return self.result.best
        least = max(self.limits.simulations or 0, len(legal) + 1)  # the first one only visits the position itself
        self.result = self.searcher.think(view, replace(self.limits, simulations=least))
        first = self.result.choices[0]
        alike = [replace(choice, action=first.action, prior=first.prior) == first for choice in self.result.choices]
        best = [choice.action for choice, tied in zip(self.result.choices, alike, strict=True) if tied]
        return best[self.ties.roll(len(best))]

    def reason(self, view: View, action: int) -> Said:
        """Return the adviser's reason for an action; empty if it gives none."""
        return self.adviser.reason(view, action) if isinstance(self.adviser, Adviser) else ""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Record the seat's observations."""
        self.searcher.observe(seen)


SEARCH: Final = BotKind(
    "search",
    LiveText(shared_texts("bot"), "search_about"),
    make_search,
    PerLanguage(
        lambda: {
            "simulations": text("parameter.simulations", number=DEFAULT_SIMULATIONS),
            **{name: shared_texts("parameter")[name] for name in ("seconds", "threads", "nodes", KNOWLEDGE)},
            **{name: option.about for name, option in OPTIONS.items()},
        }
    ),
    title=LiveText(shared_texts("bot"), "search"),
    takes_game=True,
    patient=True,
)
"""A bot with every parameter of search open to the user."""
