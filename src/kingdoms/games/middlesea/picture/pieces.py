"""The piecepack as SVG: suits, tiles, coins, pawns, dice, pennies, matches. Each piece is drawn around its centre."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kingdoms.drawing.svg import SERIF, group, number, tag, words
from kingdoms.games.middlesea.picture.art import ART


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, with `suits` by name."""

    paper: str
    ink: str
    sea: str
    deep: str
    land: str
    wood: str
    wood_dark: str
    coin: str
    match: str
    gold: str
    warning: str
    alarm: str
    suits: dict[str, str]


THEMES: Final = {
    name: Palette(**colours, suits={suit: inks[i] for suit, inks in ART["inks"].items()})
    for i, (name, colours) in enumerate(ART["colours"].items())
}
SUIT_PATHS: Final[dict[str, str]] = ART["suits"]


def suit(name: str, size: float, fill: str, x: float = 0, y: float = 0, opacity: float | None = None) -> str:
    """Return a suit's sign, `size` wide."""
    return group(tag("path", d=SUIT_PATHS[name], fill=fill, opacity=opacity), x=x, y=y, size=size / 24)


def tile(palette: Palette, name: str, value: int, size: float, kind: str | None = None) -> str:
    """Return a city tile: value in the middle, suit at the upper left, and the kind, if given, at the bottom."""
    colour, half = palette.suits[name], size / 2
    drop = size * (0.09 if kind else 0.15)
    parts = [_board(palette, size), suit(name, size * 0.25, colour, -half + size * 0.2, -half + size * 0.2)]
    parts.append(words(str(value), 0, drop, size * 0.5, fill=colour, font_family=SERIF, font_weight="600"))
    if kind:
        at = -half + size * 0.08
        parts.append(words(kind, at, half - size * 0.14, size * 0.12, fill=palette.ink, text_anchor="start", opacity=0.8))
    return "".join(parts)


def capital(palette: Palette, name: str, size: float) -> str:
    """Return a Capital: a large suit inside a low wall."""
    half, colour = size / 2, palette.suits[name]
    wall = size * 0.11
    parts = [_board(palette, size)]
    for i in range(5):
        at = -half + wall * 0.6 + i * (size - wall * 2.2) / 4
        for x, y in ((at, -half), (at, half - wall), (-half, at), (half - wall, at)):
            parts.append(
                tag("rect", x=x, y=y, width=wall, height=wall, fill=palette.wood_dark, stroke=palette.ink, stroke_width=0.5)
            )
    inner = half - wall
    frame = {"x": -inner, "y": -inner, "width": 2 * inner, "height": 2 * inner, "rx": 3}
    parts.append(tag("rect", **frame, fill=palette.wood, stroke=palette.ink, stroke_width=0.8))
    parts.append(suit(name, size * 0.35, colour, -size * 0.17, -size * 0.16))
    return "".join(parts)


def _board(palette: Palette, size: float) -> str:
    """Return a blank wooden tile with its shadow and grain."""
    half = size / 2
    shadow = tag("rect", x=-half + 1.5, y=-half + 2.5, width=size, height=size, rx=size * 0.07, fill=palette.ink, opacity=0.18)
    face = tag(
        "rect",
        x=-half,
        y=-half,
        width=size,
        height=size,
        rx=size * 0.07,
        fill="url(#wood)",
        stroke=palette.ink,
        stroke_width=0.9,
    )
    grain = tag("rect", x=-half, y=-half, width=size, height=size, rx=size * 0.07, fill="url(#grain)", opacity=0.5)
    return shadow + face + grain


def coin(palette: Palette, name: str, value: int, radius: float, active: bool = True) -> str:
    """Return a leader: value side up if active, otherwise its suit with a small value beneath."""
    colour = palette.suits[name]
    shadow = tag("circle", cx=1, cy=1.6, r=radius, fill=palette.ink, opacity=0.25)
    if active:
        face = tag("circle", r=radius, fill=palette.coin, stroke=colour, stroke_width=radius * 0.16)
        rim = tag("circle", r=radius * 0.76, fill="none", stroke=colour, stroke_width=0.6, opacity=0.6)
        figure = words(str(value), 0, radius * 0.4, radius * 1.15, fill=colour, font_family=SERIF, font_weight="700")
        return shadow + face + rim + figure
    face = tag("circle", r=radius, fill=palette.wood_dark, stroke=palette.ink, stroke_width=radius * 0.09)
    sign = suit(name, radius * 0.95, colour, y=-radius * 0.22)
    figure = words(str(value), 0, radius * 0.82, radius * 0.62, fill=palette.ink, font_family=SERIF, font_weight="600")
    return shadow + face + sign + figure


def king(palette: Palette, name: str, value: int, radius: float) -> str:
    """Return a king: its coin under a small canopy."""
    colour, unit = palette.suits[name], radius / 20
    roof = "M-25 -15 Q0 -44 25 -15 Q16 -21 8.4 -15 Q0 -21 -8.4 -15 Q-16 -21 -25 -15 Z"
    canopy = group(tag("path", d=roof, fill=colour, stroke=palette.ink, stroke_width=0.8), size=unit)
    knob = tag("circle", cy=-radius * 1.55, r=radius * 0.16, fill=palette.gold, stroke=palette.ink, stroke_width=0.5)
    return coin(palette, name, value, radius) + canopy + knob


def pawn(palette: Palette, name: str, height: float) -> str:
    """Return a pawn with its suit."""
    unit = height / 40
    body = (
        "M-11 18 L11 18 Q12 14 8 12 Q3 4 4 -4 Q8 -8 6.5 -13 A6.6 6.6 0 1 0 -6.5 -13 Q-8 -8 -4 -4 Q-3 4 -8 12 Q-12 14 -11 18 Z"
    )
    shape = tag("path", d=body, fill=palette.suits[name], stroke=palette.ink, stroke_width=1)
    return group(shape, suit(name, 11, palette.coin, y=9), size=unit)


PIPS: Final = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
}


def die(palette: Palette, name: str, value: int, size: float) -> str:
    """Return an unrest die, in the warning colour at 3 and the alarm colour from 4."""
    half = size / 2
    edge = palette.alarm if value >= 4 else palette.warning if value == 3 else palette.suits[name]
    frame = {"x": -half, "y": -half, "width": size, "height": size, "rx": size * 0.2}
    parts = [tag("rect", **frame, fill=palette.coin, stroke=edge, stroke_width=size * (0.13 if value >= 3 else 0.08))]
    if not value:
        parts.append(suit(name, size * 0.42, palette.suits[name], opacity=0.35))
    parts += [tag("circle", cx=x * size * 0.25, cy=y * size * 0.25, r=size * 0.1, fill=palette.ink) for x, y in PIPS[value]]
    return "".join(parts)


def match(palette: Palette, colour: str, length: float, turn: float = 0) -> str:
    """Return a matchstick with a head in its owner's colour."""
    half = length / 2
    stick = tag(
        "rect", x=-half, y=-2.1, width=length, height=4.2, rx=1.4, fill=palette.match, stroke=palette.ink, stroke_width=0.7
    )
    head = tag("rect", x=half - 6, y=-3, width=8.5, height=6, rx=3, fill=colour, stroke=palette.ink, stroke_width=0.7)
    return group(stick, head, turn=turn)


def pennies(palette: Palette, size: float) -> str:
    """Return a small pile of pennies, the sign of gold."""
    look: dict[str, float | str | None] = {
        "rx": size * 0.48,
        "ry": size * 0.2,
        "fill": palette.gold,
        "stroke": palette.ink,
        "stroke_width": 0.8,
    }
    return "".join(tag("ellipse", cy=size * (0.22 - 0.2 * i), **look) for i in range(3))


def bundle(palette: Palette, size: float) -> str:
    """Return a bundle of matches, the sign of goods."""
    parts = [group(match(palette, palette.alarm, 30), turn=turn) for turn in (-100, -80, -90)]
    band = tag("rect", x=-6, y=1, width=12, height=5, rx=1.5, fill=palette.gold, stroke=palette.ink, stroke_width=0.8)
    return group(*parts, band, size=size / 30)


def definitions(palette: Palette) -> str:
    """Return the gradients that the pieces use."""
    wood = tag(
        "linearGradient",
        tag("stop", offset="0", stop_color=palette.wood),
        tag("stop", offset="1", stop_color=palette.wood_dark),
        id="wood",
        x1="0",
        y1="0",
        x2="0.35",
        y2="1",
    )
    stops = [
        tag("stop", offset=number(at), stop_color=palette.wood_dark, stop_opacity=number(strength))
        for at, strength in ((0, 0), (0.18, 0.55), (0.24, 0), (0.5, 0.4), (0.56, 0), (0.83, 0.5), (0.9, 0))
    ]
    grain = tag("linearGradient", *stops, id="grain", x1="0", y1="0", x2="1", y2="0.12")
    return tag("defs", wood, grain)


def compass(palette: Palette, radius: float) -> str:
    """Return a compass rose."""
    parts = [tag("circle", r=radius * 0.62, fill="none", stroke=palette.ink, stroke_width=0.8)]
    for turn, reach in ((45, 0.6), (135, 0.6), (225, 0.6), (315, 0.6), (0, 1), (90, 1), (180, 1), (270, 1)):
        tip, foot = -radius * reach, radius * 0.15
        for side, fill in ((-1, palette.paper), (1, palette.ink)):
            d = f"M0 {number(tip)} L{number(side * foot)} {number(-foot)} L0 0 Z"
            parts.append(group(tag("path", d=d, fill=fill, stroke=palette.ink, stroke_width=0.7), turn=turn))
    letter = words("N", 0, -radius * 1.12, radius * 0.42, fill=palette.ink, font_family=SERIF)
    return group(*parts, letter)
