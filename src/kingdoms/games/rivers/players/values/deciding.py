"""Heuristic values for the choices of every kind of decision: the greedy player's one-step evaluation.

Each decision reads the table once (`sight`) and values each action (`worth`). Values shared by many actions are computed once,
such as that of a tile of a colour for a kingdom, or of a leader for a region. A catastrophe is evaluated in full only if a
cheap estimate is promising.
"""

from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import codes, conflict, tables
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.values import leading, placing, trying, worth
from kingdoms.games.rivers.players.values import sight as eyes
from kingdoms.games.rivers.players.values.judge import Judge
from kingdoms.games.rivers.players.values.sight import Sight

PASSING = -5.0
"""Value of a pass, below that of any reasonable action."""
SWAPPING = 0.02
"""Fixed cost of a swap."""
UNSURE = 0.5
"""A catastrophe is evaluated in full only if its estimate is less than this much below the best action."""


def weigh_up(judge: Judge, table: Table, seat: int, known_seats: int, moves: Moves) -> int:
    """Evaluate the choices of a decision, and return the index of the best one.

    Args:
        judge: receives the values, in `values`.
        table: the table; information hidden from the seat is not read.
        seat: the seat to move.
        known_seats: mask of the seats whose points it knows.
        moves: the choices.
    """
    eyes.look(judge.sight, table, seat, known_seats)
    stage = table.stage
    if stage == codes.ACTING:
        return _weigh_actions(judge, judge.sight, table, moves)
    if stage == codes.COMMIT:
        _price_swaps(judge, judge.sight, table)
        _weigh_commits(judge, judge.sight, table, moves)
    else:
        for i in range(moves.count):
            if stage == codes.WAR:
                judge.values[i] = _war(judge.sight, table, moves.items[i] - codes.CHOOSE_WAR)
            elif stage == codes.RAISE or stage == codes.BUILD:
                judge.values[i] = trying.value_after(judge, judge.sight, table, moves.items[i])
            elif stage == codes.TAKE:
                judge.values[i] = _take(judge.sight, table, moves.items[i] - codes.TAKEN)
            elif stage == codes.INCOME:
                judge.values[i] = judge.sight.worth[4 * seat + moves.items[i] - codes.CHOOSE_INCOME]
            else:
                judge.values[i] = 0.0
    best = 0
    for i in range(1, moves.count):
        if judge.values[i] > judge.values[best]:
            best = i
    return best


def _weigh_actions(judge: Judge, sight: Sight, table: Table, moves: Moves) -> int:
    """Evaluate the actions of a turn; catastrophes last, since only promising ones are evaluated in full."""
    _prepare(judge, sight, table)
    best = -1
    for i in range(moves.count):
        action = moves.items[i]
        if action >= codes.SWAP:
            value = swap(judge, action - codes.SWAP)
        elif action >= codes.RUIN:
            continue
        elif action >= codes.LEAD:
            value = leading.lead(judge, sight, table, (action - codes.LEAD) // 176, (action - codes.LEAD) % 176)
        elif action >= codes.PLACE:
            value = placing.place(judge, sight, table, (action - codes.PLACE) // 176, (action - codes.PLACE) % 176)
        elif action >= codes.WITHDRAW:
            value = leading.withdraw(judge, sight, action - codes.WITHDRAW)
        else:
            value = PASSING
        judge.values[i] = value
        if best < 0 or value > judge.values[best]:
            best = i
    for i in range(moves.count):
        action = moves.items[i]
        if codes.RUIN <= action < codes.SWAP:
            value = trying.guess_ruin(judge, sight, table, action - codes.RUIN)
            if best < 0 or value + UNSURE > judge.values[best]:
                value = trying.value_after(judge, sight, table, action) - worth.board_value(sight, table) - trying.RUIN
            judge.values[i] = value
            if best < 0 or value > judge.values[best]:
                best = i
    return best


def _prepare(judge: Judge, sight: Sight, table: Table) -> None:
    judge.epoch += 1
    for piece in range(16):
        cell = table.stand[piece]
        judge.bare[piece] = judge.stand_worth[piece] = 0.0
        if cell >= 0:
            judge.bare[piece] = worth.bare_worth(sight, piece >> 2, piece & 3, sight.region[cell])
            judge.stand_worth[piece] = judge.bare[piece] * worth.safety(sight, piece >> 2, table.near[cell])
    for colour in range(4):
        cell = table.stand[4 * sight.seat + colour]
        judge.price[colour] = worth.tile_worth(sight, table, colour)
        judge.home[colour] = 0.0
        if cell >= 0:
            judge.home[colour] = leading.tensions_of(sight, sight.region[cell], sight.near_by[sight.region[cell]], colour)
    _price_swaps(judge, sight, table)


def _price_swaps(judge: Judge, sight: Sight, table: Table) -> None:
    """Compute the values of swapping 1, 2, ... tiles of each colour."""
    fresh = 0.0
    total = max(1, sight.unseen_all)
    for colour in range(4):
        fresh += sight.unseen[colour] / total * worth.first_tile(sight, table, colour)
    for colour in range(4):
        first = worth.first_tile(sight, table, colour)
        value = 0.0
        judge.swaps[7 * colour] = 0.0
        for count in range(1, min(6, sight.hand[colour]) + 1):
            place = sight.hand[colour] - count
            value += fresh - first * worth.FURTHER[min(place, 5)]
            judge.swaps[7 * colour + count] = value


def swap(judge: Judge, counts: int) -> float:
    """Return the value of a swap: highest for tiles that are numerous or useless."""
    return (
        judge.swaps[counts // 343]
        + judge.swaps[7 + counts // 49 % 7]
        + judge.swaps[14 + counts // 7 % 7]
        + judge.swaps[21 + counts % 7]
        - SWAPPING
    )


def kingdoms_at_war(sight: Sight, table: Table, colour: int) -> int:
    """Return the two kingdoms joined by the marked tile that have a leader of a colour (F-3).

    Returns:
        32 * one number + the other.
    """
    touched = eyes.find_regions(sight, table.marker)
    second_kingdom = first_kingdom = 0
    for i in range(touched):
        if sight.leaders[4 * sight.neighbours[i] + colour] >= 0:
            first_kingdom = second_kingdom
            second_kingdom = sight.neighbours[i]
    return 32 * first_kingdom + second_kingdom


def _war(sight: Sight, table: Table, colour: int) -> float:
    """Return the priority of a war, its value: a profitable war comes first, since it may call off an unprofitable one."""
    pair = kingdoms_at_war(sight, table, colour)
    return worth.war_value(sight, table, pair // 32, pair % 32, colour, sight.hand[colour])


def _take(sight: Sight, table: Table, cell: int) -> float:
    """Return the priority of a treasure: low if its temple is next to own leaders, high if next to rivals' leaders."""
    value = 0.0
    for i in range(4 * cell, 4 * cell + 4):
        piece = table.contents[tables.NEXT[i]] - codes.LEADERS
        if piece >= 0:
            value += -1.0 if piece >> 2 == sight.seat else 1.0
    return value


def _weigh_commits(judge: Judge, sight: Sight, table: Table, moves: Moves) -> None:
    """Evaluate the numbers of tiles to commit.

    The defender knows the number it needs; the attacker maximises its expected value. In a conflict lost for certain, tiles are
    still committed if their replacements are worth more.
    """
    colour = conflict.commits(table)
    attacks = sight.seat == table.attacker
    lead = conflict.strength(table, table.attacker) - conflict.strength(table, table.defender)
    win = worth.win_of_conflict(sight, table)
    loss = worth.loss_of_conflict(sight, table)
    price = worth.tile_worth(sight, table, colour)
    for i in range(moves.count):
        number = moves.items[i] - codes.COMMITTED
        if attacks:
            chance = eyes.chance_below(sight, table.defender, colour, lead + number)
        else:
            chance = 1.0 if number >= lead + table.attack else 0.0
        value = chance * win - (1.0 - chance) * loss
        if chance > 0.0:
            value -= price * number
        elif number:
            value += judge.swaps[7 * colour + number] - SWAPPING
        judge.values[i] = value
