"""A few functions to write SVG. No library, because all drawings are plain shapes with attributes."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape, quoteattr

SERIF: Final = "'Iowan Old Style', Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, serif"


def number(value: float) -> str:
    """Return a number as text, rounded to two decimal places and without trailing zeros.

    Examples:
        >>> number(2.0), number(0.126), number(-0.001)
        ('2', '0.13', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *children: str, **attributes: float | str | None) -> str:
    """Return an element.

    Args:
        name: the tag, such as "circle".
        children: the content, as SVG; for text, use `words`, which escapes it.
        attributes: the attributes. Underscores become hyphens, a trailing underscore is dropped (`class_`), and attributes that
            are None are omitted.

    Examples:
        >>> tag("circle", cx=3, cy=4.5, r=2, stroke_width=1, fill=None)
        '<circle cx="3" cy="4.5" r="2" stroke-width="1"/>'
    """
    written = [name]
    for key, value in attributes.items():
        if value is not None:
            text = value if isinstance(value, str) else number(value)
            written.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    opening = " ".join(written)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def words(text: str, x: float, y: float, size: float, **attributes: float | str | None) -> str:
    """Return a text element with its baseline at y, centred at x unless `text_anchor` is given."""
    attributes.setdefault("text_anchor", "middle")
    return tag("text", escape(text), x=x, y=y, font_size=size, **attributes)


def group(*children: str, x: float = 0, y: float = 0, turn: float = 0, size: float = 1, **attributes: str | None) -> str:
    """Return a group of elements, translated to (x, y), rotated by `turn` degrees and scaled by `size`."""
    steps = []
    if x or y:
        steps.append(f"translate({number(x)} {number(y)})")
    if turn:
        steps.append(f"rotate({number(turn)})")
    if size != 1:
        steps.append(f"scale({size:.4g})")
    return tag("g", *children, transform=" ".join(steps) or None, **attributes)
