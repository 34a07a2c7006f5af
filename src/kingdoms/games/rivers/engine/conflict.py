"""Revolts (section E) and wars (section F)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import codes, pieces, regions, tables, turns
from kingdoms.games.rivers.engine.table import Table

# -- wars -------------------------------------------------------------------------------------------------------------


def is_war(table: Table, colour: int) -> int:
    """Return whether two leaders of a colour are in the kingdoms that the marked tile joins (F-3)."""
    first = regions.other_owner(table, table.marker, colour, codes.HAND)
    return first >= 0 and regions.other_owner(table, table.marker, colour, first) >= 0


def list_wars(table: Table, moves: Moves) -> None:
    """List the wars that can be resolved next."""
    regions.survey(table)
    for colour in range(4):
        if is_war(table, colour):
            inline.append_action(moves, codes.CHOOSE_WAR + colour)


def consider_wars(table: Table) -> None:
    """Ask for the next of several wars, begin a single one, or remove the marker if none is left (F-2, F-3, F-9)."""
    regions.survey(table)
    wars = 0
    last = 0
    for colour in range(4):
        if is_war(table, colour):
            wars += 1
            last = colour
    if wars > 1:
        turns.ask(table)
    elif wars:
        begin_war(table, last)
    else:
        cell = table.marker
        table.marker = codes.HAND
        regions.join(table, cell)
        turns.proceed(table, codes.RAISE if table.with_buildings else codes.BUILD)


def begin_war(table: Table, colour: int) -> None:
    """Begin a war. The active seat attacks if it takes part, otherwise the first of the two clockwise from it (F-4)."""
    regions.survey(table)
    first = regions.other_owner(table, table.marker, colour, codes.HAND)
    second = regions.other_owner(table, table.marker, colour, first)
    attacker = table.turn
    while attacker != first and attacker != second:
        attacker = pieces.next_seat(table, attacker)
    begin(table, 0, colour, attacker, first + second - attacker)


# -- both kinds of conflict -------------------------------------------------------------------------------------------


def begin(table: Table, revolt: int, colour: int, attacker: int, defender: int) -> None:
    """Begin a conflict: the attacker commits tiles, then the defender (E-1, F-4). Both are always asked (N-3)."""
    table.revolt = revolt
    table.colour = colour
    table.attacker = attacker
    table.defender = defender
    table.attack = -1
    table.stage = codes.COMMIT
    table.is_asked = 1


def committing(table: Table) -> int:
    """Return the seat that commits next."""
    return table.attacker if table.attack < 0 else table.defender


def commits(table: Table) -> int:
    """Return the colour of tiles that can be committed: red in a revolt, the war's colour in a war (E-1, F-4)."""
    return codes.RED if table.revolt else table.colour


def list_commits(table: Table, moves: Moves) -> None:
    """List the possible commitments."""
    least = 0
    most = table.hand[4 * committing(table) + commits(table)]
    if table.limits_commitments:
        inline.append_action(moves, codes.COMMITTED)
        least = least_commitment(table)
        if table.attack >= 0:
            most = min(most, least)
        least = max(1, least)
    for tiles in range(least, most + 1):
        inline.append_action(moves, codes.COMMITTED + tiles)


def least_commitment(table: Table) -> int:
    """Return the smallest commitment that matters: the attacker takes the lead, the defender draws level.

    The attacker may commit more (EV-2), the defender may not (EV-3). If no tiles are needed, the number is 0 or less.
    """
    lead = strength(table, table.attacker) - strength(table, table.defender)
    return 1 - lead if table.attack < 0 else lead + table.attack


def commit(table: Table, tiles: int) -> None:
    """Commit tiles from the hand, which leave the game. The defender's commitment decides the conflict."""
    table.hand[4 * committing(table) + commits(table)] -= tiles
    if table.attack < 0:
        table.attack = tiles
        return
    attacks = strength(table, table.attacker) + table.attack > strength(table, table.defender) + tiles
    winner = table.attacker if attacks else table.defender
    loser = table.attacker + table.defender - winner
    if table.revolt:
        pieces.score(table, winner, codes.RED, 1)
        pieces.lift(table, 4 * loser + table.colour)
        turns.proceed(table, codes.TAKE)
    else:
        pieces.score(table, winner, table.colour, 1 + remove_supporters(table, loser))
        pieces.lift(table, 4 * loser + table.colour)
        turns.proceed(table, codes.WAR)
    table.revolt = 0
    table.colour = table.attacker = table.defender = codes.HAND
    table.attack = -1


# -- strength and losses ----------------------------------------------------------------------------------------------


def strength(table: Table, seat: int) -> int:
    """Return a seat's strength on the board in the conflict: adjacent temples or, in a war, supporters (E-1, F-5)."""
    cell = table.stand[4 * seat + table.colour]
    return table.near[cell] if table.revolt else supporters(table, cell, table.colour)


def supporters(table: Table, cell: int, colour: int) -> int:
    """Return the number of face-up tiles of a colour that are connected to the leader on a cell (F-5)."""
    regions.survey(table)
    first = 3 * table.kingdom[cell]
    count = 0
    for word in range(3):
        rest = table.realm[first + word]
        while rest:
            if table.contents[64 * word + inline.lowest_of(rest)] == codes.TEMPLE + colour:
                count += 1
            rest &= rest - 1
    return count


def remove_supporters(table: Table, loser: int) -> int:
    """Remove the supporters of a leader that has lost a war, and return their number (F-6, F-7)."""
    regions.survey(table)
    first = 3 * table.kingdom[table.stand[4 * loser + table.colour]]
    removed = 0
    for word in range(3):
        rest = table.realm[first + word]
        while rest:
            cell = 64 * word + inline.lowest_of(rest)
            if is_at_stake(table, cell):
                pieces.put(table, cell, codes.EMPTY)
                removed += 1
            rest &= rest - 1
    return removed


def is_at_stake(table: Table, cell: int) -> int:
    """Return whether the tile on a cell would be lost in a war of the current colour.

    Some temples stay (F-7), as do tiles with a building (CB-10).
    """
    if table.contents[cell] != codes.TEMPLE + table.colour or table.raised[table.colour] == cell:
        return 0
    if table.colour != codes.RED:
        return 1
    if pieces.bears_treasure(table, cell):
        return 0
    for i in range(4 * cell, 4 * cell + 4):
        piece = table.contents[tables.NEXT[i]] - codes.LEADERS
        if piece >= 0 and piece & 3 != codes.RED:
            return 0
    return 1
