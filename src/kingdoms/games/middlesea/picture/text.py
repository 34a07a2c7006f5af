"""The table of Kingdoms of the Middle Sea as text, at most 80 columns wide."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rich.text import Text

from kingdoms.games.middlesea.engine.geometry import PLACES
from kingdoms.games.middlesea.picture.art import SUIT_OF_SEAT
from kingdoms.games.middlesea.table.facts import Kingdom
from kingdoms.games.middlesea.table.view import View
from kingdoms.games.middlesea.texts import fault

GLYPHS: Final = {"suns": "☀", "moons": "☾", "crowns": "♛", "arms": "⚜"}
LETTERS: Final = {"suns": "S", "moons": "M", "crowns": "C", "arms": "A"}
"""Signs of the suits, with and without colour."""
COLOURS: Final = {"suns": "#e0644f", "moons": "#9c9ad6", "crowns": "#c9a227", "arms": "#5b93d8"}
"""Colours of the suits, legible on dark and on light terminals."""

WIDTH: Final = 8
GAP: Final = 3
CELLS: Final = {
    "N": ((3, 0), (4, 0), (4, 1), (3, 1), (2, 1), (2, 0)),
    "E": ((6, 3), (6, 4), (5, 4), (5, 3), (5, 2), (6, 2)),
    "S": ((3, 6), (2, 6), (2, 5), (3, 5), (4, 5), (4, 6)),
    "W": ((0, 3), (0, 2), (1, 2), (1, 3), (1, 4), (0, 4)),
}
"""Column and row of each place on a map of seven by seven cells, in the order of `PLACES`."""
COLUMNS: Final = 80
ROWS: Final = 7 * 3 - 1
CORNERS: Final = {"N": (0, 0), "E": (58, 0), "S": (58, 14), "W": (0, 14)}
"""Column and row of each kingdom's figures, in the corner next to its continent."""
CORNER_WIDTH: Final = 21
"""The number of columns in a corner."""


class _Canvas:
    def __init__(self) -> None:
        self.characters = [[" "] * COLUMNS for _ in range(ROWS)]
        self.styles = [[""] * COLUMNS for _ in range(ROWS)]

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write text, from left to right."""
        for i, character in enumerate(text):
            self.characters[row][column + i] = character
            self.styles[row][column + i] = style

    def text(self) -> Text:
        """Return the canvas as text, without spaces at the ends of lines."""
        text = Text(no_wrap=True)
        for characters, styles in zip(self.characters, self.styles, strict=True):
            length = len("".join(characters).rstrip())
            for style, run in groupby(range(length), key=styles.__getitem__):
                text.append("".join(characters[i] for i in run), style or None)
            text.append("\n")
        return text


def table_text(view: View, colour: bool = True) -> Text:
    """Return the table as text: continents around the sea, the stacks in the middle, the kingdoms' figures in the corners.

    A city reads `FM 3☀ N`: place, value, suit, and the seat that controls it. The line below shows its leader, in brackets if
    inactive, and after `≡` the piers of its port. A Capital shows its king. `>` marks the kingdom to move. `cities 3 of 4`
    means that a kingdom controls 3 cities and its king holds 4 for free. The line below that shows the progress towards a
    victory by trade: home cities, and leaders active on the board. `dom.` is the dominance score.

    Args:
        view: the view to draw.
        colour: whether to use colours and suit signs, or letters: S(uns), M(oons), C(rowns), A(rms).

    Examples:
        >>> import kingdoms
        >>> text = table_text(kingdoms.load_game("middlesea").new_initial_state().view(None), colour=False)
        >>> max(len(line) for line in text.plain.splitlines()) <= 80, text.plain.splitlines()[0]
        (True, '  S North  dom. 1     BR ·       S North    BL ·            M East  dom. 1')
    """
    canvas = _Canvas()
    for seat in view.seats:
        for place, (column, row) in zip(PLACES, CELLS[seat], strict=True):
            _draw_site(canvas, view, f"{seat}.{place}", column * (WIDTH + GAP), row * 3, colour)
    for kingdom in view.kingdoms.values():
        for road in kingdom.roads:
            _draw_road(canvas, kingdom.seat, road, colour)
    _draw_sea(canvas, view, colour)
    for kingdom in view.kingdoms.values():
        _draw_figures(canvas, view, kingdom, colour)
    return canvas.text()


def _seat_style(seat: str, colour: bool) -> str:
    return f"bold {COLOURS[SUIT_OF_SEAT[seat]]}" if colour else ""


def _draw_site(canvas: _Canvas, view: View, site: str, x: int, y: int, colour: bool) -> None:
    """Draw a Capital, a city or an empty site in eight columns and two rows."""
    seat, place = site.split(".")
    signs = GLYPHS if colour else LETTERS
    if place == "C":
        kingdom = view.kingdoms[seat]
        canvas.put(x, y, f"{signs[SUIT_OF_SEAT[seat]]} {kingdom.name}", _seat_style(seat, colour))
        canvas.put(x, y + 1, fault("board.king", n=kingdom.king), _seat_style(seat, colour))
        return
    city = view.cities.get(site)
    if city is None:
        canvas.put(x, y, f"{place} ·", "dim" if colour else "")
        return
    canvas.put(x, y, place, "dim" if colour else "")
    canvas.put(x + 3, y, f"{city.value}{signs[city.suit]}", COLOURS[city.suit] if colour else "")
    if city.holder is None:
        return
    style = _seat_style(city.holder, colour)
    canvas.put(x + 6, y, city.holder, f"{style} reverse" if city.holder != seat and colour else style)
    if city.leader is not None:
        leader = f" {city.leader.value} " if city.leader.active else f"({city.leader.value})"
        canvas.put(x, y + 1, leader, style)
    if city.piers:
        canvas.put(x + 4, y + 1, f"≡{city.piers}" if colour else f"p{city.piers}", style)
    if site in view.rebelling:
        canvas.put(x + 7, y, "!", "bold red" if colour else "")


def _draw_road(canvas: _Canvas, seat: str, road: str, colour: bool) -> None:
    ends = [CELLS[end[0]][PLACES.index(end[2:])] for end in road.split("-")]
    (c1, r1), (c2, r2) = sorted(ends)
    x, y = c1 * (WIDTH + GAP), r1 * 3
    style = _seat_style(seat, colour)
    if r1 == r2:
        canvas.put(x + WIDTH, y, "───", style)
    elif c1 == c2:
        canvas.put(x + 3, min(r1, r2) * 3 + 2, "│", style)
    else:
        row, sign = min(r1, r2) * 3 + 2, "╲" if r2 > r1 else "╱"
        crossed = canvas.characters[row][x + WIDTH + 1] not in (" ", sign)
        canvas.put(x + WIDTH + 1, row, "╳" if crossed else sign, style)


def _draw_sea(canvas: _Canvas, view: View, colour: bool) -> None:
    """Draw the stacks, top tile first, and the order of dominance."""
    x, y = 2 * (WIDTH + GAP) + 4, 7
    signs = GLYPHS if colour else LETTERS
    canvas.put(x, y, fault("board.stacks"), "dim" if colour else "")
    for row, (suit, tiles) in enumerate(view.stacks.items()):
        values = " ".join(tile[1] for tile in tiles) or fault("board.empty")
        canvas.put(x, y + 1 + row, f"{signs[suit]} {fault('board.suit', suit=suit):7}{values}", COLOURS[suit] if colour else "")
    canvas.put(x, y + 6, fault("board.order"), "dim" if colour else "")
    for rank, seat in enumerate(view.order):
        canvas.put(x + 6 + 3 * rank, y + 6, seat, _seat_style(seat, colour))
        if rank:
            canvas.put(x + 4 + 3 * rank, y + 6, ">", "dim" if colour else "")


def _draw_figures(canvas: _Canvas, view: View, kingdom: Kingdom, colour: bool) -> None:
    x, y = CORNERS[kingdom.seat]
    signs = GLYPHS if colour else LETTERS
    style = _seat_style(kingdom.seat, colour)
    over = len(kingdom.cities) > kingdom.control_value
    waiting = " ".join(str(leader.value) for leader in kingdom.leaders if leader.place == "reserve") or "-"
    canvas.put(x, y, ">" if view.to_move == kingdom.seat else " ", "bold" if colour else "")
    canvas.put(x + 2, y, f"{signs[SUIT_OF_SEAT[kingdom.seat]]} {kingdom.name}", style)
    canvas.put(x + 4 + len(kingdom.name), y, f"  {fault('board.dominance', n=kingdom.dominance)}")
    goods, gold = fault("board.goods", n=_shorten(kingdom.goods)), fault("board.gold", n=_shorten(kingdom.gold))
    canvas.put(x + 2, y + 1, _join_figures(goods, gold))
    unrest = fault("board.unrest", n=kingdom.unrest)
    canvas.put(x + 2, y + 2, _join_figures(unrest, fault("board.score", n=_shorten(kingdom.score))))
    canvas.put(x + 2, y + 2, unrest, _unrest_style(kingdom) if colour else "")
    cities = fault("board.cities", n=len(kingdom.cities), most=kingdom.control_value)
    canvas.put(x + 2, y + 3, cities, "bold" if over and colour else "")
    canvas.put(x + 2, y + 4, _trade_progress(kingdom))
    canvas.put(x + 2, y + 5, fault("board.reserve", leaders=waiting))


def _trade_progress(kingdom: Kingdom) -> str:
    """Return a kingdom's progress towards a victory by trade; the king is always active."""
    home = sum(site.startswith(f"{kingdom.seat}.") for site in kingdom.cities)
    awake = sum(leader.place == "king" or (leader.place != "reserve" and leader.active) for leader in kingdom.leaders)
    return fault("board.trade", home=home, active=awake)


def _join_figures(left: str, right: str) -> str:
    """Return two figures on one line, closer together if they are long."""
    line = f"{left}  {right}"
    return line if len(line) <= CORNER_WIDTH - 2 else f"{left} {right}"


def _shorten(number: int) -> str:
    """Return a number, from 10,000 on in thousands or millions, which no real game reaches."""
    if abs(number) < 10_000:
        return str(number)
    return f"{number // 1000}k" if abs(number) < 1_000_000 else f"{number // 1_000_000}M"


def _unrest_style(kingdom: Kingdom) -> str:
    """Return the style of the unrest figure: yellow at 3, red from 4."""
    return "bold red" if kingdom.unrest >= 4 else "bold yellow" if kingdom.unrest == 3 else ""
