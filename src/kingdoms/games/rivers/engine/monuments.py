"""Monuments and the wonder: construction and income (sections H and I)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import civic, codes, pieces, regions, tables, turns
from kingdoms.games.rivers.engine.table import Table


def can_build(table: Table, pair: int, corner: int) -> int:
    """Return whether a monument can be built on the square with this upper left cell (H-1)."""
    colour = table.contents[table.placed] - codes.TEMPLE
    if table.monument[pair] >= 0 or not tables.PAIR_HAS[4 * pair + colour]:
        return 0
    for i in range(4 * table.placed, 4 * table.placed + 4):
        if tables.CORNERS[i] == corner:
            return corner >= 0 and is_square(table, corner, codes.TEMPLE + colour)
    return 0


def is_square(table: Table, corner: int, content: int) -> int:
    """Return whether all four cells of a square have this content."""
    return (
        table.contents[corner] == content
        and table.contents[corner + 1] == content
        and table.contents[corner + 16] == content
        and table.contents[corner + 17] == content
    )


def can_make_wonder(table: Table, centre: int) -> int:
    """Return whether the wonder can be built on the plus around a cell (I-1)."""
    if not table.with_wonder or table.wonder >= 0 or centre < 0:
        return 0
    for i in range(5 * table.placed, 5 * table.placed + 5):
        if tables.CENTRES[i] == centre:
            return is_plus(table, centre, table.contents[table.placed])
    return 0


def is_plus(table: Table, centre: int, content: int) -> int:
    """Return whether all five cells of a plus have this content; the plus must be on the board."""
    for i in range(4 * centre, 4 * centre + 4):
        if table.contents[tables.NEXT[i]] != content:
            return 0
    return table.contents[centre] == content


def consider(table: Table) -> None:
    """Ask what to build with the placed tile, if anything can be built."""
    if _can_build_anything(table):
        turns.ask(table)
    else:
        leave(table)


def leave(table: Table) -> None:
    """Leave the stage `BUILD`; the placed tile becomes an ordinary one."""
    table.placed = codes.HAND
    turns.proceed(table, codes.TAKE)


def _can_build_anything(table: Table) -> int:
    """Return whether the placed tile completes a square for an unused monument, or a plus for the wonder."""
    content = table.contents[table.placed]
    for i in range(4 * table.placed, 4 * table.placed + 4):
        if tables.CORNERS[i] >= 0 and is_square(table, tables.CORNERS[i], content):
            for pair in range(6):
                if table.monument[pair] < 0 and tables.PAIR_HAS[4 * pair + content - codes.TEMPLE]:
                    return 1
    if table.with_wonder:
        for i in range(5 * table.placed, 5 * table.placed + 5):
            if can_make_wonder(table, tables.CENTRES[i]):
                return 1
    return 0


def list_buildings(table: Table, moves: Moves) -> None:
    """List the actions of the decision `build` (H-1, I-1, I-3)."""
    inline.append_action(moves, codes.DECLINE)
    for i in range(5 * table.placed, 5 * table.placed + 5):
        if can_make_wonder(table, tables.CENTRES[i]):
            inline.append_action(moves, codes.MAKE_WONDER + tables.CENTRES[i])
    for pair in range(6):
        for i in range(4 * table.placed, 4 * table.placed + 4):
            if can_build(table, pair, tables.CORNERS[i]):
                inline.append_action(moves, codes.MAKE_MONUMENT + 176 * pair + tables.CORNERS[i])


def build(table: Table, pair: int, corner: int) -> None:
    """Flip the four tiles of a square and put a monument on them (H-1, H-2)."""
    for i in range(4):
        pieces.put(table, corner + (i & 1) + 16 * (i >> 1), codes.DOWN)
    table.monument[pair] = corner
    civic.clear(table)
    pieces.send_home(table)
    leave(table)


def make_wonder(table: Table, centre: int) -> None:
    """Replace the five tiles of a plus with the wonder (I-1)."""
    pieces.put(table, centre, codes.WONDER)
    for i in range(4 * centre, 4 * centre + 4):
        pieces.put(table, tables.NEXT[i], codes.WONDER)
    table.wonder = centre
    civic.clear(table)
    pieces.send_home(table)
    leave(table)


def pay_income(table: Table) -> None:
    """Pay the active seat for monuments in its leaders' kingdoms (H-3), then ask for the wonder's income if due (I-2)."""
    regions.survey(table)
    for colour in range(4):
        cell = table.stand[4 * table.turn + colour]
        if cell >= 0:
            for pair in range(6):
                corner = table.monument[pair]
                if corner >= 0 and tables.PAIR_HAS[4 * pair + colour] and table.kingdom[corner] == table.kingdom[cell]:
                    pieces.score(table, table.turn, colour, 1)
    if is_king_at_wonder(table):
        table.stage = codes.INCOME
        table.is_asked = 1
    else:
        turns.refill(table)


def is_king_at_wonder(table: Table) -> int:
    """Return whether the active seat's king is in the wonder's kingdom (I-2)."""
    king = table.stand[4 * table.turn + codes.BLACK]
    if table.wonder < 0 or king < 0:
        return 0
    regions.survey(table)
    return table.kingdom[table.wonder] == table.kingdom[king]
