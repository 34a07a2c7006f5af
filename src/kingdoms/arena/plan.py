"""The plan of an arena: a game's number determines its opening, its bots and their seats.

Games are numbered opening by opening: all line-ups play the first opening in all rotations, then the second one, and so on. So
a game can be played from its number alone, in any order and on any machine.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from hashlib import blake2b
from itertools import combinations
from typing import Any, Final

from kingdoms.arena.errors import ArenaError
from kingdoms.bots import BOTS
from kingdoms.bots.registry import Maker
from kingdoms.core.bot import Bot
from kingdoms.core.errors import UnknownGame, cut
from kingdoms.core.game import Game
from kingdoms.core.registry import load_game
from kingdoms.core.rng import Random
from kingdoms.texts import text
from kingdoms.texts.numbers import number

ROUNDS: Final = 60
"""The round limit, unless a ruling sets one; bots might otherwise play forever."""
DECISIONS: Final = 12
"""The default number of decisions per seat that belong to the opening."""
PERCENT: Final = 15
"""The default percentage of these decisions taken at random."""
MOST_GAMES: Final = 100_000_000
MOST_LINEUPS: Final = 100_000
MOST_DECISIONS: Final = 1_000


@dataclass(frozen=True)
class Pairing:
    """The bots and seats of one game.

    Attributes:
        number: the game's number, from 0.
        opening: the number of its opening, shared by games that begin alike.
        lineup: the index of its line-up in the plan.
        rotation: by how many seats the line-up is rotated.
        bots: the bots by seat, as labels of the plan.
        seed: the seed of chance, the same for all games on the opening.
    """

    number: int
    opening: int
    lineup: int
    rotation: int
    bots: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class ArenaPlan:
    """The plan of an arena.

    Args:
        game: the name of the game.
        seats: the seats in play.
        rulings: the rulings that differ from the defaults.
        bots: bot specs by label.
        games: the number of games.
        seed: the seed of openings, chance and bots.
        decisions: the number of decisions per seat that belong to the opening.
        percent: the percentage of these decisions taken at random.
        records: whether to keep the record of each game.
        margin: by what share the first bot must be better for the sequential test, which stops early; None to play all games.
        measured: whether to record each seat's possessions after each round, and the frequency of actions and events.
        crash_loses: whether a bot that crashes loses the game, in place of a stand-in for programs.
    """

    game: str
    seats: tuple[str, ...]
    rulings: Mapping[str, Any]
    bots: Mapping[str, str]
    games: int
    seed: int
    decisions: int = DECISIONS
    percent: int = PERCENT
    records: bool = False
    margin: float | None = None
    measured: bool = False
    crash_loses: bool = False

    @cached_property
    def rules(self) -> Game:
        """The game, with a round limit."""
        return load_game(self.game, self.seats, self.rulings).limited(ROUNDS)

    @cached_property
    def lineups(self) -> list[tuple[str, ...]]:
        """The line-ups: all bots, each combination of them, or bots at several seats with counts that differ by at most one.

        Examples:
            >>> import kingdoms
            >>> from kingdoms.bots.tally import label
            >>> def lineups(seats, *bots):
            ...     return ArenaPlan("middlesea", kingdoms.load_game("middlesea", seats).seats, {}, label(bots), 100, 1).lineups
            >>> lineups(2, "a", "b"), lineups(2, "a", "b", "c"), lineups(3, "a", "b")
            ([('a', 'b')], [('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'a', 'b'), ('a', 'b', 'b')])
        """
        labels, seats = list(self.bots), len(self.seats)
        if len(labels) >= seats:
            return list(combinations(labels, seats))
        count, more = divmod(seats, len(labels))
        return [
            tuple(label for label in labels for _ in range(count + (label in twice))) for twice in combinations(labels, more)
        ]

    @property
    def rotations(self) -> int:
        """The number of games per line-up and opening: one for each seat, or 1 if there is only one bot."""
        return len(self.seats) if len(self.bots) > 1 else 1

    @property
    def block(self) -> int:
        """The number of games on each opening."""
        return len(self.lineups) * self.rotations

    def pairing(self, number: int) -> Pairing:
        """Return the bots and seats of a game."""
        opening, place = divmod(number, self.block)
        lineup, rotation = divmod(place, self.rotations)
        order = self._order(opening, lineup)
        return Pairing(number, opening, lineup, rotation, tuple(order[rotation:] + order[:rotation]), self.seed_of(opening))

    def make(self, bot: str, seed: int) -> Bot:
        """Return a bot for a game, by its label.

        Raises:
            BotError: there is no such bot.
        """
        maker = self._makers.get(bot)
        if maker is None:
            maker = self._makers[bot] = BOTS.maker(self.bots[bot], self.rules)
        return maker(seed)

    @cached_property
    def _makers(self) -> dict[str, Maker]:
        """A cache of bot makers by label."""
        return {}

    def seed_of(self, opening: int, source: str = "chance") -> int:
        """Return the seed of one random source for the games on an opening."""
        return int.from_bytes(blake2b(f"{self.seed} {opening} {source}".encode(), digest_size=8).digest(), "big") >> 2

    def _order(self, opening: int, lineup: int) -> list[str]:
        """Return a line-up in a random order for the opening, such that all its rotations differ."""
        order = list(self.lineups[lineup])
        rng = Random(self.seed_of(opening, f"order {lineup}"))
        while True:
            for last in range(len(order) - 1, 0, -1):
                index = rng.roll(last + 1)
                order[last], order[index] = order[index], order[last]
            if self.rotations == 1 or all(order[turn:] + order[:turn] != order for turn in range(1, len(order))):
                return order

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON data."""
        facts = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**facts, "seats": list(self.seats), "rulings": dict(self.rulings), "bots": dict(self.bots)}

    @classmethod
    def from_json(cls, data: Any) -> ArenaPlan:
        """Return the plan in JSON data; its bots need not be installed.

        Raises:
            ArenaError: the data are not a plan.
            UnknownGame: the game is not installed.
        """
        try:
            plan = cls(**{**data, "seats": tuple(data["seats"])})
            plan.check_rules()
        except UnknownGame:
            raise
        except (TypeError, KeyError, AttributeError, ValueError, ArenaError):
            raise ArenaError(text("arena.not_a_plan")) from None
        return plan

    @property
    def identity(self) -> dict[str, Any]:
        """The fields that determine the games: all but their number, whether records are kept, and when to stop."""
        beside = ("games", "records", "margin", *(() if self.crash_loses else ("crash_loses",)))  # earlier plans lack the last
        return {name: value for name, value in self.to_json().items() if name not in beside}

    @property
    def digest(self) -> str:
        """A short hash of the plan's identity, independent of the number of games."""
        return blake2b(repr(sorted(self.identity.items())).encode(), digest_size=4).hexdigest()

    def check(self) -> None:
        """Validate the plan, including its bots.

        Raises:
            KingdomsError: the game, a seat, a ruling or a bot is unknown, or a number is out of bounds.
        """
        self.check_rules()
        for spec in set(self.bots.values()):
            BOTS.make(spec, self.rules, 0)

    def check_rules(self) -> None:
        """Validate the plan without loading its bots.

        Raises:
            KingdomsError: the game, a seat or a ruling is unknown, or a number is out of bounds.
        """
        for what, value, least, most in (
            ("games", self.games, 1, MOST_GAMES),
            ("opening", self.decisions, 0, MOST_DECISIONS),
            ("random", self.percent, 0, 100),
        ):
            if type(value) is not int or not least <= value <= most:
                raise ArenaError(text("arena.number", what=what, least=least, most=number(most), value=repr(value)))
        if self.margin is not None and not 0 < self.margin <= 0.5:
            raise ArenaError(text("arena.margin"))
        assert self.rules is not None  # loading the game validates seats and rulings
        if type(self.seed) is not int or not all(isinstance(entry, str) for entry in (*self.bots, *self.bots.values())):
            raise ArenaError(text("arena.seed_and_bots"))
        if not self.bots:
            raise ArenaError(text("arena.no_bots"))
        if self.margin is not None and len(self.bots) == 1:
            raise ArenaError(text("arena.alone"))
        count = len(self.bots)
        if count > len(self.seats) and math.comb(count, len(self.seats)) > MOST_LINEUPS:
            raise ArenaError(text("arena.many_lineups", count=count, seats=len(self.seats), most=number(MOST_LINEUPS)))
        if self.games < self.block:
            raise ArenaError(text("arena.few_games", block=number(self.block), games=number(self.games)))


def differences(old: ArenaPlan, new: ArenaPlan) -> str:
    """Describe how another plan differs; return "" if it does not.

    Examples:
        >>> from dataclasses import replace
        >>> import kingdoms
        >>> from kingdoms.bots.tally import label
        >>> plan = ArenaPlan("middlesea", kingdoms.load_game("middlesea", 2).seats, {}, label(["greedy", "random"]), 100, 1)
        >>> differences(plan, replace(plan, seed=2, games=200))
        'seed is 2, not 1'
    """
    old_identity, new_identity = old.identity, new.identity
    return "; ".join(
        f"{name} is {_text(new_identity[name])}, not {_text(old_identity[name])}"
        for name in old_identity
        if old_identity[name] != new_identity[name]
    )


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return cut(", ".join(f"{key}={entry}" if key != entry else key for key, entry in value.items()) or "none", 100)
    return ", ".join(value) if isinstance(value, list) else str(value)
