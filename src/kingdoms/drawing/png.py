"""Conversion of SVG to PNG; needs the optional libraries of the extra `png`."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

FONT = "Source Serif Pro"
"""The font for the generic family `serif`."""


@cache
def can_draw() -> bool:
    """Return whether the optional libraries are installed."""
    return all(find_spec(name) is not None for name in ("font_source_serif_pro", "resvg_py"))


def png_of(svg: str, width: int) -> bytes:
    """Return an SVG document as a PNG image.

    Args:
        svg: the document.
        width: the width of the image in pixels.

    Raises:
        ModuleNotFoundError: the optional libraries are not installed.
    """
    # pass a font, because the system may have none
    from font_source_serif_pro import font_files_ttf  # noqa: PLC0415
    from resvg_py import svg_to_bytes  # noqa: PLC0415

    return bytes(svg_to_bytes(svg_string=svg, width=width, font_files=[*font_files_ttf.values()], serif_family=FONT))
