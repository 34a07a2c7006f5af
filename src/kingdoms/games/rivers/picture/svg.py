"""The table of Two Rivers as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kingdoms.core.event import Event
from kingdoms.core.registry import game_class
from kingdoms.core.view import Stand
from kingdoms.drawing.svg import SERIF, group, tag, words
from kingdoms.games.rivers.engine.geometry import BOARDS, BUILDING_NAMES, CELLS, COLOURS, COLUMNS, ROWS
from kingdoms.games.rivers.picture import pieces
from kingdoms.games.rivers.picture.map import CELL, HEIGHT, WIDTH, centre, land_signs, outline, water
from kingdoms.games.rivers.picture.pieces import THEMES, Palette
from kingdoms.games.rivers.table.facts import Dynasty, Facts, Side
from kingdoms.games.rivers.table.view import View

MARGIN: Final = 34
STRIP: Final = 112
"""The height of the strip of dynasties below the map."""
COUNT_WIDTH: Final = 17
"""The space for a count between two signs."""
DIGIT_WIDTH: Final = 0.7
"""The width of a digit as a share of the font size, in the widest font of common systems."""
BUILDINGS: Final = dict(zip(COLOURS, BUILDING_NAMES, strict=True))
_LAND_SIGNS: Final = {
    "palm": "M0 11V-2M0-2Q-7-8-11-2M0-2Q7-8 11-2M0-2Q-4-11-9-9M0-2Q4-11 9-9M-5 11H5",
    "hill": "M-13 8Q-7-5-1 7M-4 3Q3-9 12 8M-6 8q1-3 2-5M5 8q1-4 2-6",
    "reed": "M-6 10Q-5 0-8-6M-2 10Q-1-2-2-10M2 10Q2 0 6-7M-9 10H7",
}


def board_svg(view: View, theme: str = "light") -> str:
    """Return the table as an SVG document: the map with all pieces, and the dynasties below it.

    Args:
        view: the view to draw.
        theme: "light" or "dark".

    Examples:
        >>> import kingdoms
        >>> picture = board_svg(kingdoms.load_game("rivers").new_initial_state().view(None))
        >>> picture.startswith("<svg") and picture.endswith("</svg>")
        True
    """
    return facts_svg(view.facts(), theme)


def facts_svg(facts: Facts, theme: str = "light") -> str:
    """Return an SVG document of the table in `facts`."""
    drawing = _Drawing(facts, THEMES[theme])
    width, height = WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN + STRIP
    return tag(
        "svg",
        tag("title", "Two Rivers") + tag("desc", drawing.description()),
        drawing.definitions(),
        tag("rect", width=width, height=height, rx=9, fill=drawing.palette.rim),
        group(*drawing.ground(), *drawing.parts(), x=MARGIN, y=MARGIN),
        group(*drawing.dynasties(), x=MARGIN, y=HEIGHT + 2 * MARGIN),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        font_family=SERIF,
    )


def clash(view: View, event: Event) -> tuple[Stand, Stand] | None:
    """Return the leaders of the revolt or war that an event ends, the winner's first."""
    if event.kind not in ("revolt_won", "war_won"):
        return None
    dynasties, details = view.facts().dynasties, event.details
    cells = [dynasties[seat].leaders[details["colour"]].cell for seat in (event.seat or "", details["loser"])]
    if not all(cells):
        return None  # the attacker of a revolt that is decided at once is not on the map before
    stands = [centre(cell or "") for cell in cells]
    weaker, stronger = sorted((details["attack"], details["defence"]))
    (x, y), (other_x, other_y) = stands
    return (x + MARGIN, y + MARGIN, stronger), (other_x + MARGIN, other_y + MARGIN, weaker)


def ground_svg(board: str, box: tuple[float, float, float, float]) -> str:
    """Return a part of a board without pieces, with a pale temple and a treasure where the game begins with them.

    Args:
        board: the value of the ruling `board`.
        box: left, top, width and height of the part, with the map's upper left corner at (0, 0).
    """
    palette = THEMES["light"]
    view: View = game_class("rivers")(rulings={"board": board}).new_initial_state().view(None)  # type: ignore[assignment]
    drawing = _Drawing(view.facts(), palette)
    marks = []
    for cell in BOARDS[board].temples:
        marks.append(drawing.place(CELLS[cell], group(pieces.tile(palette, COLOURS[0]), opacity="0.4")))
        marks.append(drawing.place(CELLS[cell], pieces.treasure(palette), 17, -17))
    left, top, width, height = box
    frame = {"x": left, "y": top, "width": width, "height": height}
    parts = (tag("rect", **frame, fill=palette.rim), *drawing.ground(), *marks)
    return tag(
        "svg",
        drawing.definitions(),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{left:g} {top:g} {width:g} {height:g}",
        font_family=SERIF,
    )


class _Drawing:
    def __init__(self, facts: Facts, palette: Palette) -> None:
        self.facts = facts
        self.palette = palette

    def description(self) -> str:
        """Return a short description of the picture, for screen readers."""
        facts = self.facts
        leaders = []
        for dynasty in facts.dynasties.values():
            offices = [f"{leader.office} on {leader.cell}" for leader in dynasty.leaders.values() if leader.cell]
            leaders.append(f"{dynasty.name}: {', '.join(offices) or 'no leader'} on the map")
        raised = [f"the {BUILDINGS[colour]} on {cell}" for colour, cell in (facts.buildings or {}).items()]
        standing = [f"On tiles: {', '.join(raised)}."] if raised else []
        return " ".join([f"{'; '.join(leaders)}. {facts.treasures_left} treasures left.", *standing])

    def definitions(self) -> str:
        """Return the gradient of the land, the map's clip path, the hatching of tiles at stake, and shared pieces."""
        palette = self.palette
        stops = [tag("stop", offset="0.45", stop_color=palette.land), tag("stop", offset="1", stop_color=palette.far)]
        land = tag(
            "radialGradient", *stops, id="land", gradientUnits="userSpaceOnUse", cx=WIDTH / 2, cy=HEIGHT / 2, r=WIDTH * 0.62
        )
        clip = tag("clipPath", tag("rect", width=WIDTH, height=HEIGHT), id="map")
        stripe = tag("rect", width=3, height=9, fill=palette.alarm)
        stake = tag(
            "pattern", stripe, id="stake", width=9, height=9, patternUnits="userSpaceOnUse", patternTransform="rotate(45)"
        )
        kinds = {cell.what for cell in self.facts.cells.values()} & {*COLOURS, "down", "catastrophe"}
        shared = [group(self.piece(kind), id=f"piece-{kind}") for kind in sorted(kinds)]
        return tag("defs", land, clip, stake, *shared)

    # -- the map ------------------------------------------------------------------------------------------------------

    def ground(self) -> list[str]:
        """Return the land, rivers, grid, special borders, and the frame with the names of columns and rows."""
        palette = self.palette
        land = tag("rect", width=WIDTH, height=HEIGHT, fill="url(#land)")
        signs = [group(tag("path", d=_LAND_SIGNS[kind]), x=x, y=y + 3) for kind, (x, y) in land_signs(self.facts.board)]
        drawn = tag("g", *signs, fill="none", stroke=palette.line, stroke_width=1.3, stroke_linecap="round", opacity=0.36)
        lines = "".join(
            [f"M{i * CELL} 0V{HEIGHT}" for i in range(1, COLUMNS)] + [f"M0 {i * CELL}H{WIDTH}" for i in range(1, ROWS)]
        )
        grid = tag(
            "path", d=lines, stroke=palette.grid, stroke_width=1.1, stroke_dasharray="0 5", stroke_linecap="round", opacity=0.85
        )
        return [
            land,
            drawn,
            self.rivers(),
            grid,
            *map(self.special_border, BOARDS[self.facts.board].special_temples),
            *self.edge(),
        ]

    def rivers(self) -> str:
        """Return the water as layers of ever narrower strokes; the dashed ones are the current."""
        palette, path = self.palette, water(self.facts.board)
        layers: tuple[tuple[str, float, float, str | None, str], ...] = (
            (palette.bank, 60, 0.28, None, "round"),
            (palette.bank, 54, 0.5, None, "round"),
            (palette.shore, 50, 1, None, "round"),
            (palette.shoal, 47, 1, None, "round"),
            (palette.sea, 38, 1, None, "round"),
            (palette.wave, 25, 0.7, "15 13 24 19", "butt"),
            (palette.sea, 22.6, 1, None, "round"),
            (palette.wave, 9, 0.7, "21 24 12 16", "butt"),
            (palette.deep, 6.6, 1, None, "round"),
        )
        strokes = [
            tag(
                "use",
                href="#water",
                stroke=colour,
                stroke_width=wide,
                opacity=opacity,
                stroke_dasharray=dashes,
                stroke_linecap=cap,
            )
            for colour, wide, opacity, dashes, cap in layers
        ]
        return tag("defs", tag("path", id="water", d=path)) + tag(
            "g", *strokes, fill="none", stroke_linejoin="round", clip_path="url(#map)"
        )

    def special_border(self, cell: int) -> str:
        x, y = centre(CELLS[cell])
        frame = {"x": x - 28.5, "y": y - 28.5, "width": 57.0, "height": 57.0, "rx": 3.0}
        dark = tag("rect", **frame, fill="none", stroke=self.palette.line, stroke_width=5)
        return dark + tag("rect", **frame, fill="none", stroke=self.palette.gold, stroke_width=3, stroke_dasharray="4 4")

    def edge(self) -> Iterator[str]:
        """Yield the frame of the map and the names of columns and rows."""
        line, muted = self.palette.line, self.palette.muted
        for off, wide, dashes, opacity in ((1.5, 1.2, None, 1.0), (5.5, 4, "30 30", 0.55), (9.5, 1.2, None, 1.0)):
            frame = {"x": -off, "y": -off, "width": WIDTH + 2 * off, "height": HEIGHT + 2 * off}
            yield tag("rect", **frame, fill="none", stroke=line, stroke_width=wide, stroke_dasharray=dashes, opacity=opacity)
        for column in range(COLUMNS):
            for y in (-16, HEIGHT + 28):
                yield words(chr(65 + column), (column + 0.5) * CELL, y, 17, fill=muted, font_weight="600")
        for row in range(ROWS):
            for x in (-21.5, WIDTH + 21.5):
                yield words(str(row + 1), x, (row + 0.5) * CELL + 5.5, 17, fill=muted, font_weight="600")

    # -- pieces on the map --------------------------------------------------------------------------------------------

    def parts(self) -> list[str]:
        """Return all pieces on the map, from bottom to top, and the marks of the conflict."""
        facts, palette = self.facts, self.palette
        kinds = {cell: content.what for cell, content in facts.cells.items() if content.what != "wonder"}
        parts = [self.place(cell, tag("use", href=f"#piece-{kind}")) for cell, kind in kinds.items()]
        if facts.wonder is not None:
            parts.append(self.place(facts.wonder, pieces.wonder(palette)))
        for pair, corner in facts.monuments.items():
            parts.append(self.place(corner, pieces.monument(palette, pair), CELL / 2, CELL / 2))
        parts += [
            self.place(cell, pieces.treasure(palette), 17, -17) for cell, content in facts.cells.items() if content.treasure
        ]
        raised = facts.buildings or {}
        parts += [self.place(cell, pieces.building(palette, colour)) for colour, cell in raised.items()]
        if facts.marker is not None:
            parts.append(self.place(facts.marker, pieces.marker(palette)))
        for seat, dynasty in facts.dynasties.items():
            standing = [leader for leader in dynasty.leaders.values() if leader.cell]
            parts += [self.place(leader.cell or "", pieces.leader(palette, seat, leader.colour)) for leader in standing]
        return parts + self.conflict()

    def place(self, cell: str, piece: str, right: float = 0, down: float = 0) -> str:
        """Return a piece, moved to a cell."""
        x, y = centre(cell)
        return group(piece, x=x + right, y=y + down)

    def piece(self, kind: str) -> str:
        """Return a tile or a catastrophe."""
        return pieces.catastrophe(self.palette) if kind == "catastrophe" else pieces.tile(self.palette, kind)

    def conflict(self) -> list[str]:
        """Return the borders of the kingdoms in conflict, tiles at stake, and the strengths next to the leaders."""
        facts, palette = self.facts, self.palette
        sides = [(side, facts.conflict.commits) for side in _sides(facts)] if facts.conflict else []
        labels = [(side.cell, _strength(side), colour) for side, colour in sides]
        if facts.conflict is None:
            for war in facts.wars:
                fighting = [facts.dynasties[seat].leaders[war.colour] for seat in war.seats]
                labels += [(leader.cell, str(leader.supporters), war.colour) for leader in fighting if leader.cell]
        fighting_cells = {cell for cell, _, _ in labels}
        parts = [self.border(kingdom.cells) for kingdom in facts.kingdoms if fighting_cells & set(kingdom.cells)]
        for side, _ in sides:
            parts += [self.place(cell, self.stake_mark()) for cell in side.at_stake]
            parts += [self.place(cell, self.peg(), -18, -18) for cell in side.supporters]
        spots: list[tuple[float, float]] = []
        for cell, text, colour in labels:
            x, y = centre(cell)
            above = y > 60 and not any(abs(x - spot_x) < 2 * CELL and abs(y - 37 - spot_y) < 30 for spot_x, spot_y in spots)
            spot = (x, y - 37 if above else y + 40)
            spots.append(spot)
            half = 21 + len(text) * 5.4
            parts.append(group(pieces.strength(palette, text, colour), x=min(max(x, half), WIDTH - half), y=spot[1]))
        return parts

    def border(self, cells: tuple[str, ...]) -> str:
        path, palette = outline(cells, -1), self.palette
        casing = tag("path", d=path, fill="none", stroke=palette.veil, stroke_width=5.5)
        return casing + tag("path", d=path, fill="none", stroke=palette.mark, stroke_width=2.4, stroke_dasharray="9 4")

    def stake_mark(self) -> str:
        """Return the mark of a tile at stake, which is lost if its side loses."""
        hatch = tag("rect", x=-26, y=-26, width=52, height=52, rx=6.5, fill="url(#stake)", opacity=0.42)
        frame = {"x": -26.5, "y": -26.5, "width": 53.0, "height": 53.0, "rx": 7.0}
        return hatch + tag("rect", **frame, fill="none", stroke=self.palette.alarm, stroke_width=3)

    def peg(self) -> str:
        """Return the mark of a tile that counts towards a side's strength."""
        disc = tag("circle", r=7.4, fill=self.palette.veil, stroke=self.palette.mark, stroke_width=1.8)
        return disc + tag("path", d="M-3.4 0L-1 2.6L3.4-2.6", fill="none", stroke=self.palette.mark, stroke_width=2.4)

    # -- dynasties ----------------------------------------------------------------------------------------------------

    def dynasties(self) -> list[str]:
        """Return the dynasties side by side."""
        wide = WIDTH / len(self.facts.seats)
        return [group(*self.dynasty(self.facts.dynasties[seat]), x=i * wide) for i, seat in enumerate(self.facts.seats)]

    def dynasty(self, dynasty: Dynasty) -> Iterator[str]:
        """Yield a dynasty's name, leaders in hand, tiles, catastrophes and points, unless they are hidden."""
        palette, facts = self.palette, self.facts
        yield group(pieces.badge(palette, dynasty.seat, 15), x=16, y=14)
        turn = dynasty.seat == (facts.turn if facts.outcome is None else None)
        won = facts.outcome is not None and dynasty.seat in facts.outcome["winners"]
        name = f"{dynasty.name}{' wins' if won else ' ▸' if turn else ''}"
        yield words(name, 39, 21, 20, fill=palette.ink, font_weight="700", text_anchor="start")
        waiting = [colour for colour in COLOURS if dynasty.leaders[colour].cell is None and facts.outcome is None]
        for i, colour in enumerate(waiting):
            yield group(pieces.leader(palette, dynasty.seat, colour, 27), x=140 + 27 * i, y=12)
        yield from self.tiles(dynasty)
        if dynasty.points is None:
            return
        for i, colour in enumerate(COLOURS):
            yield self.piece_with_count(pieces.point(palette, colour, 24), dynasty.points[colour], 14 + 46 * i, 86)
        yield self.piece_with_count(pieces.treasure(palette, 20), dynasty.treasures or 0, 14 + 46 * len(COLOURS), 86)

    def tiles(self, dynasty: Dynasty) -> Iterator[str]:
        """Yield the tiles in hand, or only their number if they are hidden, and the catastrophes left."""
        palette = self.palette
        counts = [("down", dynasty.hand_count)] if dynasty.hand is None else list(dynasty.hand.items())
        for i, (colour, count) in enumerate(counts):
            yield self.piece_with_count(pieces.tile(palette, colour, 24), count, 14 + 46 * i, 52)
        yield self.piece_with_count(pieces.catastrophe(palette, 26), dynasty.catastrophes, 14 + 46 * len(counts), 52)

    def piece_with_count(self, piece: str, count: int, x: float, y: float) -> str:
        text = str(count)
        size = min(17, COUNT_WIDTH / (DIGIT_WIDTH * len(text)))
        figure = words(text, 16, size * 6 / 17, size, fill=self.palette.ink, font_weight="600", text_anchor="start")
        return group(piece, figure, x=x, y=y)


def _sides(facts: Facts) -> tuple[Side, ...]:
    return (facts.conflict.attacker, facts.conflict.defender) if facts.conflict else ()


def _strength(side: Side) -> str:
    return str(side.board) if side.committed is None else f"{side.board} + {side.committed}"
