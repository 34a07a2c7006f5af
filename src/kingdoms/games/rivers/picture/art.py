"""The signs, the map's water and the colours of the drawing, from the file that the browser client reads too."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

ART: Final[dict[str, Any]] = json.loads(files(__package__).joinpath("art.json").read_text(encoding="utf-8"))
"""What is drawn.

- `mouths`: by board where water crosses the edge of the map, counted in cells from its corner.
- `buildings`: the signs of the civilization buildings, as paths like those of `tiles`.
- `tiles`, `dynasties`, `headdresses`: signs as paths in a square of 24 around the centre, filled even-odd: what a tile is,
  whose a leader is, and what it wears, so that offices differ by more than colour.
- `inks`: in what colours lines and bars of a dynasty are drawn, on a light page and on a dark one.
- `colours`: of each theme; glazes are a tile's face, its edge and the light on it, "down" for its back.
"""
