"""Entries of records: what was played, with comments, marks and variations."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from kingdoms.core.errors import IllegalAction, KingdomsError, RecordError, cut, shown, suggest
from kingdoms.core.state import State
from kingdoms.texts import text

ENTRY_FIELDS: Final = ("by", "action", "call", "comment", "marks", "variations")
LINE_FIELDS: Final = (*ENTRY_FIELDS, "outcome")
SIGNS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""The marks that judge a move."""
COLOURS: Final = ("green", "red", "blue", "yellow")
"""The colours of other marks; the first is the default."""
LONGEST_COMMENT: Final = 5_000
LONGEST_SITE: Final = 40
MOST_MARKS: Final = 100
DEEPEST: Final = 50
"""How deep variations can be nested."""

_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
"""Control characters except tabs and line breaks, and halves of characters."""
Variations = tuple[tuple["RecordEntry", ...], ...]


@dataclass(frozen=True)
class Mark:
    """A mark: a sign such as "?!" that judges the move, a site that is highlighted, or an arrow.

    Attributes:
        sign: one of `SIGNS`; empty for other marks.
        at: the site that is highlighted, or where the arrow begins.
        to: where the arrow ends; None for other marks.
        colour: one of `COLOURS`.

    Examples:
        >>> [mark.to_json() for mark in (Mark("?!"), Mark(at="N.FM", colour="red"), Mark(at="N.FM", to="S.FL"))]
        ['?!', {'at': 'N.FM', 'colour': 'red'}, {'from': 'N.FM', 'to': 'S.FL', 'colour': 'green'}]
    """

    sign: str = ""
    at: str | None = None
    to: str | None = None
    colour: str = COLOURS[0]

    @classmethod
    def from_json(cls, data: object) -> Mark:
        """Return the mark that JSON data describes.

        Raises:
            KingdomsError: it describes none.
        """
        if isinstance(data, str) and data in SIGNS:
            return cls(data)
        if isinstance(data, Mapping):
            colour = data.get("colour", COLOURS[0])
            sites = [data[name] for name in ("at", "from", "to") if name in data]
            is_known = {*data} - {"colour"} in ({"at"}, {"from", "to"}) and isinstance(colour, str) and colour in COLOURS
            if is_known and all(isinstance(site, str) and 1 <= len(site) <= LONGEST_SITE for site in sites):
                if not any(_CONTROL.search(site) for site in sites):
                    return cls(at=sites[0], to=sites[1] if len(sites) > 1 else None, colour=colour)
        names = {"signs": " ".join(SIGNS), "colours": ", ".join(COLOURS)}
        raise _fault(text("record.mark", most=LONGEST_SITE, value=shown(data), **names))

    def to_json(self) -> str | dict[str, str]:
        """Return the mark as JSON data."""
        if self.to is None:
            return self.sign or {"at": self.at or "", "colour": self.colour}
        return {"from": self.at or "", "to": self.to, "colour": self.colour}


def read_comment(value: object) -> str:
    """Return a comment.

    Raises:
        KingdomsError: it is no text, too long, or has control characters.
    """
    if not isinstance(value, str) or len(value) > LONGEST_COMMENT or _CONTROL.search(value):
        raise _fault(text("record.comment", most=LONGEST_COMMENT, value=shown(value)))
    return value


def read_marks(value: object) -> tuple[Mark, ...]:
    """Return the marks of an entry.

    Raises:
        KingdomsError: it is no list of marks.
    """
    if not isinstance(value, list | tuple) or len(value) > MOST_MARKS:
        raise _fault(text("record.marks", most=MOST_MARKS, value=shown(value)))
    return tuple(Mark.from_json(mark) for mark in value)


def notes_json(comment: str, marks: Sequence[Mark]) -> dict[str, Any]:
    """Return a comment and marks as fields of JSON data, checked; those that are empty are missing."""
    fields: dict[str, Any] = {"comment": read_comment(comment)} if comment else {}
    if marks:
        fields["marks"] = [mark.to_json() for mark in marks]
        read_marks(fields["marks"])
    return fields


def _fault(message: str) -> KingdomsError:
    return KingdomsError(message, code=RecordError.code, topic=RecordError.topic)


@dataclass(frozen=True)
class RecordEntry:
    """One line of a record after its header, or one entry of a variation.

    Attributes:
        by: the seat that acted, or "chance"; None for a call.
        action: the action's text; None for a call.
        call: the name of an outside call, such as "time"; None for an action.
        comment: a remark on it.
        marks: the marks on the board after it.
        variations: what could have been played instead: lines of entries, each from the state before this entry.
    """

    by: str | None = None
    action: str | None = None
    call: str | None = None
    comment: str = ""
    marks: tuple[Mark, ...] = ()
    variations: Variations = ()

    @property
    def has_notes(self) -> bool:
        """Whether there is more than what was played."""
        return bool(self.comment or self.marks or self.variations)

    def to_json(self) -> dict[str, Any]:
        """Return the entry as the JSON data of its line.

        Raises:
            KingdomsError: the comment or a mark has been set to an invalid value.
        """
        played = (("by", self.by), ("action", self.action), ("call", self.call))
        fields: dict[str, Any] = {name: value for name, value in played if value}
        if self.has_notes:
            fields |= notes_json(self.comment, self.marks)
        if self.variations:
            fields["variations"] = [[entry.to_json() for entry in line] for line in self.variations]
        return fields


def play_entry(state: State, entry: RecordEntry) -> None:
    """Apply an entry to a state."""
    if entry.call is not None:
        state.game.call(state, entry.call)
    else:
        assert entry.action is not None
        state.apply_action(entry.action)


@dataclass(frozen=True)
class EntryReader:
    """Reads the entry of a line, and those of its variations.

    Attributes:
        line: the number of the line, for errors.
        strict: whether unknown fields are errors.
        reads_notes: whether comments, marks and variations are read; otherwise they are ignored.
    """

    line: int
    strict: bool
    reads_notes: bool

    def read(
        self, fields: Mapping[str, Any], state: State, place: str = "", depth: int = 0
    ) -> Generator[None, None, RecordEntry]:
        """Play an entry on a state, and return it; yield now and then, for callers that interleave other work.

        Args:
            fields: the entry as JSON data.
            place: which variation the entry is in, as the beginning of messages.
            depth: the number of variations around the entry.

        Raises:
            RecordError: the entry is malformed or illegal.
        """
        lines = fields.get("variations") if self.reads_notes else None
        before = state if lines is None else state.clone()
        try:
            entry = self._play(fields, state)
            if self.strict:
                reject_unknown(fields, ENTRY_FIELDS if depth else LINE_FIELDS, self.line)
            if self.reads_notes and not {"comment", "marks"}.isdisjoint(fields):
                comment, marks = read_comment(fields.get("comment", "")), read_marks(fields.get("marks", ()))
                entry = replace(entry, comment=comment, marks=marks)
            if lines is not None:
                _check_lines(lines, depth)
        except KingdomsError as error:
            raise RecordError(place + error.message, line=self.line, code=error.code, clause=error.clause) from None
        if lines is None:
            return entry
        variations: list[tuple[RecordEntry, ...]] = []
        for number, line in enumerate(lines, 1):
            variations += yield from self._variation(line, before.clone(), place, number, depth)
        return replace(entry, variations=tuple(variations))

    def _variation(
        self, line: Sequence[Any], state: State, place: str, number: int, depth: int
    ) -> Generator[None, None, list[tuple[RecordEntry, ...]]]:
        """Return a variation, followed by the alternatives to its first entry, which begin in the same state as it does."""
        entries = []
        for at, fields in enumerate(line, 1):
            prefix = text("record.in_variation", place=place, number=number, entry=at)
            if not isinstance(fields, Mapping):
                raise RecordError(prefix + text("record.entry", value=shown(fields)), line=self.line)
            entries.append((yield from self.read(fields, state, prefix, depth + 1)))
            yield
        return [(replace(entries[0], variations=()), *entries[1:]), *entries[0].variations]

    def _play(self, fields: Mapping[str, Any], state: State) -> RecordEntry:
        action, call = fields.get("action"), fields.get("call")
        if isinstance(call, str) and action is None:
            state.game.call(state, call)
            return RecordEntry(call=call)
        if not isinstance(action, str) or call is not None:
            hint = "".join(suggest(field, LINE_FIELDS) for field in fields if field not in LINE_FIELDS)
            raise RecordError(text("record.not_a_line", hint=hint), line=self.line)
        by = state.to_move or "nobody"
        if fields.get("by", by) != by:
            wrong = text("record.not_by", action=cut(action), seat=by, by=cut(str(fields["by"])))
            raise RecordError(wrong, line=self.line)
        by = state.to_move or "chance"
        try:
            state.apply_action(action)
        except IllegalAction as error:
            raise KingdomsError(
                f"{cut(action)}: {error.message} ({error.clause})", code=error.code, clause=error.clause
            ) from None
        return RecordEntry(by=by, action=action)


def _check_lines(lines: object, depth: int) -> None:
    """Raise KingdomsError if this is no list of lines, or they would be too deep."""
    if not isinstance(lines, list) or not all(isinstance(line, list) and line for line in lines):
        raise _fault(text("record.variations", value=shown(lines)))
    if lines and depth >= DEEPEST:
        raise _fault(text("record.too_deep", most=DEEPEST))


def reject_unknown(entry: Mapping[str, Any], fields: Sequence[str], line: int) -> None:
    """Raise RecordError if there is an unknown field."""
    for field in entry:
        if field not in fields:
            unknown = text("record.no_field", name=shown(field), hint=suggest(field, fields), fields=", ".join(fields))
            raise RecordError(unknown, line=line)
