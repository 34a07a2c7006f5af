"""The signs of Two Rivers as paths in a square of 24 around the centre, filled even-odd: what a tile is, whose a leader is."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from kingdoms.core.svg import number


def _disc(x: float, y: float, r: float) -> str:
    """Return a circle."""
    return f"M{number(x - r)} {number(y)}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"


def _mirrored(*steps: tuple[str, float, float]) -> str:
    """Return a path and its mirror image, from letters with their coordinates; "H" and "V" have one."""
    drawn = []
    for side in (1, -1):
        for letter, x, y in steps:
            point = {"V": number(y), "H": number(side * x)}.get(letter, f"{number(side * x)} {number(y)}")
            drawn.append(f"{letter}{point}")
        drawn.append("Z")
    return " ".join(drawn)


def _ear() -> str:
    """Return an ear of barley with furrows at its foot."""
    grains = [
        _mirrored(
            ("M", 0.9, y + 3.6),
            ("C", 0.6, y + 0.4),
            ("", 3, y - 2.4),
            ("", 6.6, y - 3.4),
            ("C", 7, y + 0.6),
            ("", 4.6, y + 3.4),
            ("", 0.9, y + 3.6),
        )
        for y in (-6, -1.8, 2.4)
    ]
    furrow = (("M", 12, 7.4), ("Q", 6.4, 6.6), ("", 2.4, 11.6), ("H", 4.9, 0), ("Q", 7.8, 9), ("", 12, 9.4))
    stalk = "M0-12C2.6-9.6 2.6-7.4 0-5.2C-2.6-7.4-2.6-9.6 0-12ZM-.8 6.2H.8V11.6H-.8Z"
    return "".join([stalk, *grains, _mirrored(*furrow)])


def _temple() -> str:
    """Return a house of columns with a horned roof, and the sun above it."""
    columns = "".join(f"M{number(x)}-3.2H{number(x + 3.2)}V4.8H{number(x)}Z" for x in (-8.4, -1.6, 5.2))
    roof = "M-10.4-4.1L-12-10C-9.6-8-8-7.6-5.6-7.4H5.6C8-7.6 9.6-8 12-10L10.4-4.1Z"
    return f"M-11.5 11.4V8.6H-9.8V5.6H9.8V8.6H11.5V11.4Z{columns}{roof}{_disc(0, -10, 2)}"


TILE_SIGNS: Final = {
    "red": _temple(),
    "blue": _ear(),
    "green": "M-10.6-10.6H10.6L12-4.2A3 3 0 0 1 6-4.2A3 3 0 0 1 0-4.2A3 3 0 0 1-6-4.2A3 3 0 0 1-12-4.2Z"
    + _mirrored(("M", 10.2, 0.2), ("H", 8.4, 0), ("V", 0, 11.4), ("H", 10.2, 0))
    + "M-8 11.4V5.8H8V11.4ZM-7.2 5A2.7 2.7 0 0 1-1.8 5ZM-.6 5L.6 .6H3.4L4.6 5Z",
    "black": "M-.6 11.4V-8.6H-1.8V-11.4H.6V-9.8H3.2V-11.4H5.8V-9.8H8.4V-11.4H11V-8.6H9.8V11.4H6.9V5.4H3.3V11.4Z"
    "M1.8-5.6V-2.4H3.9V-5.6ZM5.7-5.6V-2.4H7.8V-5.6Z"
    "M-2 11.4V-1.2H-3.2V.4H-5.6V-1.2H-8.2V.4H-9.6V-1.2H-12V1.8H-11V11.4ZM-8.4 4.6V8H-5.6V4.6Z",
}
"""Temple, field, market and settlement, by the tile's colour."""

_BULL: Final = (
    "M-11.4-11.2C-12-5.4-9-3.2-5-3.4C-3.8-4.8-2-5.2 0-5.2C2-5.2 3.8-4.8 5-3.4C9-3.2 12-5.4 11.4-11.2C14-4.6 11.4-.6 6.6-.4"
    "L10.6 1.4C9.4 3.6 7.6 3.9 5.8 3.2C5.4 5.6 4.6 6.8 4.3 8.2C3.8 10.8 2.2 12 0 12C-2.2 12-3.8 10.8-4.3 8.2"
    "C-4.6 6.8-5.4 5.6-5.8 3.2C-7.6 3.9-9.4 3.6-10.6 1.4L-6.6-.4C-11.4-.6-14-4.6-11.4-11.2Z"
    + _disc(-3, 1.2, 1.1)
    + _disc(3, 1.2, 1.1)
    + _disc(-1.6, 9.2, 0.8)
    + _disc(1.6, 9.2, 0.8)
)
_POT: Final = (
    "M-4.4-12H4.4V-9.6H3V-7.2C7-6 9-2.8 9 .8C9 6 5.8 9 3.6 10V12H-3.6V10C-5.8 9-9 6-9 .8C-9-2.8-7-6-3-7.2V-9.6H-4.4Z"
    + _mirrored(
        ("M", 4.4, -10.4),
        ("C", 10, -11),
        ("", 11.6, -6.4),
        ("", 9.2, -3.2),
        ("L", 8, -4.8),
        ("C", 9.2, -7),
        ("", 7.8, -9),
        ("", 4.4, -8.6),
    )
    + "M-8.8-1.4L-5.9 2L-2.9-1.4L0 2L2.9-1.4L5.9 2L8.8-1.4L9 1.2L5.9 4.6L2.9 1.2L0 4.6L-2.9 1.2L-5.9 4.6L-9 1.2Z"
)
_BOW: Final = (
    "M-6-12.4C5-11.6 9.6-6 9.6 0C9.6 6 5 11.6-6 12.4L-6.4 10C3 9 6.8 4.6 6.8 0C6.8-4.6 3-9-6.4-10Z"
    "M-5.6-9.6H-4V-1.1H-5.6ZM-5.6 1.1H-4V9.6H-5.6ZM-9.4-1.1H6.6V1.1H-9.4Z"
    "M9.8-3.6L14.4 0L9.8 3.6ZM-9.4-1.1L-11.6-3.6H-14L-12 0L-14 3.6H-11.6L-9.4 1.1Z"
)


def _lion() -> str:
    """Return a lion's face in its mane."""

    def at(turn: float, r: float) -> str:
        return f"{number(r * sin(turn))} {number(-r * cos(turn))}"

    mane = "".join(f"Q{at(i * pi / 6, 14.6)} {at(i * pi / 6 + pi / 12, 9.4)}" for i in range(12))
    face = (
        "M0-6.6C2-6.6 3-6 3.8-5.4C5-6.8 7-6 6.4-3.6C6.9-1.6 6.2 .8 4.8 2.6C4.6 5.6 2.6 7.4 0 7.4"
        "C-2.6 7.4-4.6 5.6-4.8 2.6C-6.2 .8-6.9-1.6-6.4-3.6C-7-6-5-6.8-3.8-5.4C-3-6-2-6.6 0-6.6Z"
    )
    nose = "M-2 1.6H2L.6 3.6V4.8C1.4 5.6 2.4 5.2 3 4.6C2.6 6.2 .8 6.6 0 5.8C-.8 6.6-2.6 6.2-3 4.6C-2.4 5.2-1.4 5.6-.6 4.8V3.6Z"
    eyes = _mirrored(("M", 1.4, -1.2), ("L", 4, -2.4), ("C", 4.2, -0.8), ("", 2.6, 0.2), ("", 1.4, -1.2))
    return f"M{at(-pi / 12, 9.4)}{mane}Z{face}{nose}{eyes}"


DYNASTY_SIGNS: Final = {"A": _BOW, "B": _BULL, "P": _POT, "L": _lion()}
"""What the leaders of a dynasty bear."""

HEADDRESSES: Final = {
    "black": "M-10 2L-11-8.4L-5.4-3.6L0-11L5.4-3.6L11-8.4L10 2Z",
    "red": "M-6.6 2C-9.4-3-3.6-6.4 0-12.6C3.6-6.4 9.4-3 6.6 2Z",
    "blue": "M-1 2C-3.6-2-9.4-2-13.6-9.6C-6.6-10.6-1.6-6.4 0-1.4C1.6-6.4 6.6-10.6 13.6-9.6C9.4-2 3.6-2 1 2Z",
    "green": f"M-11 2V-.6H11V2Z{_disc(-7.6, -3.6, 3)}{_disc(0, -5.2, 3.6)}{_disc(7.6, -3.6, 3)}",
}
"""What a leader wears, so that offices differ by more than colour: crown, pointed cap, leaves, beads."""
