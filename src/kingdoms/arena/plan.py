"""Which games an arena plays: a game's number says its opening, who plays, and who sits where.

Numbers count openings first: all line-ups play the first opening, each in all its rotations, then all play the second one. So
a game is made from its number alone, in any order and on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

ROUNDS: Final = 60
"""Games end after so many rounds, unless a ruling says another number: bots alone might play for ever."""
DECISIONS: Final = 12
"""So many decisions a seat belong to the opening ..."""
PERCENT: Final = 15
"""... and of 100 of these so many are taken at random."""
MOST_GAMES: Final = 100_000_000
MOST_LINEUPS: Final = 100_000
MOST_DECISIONS: Final = 1_000


@dataclass(frozen=True)
class Pairing:
    """Who meets whom in one game.

    Attributes:
        number: the game's, from 0.
        opening: games with the same one begin alike.
        lineup: which of the plan's line-ups plays.
        rotation: how far it has moved around the table.
        bots: who plays, by seat: labels of the plan.
        seed: of chance, the same for all games on the opening.
    """

    number: int
    opening: int
    lineup: int
    rotation: int
    bots: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Plan:
    """What an arena plays.

    Args:
        game: its name.
        seats: those that play.
        rulings: those that differ from the defaults.
        bots: specs by what they are called.
        games: how many games.
        seed: where openings, chance and bots take their numbers from.
        decisions: how many decisions of each seat belong to the opening.
        percent: how many of 100 of these are taken at random.
        records: whether the record of each game is kept.
        margin: by what share the first bot has to be better for the question to be decided early; None to play all games.
        measured: whether it is noted what each seat has after each round, and what is used how often.
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

    @cached_property
    def rules(self) -> Game:
        """The game itself, with an end after some rounds."""
        return load_game(self.game, self.seats, self.rulings).limited(ROUNDS)

    @cached_property
    def lineups(self) -> list[tuple[str, ...]]:
        """Who plays together: all together, some of them in turn, or each about as often as the others.

        Examples:
            >>> import kingdoms
            >>> def lineups(seats, *bots):
            ...     return Plan("middlesea", kingdoms.load_game("middlesea", seats).seats, {}, label(bots), 100, 1).lineups
            >>> lineups(2, "a", "b"), lineups(2, "a", "b", "c"), lineups(3, "a", "b")
            ([('a', 'b')], [('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'a', 'b'), ('a', 'b', 'b')])
        """
        labels, seats = list(self.bots), len(self.seats)
        if len(labels) >= seats:
            return list(combinations(labels, seats))
        each, more = divmod(seats, len(labels))
        return [
            tuple(label for label in labels for _ in range(each + (label in twice))) for twice in combinations(labels, more)
        ]

    @property
    def rotations(self) -> int:
        """How many games a line-up plays on an opening: one from each seat, or one if all are the same bot."""
        return len(self.seats) if len(self.bots) > 1 else 1

    @property
    def block(self) -> int:
        """How many games there are on each opening."""
        return len(self.lineups) * self.rotations

    def pairing(self, number: int) -> Pairing:
        """Return who meets whom in a game."""
        opening, place = divmod(number, self.block)
        lineup, rotation = divmod(place, self.rotations)
        order = self._order(opening, lineup)
        return Pairing(number, opening, lineup, rotation, tuple(order[rotation:] + order[:rotation]), self.seed_of(opening))

    def make(self, bot: str, seed: int) -> Bot:
        """Return a bot for a game, by what it is called.

        Raises:
            BotError: there is no such bot.
        """
        maker = self._makers.get(bot)
        if maker is None:
            maker = self._makers[bot] = BOTS.maker(self.bots[bot], self.rules)
        return maker(seed)

    @cached_property
    def _makers(self) -> dict[str, Maker]:
        """What makes the bots that have been needed so far."""
        return {}

    def seed_of(self, opening: int, what: str = "chance") -> int:
        """Return where a part of the games on an opening takes its random numbers from."""
        return int.from_bytes(blake2b(f"{self.seed} {opening} {what}".encode(), digest_size=8).digest(), "big") >> 2

    def _order(self, opening: int, lineup: int) -> list[str]:
        """Return a line-up in an order that differs from opening to opening, and of which all rotations differ."""
        order = list(self.lineups[lineup])
        rng = Random(self.seed_of(opening, f"order {lineup}"))
        while True:
            for last in range(len(order) - 1, 0, -1):
                other = rng.roll(last + 1)
                order[last], order[other] = order[other], order[last]
            if self.rotations == 1 or all(order[turn:] + order[:turn] != order for turn in range(1, len(order))):
                return order

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON data."""
        return {**vars_of(self), "seats": list(self.seats), "rulings": dict(self.rulings), "bots": dict(self.bots)}

    @classmethod
    def from_json(cls, data: Any) -> Plan:
        """Return the plan that JSON data tells; its bots need not be there.

        Raises:
            ArenaError: it is none.
            UnknownGame: its game is not installed.
        """
        try:
            plan = cls(**{**data, "seats": tuple(data["seats"])})
            plan.check_rules()
        except UnknownGame:
            raise
        except (TypeError, KeyError, AttributeError, ValueError, ArenaError):
            raise ArenaError("this is not the plan of an arena") from None
        return plan

    @property
    def identity(self) -> dict[str, Any]:
        """What makes its games what they are: all but how many, what is kept of them, and when to stop."""
        return {name: value for name, value in self.to_json().items() if name not in ("games", "records", "margin")}

    @property
    def digest(self) -> str:
        """A word that tells the plan from others, whatever its number of games."""
        return blake2b(repr(sorted(self.identity.items())).encode(), digest_size=4).hexdigest()

    def check(self) -> None:
        """See that it can be played.

        Raises:
            KingdomsError: there is no such game, seat, ruling or bot, or a number is out of bounds.
        """
        self.check_rules()
        for spec in set(self.bots.values()):
            BOTS.make(spec, self.rules, 0)

    def check_rules(self) -> None:
        """See that it is sound, whether or not its bots are there.

        Raises:
            KingdomsError: there is no such game, seat or ruling, or a number is out of bounds.
        """
        for name, value, least, most in (
            ("games", self.games, 1, MOST_GAMES),
            ("decisions of the opening", self.decisions, 0, MOST_DECISIONS),
            ("decisions at random", self.percent, 0, 100),
        ):
            if type(value) is not int or not least <= value <= most:
                of = " of 100" if most == 100 else ""
                raise ArenaError(f"the number of {name} must be from {least} to {most:,}{of}, not {value!r}")
        if self.margin is not None and not 0 < self.margin <= 0.5:
            raise ArenaError("the margin must be more than 0 and at most 50 points")
        assert self.rules is not None  # making them finds what is wrong with seats and rulings
        if type(self.seed) is not int or not all(isinstance(each, str) for each in (*self.bots, *self.bots.values())):
            raise ArenaError("the seed must be a whole number, and bots be named by texts")
        if not self.bots:
            raise ArenaError("there are no bots: name some with --bots, as in --bots level:5,greedy")
        if self.margin is not None and len(self.bots) == 1:
            raise ArenaError("whether one bot is stronger than the others takes others: name two bots or more")
        count = len(self.bots)
        if count > len(self.seats) and _choices(count, len(self.seats)) > MOST_LINEUPS:
            raise ArenaError(f"{count} bots make too many line-ups of {len(self.seats)}: at most {MOST_LINEUPS:,} are played")
        if self.games < self.block:
            raise ArenaError(
                f"{self.block:,} games belong to each opening, so that all meet and each sits everywhere: "
                f"play at least as many, not {self.games:,}"
            )


def vars_of(plan: Plan) -> dict[str, Any]:
    """Return the fields of a plan; what it has worked out meanwhile is not among them."""
    return {name: getattr(plan, name) for name in Plan.__dataclass_fields__}


def label(bots: Sequence[str]) -> dict[str, str]:
    """Return bots by what they are called: the same bot several times is numbered.

    Examples:
        >>> label(["greedy", "random", "random"])
        {'greedy': 'greedy', 'random 1': 'random', 'random 2': 'random'}
    """
    found: dict[str, str] = {}
    for spec in bots:
        number = sum(other == spec for other in found.values()) + 1
        found[f"{spec} {number}" if list(bots).count(spec) > 1 else spec] = spec
    return found


def differences(plan: Plan, other: Plan) -> str:
    """Say in which ways another plan is not the same, empty if it is.

    Examples:
        >>> from dataclasses import replace
        >>> import kingdoms
        >>> plan = Plan("middlesea", kingdoms.load_game("middlesea", 2).seats, {}, label(["greedy", "random"]), 100, 1)
        >>> differences(plan, replace(plan, seed=2, games=200))
        'seed is 2, not 1'
    """
    mine, others = plan.identity, other.identity
    return "; ".join(f"{name} is {_said(others[name])}, not {_said(mine[name])}" for name in mine if mine[name] != others[name])


def _said(value: Any) -> str:
    """Return a value of a plan for people."""
    if isinstance(value, dict):
        return cut(", ".join(f"{key}={each}" if key != each else key for key, each in value.items()) or "none", 100)
    return ", ".join(value) if isinstance(value, list) else str(value)


def _choices(of: int, number: int) -> int:
    """Return in how many ways some can be chosen."""
    found = 1
    for i in range(number):
        found = found * (of - i) // (i + 1)
    return found
