"""A table laid with the pieces of a piecepack, for games that are played with one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from kingdoms.core.state import State

Place = tuple[float, float]
"""A point on the table: x to the right and y up the page, in inches. A tile is two inches wide."""


@dataclass(frozen=True)
class Piece:
    """A piece on the table, in the codes of Portable Piecepack Notation.

    Attributes:
        kind: "t" for a tile, "c" for a coin, "d" for a die, "p" for a pawn; or a macro, such as "`road'".
        suit: "S" for suns, "M" for moons, "C" for crowns, "A" for arms; "" for a piece like others, such as a matchstick.
            Such a piece is known by its place, which no other piece may share.
        rank: "n" for null, "a" for ace, "2" to "5"; "" for a pawn. A die shows its rank.
        side: "f" for the face, "b" for the back; "" for dice, pawns and matchsticks.
        angle: "^" up the page, "<" to the left, "v" down, ">" to the right, or degrees, such as ",a45"; "" is "^".
    """

    kind: str
    suit: str = ""
    rank: str = ""
    side: str = ""
    angle: str = ""

    @property
    def name(self) -> str:
        """The name of the piece, independent of its side and rotation: kind and suit, and the rank of tiles and coins.

        Examples:
            >>> Piece("c", "S", "3", side="b").name, Piece("d", "S", "3").name
            ('cS3', 'dS')
        """
        return f"{self.kind}{self.suit}{self.rank if self.kind in 'tc' else ''}"

    @property
    def text(self) -> str:
        """The piece in notation, with its side, rank and angle.

        Examples:
            >>> Piece("c", "M", "a", "f", "v").text
            'cfMav'
        """
        return f"{self.kind}{self.side}{self.suit}{self.rank}{self.angle}"


@dataclass(frozen=True)
class Group:
    """Pieces that are laid together when a game is set up.

    Attributes:
        name: one word.
        stacks: place -> pieces from the bottom to the top.
        comment: a remark for readers.
    """

    name: str
    stacks: Mapping[Place, Sequence[Piece]] = field(hash=False)
    comment: str = ""


class Piecepack(ABC):
    """How the table of a game is laid with the pieces of a piecepack, with a matchstick for what a piecepack lacks.

    Attributes:
        macros: name -> the code of a piece, such as "m2" for a matchstick.
    """

    macros: ClassVar[Mapping[str, str]] = {}

    @property
    def lost(self) -> Sequence[str]:
        """Sentences on what the pieces do not show."""
        return ()

    @abstractmethod
    def groups(self, state: State) -> Sequence[Group]:
        """Return all pieces on the table. Where several groups share a place, the pieces of a later group are on top."""

    @abstractmethod
    def turn(self, before: State) -> tuple[str, int]:
        """Return the name of a turn, such as "R2.N.b", and the number of its first action."""

    def remarks(self, before: State | None, after: State) -> Sequence[str]:
        """Return what to say about an action beside its notation and events, such as the money of the seats.

        Args:
            before: the state before the action; None for the start of the game.
            after: the state after it.
        """
        return ()
