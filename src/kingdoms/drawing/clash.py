"""The end of a conflict as a picture: both strengths on the table, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import hypot
from typing import Final

from kingdoms.core.state import State
from kingdoms.core.view import Stand
from kingdoms.drawing.svg import SERIF, tag, words

PAPER, INK, GOLD, ALARM = "#fffaf0", "#2b2118", "#c8962e", "#b3261e"
"""Colours that stand out from tables in any theme."""
GLYPH: Final = 0.52
"""The width of an average letter, as a share of the font size."""


def clash_pictures(before: State, action: str, after: State, picture: Callable[[State], str]) -> Iterator[str]:
    """Yield a picture for each conflict that an action ends: the table before the action, both strengths, and the result."""
    drawing = before.game.drawing()
    if drawing is None or drawing.clash is None:
        return
    view = before.view(None)
    for event in before.game.narrate(before, action, after):
        if sides := drawing.clash(view, event):
            yield _with_clash(picture(before), sides, event.text)


def _with_clash(picture: str, sides: tuple[Stand, Stand], sentence: str) -> str:
    """Return a picture of a table with a conflict on it."""
    box = re.search(r'viewBox="0 0 (\S+) (\S+)"', picture)
    assert box is not None, "pictures of tables have a size"
    width, height = float(box[1]), float(box[2])
    radius = width / 34
    points = [(x, y) for x, y, _ in sides]
    (x, y), (to_x, to_y) = points
    length = hypot(to_x - x, to_y - y) or 1
    front = tag("line", x1=x, y1=y, x2=to_x, y2=to_y, stroke=ALARM, stroke_width=radius / 5, stroke_linecap="round")
    parts = [front]
    for (x, y, strength), (from_x, from_y), size in zip(sides, reversed(points), (1.2, 0.9), strict=True):
        reach = 1.9 * radius / length
        across, down = _inside(x + (x - from_x) * reach, width, radius), _inside(y + (y - from_y) * reach, height, radius)
        parts.append(_disc(across, down, size * radius, strength, GOLD if size > 1 else INK))
    is_low = max(y for _, y in points) > height - min(y for _, y in points)
    parts.append(_caption(sentence, width, 1.6 * radius if is_low else height - 1.6 * radius))
    return picture.removesuffix("</svg>") + tag("g", *parts, font_family=SERIF) + "</svg>"


def _inside(place: float, end: float, radius: float) -> float:
    """Return the place nearest to another at which a disc is not cut off."""
    return min(max(place, 1.5 * radius), end - 1.5 * radius)


def _disc(x: float, y: float, radius: float, strength: int, ring: str) -> str:
    disc = tag("circle", cx=x, cy=y, r=radius, fill=PAPER, stroke=ring, stroke_width=radius / 5)
    return disc + words(str(strength), x, y + 0.36 * radius, 1.1 * radius, fill=INK, font_weight="700")


def _caption(sentence: str, width: float, y: float) -> str:
    """Return a sentence across the picture, as large as it fits in a line."""
    size = min(width / 34, 0.92 * width / (GLYPH * len(sentence)))
    half = min(width / 2, GLYPH * size * len(sentence) / 2 + size)
    place = {"x": width / 2 - half, "y": y - size, "width": 2 * half, "height": 2 * size, "rx": size / 2}
    return tag("rect", **place, fill=PAPER, stroke=INK) + words(sentence, width / 2, y + 0.35 * size, size, fill=INK)
