"""Records in Portable Piecepack Notation, for games that `Game.piecepack` can lay with the pieces of a piecepack.

A file has metadata in YAML and then a frame for each part of the setup and for each action. The moves of a frame follow from
the pieces on the table before and after it. Information that the pieces do not show is in comments.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kingdoms.core.entry import play_entry
from kingdoms.core.errors import KingdomsError
from kingdoms.core.piecepack import Group, Piece, Piecepack, Place
from kingdoms.core.record import Record
from kingdoms.texts import text

Stacks = Mapping[Place, Sequence[Piece]]
"""Place -> pieces from the bottom to the top."""


def write_ppn(record: Record) -> str:
    """Return a record in Portable Piecepack Notation.

    Args:
        record: the record of a game that is played with a piecepack.

    Raises:
        KingdomsError: the game is not played with a piecepack.

    Examples:
        >>> import kingdoms
        >>> record = Record(kingdoms.load_game("middlesea", seats=2))
        >>> for action in ("first S", "explore crowns S.FM", "road S.C S.FM"):
        ...     record.apply(action)
        >>> written = write_ppn(record)
        >>> "R1.S.b1. ?tCa-(10,4)" in written, "R1.S.b2. `road'@(10,3)" in written
        (True, True)
    """
    layout = record.game.piecepack()
    if layout is None:
        raise KingdomsError(text("export.no_piecepack", game=record.game.title), code="no_piecepack", topic="record")
    return "\n".join([*_metadata(record, layout), *_setup(record, layout), *_frames(record, layout)]) + "\n"


def _metadata(record: Record, layout: Piecepack) -> Iterator[str]:
    outcome = record.state.outcome()
    yield "---"
    yield f"Event: {quote(text('export.event', game=record.game.name))}"
    yield f"Date: {quote(record.started[:10])}"
    yield f"Result: {quote('*' if outcome is None else ' '.join(outcome.winners))}"
    if outcome is not None:
        yield f"Termination: {quote(outcome.reason)}"
    yield f"GameType: {record.game.title}"
    yield "SetUp: None"
    yield "MovetextParser: Default"
    yield from _mapping("Macros", {name: quote(piece) for name, piece in layout.macros.items()})
    yield f"Seats: {quote(' '.join(record.game.seats))}"
    yield from _mapping("Players", {quote(seat): quote(player) for seat, player in record.players.items()})
    yield from _mapping("Rulings", {name: json.dumps(value) for name, value in record.game.changed_rulings().items()})
    yield "Lost:"
    yield from (f"  - {quote(sentence)}" for sentence in layout.lost)
    yield "..."


def _mapping(key: str, entries: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a mapping in the metadata; none if it is empty."""
    if entries:
        yield f"{key}:"
        yield from (f"  {name}: {value}" for name, value in entries.items())


def quote(value: str) -> str:
    r"""Return a string as YAML, the same in versions 1.1 and 1.2.

    Examples:
        >>> print(quote('Ann: "the Red"'), quote("line\u2028break"))
        "Ann: \"the Red\"" "line\u2028break"
    """
    written = json.dumps(value, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else _escape(ord(letter)) for letter in written)


def _escape(code: int) -> str:
    """Return an unprintable character as an escape sequence of YAML."""
    return f"\\U{code:08x}" if code > 0xFFFF else f"\\u{code:04x}"


def _setup(record: Record, layout: Piecepack) -> Iterator[str]:
    """Yield the frames that lay out the first position."""
    opening = record.opening()
    groups = layout.groups(opening)
    for group in groups:
        remarks = layout.remarks(None, opening) if group is groups[-1] else ()
        tokens = (token for place, stack in group.stacks.items() for token in _lay(stack, place))
        yield _frame(f"Setup.{group.name}.", tokens, group.comment, remarks)


def _lay(stack: Sequence[Piece], place: Place) -> Iterator[str]:
    """Yield the tokens that lay a stack of new pieces; pieces that differ in rank only need one."""
    first = stack[0]
    ranks = [piece.rank.replace("a", "1") for piece in stack]
    if len(stack) > 1 and all(piece == Piece(first.kind, first.suit, piece.rank, first.side, first.angle) for piece in stack):
        falling = ranks == [str(rank) for rank in range(len(stack), 0, -1)]
        chosen = f"{ranks[0]}..{ranks[-1]}" if falling else ",".join(ranks)
        yield f"{first.kind}{first.side}{first.suit}{{{chosen}}}{first.angle}@{_point(place)}"
    else:
        yield from (f"{piece.text}@{_point(place)}" for piece in stack)


def _frames(record: Record, layout: Piecepack) -> Iterator[str]:
    """Yield a frame for each action; a call from outside follows the frame of the action before it as a comment."""
    state = record.opening()
    stacks = _stacks_of(layout.groups(state))
    counts: dict[str, int] = {}
    for entry in record.entries:
        before = state.clone()
        if entry.action is None:
            yield _comment(str(entry.call), [event.text for event in record.game.call(state, str(entry.call))])
            continue
        play_entry(state, entry)
        sentences = [event.text for event in record.game.narrate(before, entry.action, state)]
        turn, first = layout.turn(before)
        number = counts[turn] = counts.get(turn, first - 1) + 1
        now = _stacks_of(layout.groups(state))
        yield _frame(f"{turn}{number}.", moves_between(stacks, now), entry.action, [*sentences, *layout.remarks(before, state)])
        stacks = now


def _frame(name: str, tokens: Iterable[str], label: str, sentences: Sequence[str]) -> str:
    return " ".join([name, *tokens, *([_comment(label, sentences)] if label or sentences else [])])


def _comment(label: str, sentences: Sequence[str]) -> str:
    """Return a comment, which may not contain braces."""
    comment = "; ".join(part for part in (label, " ".join(sentences)) if part)
    return "{" + comment.translate({ord("{"): "(", ord("}"): ")"}) + "}"


def _point(place: Place) -> str:
    return f"({place[0]:g},{place[1]:g})"


def _stacks_of(groups: Iterable[Group]) -> dict[Place, list[Piece]]:
    stacks: dict[Place, list[Piece]] = {}
    for group in groups:
        for place, pieces in group.stacks.items():
            stacks.setdefault(place, []).extend(pieces)
    return stacks


def moves_between(before: Stacks, after: Stacks) -> list[str]:
    """Return the tokens that change one table into another with the same tiles, coins, dice and pawns.

    Examples:
        >>> five, ace, coin = Piece("t", "S", "5", "f"), Piece("t", "S", "a", "f"), Piece("c", "S", "2", "f")
        >>> moves_between({(0, 0): [five, ace], (0, 4): [coin]}, {(0, 0): [ace, five], (2, 0): [Piece("c", "S", "2", "b")]})
        ['?tS5-(0,0)', '?cS2-(2,0)', '?cS2~b']
    """
    was = {piece.name: (place, piece) for place, stack in before.items() for piece in stack if piece.suit}
    tokens = [f"*{_point(place)}" for place, stack in before.items() if not stack[0].suit and after.get(place) != stack]
    for place, stack in after.items():
        if not stack[0].suit:
            tokens += [] if before.get(place) == stack else list(_lay(stack, place))
            continue
        names = [piece.name for piece in stack]
        first, last = _unmoved_part([piece.name for piece in before.get(place, ())], names)
        tokens += [f"?{name}_{_point(place)}" for name in reversed(names[:first])]
        tokens += [f"?{name}-{_point(place)}" for name in names[last:]]
    for stack in after.values():
        tokens += [_rotation_token(was[piece.name][1], piece) for piece in stack if piece.suit and was[piece.name][1] != piece]
    return tokens


def _unmoved_part(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Return the longest part of a stack, as a slice of `after`, that can stay while all others are put under or above it."""
    best = (0, 0)
    for first, name in enumerate(after):
        if name not in before:
            continue
        at, last = before.index(name), first
        while last < len(after) and after[last] in before[at:]:
            at, last = before.index(after[last], at) + 1, last + 1
        best = max(best, (first, last), key=lambda part: part[1] - part[0])
    return best


def _rotation_token(before: Piece, after: Piece) -> str:
    side = "" if after.side == before.side else after.side
    rank = "" if after.rank == before.rank else after.rank
    angle = "" if after.angle == before.angle else after.angle or "^"
    return f"?{after.name}~{side}{rank}{angle}"
