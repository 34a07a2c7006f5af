"""The drawing of the table."""

from __future__ import annotations

from kingdoms.drawing.svg import SERIF, group, tag, words
from liars_dice.game import CupView

PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
INKS = {"light": ("#f4ecd8", "#2a2622", "#fffaf0"), "dark": ("#1f1d1a", "#e9e1cf", "#4a443b")}


def table_svg(view: CupView, theme: str, kinds: bool) -> str:
    """Return the SVG of a row of dice for each seat, with question marks for hidden dice."""
    paper, ink, face = INKS[theme]
    height = 60 * len(view.seats) + 20
    parts = [tag("rect", width=380, height=height, fill=paper)]
    for number, (seat, own) in enumerate(view.to_json()["seats"].items()):
        y = 60 * number + 40
        parts.append(words(view.game.seat_name(seat), 20, y + 6, 18, text_anchor="start", fill=ink))
        parts += [die(value, 130 + 48 * place, y, ink, face) for place, value in enumerate(own["dice"])]
    return tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 380 {height}", font_family=SERIF)


def die(value: int, x: float, y: float, ink: str, face: str) -> str:
    """Return a die; 0 is a hidden die."""
    square = tag("rect", x=-20, y=-20, width=40, height=40, rx=7, fill=face, stroke=ink)
    signs = [tag("circle", cx=11 * (pip % 3 - 1), cy=11 * (pip // 3 - 1), r=3.6, fill=ink) for pip in PIPS.get(value, ())]
    return group(square, *(signs or [words("?", 0, 7, 20, fill=ink)]), x=x, y=y)
