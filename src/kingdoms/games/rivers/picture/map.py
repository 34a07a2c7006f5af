"""The map of Two Rivers as paths: the water, the signs on the land, and borders around groups of cells."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import floor, hypot, sin
from typing import Final

from kingdoms.drawing.svg import number
from kingdoms.games.rivers.engine.geometry import BOARDS, CELL_NUMBER, CELLS, COLUMNS, ROWS, Board, neighbours
from kingdoms.games.rivers.picture.art import ART

CELL: Final = 60
WIDTH: Final = COLUMNS * CELL
HEIGHT: Final = ROWS * CELL

Point = tuple[float, float]

MOUTHS: Final[dict[str, dict[str, Point]]] = {
    board: {cell: (x * CELL, y * CELL) for cell, (x, y) in mouths.items()} for board, mouths in ART["mouths"].items()
}
"""Board -> cell -> the point where the water crosses the edge of the map."""


def centre(cell: str) -> Point:
    """Return the centre of a cell.

    Examples:
        >>> centre("A1"), centre("P11")
        ((30.0, 30.0), (930.0, 630.0))
    """
    row, column = divmod(CELL_NUMBER[cell], COLUMNS)
    return (column + 0.5) * CELL, (row + 0.5) * CELL


def _pseudo_random(seed: float) -> float:
    """Return a number between 0 and 1 that looks random but depends only on the seed."""
    wild = sin(seed) * 43758.5453
    return wild - floor(wild)


def _crossing(start: str, end: str) -> Point:
    """Return the point where water crosses between two cells, near the middle of their common side."""
    (x1, y1), (x2, y2) = centre(start), centre(end)
    off = (_pseudo_random((x1 + x2 + 3 * (y1 + y2)) * 12.9898) - 0.5) * 14
    upright = x1 == x2
    return (x1 + x2) / 2 + (off if upright else 0), (y1 + y2) / 2 + (0 if upright else off)


def _control_point(gate: Point, middle: Point) -> Point:
    """Return a control point inward of a crossing, at a right angle to the side, for smooth curves across cells."""
    (x, y), (mx, my), reach = gate, middle, CELL * 0.34
    if abs(x - mx) > CELL / 2 - 1:
        return x + (reach if mx > x else -reach), y
    return x, y + (reach if my > y else -reach)


def _point(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _water_path(board: Board, cell: str) -> str:
    """Return the water in a cell: a curve between each pair of its crossings."""
    middle, mouths = centre(cell), MOUTHS[board.name]
    wet = [CELLS[neighbour] for neighbour in neighbours(CELL_NUMBER[cell]) if board.river[neighbour]]
    gates = [_crossing(cell, neighbour) for neighbour in wet] + [mouths[name] for name in mouths if name == cell]
    return "".join(
        f"M{_point(start)}C{_point(_control_point(start, middle))} {_point(_control_point(end, middle))} {_point(end)}"
        for start, end in combinations(gates, 2)
    )


def _edge_water(gate: Point) -> str:
    x, y = gate
    beyond = (_extend_past_edge(x, WIDTH), _extend_past_edge(y, HEIGHT))
    return f"M{_point(gate)}L{_point(beyond)}"


def _extend_past_edge(along: float, size: float) -> float:
    """Return a coordinate, moved one cell beyond the edge if it is on the edge."""
    return -CELL if along == 0 else size + CELL if along == size else along


def _pools(board: Board) -> list[Point]:
    """Return the corners where four cells of water meet, or two at the edge that both have a mouth."""
    mouths = {CELL_NUMBER[cell] for cell in MOUTHS[board.name]}
    pools: list[Point] = []
    for row in range(ROWS + 1):
        for column in range(COLUMNS + 1):
            around = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]
            inside = [COLUMNS * r + c for r, c in around if 0 <= r < ROWS and 0 <= c < COLUMNS]
            if all(board.river[cell] for cell in inside) and (len(inside) == 4 or (len(inside) == 2 and mouths >= {*inside})):
                pools.append((column * CELL, row * CELL))
    return pools


def water(name: str) -> str:
    """Return the water of a board as one path, to be stroked at the width of the river with round caps."""
    board = BOARDS[name]
    stretches = [_water_path(board, cell) for number_, cell in enumerate(CELLS) if board.river[number_]]
    pools = [f"M{_point(spot)}h.1" for spot in _pools(board)]
    return "".join([*stretches, *pools, *map(_edge_water, MOUTHS[name].values())])


def land_signs(name: str) -> list[tuple[str, Point]]:
    """Return the signs on the land of a board and their positions: palms, hills, and reeds next to water."""
    river, signs = BOARDS[name].river, []
    for cell, place in enumerate(CELLS):
        row, column = divmod(cell, COLUMNS)
        share = _pseudo_random(column * 78.2 + row * 39.3)
        if river[cell] or share > 0.24:
            continue
        wet = any(river[neighbour] for neighbour in neighbours(cell))
        signs.append(("reed" if wet else "hill" if share > 0.11 else "palm", centre(place)))
    return signs


def outline(cells: Iterable[str], inset: float = 0, radius: float = 9) -> str:
    """Return the border of a group of cells, holes included, with rounded corners.

    Args:
        cells: the group.
        inset: the distance of the border inward from the edge of the cells.
        radius: the radius of the corners.
    """
    return "".join(_rounded_path(_corners(loop, inset), radius) for loop in _loops({CELL_NUMBER[cell] for cell in cells}))


Edge = tuple[Point, Point]


def _loops(cells: set[int]) -> list[list[Edge]]:
    """Return the closed lines around cells, clockwise. Cells that share only a corner get separate lines."""
    waiting: dict[Point, list[Edge]] = {}
    for cell in sorted(cells):
        row, column = divmod(cell, COLUMNS)
        x, y = column * CELL, row * CELL
        corners = ((x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL))
        for side, (right, down) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            inside = 0 <= column + right < COLUMNS and 0 <= row + down < ROWS
            if not (inside and cell + right + COLUMNS * down in cells):
                waiting.setdefault(corners[side], []).append((corners[side], corners[(side + 1) % 4]))
    loops = []
    for edges in waiting.values():
        while edges:
            loop = [edges.pop()]
            while choices := waiting.get(loop[-1][1]):
                loop.append(next((choice for choice in choices if _turns_right(loop[-1], choice)), choices[0]))
                choices.remove(loop[-1])
            loops.append(loop)
    return loops


def _direction(edge: Edge) -> Point:
    (x1, y1), (x2, y2) = edge
    return (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)


def _turns_right(edge: Edge, next_edge: Edge) -> bool:
    (ax, ay), (bx, by) = _direction(edge), _direction(next_edge)
    return ax * by - ay * bx > 0


def _corners(loop: list[Edge], inset: float) -> list[Point]:
    """Return the corners of a loop, moved inward by `inset`."""
    corners = []
    for before, edge in zip([loop[-1], *loop], loop, strict=False):
        (ax, ay), (bx, by) = _direction(before), _direction(edge)
        if (ax, ay) != (bx, by):
            (x, y), _ = edge
            corners.append((x - (ay + by) * inset, y + (ax + bx) * inset))
    return corners


def _rounded_path(corners: list[Point], radius: float) -> str:
    def point_toward(start: Point, end: Point) -> str:
        (x1, y1), (x2, y2) = start, end
        share = radius / (hypot(x2 - x1, y2 - y1) or 1)
        return _point((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))

    parts = []
    for i, corner in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        parts.append(f"{'L' if i else 'M'}{point_toward(corner, before)}Q{_point(corner)} {point_toward(corner, after)}")
    return "".join(parts) + "Z"
