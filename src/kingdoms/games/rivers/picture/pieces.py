"""The pieces of Two Rivers as SVG, in the style of fired clay. Every piece is centred on the origin."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, Final

from kingdoms.drawing.svg import SERIF, group, number, tag, words
from kingdoms.games.rivers.picture.art import ART


@dataclass(frozen=True)
class Glaze:
    """The colours of a tile: face, edge and highlight."""

    face: str
    edge: str
    light: str


@dataclass(frozen=True)
class Palette:
    """The colours of one theme. `glazes` are by colour of tile, with "down" for the back."""

    paper: str
    ink: str
    muted: str
    rim: str
    land: str
    far: str
    line: str
    grid: str
    bank: str
    shore: str
    shoal: str
    sea: str
    deep: str
    wave: str
    veil: str
    slip: str
    slip_edge: str
    ring: str
    stone: str
    stone_edge: str
    terrace: str
    wood: str
    gold: str
    gold_edge: str
    bead: str
    bead_star: str
    mark: str
    alarm: str
    scorch: str
    scorch_edge: str
    crack: str
    ember: str
    shade: str
    glazes: dict[str, Glaze]


def _palette(colours: dict[str, Any]) -> Palette:
    return Palette(**{**colours, "glazes": {name: Glaze(*tones) for name, tones in colours["glazes"].items()}})


THEMES: Final = {name: _palette(colours) for name, colours in ART["colours"].items()}
TILE_SIGNS: Final[dict[str, str]] = ART["tiles"]
DYNASTY_SIGNS: Final[dict[str, str]] = ART["dynasties"]
HEADDRESSES: Final[dict[str, str]] = ART["headdresses"]
BUILDING_SIGNS: Final[dict[str, str]] = ART["buildings"]

_FACE: Final = (
    "M-24.6-19.5Q-24.9-24.7-19.6-24.7Q0-25.3 19.6-24.7Q24.7-24.7 24.5-19.6Q25.2 0 24.5 19.2Q24.7 23.4 19.6 23.5"
    "Q0 24-19.6 23.4Q-24.8 23.5-24.5 19.2Q-25 0-24.6-19.5Z"
)
_COMB: Final = "M-15-9Q-11-13-7-9T1-9T9-9T17-9M-15 0Q-11-4-7 0T1 0T9 0T17 0M-15 9Q-11 5-7 9T1 9T9 9T17 9"


def _sign(path: str, fill: str, size: float, x: float = 0, y: float = 0, opacity: float | None = None) -> str:
    return group(tag("path", d=path, fill=fill, fill_rule="evenodd", opacity=opacity), x=x, y=y, size=size)


def tile(palette: Palette, colour: str, size: float = 52) -> str:
    """Return a tile with its sign; the colour "down" is the back."""
    glaze = palette.glazes[colour]
    parts = [
        tag("rect", x=-25, y=-23.4, width=52, height=52, rx=7, fill="#000", opacity=palette.shade),
        tag("rect", x=-26, y=-26, width=52, height=52, rx=6.5, fill=glaze.edge),
        tag("path", d=_FACE, fill=glaze.face),
        tag(
            "path",
            d="M-23 14.5Q-23.6 0-23.1-18.6Q-23.1-23.1-18.6-23.2Q0-23.7 17-23.2",
            fill="none",
            stroke=glaze.light,
            stroke_width=1.3,
            stroke_linecap="round",
        ),
    ]
    if colour == "down":
        parts.append(tag("path", d=_COMB, fill="none", stroke=glaze.edge, stroke_width=1.6, opacity=0.6))
    else:
        parts.append(_sign(TILE_SIGNS[colour], glaze.edge, 1.48, 0.6, 1.3, 0.8))
        parts.append(_sign(TILE_SIGNS[colour], palette.slip, 1.48))
    return group(*parts, size=size / 52)


def leader(palette: Palette, seat: str, colour: str, size: float = 54) -> str:
    """Return a leader: a disc in the colour of its office, with its dynasty's sign and its office's headdress."""
    glaze = palette.glazes[colour]
    dress = tag(
        "path",
        d=HEADDRESSES[colour],
        fill=glaze.face,
        fill_rule="evenodd",
        stroke=palette.slip,
        stroke_width=1.7,
        stroke_linejoin="round",
        paint_order="stroke",
    )
    parts = [
        tag("ellipse", cx=1.6, cy=6.6, rx=23.4, ry=22.6, fill="#000", opacity=palette.shade),
        group(dress, y=-17.4),
        tag("circle", cy=4, r=22.4, fill=palette.slip, stroke=palette.wood, stroke_width=1.4),
        tag("circle", cy=4, r=19.2, fill=glaze.face, stroke=glaze.edge, stroke_width=0.8),
        tag("path", d="M-16.8 4A16.8 16.8 0 0 1 0-12.8", fill="none", stroke=glaze.light, stroke_width=1.1),
        _sign(DYNASTY_SIGNS[seat], palette.slip, 1.14, 0, 4),
    ]
    return group(*parts, size=size / 54)


def treasure(palette: Palette, size: float = 18) -> str:
    """Return a golden bead with eight rays."""
    points = []
    for i in range(16):
        turn, reach = i * pi / 8, 2.6 if i % 2 else 6.6
        points.append(f"{'L' if i else 'M'}{number(reach * sin(turn))} {number(-reach * cos(turn))}")
    shade = tag("circle", cx=0.7, cy=1.3, r=9.4, fill="#000", opacity=palette.shade)
    bead = tag("circle", r=9, fill=palette.bead, stroke=palette.gold_edge, stroke_width=1.4)
    return group(shade, bead, tag("path", d="".join(points) + "Z", fill=palette.bead_star), size=size / 18)


def catastrophe(palette: Palette, size: float = 56) -> str:
    """Return scorched ground with cracks."""
    smoke = (
        "M-25-17Q-28-26-17-25Q-7-29 3-26Q15-29 23-23Q29-17 26-7Q29 4 26 13"
        "Q27 24 16 25Q5 29-6 26Q-18 28-24 21Q-29 12-26 2Q-29-8-25-17Z"
    )
    ground = (
        "M-21-13Q-24-21-14-21Q-5-25 3-21Q13-24 19-18Q24-13 21-5Q25 4 21 11"
        "Q21 20 12 20Q4 24-5 21Q-15 23-19 16Q-24 9-21 1Q-24-6-21-13Z"
    )
    cracks = (
        "M-18-19L-10-9L-12-3L-2 1L-1 9L-7 15L-5 21M-2 1L8-5L7-12L14-19M8-5L15-1L21 4"
        "M-12-3L-21 1M-1 9L8 12L11 19M8 12L17 13M-10-9L-1-13L0-21"
    )
    parts = [
        tag("path", d=smoke, fill=palette.scorch, opacity=0.3),
        tag("path", d=ground, fill=palette.scorch, stroke=palette.scorch_edge, stroke_width=1),
        tag("path", d=cracks, fill="none", stroke=palette.crack, stroke_width=2.4, stroke_linejoin="round"),
        tag("path", d="M-12-3L-2 1L-1 9M-2 1L8-5M-1 9L8 12", fill="none", stroke=palette.ember, stroke_width=1.7),
    ]
    return group(*parts, size=size / 56)


_STEPS: Final = ((51, 18, 50, 33, 0.92), (36, -13, 18, 22.5, 0.84), (22, -38, -13, 0, 0), (11, -53, -38, 0, 0))
"""Each step's half width, top, foot, horizontal offset of its signs, and their size."""


def monument(palette: Palette, pair: str, size: float = 112) -> str:
    """Return a monument: a stepped tower over four tiles, with signs of its two colours on the lower steps."""
    colours = pair.split("-")
    shade = tag("path", d="M-53 54L57 56V24H42V-8H28V-32H16V-48L-8-20Z", fill="#000", opacity=palette.shade)
    parts = [shade]
    for i, (half, top, foot, sign, large) in enumerate(_STEPS):
        colour = colours[i % 2]
        glaze, middle = palette.glazes[colour], (top + foot) / 2
        body = f"M{-half} {foot}L{-half + 3} {top}H{half - 3}L{half} {foot}Z"
        parts.append(tag("path", d=body, fill=glaze.face, stroke=glaze.edge, stroke_width=1.6, stroke_linejoin="round"))
        parts.append(tag("path", d=f"M{-half + 4} {number(top + 2.2)}H{half - 4}", stroke=glaze.light, stroke_width=1.8))
        parts += [_sign(TILE_SIGNS[colour], palette.slip, large, x, middle + 1.5) for x in (-sign, sign) if sign]
    stair = tag("path", d="M-9.5 50L-5.5-38H5.5L9.5 50Z", fill=palette.stone, stroke=palette.stone_edge, stroke_width=1.2)
    treads = "".join(f"M{number(-9 + i * 0.27)} {number(46 - i * 6.2)}H{number(9 - i * 0.27)}" for i in range(14))
    gate = tag("path", d="M-3.4-40.5V-46A3.4 3.4 0 0 1 3.4-46V-40.5Z", fill=palette.slip)
    return group(*parts, stair, tag("path", d=treads, stroke=palette.stone_edge, stroke_width=1), gate, size=size / 112)


def wonder(palette: Palette) -> str:
    """Return the wonder over its five cells: terraced gardens in four arms around a domed tower."""
    green, edge = palette.glazes["green"], palette.stone_edge
    plus = "M-28-88H28V-28H88V28H28V88H-28V28H-88V-28H-28Z"
    parts = [
        group(tag("path", d=plus, fill="#000", opacity=palette.shade), x=2, y=3),
        tag("path", d=plus, fill=palette.stone, stroke=edge, stroke_width=2, stroke_linejoin="round"),
    ]
    spots = ((-13, -74.6), (0, -74.6), (13, -74.6), (-13, -56.6), (13, -56.6), (-13, -39.6), (13, -39.6))
    trees = [tag("circle", cx=x, cy=y, r=4.6, fill=green.face, stroke=green.edge) for x, y in spots]
    bed = tag("path", d="M-21-81H21V-30H-21Z", fill=palette.terrace, stroke=edge)
    steps = tag("path", d="M-21-64H21M-21-47H21", stroke=edge)
    stream = tag("path", d="M0-59V-30", stroke=palette.wave, stroke_width=4, stroke_linecap="round")
    parts += [group(bed, steps, *trees, stream, turn=turn) for turn in (0, 90, 180, 270)]
    parts += [
        tag("rect", x=-29, y=-29, width=58, height=58, rx=4, fill=palette.stone, stroke=edge, stroke_width=2),
        tag("rect", x=-23, y=-23, width=46, height=46, rx=3, fill=palette.terrace, stroke=edge),
        tag("circle", r=18, fill=palette.gold, stroke=palette.gold_edge, stroke_width=1.6),
        tag("path", d="M-18 0H18M0-18V18M-12.7-12.7L12.7 12.7M12.7-12.7L-12.7 12.7", stroke=palette.gold_edge, opacity=0.55),
        tag("circle", r=4.6, fill=palette.slip, stroke=palette.gold_edge, stroke_width=1.2),
    ]
    return "".join(parts)


def marker(palette: Palette) -> str:
    """Return the marker of the tile that joined two kingdoms: two linked rings."""
    rings = tag(
        "g", tag("circle", cx=-4.8, r=8), tag("circle", cx=4.8, r=8), fill="none", stroke=palette.ring, stroke_width=3.4
    )
    shade = tag("circle", cx=1.4, cy=2.4, r=21, fill="#000", opacity=palette.shade)
    disc = tag("circle", r=20.4, fill=palette.slip, stroke=palette.slip_edge, stroke_width=1.6)
    edge = tag("circle", r=16.6, fill="none", stroke=palette.slip_edge, stroke_width=0.8, stroke_dasharray="1.5 3")
    return shade + disc + edge + rings


def building(palette: Palette, colour: str) -> str:
    """Return a civilization building: its sign in its colour on a pale plate, smaller than the tile below."""
    glaze = palette.glazes[colour]
    shade = tag("rect", x=-18, y=-16, width=38, height=38, rx=5, fill="#000", opacity=palette.shade)
    plate = tag("rect", x=-19, y=-19, width=38, height=38, rx=5, fill=palette.slip, stroke=palette.slip_edge, stroke_width=1.8)
    return shade + plate + _sign(BUILDING_SIGNS[colour], glaze.edge, 1.32)


def badge(palette: Palette, seat: str, radius: float) -> str:
    """Return a dynasty's sign on a plain disc."""
    disc = tag("circle", r=radius, fill=palette.glazes["black"].face, stroke=palette.slip, stroke_width=radius * 0.12)
    return disc + _sign(DYNASTY_SIGNS[seat], palette.slip, radius / 17)


def point(palette: Palette, colour: str, size: float) -> str:
    """Return a point of a colour: a small lozenge with the colour's sign."""
    glaze = palette.glazes[colour]
    body = tag("path", d="M0-13.4L13.4 0L0 13.4L-13.4 0Z", fill=glaze.face, stroke=glaze.edge, stroke_width=1.2)
    return group(body, _sign(TILE_SIGNS[colour], palette.slip, 0.58), size=size / 27)


def strength(palette: Palette, text: str, colour: str) -> str:
    """Return a label with the strength of a side and the colour that counts."""
    half, glaze = 21 + len(text) * 5.4, palette.glazes[colour]
    label = tag(
        "rect", x=-half, y=-15, width=2 * half, height=30, rx=15, fill=palette.paper, stroke=palette.line, stroke_width=1.6
    )
    spot = tag("circle", cx=-half + 15, r=10.5, fill=glaze.face, stroke=glaze.edge)
    sign = _sign(TILE_SIGNS[colour], palette.slip, 0.62, -half + 15)
    figure = words(text, 12, 6.6, 19, fill=palette.ink, font_family=SERIF, font_weight="700")
    return label + spot + sign + figure
