"""Studies: the games to play and the questions to answer, from parsed TOML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import blake2b
from itertools import product
from typing import Any, Final, TypeVar

from kingdoms.arena.plan import DECISIONS, PERCENT, ArenaPlan
from kingdoms.bots.tally import label
from kingdoms.core.errors import KingdomsError, quoted, suggest
from kingdoms.core.fields import Fields
from kingdoms.core.registry import load_game
from kingdoms.texts import text

Value = TypeVar("Value")

ALL: Final = "all"
"""The value of `switched` that tries every other value of each ruling that has a fixed set of values."""
EVEN: Final = "even"
USUAL: Final = "usual"


class LabError(KingdomsError):
    """An invalid study or an unusable folder; the message gives the reason."""

    code, topic = "lab", "bot"


@dataclass(frozen=True)
class StudyPart:
    """A group of games with the same players and fixed rulings.

    Attributes:
        name: the part's name, unique in the study.
        players: one or several bots, as the arena takes them.
        seats: the numbers of seats to play at.
        games: the number of games in each cell.
        rulings: the rulings that differ from the defaults in all cells.
        switched: rulings to switch on top of these, with the values to try.
        crossed: whether to try all combinations of switched rulings, rather than one ruling at a time.
    """

    name: str
    players: tuple[str, ...]
    seats: tuple[int, ...]
    games: int
    rulings: Mapping[str, Any] = field(default_factory=dict)
    switched: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    crossed: bool = False


@dataclass(frozen=True)
class Question:
    """A question about the games of a part.

    Attributes:
        asks: the question, in words.
        part: the part whose games answer it.
        figure: the figure that answers it; docs/lab.md lists them.
        against: the reference for comparison: "even", "usual" (a switched ruling against the part's own rulings), a number, or
            the name of another part; None to report the value alone.
        seats: the numbers of seats to look at; empty for all.
    """

    asks: str
    part: str
    figure: str
    against: str | float | None = None
    seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class StudyCell:
    """The games of a part with the same number of seats and the same rulings.

    Attributes:
        part: the part that the cell belongs to.
        seats: the number of seats.
        changed: the rulings that are switched in this cell.
    """

    part: StudyPart
    seats: int
    changed: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name of the cell's folder, independent of the rest of the study.

        Examples:
            >>> StudyCell(StudyPart("strong", ("greedy",), (2,), 10), 2, {}).name.rpartition("-")[0]
            'strong-2'
        """
        key = json.dumps([self.part.name, self.seats, sorted(self.changed.items())])
        plain = "".join(letter if letter.isalnum() else "_" for letter in self.part.name)[:40]
        return f"{plain}-{self.seats}-{blake2b(key.encode(), digest_size=4).hexdigest()}"

    @property
    def rulings_text(self) -> str:
        """The switched rulings as text; empty if there are none."""
        return ", ".join(f"{name}={json.dumps(value).strip(chr(34))}" for name, value in self.changed.items())


@dataclass(frozen=True)
class Study:
    """A complete study.

    Attributes:
        title: the title, for people.
        game: the name of the game.
        seed: the seed of all randomness; all cells share the same openings.
        parts: the games to play.
        questions: the planned questions.
        opening: the number of decisions per seat that belong to the opening.
        vary: the percentage of these decisions taken at random.
    """

    title: str
    game: str
    seed: int
    parts: tuple[StudyPart, ...]
    questions: tuple[Question, ...] = ()
    opening: int = DECISIONS
    vary: int = PERCENT

    @cached_property
    def cells(self) -> list[StudyCell]:
        """All cells; for each part and number of seats, the cell without switched rulings comes first."""
        return [cell for part in self.parts for seats in part.seats for cell in _cells(part, seats)]

    def plan(self, cell: StudyCell) -> ArenaPlan:
        """Return the arena's plan for a cell."""
        game = load_game(self.game, cell.seats)
        rulings = {**cell.part.rulings, **cell.changed}
        bots = label(cell.part.players)
        plan = ArenaPlan(
            self.game, game.seats, rulings, bots, cell.part.games, self.seed, self.opening, self.vary, measured=True
        )
        # Round up to whole openings, so that all seats have the same number of games.
        games = -(-cell.part.games // plan.block) * plan.block
        return replace(plan, games=games)

    @property
    def games(self) -> int:
        """The number of games in all cells."""
        return sum(self.plan(cell).games for cell in self.cells)

    def part(self, name: str) -> StudyPart:
        """Return a part by its name.

        Raises:
            LabError: no part has this name.
        """
        for part in self.parts:
            if part.name == name:
                return part
        names = [part.name for part in self.parts]
        raise LabError(text("study.no_part", name=quoted(name), hint=suggest(name, names), known=", ".join(names)))

    def cells_of(self, part: str, seats: Sequence[int] = ()) -> list[StudyCell]:
        """Return the cells of a part, limited to some numbers of seats if any are given."""
        return [cell for cell in self.cells if cell.part.name == part and (not seats or cell.seats in seats)]

    def to_json(self) -> dict[str, Any]:
        """Return the study as JSON data."""
        return json.loads(json.dumps(_to_json(self)))  # type: ignore[no-any-return]

    @property
    def identity(self) -> dict[str, Any]:
        """The fields that determine the games: all but the numbers of games, the title and the questions."""
        data = self.to_json()
        parts = [{name: value for name, value in part.items() if name != "games"} for part in data.pop("parts")]
        return {name: value for name, value in data.items() if name not in ("title", "questions")} | {"parts": parts}

    @property
    def digest(self) -> str:
        """A short hash of the study's identity, independent of the numbers of games."""
        return blake2b(json.dumps(self.identity, sort_keys=True).encode(), digest_size=4).hexdigest()


def _to_json(value: Any) -> Any:
    if isinstance(value, Study | StudyPart | Question):
        return {attribute.name: _to_json(getattr(value, attribute.name)) for attribute in fields(value)}
    if isinstance(value, tuple | list):
        return [_to_json(entry) for entry in value]
    return value


def _cells(part: StudyPart, seats: int) -> Iterator[StudyCell]:
    yield StudyCell(part, seats, {})
    if part.crossed:
        usual = object()
        for values in product(*([usual, *options] for options in part.switched.values())):
            changed = {name: value for name, value in zip(part.switched, values, strict=True) if value is not usual}
            if changed:
                yield StudyCell(part, seats, changed)
    else:
        for name, options in part.switched.items():
            for value in options:
                yield StudyCell(part, seats, {name: value})


# -- reading --------------------------------------------------------------------------------------------------------------


def study_of(data: Mapping[str, Any]) -> Study:
    """Return the study described by parsed TOML, without checking that it can be played.

    Raises:
        LabError: a key is missing, unknown, or has the wrong type.
    """
    top = _fields(data, "the study", Study)
    game = top.value("game", str)
    rulings = [ruling.name for ruling in load_game(game).known_rulings if not ruling.counts]
    parts = tuple(_part_of(table, rulings, game) for table in _tables(top, "parts"))
    if not parts:
        raise LabError(text("study.no_parts"))
    names = [part.name for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise LabError(text("study.same_name", name=quoted(name)))
    return Study(
        title=top.value("title", str),
        game=game,
        seed=top.value("seed", int),
        parts=parts,
        questions=tuple(_question_of(table) for table in _tables(top, "questions")),
        opening=top.value("opening", int, DECISIONS),
        vary=top.value("vary", int, PERCENT),
    )


def _part_of(data: object, rulings: Sequence[str], game: str) -> StudyPart:
    table = _fields(data, "a part", StudyPart)
    name = table.value("name", str)
    table.label = f"part {quoted(name)}"
    switched = table.data.get("switched", {})
    fixed = table.value("rulings", dict, {})
    if switched == ALL:
        usual = load_game(game, None, fixed)
        values = {ruling.name: ruling.values for ruling in usual.known_rulings}
        switched = {ruling: [value for value in values[ruling] if value != usual.rulings[ruling]] for ruling in rulings}
    if not isinstance(switched, dict):
        raise LabError(text("study.switched", where=table.label, switched=quoted(switched)))
    for ruling, options in switched.items():
        if not isinstance(options, list) or not options:
            raise LabError(text("study.switched_values", where=table.label, values=quoted(options), ruling=ruling))
    return StudyPart(
        name=name,
        players=_read_values(table, "players", str),
        seats=_read_values(table, "seats", int),
        games=table.value("games", int),
        rulings=fixed,
        switched=switched,
        crossed=table.value("crossed", bool, False),
    )


def _question_of(data: object) -> Question:
    table = _fields(data, "a question", Question)
    asks = table.value("asks", str)
    table.label = f"question {quoted(asks)}"
    against = table.data.get("against")
    if not isinstance(against, str | None):
        against = float(against) if type(against) in (int, float) else table.check(against, "against", str)
    return Question(
        asks, table.value("part", str), table.value("figure", str), against, _read_values(table, "seats", int, optional=True)
    )


def _fields(data: object, location: str, kind: type) -> Fields:
    """Return the fields of a table of the TOML file, which are those of a dataclass."""
    return Fields(data, location, LabError, [attribute.name for attribute in fields(kind)])


def _read_values(table: Fields, name: str, kind: type[Value], *, optional: bool = False) -> tuple[Value, ...]:
    """Return the values of a list, which must differ if they are numbers; a single value counts as a list of one."""
    entry = table.data.get(name, ())
    values = tuple(entry) if isinstance(entry, list | tuple) else (entry,)
    if not values and not optional:
        raise table.fault(text("study.one_or_several", name=name))
    for value in values:
        table.check(value, name, kind)
    if len(set(values)) < len(values) and kind is int:
        raise table.fault(text("study.different", name=name, values=quoted(values)))
    return values


def _tables(table: Fields, name: str) -> Sequence[object]:
    tables = table.data.get(name, [])
    if not isinstance(tables, list):
        raise table.fault(text("study.write_each", name=name))
    return tables
