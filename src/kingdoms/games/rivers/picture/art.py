"""The signs, river mouths and colours of the drawing, from files that the browser client also reads."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final


def _read(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
    return read


ART: Final = _read("looks.json") | _read("art.json")
"""The contents of `looks.json`, which the start page needs, and of `art.json`.

- `mouths`: by board, where water crosses the edge of the map, in cells from its upper left corner.
- `buildings`: the signs of the civilization buildings, as paths like those of `tiles`.
- `dynasties`, `tiles`, `headdresses`: signs as paths in a square of 24 around the centre, filled even-odd. Headdresses tell the
  offices of leaders apart by more than colour.
- `inks`: the colours of each dynasty's lines and bars, on a light page and on a dark one.
- `ground`: the colours behind the game's signs in lists, on a light page and on a dark one.
- `colours`: the colours of each theme. A glaze is a tile's face, edge and highlight; "down" is the back.
"""
