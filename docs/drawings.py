"""Drawings for the documentation that follow from the code: a map of the packages, of the server, and of an observation."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kingdoms
from kingdoms.core.state import State
from kingdoms.drawing.svg import group, tag, words

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src/kingdoms"
SANS = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
MONO = "ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace"
WIDTH = 960
GAP = 10


@dataclass(frozen=True)
class Ink:
    """The colours of a drawing."""

    paper: str
    shelf: str
    room: str
    edge: str
    text: str
    faint: str
    accent: str


LIGHT = Ink("#fbf6e9", "#f4ecd8", "#fffdf6", "#b9a984", "#2a2622", "#635a4d", "#3c6a32")
DARK = Ink("#2a2723", "#1f1d1a", "#3a3630", "#6b6252", "#e9e1cf", "#b3a993", "#a3cf94")
THEMES = {"light": LIGHT, "dark": DARK}


def layers(container: str) -> list[list[str]]:
    """Return the layers of a package from the contracts in pyproject.toml, the uppermost first, each with its modules."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    found = next(one["layers"] for one in contracts if one.get("containers") == [container])
    return [[name.strip() for name in layer.split("|")] for layer in found]


def house(theme: str) -> str:
    """Return the map of the packages: what lies above may import what lies below."""
    ink, y, parts = THEMES[theme], GAP, []
    for layer in layers("kingdoms"):
        height = 196 if layer == ["games"] else (0, 42, 66, 80)[len(layer)]
        parts.append(_shelf(ink, y, height))
        if layer == ["games"]:
            parts.append(_games(ink, y))
        else:
            width = (WIDTH - 5 * GAP - GAP * (len(layer) - 1)) / len(layer)
            for place, name in enumerate(layer):
                parts.append(_room(ink, name, about(name), 4 * GAP + place * (width + GAP), y + 6, width, height - 12))
        y += height + 6
    parts.append(_arrow(ink, y))
    return _picture(ink, y + GAP - 6, parts)


def server(theme: str) -> str:
    """Return the map of the rooms of the server, by name."""
    ink, y, parts = THEMES[theme], GAP, []
    for layer in layers("kingdoms.server"):
        lines = [layer[at : at + 6] for at in range(0, len(layer), 6)]
        height = 38 * len(lines) + 6
        parts.append(_shelf(ink, y, height))
        for line, names in enumerate(lines):
            width = (WIDTH - 5 * GAP - GAP * (len(names) - 1)) / len(names)
            for place, name in enumerate(names):
                x, top = 4 * GAP + place * (width + GAP), y + 6 + 38 * line
                parts.append(_box(ink, x, top, width, 32))
                look: dict[str, Any] = {"font_family": MONO, "fill": ink.text, "font_weight": "600"}
                parts.append(words(name, x + width / 2, top + 21, 14, **look))
        y += height + 6
    parts.append(_arrow(ink, y))
    return _picture(ink, y + GAP - 6, parts)


def operation(theme: str) -> str:
    """Return a picture of a server in operation: what connects to what."""
    ink = THEMES[theme]
    rooms = [
        ("browsers", "HTTPS and WebSockets", 20, 18),
        ("programs", "HTTP with a token", 20, 133),
        ("proxy", "Caddy or nginx", 340, 75),
        ("kingdoms serve", "page, games and bots", 660, 75),
        ("Prometheus", "/metrics, with a token", 340, 190),
        ("database", "SQLite or PostgreSQL", 660, 190),
    ]
    ways = [
        "M 280 54 H 310 V 98 H 338",
        "M 280 169 H 310 V 124 H 338",
        "M 600 111 H 658",
        "M 790 147 V 188",
        "M 600 226 H 630 V 130 H 658",
    ]
    parts = [tag("path", d=way, fill="none", stroke=ink.accent, stroke_width=2, marker_end="url(#tip)") for way in ways]
    parts += [_room(ink, name, text, x, y, 260, 72, 16) for name, text, x, y in rooms]
    return _picture(ink, 280, parts)


def planes(state: State, seat: int) -> str:
    """Return what a seat sees of a state as planes: one small grid for each."""
    ink, game = LIGHT, state.game
    spec, row = game.observation(), game.encoding().observe(state, seat)
    count, height, width = spec.planes
    cell = 8 if width > 8 else 20
    across = 6
    step, rise = (WIDTH - 2 * GAP) / across, height * cell + 40
    parts, at = [], 0
    for field in spec:
        if at == count:
            break
        for part in range(field.size // (height * width)):
            title = field.name if field.size == height * width else f"{field.name} {part}"
            start = spec.starts[field.name] + part * height * width
            grid = [
                tag(
                    "rect",
                    x=1 + cell * (i % width),
                    y=10 + cell * (i // width),
                    width=cell - 1,
                    height=cell - 1,
                    rx=1.5,
                    fill=ink.accent if row[start + i] else ink.shelf,
                    fill_opacity=None if not row[start + i] else 0.35 + 0.65 * row[start + i] / field.high,
                )
                for i in range(height * width)
            ]
            label = words(title, 1, 2, 13, text_anchor="start", font_family=MONO, fill=ink.text)
            parts.append(group(label, *grid, x=GAP + step * (at % across) + 6, y=26 + rise * (at // across)))
            at += 1
    return _picture(ink, 20 + rise * -(-count // across), parts)


def about(name: str) -> str:
    """Return what the docstring of a part of `kingdoms` says it is, up to the first full stop or semicolon."""
    path = SOURCES / name / "__init__.py"
    text = ast.get_docstring(ast.parse((path if path.is_file() else SOURCES / f"{name}.py").read_text())) or ""
    return re.split(r"(?<=[a-z`])[.;]\s", f"{text.partition(chr(10))[0]} ")[0].strip().rstrip(".").replace("`", "")


def is_compiled(folder: Path) -> bool:
    """Return whether modules of a folder are compiled."""
    return any(folder.rglob("*.pxd"))


def _games(ink: Ink, y: float) -> str:
    """Return the shelf of the games: each with the same rooms, and a place for one from outside."""
    found = [name for name in kingdoms.game_names() if (SOURCES / "games" / name).is_dir()]
    titles = {name: kingdoms.load_game(name).title for name in found}
    width = (WIDTH - 5 * GAP - GAP * len(found)) / (len(found) + 1)
    parts = []
    for place, name in enumerate([*found, ""]):
        x, outside = 4 * GAP + place * (width + GAP), not name
        parts.append(_box(ink, x, y + 6, width, 184, dashed=outside))
        label = name or "your game"
        parts.append(words(label, x + 12, y + 26, 15, text_anchor="start", font_family=MONO, font_weight="600", fill=ink.text))
        title = titles.get(name, "a package of its own")
        parts.append(words(title, x + width - 12, y + 26, 12, text_anchor="end", font_family=SANS, fill=ink.faint))
        top = y + 36
        for row in [["game.py"], ["any rooms it likes"]] if outside else layers("kingdoms.games.*"):
            each = (width - 24 - 6 * (len(row) - 1)) / len(row)
            for i, room in enumerate(row):
                compiled = not outside and is_compiled(SOURCES / "games" / name / room)
                parts.append(_box(ink, x + 12 + i * (each + 6), top, each, 21, inner=True))
                at = x + 12 + i * (each + 6) + each / 2
                parts.append(words(room, at, top + 15, 12.5, font_family=MONO, fill=ink.accent if compiled else ink.text))
            top += 25
    return "".join(parts)


def _room(ink: Ink, name: str, text: str, x: float, y: float, width: float, height: float, size: float = 12) -> str:
    """Return a box with a name and what it is, in at most three lines."""
    parts = [_box(ink, x, y, width, height)]
    folder = SOURCES / name
    compiled = folder.is_dir() and is_compiled(folder)
    fill = ink.accent if compiled else ink.text
    parts.append(
        words(
            name, x + 12, y + 4 + 1.25 * size, 1.25 * size, text_anchor="start", font_family=MONO, font_weight="600", fill=fill
        )
    )
    aside = 120 if width > WIDTH / 2 else 0  # a wide room has its text beside its name
    left, top = (x + aside, y + 19) if aside else (x + 12, y + 6 + 2.35 * size)
    lines = _wrapped(text, int((width - 24 - aside) / size / 0.54))
    for number, line in enumerate(lines):
        parts.append(words(line, left, top + 1.2 * size * number, size, text_anchor="start", font_family=SANS, fill=ink.faint))
    return "".join(parts)


def _wrapped(text: str, most: int) -> list[str]:
    """Return a text in at most three lines of so many characters; a longer text ends with dots."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > most and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines if len(lines) < 4 else [*lines[:2], lines[2].rsplit(" ", 1)[0] + " ..."]


def _shelf(ink: Ink, y: float, height: float) -> str:
    """Return the background of a layer."""
    return tag("rect", x=3 * GAP, y=y, width=WIDTH - 3 * GAP - 4, height=height, rx=8, fill=ink.shelf)


def _box(
    ink: Ink,
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    dashed: bool = False,
    inner: bool = False,
) -> str:
    """Return the frame of a room."""
    return tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=4 if inner else 6,
        fill=ink.shelf if inner else ink.room,
        stroke=ink.edge,
        stroke_width=0.7 if inner else 1,
        stroke_dasharray="5 4" if dashed else None,
    )


def _arrow(ink: Ink, bottom: float) -> str:
    """Return the arrow beside the layers: imports run downwards."""
    line = tag("line", x1=15, y1=2 * GAP, x2=15, y2=bottom - 14, stroke=ink.accent, stroke_width=2, marker_end="url(#tip)")
    label = tag(
        "text",
        "imports",
        transform=f"translate(9 {bottom / 2:.0f}) rotate(-90)",
        font_size=12,
        font_family=SANS,
        fill=ink.faint,
        text_anchor="middle",
    )
    return line + label


def _picture(ink: Ink, height: float, parts: Sequence[str]) -> str:
    """Return a whole picture."""
    tip = tag("path", d="M0 0 L8 4 L0 8 z", fill=ink.accent)
    marker = tag(
        "marker", tip, id="tip", markerWidth=8, markerHeight=8, refX=7, refY=4, orient="auto", markerUnits="userSpaceOnUse"
    )
    paper = tag("rect", width=WIDTH, height=height, rx=8, fill=ink.paper)
    box = f"0 0 {WIDTH} {height:.0f}"
    return tag("svg", tag("defs", marker), paper, *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box) + "\n"
