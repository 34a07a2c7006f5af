"""The printed parts of Two Rivers: diagrams, the reference card, both boards, and all pieces to cut out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kingdoms.core.game import Game
from kingdoms.core.printing import Cutouts, Diagram, Panel, Printing
from kingdoms.core.registry import game_class
from kingdoms.drawing.svg import SERIF, group, tag
from kingdoms.games.rivers.engine.geometry import BOARDS, COLOURS, COLUMNS, PAIR_NAMES, SEATS, TILES
from kingdoms.games.rivers.picture import pieces
from kingdoms.games.rivers.picture.map import CELL, HEIGHT
from kingdoms.games.rivers.picture.pieces import THEMES
from kingdoms.games.rivers.picture.svg import board_svg, ground_svg
from kingdoms.games.rivers.table.view import View
from kingdoms.games.rivers.texts import CATALOGUE, fault

CELL_SIZE: Final = 19.0
"""The side of a printed cell in millimetres."""
PIECE_SIZE: Final = 18.0
"""The side of a tile, so that it fits in its cell."""
EDGE: Final = 32
"""How much is shown beyond the map, for the names of columns and rows."""
TEMPLES: Final = ("K1", "B2", "P2", "F3", "N5", "I7", "B8", "O9", "F10", "K11")
EMPTY: Final[dict[str, Any]] = {"game": "rivers", "phase": "action", "actions_left": 1, "seats": {seat: {} for seat in SEATS}}
REVOLT: Final[dict[str, Any]] = EMPTY | {
    "turn": "P",
    "board": dict.fromkeys(TEMPLES, "red*") | dict.fromkeys(("E5", "F6", "H5", "I4", "J5"), "red") | {"G5": "black"},
    "leaders": {"B": {"black": "F5"}, "P": {"black": "I5"}},
    "pending": {
        **dict.fromkeys(("marker", "attack")),
        "kind": "commit",
        "conflict": "revolt",
        "colour": "black",
        "attacker": "P",
        "defender": "B",
    },
}
WAR: Final[dict[str, Any]] = EMPTY | {
    "turn": "L",
    "board": dict.fromkeys(TEMPLES, "red*")
    | dict.fromkeys(("D5", "I4", "K5"), "red")
    | dict.fromkeys(("F5", "H5", "J5"), "green")
    | {"G5": "black"},
    "leaders": {"L": {"green": "E5"}, "A": {"black": "D6"}, "P": {"green": "I5"}, "B": {"black": "K6"}},
    "pending": {
        "kind": "commit",
        "conflict": "war",
        "colour": "green",
        "attacker": "L",
        "defender": "P",
        "marker": "G5",
        "attack": None,
    },
}
CARD: Final = {
    "turn": ("D-1", "D-2", "D-3", "D-4", "D-5", "D-6", "D-7", "D-8", "D-9", "D-10", "D-11", "D-12", "D-13"),
    "revolt": ("E-1", "E-2"),
    "war": ("F-1", "F-3", "F-4", "F-5", "F-6", "F-7", "F-9"),
    "treasures": ("G-1", "G-2", "G-3"),
    "monuments": ("H-1", "H-2", "H-3"),
    "wonder": ("I-1", "I-2"),
    "end": ("J-1", "J-2"),
}
"""Chapter -> the clauses on the reference card."""


class RiversPrinting(Printing):
    """The printed parts of Two Rivers."""

    def credits(self) -> str:
        """Return whose rules they are."""
        return fault("print.credits")

    def diagrams(self) -> dict[str, Sequence[Diagram]]:
        """Return the diagrams by the title of their chapter."""
        rules: type[Game] = game_class("rivers")
        pictures = {
            "board": (rules().new_initial_state(), fault("print.start")),
            "revolt": (rules.read_position(REVOLT), fault("print.revolt")),
            "war": (rules.read_position(WAR), fault("print.war")),
            "advanced": (rules(rulings={"board": "advanced"}).new_initial_state(), fault("print.advanced")),
        }
        titles = CATALOGUE.texts("chapter")
        return {titles[key]: [Diagram(board_svg(state.view(None)), caption)] for key, (state, caption) in pictures.items()}

    def card(self) -> Mapping[str, Sequence[str]]:
        """Return the reference card."""
        return {CATALOGUE.texts("chapter")[chapter]: names for chapter, names in CARD.items()}

    def panels(self) -> list[Panel]:
        """Return both boards in halves; the pages are laid side by side."""
        panels = []
        for name in BOARDS:
            for half in ("left", "right"):
                wide = COLUMNS // 2 * CELL + EDGE
                start = -EDGE if half == "left" else COLUMNS // 2 * CELL
                svg = ground_svg(name, (start, -EDGE, wide, HEIGHT + 2 * EDGE))
                panels.append(Panel(fault("print.board", board=name, half=half), svg, wide * CELL_SIZE / CELL))
        return panels

    def cutouts(self) -> list[Cutouts]:
        """Return all pieces, as many as the engine has."""
        palette = THEMES["light"]
        view: View = game_class("rivers")().new_initial_state().view(None)  # type: ignore[assignment]
        facts = view.facts()
        tiles = [
            _square(pieces.tile(palette, colour), 28, palette.glazes[colour].edge)
            for colour, number in zip(COLOURS, TILES, strict=True)
            for _ in range(number)
        ]
        counters = [_square(pieces.leader(palette, seat, colour), 30) for seat in SEATS for colour in COLOURS]
        catastrophes = sum(dynasty.catastrophes for dynasty in facts.dynasties.values())
        counters += [_square(pieces.catastrophe(palette), 30)] * catastrophes
        counters += [_square(pieces.building(palette, colour), 30) for colour in COLOURS]
        monuments = [_square(pieces.monument(palette, pair), 60) for pair in PAIR_NAMES]
        most = max(len(board.temples) for board in BOARDS.values())
        return [
            Cutouts(fault("print.tiles"), PIECE_SIZE, tiles),
            Cutouts(fault("print.pieces"), PIECE_SIZE, counters),
            Cutouts(fault("print.monuments"), 2 * PIECE_SIZE, monuments),
            Cutouts(fault("print.treasures"), PIECE_SIZE / 2, [_square(pieces.treasure(palette), 11)] * most),
        ]


def _square(piece: str, half: float, ground: str = "#ffffff") -> str:
    frame = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}
    box = f"{-half:g} {-half:g} {2 * half:g} {2 * half:g}"
    content = tag("rect", **frame, fill=ground) + group(piece)
    return tag("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=box, font_family=SERIF)
