"""The parts of a puzzle, and their JSON format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Final

from kingdoms.core.errors import KingdomsError, shown
from kingdoms.core.fields import Fields
from kingdoms.core.registry import game_class
from kingdoms.core.view import View

DIGITS: Final = 3
"""The number of decimal places of chances in a file."""
EASIEST, HARDEST = 1, 5


class PuzzleError(KingdomsError, ValueError):
    """A puzzle that does not exist, cannot be read, or cannot be found with these settings."""

    code, topic, clause = "puzzle", "request", "N.7"


@dataclass(frozen=True)
class Answer:
    """One action of a moment, as judged by deep search.

    Attributes:
        action: the text of the action.
        chance: the expected share of the game for the seat after it.
        line: the expected actions, starting with this one.
        then: for a right answer, the index of the moment that it leads to; None if it solves the puzzle or is wrong.
    """

    action: str
    chance: float
    line: tuple[str, ...]
    then: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON data."""
        data: dict[str, Any] = {"action": self.action, "chance": round(self.chance, DIGITS), "line": list(self.line)}
        return data if self.then is None else data | {"then": self.then}


@dataclass(frozen=True)
class Moment:
    """One decision of a puzzle.

    Attributes:
        right: the best action first, then any that are equally good.
        wrong: the most tempting wrong actions, in order of temptation. All other actions are wrong too.
    """

    right: tuple[Answer, ...]
    wrong: tuple[Answer, ...]

    @property
    def chance(self) -> float:
        """The expected share of the game for the seat after its best action."""
        return self.right[0].chance

    def to_json(self) -> dict[str, Any]:
        """Return the moment as JSON data."""
        return {"right": [answer.to_json() for answer in self.right], "wrong": [answer.to_json() for answer in self.wrong]}


@dataclass(frozen=True)
class Origin:
    """The origin of a puzzle, from which the same version of the program can replay the game and check the puzzle.

    Attributes:
        bots: the bots by seat.
        seed: the seed of the game.
        number: the number of record entries before the puzzle.
        simulations: the number of simulations in a deep search, for each of `search_seeds`.
        search_seeds: the seeds of the deep searches.
        version: the version of `kingdoms`.
    """

    bots: Mapping[str, str]
    seed: int
    number: int
    simulations: int
    search_seeds: tuple[int, ...]
    version: str

    def to_json(self) -> dict[str, Any]:
        """Return the origin as JSON data."""
        return asdict(self) | {"search_seeds": list(self.search_seeds)}


@dataclass(frozen=True)
class Puzzle:
    """A position in which one choice, or several equally good ones, are clearly best.

    Attributes:
        name: the unique name of the puzzle, made from its game, the seed, and the number of entries before it.
        game: the name of the game.
        rules_version: the version of the game's rules.
        seat: the seat to move.
        theme: one of `kingdoms.puzzles.themes.THEMES`, or one of the game's own themes.
        level: the weakest level of bots that solves it, by default the strongest one.
        difficulty: the difficulty, from 1 (easiest) to 5.
        facts: the seat's view as JSON data.
        moments: the decisions, starting with the first; right answers lead to the others.
        origin: the origin of the puzzle.
    """

    name: str
    game: str
    rules_version: int
    seat: str
    theme: str
    level: int
    difficulty: int
    facts: Mapping[str, Any]
    moments: tuple[Moment, ...]
    origin: Origin

    @cached_property
    def view(self) -> View:
        """The view of the seat."""
        return game_class(self.game).read_view(self.facts, self.seat)

    @property
    def solution(self) -> tuple[str, ...]:
        """The seat's actions that solve the puzzle: the best one at each moment."""
        actions, number = [], 0
        while True:
            best = self.moments[number].right[0]
            actions.append(best.action)
            if best.then is None:
                return tuple(actions)
            number = best.then

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as JSON data."""
        return {
            "name": self.name,
            "game": self.game,
            "rules_version": self.rules_version,
            "seat": self.seat,
            "theme": self.theme,
            "level": self.level,
            "difficulty": self.difficulty,
            "from": self.origin.to_json(),
            "view": dict(self.facts),
            "moments": [moment.to_json() for moment in self.moments],
        }

    @classmethod
    def from_json(cls, data: object) -> Puzzle:
        """Parse the output of `to_json`.

        Raises:
            PuzzleError: the data is malformed, or the view is impossible; the message says where.
            UnknownGame: the game does not exist.
        """
        fields = Fields(data, "puzzle", PuzzleError)
        moments = fields.elements("moments", _moment)
        if not moments:
            raise PuzzleError("puzzle: moments must have at least one")
        rules = game_class(fields.value("game", str))
        puzzle = cls(
            name=fields.value("name", str),
            game=rules.name,
            rules_version=fields.integer("rules_version", 1, rules.rules_version),
            seat=fields.value("seat", str),
            theme=fields.value("theme", str),
            level=fields.integer("level", 1),
            difficulty=fields.integer("difficulty", EASIEST, HARDEST),
            facts=fields.value("view", dict),
            moments=tuple(moments),
            origin=_origin(fields.value("from", dict)),
        )
        for number, moment in enumerate(puzzle.moments):
            _check_moment(moment, number, len(moments))
        _check_end(puzzle.moments, 0, ())
        try:
            to_move = puzzle.view.to_move
        except KingdomsError as error:
            raise PuzzleError(f"puzzle {puzzle.name}: its view cannot be read: {error.message}") from None
        if to_move != puzzle.seat:
            raise PuzzleError(f"puzzle {puzzle.name}: seat {shown(puzzle.seat)} is not to move")
        if set(puzzle.origin.bots) != set(puzzle.view.seats):
            raise PuzzleError(
                f"puzzle {puzzle.name}: from must name a bot for each of its seats: {', '.join(puzzle.view.seats)}"
            )
        return puzzle


def _check_moment(moment: Moment, number: int, count: int) -> None:
    """Check that a moment has a right answer, leads only to existing moments, and has valid lines."""
    if not moment.right:
        raise PuzzleError(f"moments[{number}]: there is no right answer")
    for answer in moment.right:
        if answer.then is not None and not 0 < answer.then < count:
            raise PuzzleError(f"moments[{number}]: then must name one of the {count} moments, not {answer.then}")
    for answer in (*moment.right, *moment.wrong):
        if not answer.line or answer.line[0] != answer.action:
            raise PuzzleError(f"moments[{number}]: the line of {shown(answer.action)} must begin with it")


def _check_end(moments: Sequence[Moment], number: int, before: tuple[int, ...]) -> None:
    """Check that no sequence of right answers forms a cycle."""
    if number in before:
        raise PuzzleError(f"moments[{number}]: its right answers lead back to it")
    for answer in moments[number].right:
        if answer.then is not None:
            _check_end(moments, answer.then, (*before, number))


def _moment(data: object, path: str) -> Moment:
    fields = Fields(data, path, PuzzleError)
    return Moment(tuple(fields.elements("right", _answer)), tuple(fields.elements("wrong", _answer)))


def _answer(data: object, path: str) -> Answer:
    fields = Fields(data, path, PuzzleError)
    then = None if fields.data.get("then") is None else fields.integer("then", 1)
    line = tuple(fields.elements("line", lambda part, name: fields.check(part, name, str)))
    return Answer(fields.value("action", str), fields.number("chance", 0, 1), line, then)


def _origin(data: Mapping[str, Any]) -> Origin:
    fields = Fields(data, "from", PuzzleError)
    return Origin(
        bots={seat: fields.check(bot, f"bots: {seat}", str) for seat, bot in fields.value("bots", dict).items()},
        seed=fields.value("seed", int),
        number=fields.integer("number", 0),
        simulations=fields.integer("simulations", 1),
        search_seeds=tuple(fields.elements("search_seeds", lambda part, name: fields.check(part, name, int))),
        version=fields.value("version", str),
    )
