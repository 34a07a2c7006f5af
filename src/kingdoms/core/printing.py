"""What a game brings to its printed rules beside the clauses: diagrams, a reference card, a board, and pieces to cut out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Diagram:
    """A picture in the rules.

    Attributes:
        svg: an SVG document.
        caption: one or two sentences below it.
    """

    svg: str
    caption: str


@dataclass(frozen=True)
class Panel:
    """A part of a board, on a page of its own.

    Attributes:
        title: the heading of the page.
        svg: an SVG document.
        width: the width in millimetres; the height follows. At most 180 x 225 mm fit all papers.
    """

    title: str
    svg: str
    width: float


@dataclass(frozen=True)
class Cutouts:
    """Square pieces of one size, printed without gaps on a grid of lines to cut along.

    Attributes:
        title: the heading of their pages.
        size: the side of a piece in millimetres.
        pieces: a square SVG document for each piece.
    """

    title: str
    size: float
    pieces: Sequence[str]


class Printing:
    """The printed parts of a game. This base class has none; `Game.printing` returns those of a game."""

    def credits(self) -> str:
        """Return whose game it is, in a sentence."""
        return ""

    def diagrams(self) -> Mapping[str, Sequence[Diagram]]:
        """Return the diagrams by the title of their chapter."""
        return {}

    def card(self) -> Mapping[str, Sequence[str]]:
        """Return the reference card: heading -> clauses to print below it. It has to fit on a page."""
        return {}

    def panels(self) -> Sequence[Panel]:
        """Return the parts of the boards to print."""
        return ()

    def cutouts(self) -> Sequence[Cutouts]:
        """Return the pieces to cut out."""
        return ()
