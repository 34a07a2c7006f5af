"""Studies: the games to play and the questions to answer, from parsed TOML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import blake2b
from itertools import product
from typing import Any, Final

from kingdoms.arena.plan import DECISIONS, PERCENT, Plan
from kingdoms.bots.tally import label
from kingdoms.core.errors import KingdomsError, quoted, suggest
from kingdoms.core.registry import load_game

ALL: Final = "all"
"""The value of `switched` that tries every other value of each ruling that has a fixed set of values."""
EVEN: Final = "even"
USUAL: Final = "usual"


class LabError(KingdomsError):
    """An invalid study or an unusable folder; the message gives the reason."""

    code, topic = "lab", "bot"


@dataclass(frozen=True)
class Part:
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
class Cell:
    """The games of a part with the same number of seats and the same rulings.

    Attributes:
        part: the part that the cell belongs to.
        seats: the number of seats.
        changed: the rulings that are switched in this cell.
    """

    part: Part
    seats: int
    changed: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name of the cell's folder, independent of the rest of the study.

        Examples:
            >>> Cell(Part("strong", ("greedy",), (2,), 10), 2, {}).name.rpartition("-")[0]
            'strong-2'
        """
        said = json.dumps([self.part.name, self.seats, sorted(self.changed.items())])
        plain = "".join(letter if letter.isalnum() else "_" for letter in self.part.name)[:40]
        return f"{plain}-{self.seats}-{blake2b(said.encode(), digest_size=4).hexdigest()}"

    @property
    def switched(self) -> str:
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
    parts: tuple[Part, ...]
    questions: tuple[Question, ...] = ()
    opening: int = DECISIONS
    vary: int = PERCENT

    @cached_property
    def cells(self) -> list[Cell]:
        """All cells; for each part and number of seats, the cell without switched rulings comes first."""
        return [cell for part in self.parts for seats in part.seats for cell in _cells(part, seats)]

    def plan(self, cell: Cell) -> Plan:
        """Return the arena's plan for a cell."""
        game = load_game(self.game, cell.seats)
        rulings = {**cell.part.rulings, **cell.changed}
        bots = label(cell.part.players)
        plan = Plan(self.game, game.seats, rulings, bots, cell.part.games, self.seed, self.opening, self.vary, measured=True)
        # Round up to whole openings, so that all seats have the same number of games.
        games = -(-cell.part.games // plan.block) * plan.block
        return Plan(**{name: getattr(plan, name) for name in Plan.__dataclass_fields__} | {"games": games})

    @property
    def games(self) -> int:
        """The number of games in all cells."""
        return sum(self.plan(cell).games for cell in self.cells)

    def part(self, name: str) -> Part:
        """Return a part by its name.

        Raises:
            LabError: no part has this name.
        """
        for part in self.parts:
            if part.name == name:
                return part
        known = [part.name for part in self.parts]
        raise LabError(f"there is no part {quoted(name)}{suggest(name, known)}; the parts are {', '.join(known)}")

    def cells_of(self, part: str, seats: Sequence[int] = ()) -> list[Cell]:
        """Return the cells of a part, limited to some numbers of seats if any are given."""
        return [cell for cell in self.cells if cell.part.name == part and (not seats or cell.seats in seats)]

    def to_json(self) -> dict[str, Any]:
        """Return the study as JSON data."""
        return json.loads(json.dumps(_plain(self)))  # type: ignore[no-any-return]

    @property
    def identity(self) -> dict[str, Any]:
        """The fields that determine the games: all but the numbers of games, the title and the questions."""
        told = self.to_json()
        parts = [{name: value for name, value in part.items() if name != "games"} for part in told.pop("parts")]
        return {name: value for name, value in told.items() if name not in ("title", "questions")} | {"parts": parts}

    @property
    def digest(self) -> str:
        """A short hash of the study's identity, independent of the numbers of games."""
        return blake2b(json.dumps(self.identity, sort_keys=True).encode(), digest_size=4).hexdigest()


def _plain(value: Any) -> Any:
    """Return a study, or a value inside one, as JSON data."""
    if isinstance(value, Study | Part | Question):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def _cells(part: Part, seats: int) -> Iterator[Cell]:
    """Yield the cells of a part for a number of seats."""
    yield Cell(part, seats, {})
    if part.crossed:
        usual = object()
        for values in product(*([usual, *tried] for tried in part.switched.values())):
            changed = {name: value for name, value in zip(part.switched, values, strict=True) if value is not usual}
            if changed:
                yield Cell(part, seats, changed)
    else:
        for name, tried in part.switched.items():
            for value in tried:
                yield Cell(part, seats, {name: value})


# -- reading --------------------------------------------------------------------------------------------------------------


def study_of(data: Mapping[str, Any]) -> Study:
    """Return the study described by parsed TOML, without checking that it can be played.

    Raises:
        LabError: a key is missing, unknown, or has the wrong type.
    """
    top = _Table("the study", data, {each.name for each in fields(Study)})
    game = top.take("game", str)
    known = load_game(game).known_rulings
    parts = tuple(_part_of(each, [ruling.name for ruling in known if not ruling.counts], game) for each in top.tables("parts"))
    if not parts:
        raise LabError("the study plays nothing: it has no [[parts]]")
    names = [part.name for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise LabError(f"two parts are called {quoted(name)}")
    return Study(
        title=top.take("title", str),
        game=game,
        seed=top.take("seed", int),
        parts=parts,
        questions=tuple(_question_of(each) for each in top.tables("questions")),
        opening=top.take("opening", int, DECISIONS),
        vary=top.take("vary", int, PERCENT),
    )


def _part_of(data: Mapping[str, Any], rulings: Sequence[str], game: str) -> Part:
    """Parse a part."""
    table = _Table("a part", data, {each.name for each in fields(Part)})
    name = table.take("name", str)
    table.where = f"part {quoted(name)}"
    switched = table.take("switched", str | dict, {})
    fixed = table.take("rulings", dict, {})
    if isinstance(switched, str):
        if switched != ALL:
            raise LabError(f'{table.where}: switched is "all" or a table of rulings, not {quoted(switched)}')
        usual = load_game(game, None, fixed)
        values = {ruling.name: ruling.values for ruling in usual.known_rulings}
        switched = {each: [value for value in values[each] if value != usual.rulings[each]] for each in rulings}
    for ruling, tried in switched.items():
        if not isinstance(tried, list) or not tried:
            raise LabError(f"{table.where}: switched gives a list of values for each ruling, not {quoted(tried)} for {ruling}")
    return Part(
        name=name,
        players=tuple(table.several("players", str)),
        seats=tuple(table.several("seats", int)),
        games=table.take("games", int),
        rulings=fixed,
        switched=switched,
        crossed=table.take("crossed", bool, False),
    )


def _question_of(data: Mapping[str, Any]) -> Question:
    """Parse a question."""
    table = _Table("a question", data, {each.name for each in fields(Question)})
    asks = table.take("asks", str)
    table.where = f"question {quoted(asks)}"
    against = table.take("against", str | int | float, None)
    return Question(
        asks,
        table.take("part", str),
        table.take("figure", str),
        against if against is None or isinstance(against, str) else float(against),
        tuple(table.several("seats", int, ())),
    )


_MISSING: Final = object()


class _Table:
    """A table of the TOML file; unknown keys and wrong types raise an error."""

    def __init__(self, where: str, data: Any, known: set[str]) -> None:
        self.where = where
        if not isinstance(data, Mapping):
            raise LabError(f"{where} must be a table, not {quoted(data)}")
        for key in data:
            if key not in known:
                raise LabError(f"{where} has no key {quoted(key)}{suggest(key, known)}; it has {', '.join(sorted(known))}")
        self.data = data

    def take(self, key: str, kind: Any, default: Any = _MISSING) -> Any:
        """Return the value of a key."""
        value = self.data.get(key, default)
        if value is _MISSING:
            raise LabError(f"{self.where} lacks {key}")
        if value is not default and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
            wanted = {str: "a text", int: "a whole number", bool: "true or false", dict: "a table"}.get(kind, "something else")
            raise LabError(f"{self.where}: {key} must be {wanted}, not {quoted(value)}")
        return value

    def several(self, key: str, kind: type, default: Any = _MISSING) -> Sequence[Any]:
        """Return a list of values; a single value counts as a list of one."""
        value = self.data.get(key, default)
        if value is _MISSING:
            raise LabError(f"{self.where} lacks {key}")
        values = value if isinstance(value, list | tuple) else [value]
        optional = default is not _MISSING
        if not (values or optional) or not all(isinstance(each, kind) and not isinstance(each, bool) for each in values):
            raise LabError(f"{self.where}: {key} must be one or several {'texts' if kind is str else 'whole numbers'}")
        if len(set(values)) < len(values) and kind is int:
            raise LabError(f"{self.where}: {key} names {quoted(values)}, some of it twice")
        return values

    def tables(self, key: str) -> Sequence[Mapping[str, Any]]:
        """Return an array of tables."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise LabError(f"{self.where}: write [[{key}]], once for each")
        return value
