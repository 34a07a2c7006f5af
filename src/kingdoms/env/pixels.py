"""Pictures of tables as arrays of pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kingdoms.core.view import View
from kingdoms.drawing.png import png_of
from kingdoms.drawing.render import render_svg

WIDTH: Final = 800
"""The width of a picture in pixels."""


def draw(view: View) -> NDArray[Any]:
    """Return the picture of a view as an array of rows x columns x red, green and blue.

    Raises:
        ValueError: the game has no picture.
        ModuleNotFoundError: the libraries of the extra `png`, or Pillow, are not installed.
    """
    from PIL import Image  # noqa: PLC0415  only for pictures

    with Image.open(BytesIO(png_of(render_svg(view), WIDTH))) as image:
        return np.asarray(image.convert("RGB"))
