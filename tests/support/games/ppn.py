"""A parser of Portable Piecepack Notation: as much of its grammar as our files use, and an error for anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import yaml

SPEC = re.compile(r"(?P<kind>[tcdpm])(?P<side>[fb]?)(?P<suit>[SMCA]?)(?P<rank>[na1-5]?)(?P<angle>[\^<v>]?|,a\d+)")
CHANGE = re.compile(r"(?P<side>[fb]?)(?P<rank>[na1-5]?)(?P<angle>[\^<v>]?)")
PLACE = re.compile(r"\((-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)\)")
NUMBER = re.compile(r"[A-Za-z0-9_.]*\.")
MACRO = re.compile(r"`(\w+)'")
BRACES = re.compile(r"\{([^{}]*)\}")
DEGREES = {"": 0, "^": 0, "<": 90, "v": 180, ">": 270}

Place = tuple[float, float]


@dataclass(frozen=True)
class Piece:
    """A piece on the table; ranks are 0 to 5, and a missing suit is "S"."""

    kind: str
    suit: str
    rank: int
    side: str
    angle: int


class Table:
    """The pieces on the table: place -> pieces from the bottom to the top."""

    def __init__(self) -> None:
        self.stacks: dict[Place, list[Piece]] = {}

    def copy(self) -> Table:
        new = Table()
        new.stacks = {place: list(stack) for place, stack in self.stacks.items()}
        return new

    def find(self, name: str) -> tuple[Place, int]:
        """Return the place of a piece, by its features (`?tC4`) or its place."""
        if not name.startswith("?"):
            place = place_of(name)
            return place, len(self.stacks[place]) - 1
        spec = SPEC.fullmatch(name[1:])
        assert spec, name
        pieces = [
            (place, at)
            for place, stack in self.stacks.items()
            for at, piece in enumerate(stack)
            if piece.kind == spec["kind"]
            if piece.suit == spec["suit"]
            if not spec["rank"] or piece.rank == rank_of(spec["rank"])
        ]
        assert len(pieces) == 1, f"{name} names {len(pieces)} pieces"
        return pieces[0]

    def take(self, name: str) -> Piece:
        """Take a piece off the table."""
        place, at = self.find(name)
        piece = self.stacks[place].pop(at)
        if not self.stacks[place]:
            del self.stacks[place]
        return piece

    def move(self, token: str) -> None:
        """Carry out one move."""
        if "@" in token:
            spec, _, place = token.partition("@")
            self.stacks.setdefault(place_of(place), []).append(piece_of(spec))
        elif re.search(r".-\(", token):
            name, _, place = token.partition("-")
            self.stacks.setdefault(place_of(place), []).append(self.take(name))
        elif token.startswith("*"):
            self.take(token[1:])
        elif "~" in token:
            name, _, change = token.partition("~")
            self.turn(name, change)
        elif "_" in token:
            name, _, place = token.partition("_")
            piece = self.take(name)
            self.stacks.setdefault(place_of(place), []).insert(0, piece)
        else:
            raise ValueError(f"{token!r} is no move")

    def turn(self, name: str, change: str) -> None:
        """Change only the stated features of a piece."""
        place, at = self.find(name)
        features = CHANGE.fullmatch(change)
        assert features, change
        assert change
        changes: dict[str, Any] = {"side": features["side"]} if features["side"] else {}
        changes |= {"rank": rank_of(features["rank"])} if features["rank"] else {}
        changes |= {"angle": DEGREES[features["angle"]]} if features["angle"] else {}
        self.stacks[place][at] = replace(self.stacks[place][at], **changes)


@dataclass(frozen=True)
class Frame:
    """The part of the movetext after one move number."""

    name: str
    tokens: list[str]
    comments: list[str]
    table: Table


def rank_of(text: str) -> int:
    return int(text.replace("n", "0").replace("a", "1") or 0)


def piece_of(text: str) -> Piece:
    spec = SPEC.fullmatch(text)
    if spec is None:
        raise ValueError(f"{text!r} is no piece")
    suit = spec["suit"] or "S"
    side = spec["side"] or "f"
    angle = int(spec["angle"][2:]) if spec["angle"].startswith(",") else DEGREES[spec["angle"]]
    return Piece(spec["kind"], suit, rank_of(spec["rank"]), side, angle)


def place_of(text: str) -> Place:
    match = PLACE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no place")
    return float(match[1]), float(match[2])


def expand(token: str) -> Iterator[str]:
    """Yield a token with its braces expanded, as in a shell."""
    match = BRACES.search(token)
    if match is None:
        yield token
        return
    first, dots, last = match[1].partition("..")
    step = 1 if dots and int(first) <= int(last) else -1
    values = [str(number) for number in range(int(first), int(last) + step, step)] if dots else match[1].split(",")
    for value in values:
        yield from expand(token[: match.start()] + value + token[match.end() :])


def tokens_of(movetext: str) -> Iterator[str]:
    """Yield comments, move numbers and moves."""
    words = iter(movetext.split())
    for word in words:
        if not word.startswith("{"):
            assert "{" not in word or not word.endswith("}"), f"no blank before a comment: {word}"
            yield word
            continue
        comment = [word]
        while not comment[-1].endswith("}"):
            comment.append(next(words))
        yield " ".join(comment)


def parse(text: str) -> tuple[dict[str, Any], list[Frame]]:
    """Return the metadata and the frames of a file with one game.

    Raises:
        ValueError, AssertionError: it does not follow the grammar.
    """
    lines = text.split("\n")
    assert lines[0].startswith("---")
    end = next(at for at, line in enumerate(lines) if line.startswith("..."))
    metadata = yaml.safe_load("\n".join(lines[1:end]))
    assert isinstance(metadata, dict)
    assert not any(line.startswith(("---", "...")) for line in lines[end + 1 :])
    macros: dict[str, str] = metadata.get("Macros", {})
    frames: list[Frame] = []
    table = Table()
    for token in tokens_of("\n".join(lines[end + 1 :])):
        if token.startswith("{"):
            assert not set("{}") & set(token[1:-1])
            frames[-1].comments.append(token[1:-1])
        elif NUMBER.fullmatch(token):
            assert token not in [frame.name for frame in frames], f"{token} is there twice"
            frames.append(Frame(token, [], [], table.copy()))
            table = frames[-1].table
        else:
            spelt = MACRO.sub(lambda match: macros[match[1]], token)
            for move in expand(spelt):
                table.move(move)
            frames[-1].tokens.append(token)
    return metadata, frames
