"""The features of a table for a net: whole numbers that describe each seat, and the progress of the game.

The net reads the tiles and points of all seats from the table. In a search these are a sample of what the observer cannot
know, sampled again in every simulation, so an evaluation is a mean over what the others may hold.

A seat's colours are described in the order of its points, since its weakest colour decides the game, whichever that is.
"""

from __future__ import annotations

from array import array

from kingdoms.core import inline
from kingdoms.games.rivers.engine import codes, pieces, regions, tables
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.net import prospects as rating
from kingdoms.games.rivers.players.net import shape
from kingdoms.games.rivers.players.net.prospects import Prospects


class Outlook:
    """What the kingdoms of a table offer; `survey` fills it in.

    Attributes:
        tiles: number of face-up tiles, by 4 * kingdom + colour.
        pays: number of monuments that pay a leader, by 4 * kingdom + colour.
        squares: number of empty cells that would complete a square of a colour, by 4 * kingdom + colour.
        room: number of empty cells that touch this kingdom alone, by 2 * kingdom + ground (land, river).
        holy: most temples next to an empty land cell that touches this kingdom alone, by kingdom.
        prizes: number of treasures, by kingdom.
        near_by: mask of the kingdoms that one tile joins to the kingdom, by kingdom.
        unbuilt: whether a monument of the colour is left, by colour.
        order: colours by the seat's points, weakest first, by 4 * seat + rank.
        most_red: most temples in the hand of another seat, by seat.
    """

    def __init__(self) -> None:
        self.tiles = [0] * 68
        self.pays = [0] * 68
        self.squares = [0] * 68
        self.room = [0] * 34
        self.holy = [0] * 17
        self.prizes = [0] * 17
        self.near_by = [0] * 17
        self.unbuilt = [0] * 4
        self.order = [0] * 16
        self.most_red = [0] * 4


# -- the board ------------------------------------------------------------------------------------------------------------


def survey(outlook: Outlook, table: Table) -> None:
    """Fill an outlook with what the kingdoms of a table offer."""
    regions.survey(table)
    for i in range(68):
        outlook.tiles[i] = 0
        outlook.pays[i] = 0
        outlook.squares[i] = 0
    for i in range(34):
        outlook.room[i] = 0
    for i in range(17):
        outlook.holy[i] = 0
        outlook.prizes[i] = 0
        outlook.near_by[i] = 0
    survey_monuments(outlook, table)
    for cell in range(176):
        content = table.contents[cell]
        number = table.kingdom[cell]
        if content == codes.EMPTY:
            if table.touch[cell]:
                survey_empty(outlook, table, cell)
        elif number:
            if content < codes.DOWN:
                outlook.tiles[4 * number + content - codes.TEMPLE] += 1
            if table.treasures & tables.TREASURE[cell]:
                outlook.prizes[number] += 1
    if table.marker >= 0:
        join(outlook, table, table.marker)


def survey_monuments(outlook: Outlook, table: Table) -> None:
    """Count the monuments by the kingdoms and colours that they pay, and note the colours that are left."""
    for colour in range(4):
        outlook.unbuilt[colour] = 0
    for pair in range(6):
        corner = table.monument[pair]
        for colour in range(4):
            if tables.PAIR_HAS[4 * pair + colour]:
                if corner < 0:
                    outlook.unbuilt[colour] = 1
                elif table.kingdom[corner]:
                    outlook.pays[4 * table.kingdom[corner] + colour] += 1


def survey_empty(outlook: Outlook, table: Table, cell: int) -> None:
    """Note what an empty cell next to a kingdom is good for."""
    if table.touch[cell] > 1:
        if table.touch[cell] == 2:
            join(outlook, table, cell)
        return
    number = regions.highest_neighbour(table, cell)
    wet = tables.WET[177 * table.board + cell]
    outlook.room[2 * number + wet] += 1
    if not wet and table.near[cell] > outlook.holy[number]:
        outlook.holy[number] = table.near[cell]
    for i in range(4):
        corner = tables.CORNERS[4 * cell + i]
        if corner >= 0:
            colour = square_without(table, corner, cell)
            if colour >= 0 and (colour == codes.BLUE) == wet and outlook.unbuilt[colour]:
                outlook.squares[4 * number + colour] += 1


def square_without(table: Table, corner: int, cell: int) -> int:
    """Return the colour of three face-up tiles that form a square with a cell, or -1."""
    colour = -1
    for i in range(4):
        square_cell = corner + (i & 1) + 16 * (i >> 1)
        if square_cell != cell:
            content = table.contents[square_cell]
            if content == codes.EMPTY or content >= codes.DOWN or (colour >= 0 and content - codes.TEMPLE != colour):
                return -1
            colour = content - codes.TEMPLE
    return colour


def join(outlook: Outlook, table: Table, cell: int) -> None:
    """Note that a tile on a cell joins the kingdoms which it touches."""
    mask = 0
    for i in range(4 * cell, 4 * cell + 4):
        mask |= 1 << table.kingdom[tables.NEXT[i]]
    mask &= -2
    for i in range(4 * cell, 4 * cell + 4):
        number = table.kingdom[tables.NEXT[i]]
        outlook.near_by[number] |= mask & ~(1 << number)


# -- a seat ---------------------------------------------------------------------------------------------------------------


def compare_seats(outlook: Outlook, table: Table) -> None:
    """Order the colours of each seat by its points, and note the temples in the hands of its rivals."""
    for seat in range(4):
        place = 4 * seat
        outlook.most_red[seat] = 0
        if not table.playing >> seat & 1:
            continue
        for i in range(4):
            k = i
            while k > 0 and table.points[place + outlook.order[place + k - 1]] > table.points[place + i]:
                outlook.order[place + k] = outlook.order[place + k - 1]
                k -= 1
            outlook.order[place + k] = i
        for rival in range(4):
            if rival != seat and table.playing >> rival & 1 and table.hand[4 * rival] > outlook.most_red[seat]:
                outlook.most_red[seat] = table.hand[4 * rival]


def describe_colour(outlook: Outlook, table: Table, seat: int, colour: int, row: array[int], at: int) -> None:
    """Write the features of a seat's colour: its leader, what supports and threatens it, and what it may gain."""
    piece = 4 * seat + colour
    cell = table.stand[piece]
    lowest = table.points[4 * seat + outlook.order[4 * seat]]
    row[at] = clamp(table.points[piece] - lowest, 20)
    row[at + 4] = table.hand[piece]
    row[at + 11] = chance_to_revolt(outlook, table, seat, colour)
    if cell < 0:
        for i in range(1, shape.TRAITS - 1):
            if i != 4 and i != 11:
                row[at + i] = 0
        king = table.stand[4 * seat + codes.BLACK]
        row[at + 12] = 1 if king >= 0 and table.ruler[4 * table.kingdom[king] + colour] < 0 else 0
        return
    number = table.kingdom[cell]
    row[at + 1] = 1
    row[at + 2] = table.near[cell]
    row[at + 3] = clamp(outlook.tiles[4 * number + colour], 20)
    row[at + 5] = outlook.pays[4 * number + colour]
    row[at + 6] = clamp(outlook.room[2 * number + (1 if colour == codes.BLUE else 0)], 12)
    row[at + 7] = clamp(outlook.squares[4 * number + colour], 4)
    row[at + 10] = clamp(outlook.holy[number] + outlook.most_red[seat] - table.near[cell] - table.hand[4 * seat], 8)
    row[at + 12] = 0
    describe_wars(outlook, table, seat, colour, row, at)


def describe_wars(outlook: Outlook, table: Table, seat: int, colour: int, row: array[int], at: int) -> None:
    """Write the most points that a leader may win and lose in a war that one tile brings about, with all tiles in hand."""
    number = table.kingdom[table.stand[4 * seat + colour]]
    tiles = outlook.tiles[4 * number + colour]
    gain = 0
    loss = 0
    left = outlook.near_by[number]
    while left:
        nearby = inline.lowest_bit(left)
        left &= left - 1
        rival = table.ruler[4 * nearby + colour]
        if rival < 0 or rival == seat:
            continue
        rival_tiles = outlook.tiles[4 * nearby + colour]
        lead = tiles + table.hand[4 * seat + colour] - rival_tiles - table.hand[4 * rival + colour]
        if lead > 0 and rival_tiles + 1 > gain:
            gain = rival_tiles + 1
        elif lead < 0:
            loss = tiles + 1
    row[at + 8] = clamp(gain, 20)
    row[at + 9] = clamp(loss, 20)


def chance_to_revolt(outlook: Outlook, table: Table, seat: int, colour: int) -> int:
    """Return the greatest lead that a seat's leader can have in a revolt against a rival's, 0 if it would lose all."""
    best = 0
    for rival in range(4):
        cell = table.stand[4 * rival + colour]
        if rival != seat and cell >= 0:
            lead = outlook.holy[table.kingdom[cell]] + table.hand[4 * seat] - table.near[cell] - table.hand[4 * rival]
            if lead > best:
                best = lead
    return clamp(best, 8)


def describe_seat(outlook: Outlook, table: Table, prospects: Prospects, seat: int, row: array[int], at: int) -> None:
    """Write the features of a seat as a whole."""
    place = 4 * seat
    lowest = prospects.score[place]
    row[at] = clamp(lowest, 60)
    for i in range(1, 4):
        row[at + i] = clamp(prospects.score[place + i] - lowest, 20)
    row[at + 4] = table.treasures_taken[seat]
    describe_trader(outlook, table, seat, row, at + 5)
    row[at + 7] = table.catastrophes_left[seat]
    row[at + 8] = table.hand[place]
    row[at + 9] = pieces.hand_count(table, seat)
    for colour in range(4):
        row[at + 10 + colour] = 1 if table.stand[place + colour] >= 0 else 0
    row[at + 14] = 0
    if table.stand[place + codes.BLACK] >= 0:
        number = table.kingdom[table.stand[place + codes.BLACK]]
        for colour in range(3):
            if table.ruler[4 * number + colour] < 0:
                row[at + 14] += table.hand[place + colour]
    row[at + 15] = 0
    for colour in range(4):
        if table.raised[colour] >= 0 and table.stand[place + colour] >= 0:
            if table.kingdom[table.raised[colour]] == table.kingdom[table.stand[place + colour]]:
                row[at + 15] += 1
    row[at + 16] = leads(table, prospects, seat)
    describe_turn(table, seat, row, at + 17)
    describe_conflict(outlook, table, seat, row, at + 19)


def describe_trader(outlook: Outlook, table: Table, seat: int, row: array[int], at: int) -> None:
    """Write how many treasures are in the kingdom of a seat's trader, and how many one tile may add."""
    row[at] = 0
    row[at + 1] = 0
    if table.stand[4 * seat + codes.GREEN] < 0:
        return
    number = table.kingdom[table.stand[4 * seat + codes.GREEN]]
    row[at] = outlook.prizes[number]
    left = outlook.near_by[number]
    while left:
        nearby = inline.lowest_bit(left)
        left &= left - 1
        row[at + 1] += outlook.prizes[nearby]


def leads(table: Table, prospects: Prospects, seat: int) -> int:
    """Return whether no other seat has a better score now."""
    for rival in range(4):
        if table.playing >> rival & 1 and rating.compare(prospects, rival, seat) > 0:
            return 0
    return 1


def describe_turn(table: Table, seat: int, row: array[int], at: int) -> None:
    """Write how many seats have their turn before this one, and the actions left in its turn."""
    mover = pieces.next_seat(table, table.turn) if table.phase == codes.REFILL else table.turn
    row[at] = inline.count(table.playing & turns_between(mover, seat))
    row[at + 1] = 0
    if mover == seat:
        row[at + 1] = 2 if table.phase == codes.REFILL else table.actions_left


def turns_between(mover: int, seat: int) -> int:
    """Return the mask of the seats from one seat clockwise up to another, without the latter."""
    if mover <= seat:
        return (1 << seat) - (1 << mover)
    return 0b1111 - (1 << mover) + (1 << seat)


def describe_conflict(outlook: Outlook, table: Table, seat: int, row: array[int], at: int) -> None:
    """Write a seat's part in the current conflict: its strength with what it has committed, and what it may still commit."""
    for i in range(6):
        row[at + i] = 0
    if table.stage != codes.COMMIT or (seat != table.attacker and seat != table.defender):
        return
    attacks = seat == table.attacker
    rival = table.attacker + table.defender - seat
    colour = table.colour
    strength = conflict_strength(outlook, table, seat)
    row[at] = 1 if attacks else 0
    row[at + 1] = 0 if attacks else 1
    row[at + 2] = clamp(strength + (table.attack if attacks and table.attack > 0 else 0), 20)
    if not attacks or table.attack < 0:
        row[at + 3] = table.hand[4 * seat + (codes.RED if table.revolt else colour)]
    row[at + 4] = 1 if table.revolt else clamp(conflict_strength(outlook, table, rival) + 1, 20)
    row[at + 5] = 1 if table.revolt else clamp(strength + 1, 20)


def conflict_strength(outlook: Outlook, table: Table, seat: int) -> int:
    """Return a seat's strength on the board in the current conflict (E-1, F-5)."""
    cell = table.stand[4 * seat + table.colour]
    return table.near[cell] if table.revolt else outlook.tiles[4 * table.kingdom[cell] + table.colour]


# -- all together ---------------------------------------------------------------------------------------------------------


def describe_game(table: Table, row: array[int], at: int) -> None:
    """Write the features of the game as a whole."""
    left = inline.count(table.treasures) - table.treasures_at_end
    bag = pieces.bag_count(table)
    unbuilt = 0
    for pair in range(6):
        unbuilt += table.monument[pair] < 0
    row[at] = left if left > 0 else 0
    row[at + 1] = 1 if left <= 0 else 0
    row[at + 2] = bag
    row[at + 3] = 24 - bag if bag < 24 else 0
    row[at + 4] = unbuilt
    row[at + 5] = 1 if table.phase == codes.REFILL else 0
    row[at + 6] = 1 if table.phase == codes.DEAL or table.phase == codes.START else 0
    row[at + 7] = 1 if table.stage == codes.WAR else 0
    row[at + 8] = 1 if table.stage == codes.COMMIT else 0
    row[at + 9] = 1 if table.stage == codes.COMMIT and table.revolt else 0
    row[at + 10] = 1 if table.stage == codes.RAISE else 0
    row[at + 11] = 1 if table.stage == codes.BUILD else 0
    row[at + 12] = 1 if table.stage == codes.TAKE else 0


def describe(outlook: Outlook, prospects: Prospects, table: Table, rows: array[int]) -> None:
    """Write the features of all seats, one after the other."""
    survey(outlook, table)
    compare_seats(outlook, table)
    for seat in range(4):
        if table.playing >> seat & 1:
            rating.final_score(prospects, table, seat)
    at = 0
    for seat in range(4):
        if table.playing >> seat & 1:
            for rank in range(4):
                describe_colour(outlook, table, seat, outlook.order[4 * seat + rank], rows, at + shape.TRAITS * rank)
            describe_seat(outlook, table, prospects, seat, rows, at + 4 * shape.TRAITS)
            at += shape.OWN


def combine(outlook: Outlook, prospects: Prospects, table: Table, rows: array[int], inputs: array[int]) -> None:
    """Write all inputs of a net, seat by seat.

    Args:
        outlook: working memory.
        prospects: working memory.
        table: the table; the hands and points of all seats are read.
        rows: scratch for the features of four seats.
        inputs: the inputs of all seats.
    """
    describe(outlook, prospects, table, rows)
    for i in range(table.seats):
        at = i * shape.INPUTS
        for k in range(shape.OWN):
            inputs[at + k] = rows[i * shape.OWN + k]
            inputs[at + shape.OWN + k] = 0
        for rival in range(table.seats):
            if rival != i:
                for k in range(shape.OWN):
                    inputs[at + shape.OWN + k] += rows[rival * shape.OWN + k]
        describe_game(table, inputs, at + 2 * shape.OWN)


def clamp(number: int, most: int) -> int:
    """Return a number, at least `-most` and at most `most`."""
    if number > most:
        return most
    return number if number > -most else -most
