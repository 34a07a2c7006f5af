"""Records of games as JSON Lines: a header, then one action per line. The state is always derived by replay.

The header has

- `kingdoms`: the version of the format, 1;
- `game`, `rules_version`, `seats`, `rulings`: the game, and the version of its rules;
- `players`: seat -> player; `seed`: the seed of chance and bots, or null;
- `started`: the start time in ISO 8601; `position`: the initial position, if it isn't the usual one;
- `variations`: the version of comments, marks and variations, 1, if there are any;
- `comment` and `marks`: those of the initial position.

Each further line is `{"by": SEAT or "chance", "action": TEXT}`, or `{"call": NAME}` for an outside call, such as the time
limit. It may have a `comment`, `marks`, and `variations`: lists of entries that could have been played instead; see
`kingdoms.core.entry`. In finished games, the last line is `{"outcome": {...}}`.

Unknown fields are ignored, because later versions may add some; strict mode, which `kingdoms check` uses, rejects them. Known
fields must be valid.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kingdoms import texts
from kingdoms.core.entry import EntryReader, Mark, RecordEntry, notes_json, play_entry, read_comment, read_marks, reject_unknown
from kingdoms.core.errors import KingdomsError, RecordError, citing, quoted, shown
from kingdoms.core.fields import an_object, whole_number
from kingdoms.core.game import Game
from kingdoms.core.parts import load
from kingdoms.core.registry import game_named_in
from kingdoms.core.state import State
from kingdoms.files import BYTE_ORDER_MARK, append, read_text, write_atomic

FORMAT = 1
"""The version of the format to write. Older versions can be read; newer ones are rejected."""
HEADER_FIELDS = (
    *("kingdoms", "game", "rules_version", "seats", "rulings", "players", "seed", "started", "position", "position_text"),
    *("variations", "comment", "marks"),
)
LONGEST_PLAYER = 500
"""The maximum length of a player, which may be the command of a program."""
NOTES = 1
"""The version of comments, marks and variations to write."""


class Record:
    """A game with its history; `state` is the current state.

    Args:
        game: the game.
        players: seat -> player. For people, any text is valid.
        seed: the seed that the caller uses for chance and bots.
        started: the start time in ISO 8601; by default, now.
        position: the initial position; None for the usual one.

    Attributes:
        entries: what has been played, with comments, marks and variations. `kingdoms.GameTree` is easier to change.
        comment, marks: those of the initial position.
        position_text: the text of a position that `position` completes by guessing hidden hands; None if nothing is guessed.

    Raises:
        KingdomsError: an argument is not valid in a header, such as a player on an unknown seat.

    Examples:
        >>> import kingdoms
        >>> record = Record(kingdoms.load_game("middlesea", seats=2), started="2026-01-01T12:00:00Z")
        >>> record.apply("first S")
        >>> record.apply("explore moons S.FL")
        >>> [entry.action for entry in Record.parse(record.lines()).entries]
        ['first S', 'explore moons S.FL']
    """

    def __init__(
        self,
        game: Game,
        *,
        players: Mapping[str, str] | None = None,
        seed: int | None = None,
        started: str | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.players = dict(players or {})
        self.seed = seed if whole_number(seed) is None else whole_number(seed)
        self.started = started or datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.position = None if position is None else dict(position)
        self.named_rulings: Collection[str] = game.rulings  # the rulings in the header; old records lack newer options
        self._check_header()
        self.entries: list[RecordEntry] = []
        self.comment = ""
        self.marks: tuple[Mark, ...] = ()
        self.position_text: str | None = None
        self._reads_notes = True
        self.state = self.opening()

    def __repr__(self) -> str:
        by = self.state.to_move
        stands = "over" if by is None else f"{by} decides"
        return f"<record of {self.game.name} for {', '.join(self.game.seats)}: {len(self.entries)} entries, {stands}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """Return the table after the last entry for notebooks, as an onlooker sees it; with ipywidgets, also a slider."""
        bundle: dict[str, Any] = dict(self.state._repr_mimebundle_())
        if "IPython" in sys.modules:
            widget = load("kingdoms.drawing.stepping:slider")(self)
            bundle |= {} if widget is None else widget._repr_mimebundle_()
        return bundle

    def opening(self) -> State:
        """Return the initial state of the game."""
        with citing(self.game):
            begun: State = self.game.new_initial_state() if self.position is None else self.game.read_position(self.position)
            return begun

    # -- playing ------------------------------------------------------------------------------------------------------

    def apply(self, action: int | str) -> None:
        """Play an action and record it.

        Raises:
            IllegalAction, NotationError: as `State.apply_action`. Nothing is recorded.
        """
        by = self.state.to_move or "chance"
        text = action if isinstance(action, str) else self.game.action_to_string(action)
        self.state.apply_action(action)
        self.entries.append(RecordEntry(by=by, action=text))

    def call(self, name: str) -> None:
        """Carry out an outside call, such as "time", and record it.

        Raises:
            KingdomsError: the game has no such call.
        """
        self.game.call(self.state, name)
        self.entries.append(RecordEntry(call=name))

    def history(self) -> list[int]:
        """Return the actions played, as numbers, without outside calls."""
        return [self.game.string_to_action(entry.action) for entry in self.entries if entry.action is not None]

    def pop(self) -> RecordEntry:
        """Remove the last entry and return it.

        Raises:
            IndexError: nothing has been played yet.

        Examples:
            >>> import kingdoms
            >>> record = Record(kingdoms.load_game("rivers", seats=2))
            >>> record.apply("first B")
            >>> record.pop().action, record.entries
            ('first B', [])
        """
        if not self.entries:
            raise IndexError(texts.text("record.empty"))
        last = self.entries[-1]
        self.take_back(len(self.entries) - 1)
        return last

    def take_back(self, length: int) -> None:
        """Remove all entries after the first `length`."""
        del self.entries[length:]
        self.state = self.state_after(length)

    def state_after(self, length: int) -> State:
        """Return the state after the first `length` entries."""
        state = self.opening()
        for entry in self.entries[:length]:
            play_entry(state, entry)
        return state

    def replay(self) -> Iterator[tuple[RecordEntry, State]]:
        """Yield each entry with a new copy of the state after it."""
        state = self.opening()
        for entry in self.entries:
            play_entry(state, entry)
            yield entry, state.clone()

    def information_state(self, seat: str | None) -> str:
        """Return all that a seat has seen so far as one string, with perfect recall.

        Two games have the same string for a seat exactly if nothing that the seat was shown or told tells them apart: its
        views of the beginning and after each entry, and the actions that `Game.tell` tells it. So the string may be the
        key of a table of strategies. It is JSON, with a line for each entry.

        Args:
            seat: a seat of the game, or None for an onlooker.

        Raises:
            SeatsError: there is no such seat.

        Examples:
            >>> import kingdoms
            >>> records = [Record(kingdoms.load_game("rivers", seats=2)) for _ in range(2)]
            >>> for record, tile in zip(records, ("red", "blue")):
            ...     record.apply("first A")
            ...     record.apply(f"draw {tile}")
            >>> [len({record.information_state(seat) for record in records}) for seat in ("A", "B")]
            [2, 1]
        """
        before = self.opening()
        lines: list[Any] = [[seat, before.view(self.game.accept_viewer(seat)).to_json()]]
        for entry, after in self.replay():
            action = None if entry.action is None else self.game.tell(before, entry.action, after, seat)[0]
            lines.append([entry.by, action, entry.call, after.view(seat).to_json()])
            before = after
        return "\n".join(json.dumps(line, sort_keys=True, separators=(",", ":")) for line in lines)

    # -- writing ------------------------------------------------------------------------------------------------------

    def header(self) -> dict[str, Any]:
        """Return the header as JSON data.

        Raises:
            KingdomsError: `players`, `seed`, `started`, `comment` or `marks` have been set to an invalid value.
        """
        self._check_header()
        header: dict[str, Any] = {
            "kingdoms": FORMAT,
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "seats": list(self.game.seats),
            "rulings": {name: value for name, value in self.game.rulings.items() if name in self.named_rulings},
            "players": self.players,
            "seed": self.seed,
            "started": self.started,
        }
        if self.position is not None:
            header["position"] = self.position
        if self.position_text is not None:
            header["position_text"] = self.position_text
        if self.comment or self.marks or any(entry.has_notes for entry in self.entries):
            header |= {"variations": NOTES, **notes_json(self.comment, self.marks)}
        return header

    def lines(self) -> list[str]:
        """Return the record as lines of JSON."""
        return list(self.each_line())

    def each_line(self) -> Iterator[str]:
        """Yield the record as lines of JSON, for callers that interleave other work."""
        yield json.dumps(self.header(), ensure_ascii=False)
        for entry in self.entries:
            yield json.dumps(entry.to_json(), ensure_ascii=False)
        outcome = self.state.outcome()
        if outcome is not None:
            yield json.dumps({"outcome": outcome.to_json()}, ensure_ascii=False)

    def _check_header(self) -> None:
        """Raise KingdomsError if the header could not be read back."""
        fault = _header_fault(self.game, self.players, self.seed, self.started)
        if fault is not None:
            raise KingdomsError(fault, code=RecordError.code, topic=RecordError.topic).cite(self.game)

    def save(self, path: str | Path) -> None:
        """Write the record to a file atomically: the old file is replaced only when the new one is complete.

        Raises:
            OSError: the file cannot be written, for instance because the folder does not exist.
        """
        write_atomic(Path(path), "".join(f"{line}\n" for line in self.lines()).encode())

    def append(self, path: str | Path, length: int) -> None:
        """Append the missing entries, in one write, to a file that has the header and the first `length` entries.

        Raises:
            OSError: the file cannot be written.
        """
        lines = [json.dumps(entry.to_json(), ensure_ascii=False) for entry in self.entries[length:]]
        outcome = self.state.outcome()
        if outcome is not None:
            lines.append(json.dumps({"outcome": outcome.to_json()}))
        append(Path(path), "".join(f"{line}\n" for line in lines).encode())

    # -- reading ------------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: str | Path, *, strict: bool = False) -> Record:
        """Read a record from a file.

        Raises:
            OSError: the file cannot be read; RecordError: as `parse`.
        """
        try:
            text = read_text(Path(path))
        except UnicodeDecodeError as error:
            raise RecordError(texts.text("record.not_text", reason=error.reason), line=1) from None
        return cls.parse(text.split("\n"), strict=strict)

    @classmethod
    def parse(cls, lines: Iterable[str], *, strict: bool = False) -> Record:
        """Read a record and replay it. Empty lines are skipped.

        Args:
            lines: the header and the lines after it.
            strict: reject unknown fields instead of ignoring them.

        Raises:
            RecordError: a line is malformed, illegal or too new; the error has the line number and the reason.
        """
        record: Record | None = None
        for record in cls.read(lines, strict=strict):  # noqa: B007  only the last value is needed
            pass
        assert record is not None
        return record

    @classmethod
    def read(cls, lines: Iterable[str], *, strict: bool = False) -> Iterator[Record]:
        """Read a record like `parse`, and yield it after each line, for callers that interleave other work.

        Raises:
            RecordError: as `parse`.
        """
        record: Record | None = None
        ended_at = 0
        for number, line in enumerate(lines, 1):
            if record is None:
                line = line.removeprefix(BYTE_ORDER_MARK)
            if not line.strip():
                continue
            if record is None:
                header = _parse_object(line, number)
                record = cls._from_header(header, number)
                if strict:
                    with citing(record.game):
                        record._check_strictly(header, number)
                yield record
                continue
            with citing(record.game):
                entry = _parse_object(line, number)
                if ended_at:
                    raise RecordError(texts.text("record.after_outcome", line=ended_at), line=number)
                if "outcome" in entry:
                    record._check_outcome(entry["outcome"], number)
                    ended_at = number
                    if strict:
                        reject_unknown(entry, ("outcome",), number)
                else:
                    reading = EntryReader(number, strict, record._reads_notes).read(entry, record.state)
                    while True:
                        try:
                            next(reading)
                        except StopIteration as read:
                            record.entries.append(read.value)
                            break
                        yield record
            yield record
        if record is None:
            raise RecordError(texts.text("record.no_header"), line=1)

    @classmethod
    def salvage(cls, lines: Iterable[str]) -> tuple[Record, RecordError | None]:
        """Read a record whose last line may be truncated, for example by a full disk.

        Returns:
            The record up to the last complete line, and the error in the last line, or None if it is complete.

        Raises:
            RecordError: as `parse`, for an error in any other line.

        Examples:
            >>> import kingdoms
            >>> lines = Record(kingdoms.load_game("middlesea", seats=2)).lines()
            >>> record, lost = Record.salvage([*lines, '{"by": "chance", "act'])
            >>> print(len(record.entries), lost)
            0 line 2: this is not JSON from character 18 on: Unterminated string starting at
        """
        lines = list(lines)
        while lines and not lines[-1].strip():
            lines.pop()
        lost: RecordError | None = None
        if len(lines) > 1:
            try:
                _parse_object(lines[-1], len(lines))
            except RecordError as error:
                lost = error
                lines.pop()
        return cls.parse(lines), lost

    @classmethod
    def _from_header(cls, header: dict[str, Any], line: int) -> Record:
        """Return a record without entries, from a header."""
        version = header.get("kingdoms")
        if type(version) is not int or version < 1:
            raise RecordError(texts.text("record.not_a_record"), line=line)
        if version > FORMAT:
            raise RecordError(texts.text("record.newer", version=quoted(version), known=FORMAT), line=line)
        try:
            rules = game_named_in(header, "record")
            rules_version = header.get("rules_version")
            if type(rules_version) is not int or not 1 <= rules_version <= rules.rules_version:
                unknown = texts.text(
                    "record.rules_version", given=quoted(rules_version), known=rules.rules_version, game=rules.name
                )
                raise RecordError(unknown, line=line)
            seats = header.get("seats")
            if not isinstance(seats, list):
                raise RecordError(texts.text("record.seats", seats=quoted(seats)), line=line)
            game = rules(seats, header.get("rulings"))
            players, position = header.get("players"), header.get("position")
            fault = _header_fault(game, players, header.get("seed"), header.get("started"))
            if fault is not None:
                raise RecordError(fault, line=line).cite(game)
            record = cls(
                game,
                players=players,
                seed=header.get("seed"),
                started=header.get("started"),
                position=an_object(position, "position") if position is not None else None,
            )
            record.named_rulings = header.get("rulings") or game.rulings
            record.position_text = header.get("position_text")
            if not isinstance(record.position_text, str | None):
                raise RecordError(texts.text("record.position_text", value=shown(record.position_text)), line=line)
            record._reads_notes = _notes_version(header.get("variations", NOTES)) <= NOTES
            if record._reads_notes:
                record.comment, record.marks = read_comment(header.get("comment", "")), read_marks(header.get("marks", ()))
            if position is not None and record.state.game != game:
                raise RecordError(texts.text("record.differs"), line=line)
        except RecordError:
            raise
        except KingdomsError as error:
            raise RecordError(error.message, line=line, code=error.code, clause=error.clause) from None
        return record

    def _check_strictly(self, header: Mapping[str, Any], line: int) -> None:
        """Raise RecordError if a header has unknown fields, or what this program cannot read."""
        reject_unknown(header, HEADER_FIELDS, line)
        if not self._reads_notes:
            newer = texts.text("record.newer_variations", version=quoted(header["variations"]), known=NOTES)
            raise RecordError(newer, line=line)

    def _check_outcome(self, recorded_outcome: object, line: int) -> None:
        outcome = self.state.outcome()
        if outcome is None:
            raise RecordError(texts.text("record.not_over"), line=line)
        if recorded_outcome != outcome.to_json():
            raise RecordError(texts.text("record.wrong_outcome", outcome=json.dumps(outcome.to_json())), line=line)


def _parse_object(line: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(texts.text("record.not_json_from", at=error.colno, error=error.msg), line=number) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(texts.text("data.not_json", error=error), line=number) from None
    if not isinstance(value, dict):
        raise RecordError(texts.text("record.not_an_object"), line=number)
    return value


def _notes_version(value: object) -> int:
    if type(value) is not int or value < 1:
        raise KingdomsError(texts.text("record.variations_version", value=shown(value)), code=RecordError.code)
    return value


def _header_fault(game: Game, players: object, seed: object, started: object) -> str | None:
    if not isinstance(players, Mapping | None):
        return texts.text("record.players", players=shown(players))
    for seat, player in (players or {}).items():
        if seat not in game.seats:
            return texts.text("record.players_seat", seat=shown(seat), seats=texts.listing(game.seats))
        if not isinstance(player, str):
            return texts.text("record.player", seat=seat, value=shown(player))
        if len(player) > LONGEST_PLAYER:
            return texts.text("record.player_too_long", seat=seat, most=LONGEST_PLAYER, n=len(player))
        if player.encode(errors="ignore").decode() != player:
            return texts.text("record.player_not_text", seat=seat, value=shown(player))
    if seed is not None and type(seed) is not int:
        return texts.text("record.seed", seed=shown(seed))
    if started is not None and not _is_time(started):
        return texts.text("record.started", started=shown(started))
    return None


def _is_time(value: object) -> bool:
    """Return whether a value is a date and time in ISO 8601."""
    try:
        return isinstance(value, str) and datetime.datetime.fromisoformat(value) is not None
    except ValueError:
        return False
