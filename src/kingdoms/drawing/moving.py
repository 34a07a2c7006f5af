"""A series of pictures as an animated GIF or WebP; needs the optional libraries of the extra `png`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, Final

from kingdoms.drawing.png import png_of

FORMATS: Final = {".gif": "GIF", ".webp": "WEBP"}
"""Suffix of a file -> format."""
WIDTH: Final = 640
"""The usual width in pixels."""
COLOURS: Final = 128
"""The colours of one picture of a GIF."""


def render_animation(pictures: Iterable[str], seconds: float, suffix: str, *, width: int = WIDTH, hold: float = 4.0) -> bytes:
    """Return pictures of the same size as an animation that repeats for ever.

    Args:
        pictures: SVG documents, at least one.
        seconds: how long each picture is shown.
        suffix: the format, one of `FORMATS`.
        width: the width in pixels.
        hold: how many seconds longer the last picture is shown.

    Raises:
        ModuleNotFoundError: the optional libraries are not installed.
    """
    frames = list(_frames(pictures, width))
    times = [round(1000 * seconds)] * len(frames)
    times[-1] += round(1000 * hold)
    written = BytesIO()
    first, *rest = frames
    first.save(written, FORMATS[suffix], save_all=True, append_images=rest, duration=times, loop=0)
    return written.getvalue()


def _frames(pictures: Iterable[str], width: int) -> Iterator[Any]:
    """Yield pictures with a palette, which keeps many of them in little memory."""
    from PIL import Image  # noqa: PLC0415  only for animations

    for picture in pictures:
        with Image.open(BytesIO(png_of(picture, width))) as image:
            yield image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
