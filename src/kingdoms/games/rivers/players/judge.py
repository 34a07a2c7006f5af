"""What each action of Two Rivers is worth to a greedy player: a sound one-step judgement for every kind of decision.

It looks at the table once (`sight`), and says of each action what it brings (`worth`). What many actions have in common is worked
out once: what a kingdom gains by a tile of a colour, what a leader finds in a region. The few actions that change much at once
(catastrophes, monuments) are played on a copy, and only if they may be good.
"""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import codes, conflict, course, tables
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players import limits, worth
from kingdoms.games.rivers.players import sight as eyes
from kingdoms.games.rivers.players.sight import Sight

MOVING = 0.4
"""What it costs to move a leader that stands: the action, mostly."""
RUIN = 0.9
"""... to use a catastrophe, of which there are two."""
WITHDRAWING = 0.5
PASSING = -5.0
"""Worse than all but folly."""
SETTLING = 0.08
"""A region without a leader that grows into a kingdom with one's own."""
PROMISING = 0.2
"""The third tile of a square that would pay an own leader."""
SWAPPING = 0.02
UNSURE = 0.5
"""A catastrophe that seems worth so much less than the best action is not looked at closely."""


class Judge:
    """Judges the choices of a decision, and keeps what they have in common.

    Args:
        table: any table of the game, for the copy that actions are tried on; it is taken over.

    Attributes:
        sight: the table as the seat sees it that decides.
        values: what the choices are worth, in the order in which they were listed.
    """

    def __init__(self, table: Table) -> None:
        self.sight = Sight()
        self.then = Sight()
        self.spare = table
        self.epoch = 0
        self.values = [0.0] * 5422
        self.price = [0.0] * 4  # of the last tile of a colour in hand
        self.home = [0.0] * 4  # the wars that a leader may have where it stands
        self.bare = [0.0] * 16  # by leader, what it is worth if nothing could drive it out
        self.stand_worth = [0.0] * 16  # by leader, what it is worth
        self.swaps = [0.0] * 28  # 7 * colour + count
        # By free cell: is it worked out, the regions without leader that it touches, the kingdoms that it brings near, the
        # leaders beside it, and how many free cells of each ground its kingdom gains
        self.cell_known = [0] * 176
        self.joins = [0] * 176
        self.newly = [0] * 176
        self.beside = [0] * 176
        self.land = [0] * 176
        self.water = [0] * 176
        # By 4 * kingdom + colour: what its wars change by one more tile
        self.growth_known = [0] * 68
        self.growth = [0.0] * 68
        # By 4 * region + colour: what a leader finds there, and what else that brings
        self.lead_known = [0] * 512
        self.lead_bare = [0.0] * 512
        self.lead_more = [0.0] * 512
        # By 5 * (4 * kingdom + colour) + temples: what a revolt is worth
        self.revolt_known = [0] * 340
        self.revolts = [0.0] * 340


def weigh_up(judge: Judge, table: Table, seat: int, known: int, moves: Moves) -> int:
    """Say in `values` what each of some choices is worth, and return the index of the best one.

    Args:
        judge: keeps what is found.
        table: what is hidden from the seat is not looked at.
        seat: who decides.
        known: mask of the seats whose points it knows.
        moves: the choices.
    """
    eyes.look(judge.sight, table, seat, known)
    stage = table.stage
    if stage == codes.ACTING:
        return _weigh_actions(judge, judge.sight, table, moves)
    if stage == codes.COMMIT:
        _price_swaps(judge, judge.sight, table)
        _weigh_commits(judge, judge.sight, table, moves)
    else:
        for i in range(moves.count):
            if stage == codes.WAR:
                judge.values[i] = _war(judge, judge.sight, table, moves.items[i] - codes.CHOOSE_WAR)
            elif stage == codes.BUILD:
                judge.values[i] = _after(judge, judge.sight, table, moves.items[i])
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


# -- the actions of a turn ------------------------------------------------------------------------------------------------


def _weigh_actions(judge: Judge, sight: Sight, table: Table, moves: Moves) -> int:
    """Say what the actions of a turn are worth; catastrophes last, since only the good ones are looked at closely."""
    _prepare(judge, sight, table)
    best = -1
    for i in range(moves.count):
        action = moves.items[i]
        if action >= codes.SWAP:
            value = swap(judge, action - codes.SWAP)
        elif action >= codes.RUIN:
            continue
        elif action >= codes.LEAD:
            value = lead(judge, sight, table, (action - codes.LEAD) // 176, (action - codes.LEAD) % 176)
        elif action >= codes.PLACE:
            value = place(judge, sight, table, (action - codes.PLACE) // 176, (action - codes.PLACE) % 176)
        elif action >= codes.WITHDRAW:
            value = withdraw(judge, sight, action - codes.WITHDRAW)
        else:
            value = PASSING
        judge.values[i] = value
        if best < 0 or value > judge.values[best]:
            best = i
    for i in range(moves.count):
        action = moves.items[i]
        if codes.RUIN <= action < codes.SWAP:
            value = guess_ruin(judge, sight, table, action - codes.RUIN)
            if best < 0 or value + UNSURE > judge.values[best]:
                value = _after(judge, sight, table, action) - worth.board_value(sight, table) - RUIN
            judge.values[i] = value
            if best < 0 or value > judge.values[best]:
                best = i
    return best


def _prepare(judge: Judge, sight: Sight, table: Table) -> None:
    """Work out what all actions of a turn have in common."""
    judge.epoch += 1
    for piece in range(16):
        cell = table.stand[piece]
        judge.bare[piece] = judge.stand_worth[piece] = 0.0
        if cell >= 0:
            judge.bare[piece] = worth.bare_worth(sight, piece >> 2, piece & 3, sight.of[cell])
            judge.stand_worth[piece] = judge.bare[piece] * worth.safety(sight, piece >> 2, table.near[cell])
    for colour in range(4):
        cell = table.stand[4 * sight.seat + colour]
        judge.price[colour] = worth.tile_worth(sight, table, colour)
        judge.home[colour] = 0.0
        if cell >= 0:
            judge.home[colour] = _tensions(sight, sight.of[cell], sight.near_by[sight.of[cell]], colour)
    _price_swaps(judge, sight, table)


def _price_swaps(judge: Judge, sight: Sight, table: Table) -> None:
    """Work out what it is worth to draw others for 1, 2, ... tiles of each colour."""
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
    """Return what it is worth to draw other tiles: most for those that are many, or that are of no use."""
    return (
        judge.swaps[counts // 343]
        + judge.swaps[7 + counts // 49 % 7]
        + judge.swaps[14 + counts // 7 % 7]
        + judge.swaps[21 + counts % 7]
        - SWAPPING
    )


# -- tiles ----------------------------------------------------------------------------------------------------------------


def place(judge: Judge, sight: Sight, table: Table, colour: int, cell: int) -> float:
    """Return what placing a tile is worth."""
    mask = sight.touches[cell]
    if mask == 0:
        return -judge.price[colour]
    if mask & (mask - 1):
        return _join(judge, sight, table, colour, cell) - judge.price[colour]
    kingdom = inline.lowest(mask)
    if judge.cell_known[cell] != judge.epoch:
        _look_around(judge, sight, table, cell, kingdom)
    return _grow(judge, sight, table, colour, cell, kingdom) - judge.price[colour]


def _look_around(judge: Judge, sight: Sight, table: Table, cell: int, kingdom: int) -> None:
    """Work out what a tile on a cell beside a kingdom brings, whatever its colour."""
    judge.cell_known[cell] = judge.epoch
    judge.joins[cell] = eyes.around(sight, cell) - 1
    judge.beside[cell] = 0
    judge.land[cell] = tables.WET[cell] - 1
    judge.water[cell] = -tables.WET[cell]
    mask = 0
    for i in range(4 * cell, 4 * cell + 4):
        other = tables.NEXT[i]
        if table.what[other] >= codes.LEADERS:
            judge.beside[cell] |= 1 << table.what[other] - codes.LEADERS
        elif table.what[other] == codes.EMPTY:
            mask |= sight.touches[other]
            if not sight.touches[other] >> kingdom & 1:
                if tables.WET[other]:
                    judge.water[cell] += 1
                else:
                    judge.land[cell] += 1
    judge.newly[cell] = mask & ~(sight.near_by[kingdom] | 1 << kingdom)


def _is_plain(judge: Judge, sight: Sight, cell: int, kingdom: int) -> int:
    """Say whether a tile on a cell joins no other region, and leaves the kingdom room if and only if it had any."""
    land = sight.room[2 * kingdom]
    water = sight.room[2 * kingdom + 1]
    return (
        judge.joins[cell] == 0
        and (land > 0) == (land + judge.land[cell] > 0)
        and (water > 0) == (water + judge.water[cell] > 0)
    )


def _grow(judge: Judge, sight: Sight, table: Table, colour: int, cell: int, kingdom: int) -> float:
    """Return what it is worth to let a kingdom grow."""
    seat = eyes.scorer(sight, kingdom, colour)
    value = sight.weight[seat] * sight.worth[4 * seat + colour] if seat >= 0 else 0.0
    value += _square(judge, sight, table, colour, cell, kingdom)
    if not _is_plain(judge, sight, cell, kingdom):
        return value + _unite(judge, sight, table, colour, cell, kingdom)
    value += _growth(judge, sight, colour, kingdom)
    if judge.newly[cell]:
        eyes.copy(sight, kingdom, limits.WHOLE)
        sight.tiles[4 * limits.WHOLE + colour] += 1
        value += _newly_near(judge, sight, cell)
    mask = judge.beside[cell] if colour == codes.RED else 0
    while mask:
        piece = inline.lowest(mask)
        mask &= mask - 1
        temples = table.near[table.stand[piece]]
        change = worth.safety(sight, piece >> 2, temples + 1) - worth.safety(sight, piece >> 2, temples)
        value += sight.weight[piece >> 2] * judge.bare[piece] * change
    return value


def _growth(judge: Judge, sight: Sight, colour: int, kingdom: int) -> float:
    """Return how the wars that a kingdom may have change by one more tile of a colour."""
    key = 4 * kingdom + colour
    if judge.growth_known[key] != judge.epoch:
        value = 0.0
        mask = sight.near_by[kingdom]
        while mask:
            other = inline.lowest(mask)
            mask &= mask - 1
            value -= worth.tension(sight, kingdom, other, colour)
            sight.tiles[key] += 1
            value += worth.tension(sight, kingdom, other, colour)
            sight.tiles[key] -= 1
        judge.growth[key] = value
        judge.growth_known[key] = judge.epoch
    return judge.growth[key]


def _newly_near(judge: Judge, sight: Sight, cell: int) -> float:
    """Return what the wars count with those kingdoms that a tile on a cell brings near."""
    value = 0.0
    mask = judge.newly[cell]
    while mask:
        value += worth.tensions(sight, limits.WHOLE, inline.lowest(mask))
        mask &= mask - 1
    return value


def _unite(judge: Judge, sight: Sight, table: Table, colour: int, cell: int, kingdom: int) -> float:
    """Return what it is worth that a kingdom grows by a tile and the regions that this joins to it."""
    eyes.copy(sight, kingdom, limits.WHOLE)
    touched = eyes.around(sight, cell)
    for i in range(1, touched):
        eyes.join(sight, sight.found[i], limits.WHOLE)
    sight.tiles[4 * limits.WHOLE + colour] += 1
    sight.room[2 * limits.WHOLE] += judge.land[cell]
    sight.room[2 * limits.WHOLE + 1] += judge.water[cell]
    value = 0.0
    if touched > 1:
        value += worth.trader_gain(sight, limits.WHOLE) - worth.trader_gain(sight, kingdom)
        if eyes.scorer(sight, kingdom, colour) == sight.seat:
            value += SETTLING
    value += _change_of_leaders(judge, sight, table, kingdom, colour, cell)
    mask = sight.near_by[kingdom]
    while mask:
        other = inline.lowest(mask)
        mask &= mask - 1
        for c in range(4):
            if sight.tiles[4 * limits.WHOLE + c] != sight.tiles[4 * kingdom + c]:
                value += worth.tension(sight, limits.WHOLE, other, c) - worth.tension(sight, kingdom, other, c)
    return value + _newly_near(judge, sight, cell)


def _change_of_leaders(judge: Judge, sight: Sight, table: Table, region: int, colour: int, cell: int) -> float:
    """Return how the worth of the leaders of a kingdom changes when it becomes `WHOLE` by a tile on a cell."""
    value = 0.0
    for office in range(4):
        seat = sight.leaders[4 * region + office]
        if seat >= 0:
            here = table.stand[4 * seat + office]
            temples = table.near[here]
            if colour == codes.RED and _are_beside(here, cell):
                temples += 1
            then = worth.leader_worth(sight, seat, office, limits.WHOLE, temples)
            value += sight.weight[seat] * (then - judge.stand_worth[4 * seat + office])
    return value


def _are_beside(one: int, other: int) -> int:
    """Say whether two cells share a side."""
    for i in range(4 * one, 4 * one + 4):
        if tables.NEXT[i] == other:
            return 1
    return 0


def _square(judge: Judge, sight: Sight, table: Table, colour: int, cell: int, region: int) -> float:
    """Return what a tile is worth as part of a square: a monument if it completes one, else a promise."""
    what = codes.TEMPLE + colour
    same = 0
    for i in range(4 * cell, 4 * cell + 4):
        same += table.what[tables.NEXT[i]] == what
    if same == 0:
        return 0.0
    value = 0.0
    for i in range(4 * cell, 4 * cell + 4):
        corner = tables.CORNERS[i]
        if corner < 0:
            continue
        same = 0
        free = -1
        for k in range(4):
            one = corner + (k & 1) + 16 * (k >> 1)
            if table.what[one] == what:
                same += 1
            elif free < 0 and one != cell and table.what[one] == codes.EMPTY:
                free = one
        if same == 3:
            value = max(value, _monument(judge, sight, table, colour, corner, region))
        elif same == 2 and free >= 0 and sight.leaders[4 * region + colour] == sight.seat:
            if tables.WET[free] == (colour == codes.BLUE) and _is_monument_left(table):
                value = max(value, PROMISING * sight.worth[4 * sight.seat + colour])
    return value


def _is_monument_left(table: Table) -> int:
    """Say whether there is a monument that nobody has put up."""
    for pair in range(6):
        if table.monument[pair] < 0:
            return 1
    return 0


def _monument(judge: Judge, sight: Sight, table: Table, colour: int, corner: int, region: int) -> float:
    """Return what the best monument on a square would pay, less the leaders that it would leave without a temple."""
    lost = 0.0
    if colour == codes.RED:
        for piece in range(16):
            cell = table.stand[piece]
            if cell < 0 or table.near[cell] > 2:
                continue
            count = 0
            for i in range(4 * cell, 4 * cell + 4):
                other = tables.NEXT[i]
                count += other == corner or other == corner + 1 or other == corner + 16 or other == corner + 17
            if count and count >= table.near[cell]:
                lost += sight.weight[piece >> 2] * (judge.stand_worth[piece] + worth.LOSS)
    best = 0.0
    for pair in range(6):
        if table.monument[pair] < 0 and tables.PAIR_HAS[4 * pair + colour]:
            pays = 0.0
            for one in range(4):
                seat = sight.leaders[4 * region + one]
                if seat >= 0 and tables.PAIR_HAS[4 * pair + one]:
                    pays += sight.weight[seat] * sight.worth[4 * seat + one] * worth.INCOME
            best = max(best, pays - lost)
    return best


def _join(judge: Judge, sight: Sight, table: Table, colour: int, cell: int) -> float:
    """Return what it is worth to join two kingdoms: wars, or all that a larger kingdom brings."""
    touched = eyes.around(sight, cell)
    one = sight.found[0]
    other = sight.found[1]
    eyes.copy(sight, one, limits.WHOLE)
    for i in range(1, touched):
        eyes.join(sight, sight.found[i], limits.WHOLE)
    sight.tiles[4 * limits.WHOLE + colour] += 1
    value = 0.0
    wars = 0
    fade = 1.0
    for c in range(4):
        if sight.leaders[4 * one + c] >= 0 and sight.leaders[4 * other + c] >= 0:
            wars |= 1 << c
            fade *= 0.6
            value += worth.war_value(sight, table, one, other, c, sight.hand[c] - (c == colour))
    if not wars >> codes.GREEN & 1:
        before = worth.trader_gain(sight, one) + worth.trader_gain(sight, other)
        value += (worth.trader_gain(sight, limits.WHOLE) - before) * fade
    if not wars:
        value += _change_of_leaders(judge, sight, table, one, colour, cell)
        value += _change_of_leaders(judge, sight, table, other, colour, cell)
    return value


# -- leaders --------------------------------------------------------------------------------------------------------------


def lead(judge: Judge, sight: Sight, table: Table, colour: int, cell: int) -> float:
    """Return what placing or moving a leader is worth."""
    touched = eyes.around(sight, cell)
    number = sight.found[0]
    temples = table.near[cell]
    behind = 0.0
    if table.stand[4 * sight.seat + colour] >= 0:
        behind = judge.stand_worth[4 * sight.seat + colour] + judge.home[colour] + MOVING
    if touched > 1:
        return _lead_between(judge, sight, table, colour, temples, touched) - behind
    key = 4 * number + colour
    rival = sight.leaders[key]
    if rival >= 0 and rival != sight.seat:
        if table.stand[4 * sight.seat + colour] >= 0:
            behind -= judge.home[colour]
        key = 5 * key + temples
        if judge.revolt_known[key] != judge.epoch:
            judge.revolt_known[key] = judge.epoch
            against = table.near[table.stand[4 * rival + colour]]
            judge.revolts[key] = worth.plan_revolt(sight, table, temples, against, rival, colour, number)
        return judge.revolts[key] - behind
    if judge.lead_known[key] != judge.epoch:
        _see_place(judge, sight, colour, number)
    return judge.lead_bare[key] * worth.safety(sight, sight.seat, temples) + judge.lead_more[key] - behind


def _see_place(judge: Judge, sight: Sight, colour: int, number: int) -> None:
    """Work out what a leader finds in a region."""
    key = 4 * number + colour
    before = worth.trader_gain(sight, number)
    eyes.copy(sight, number, limits.WHOLE)
    sight.leaders[4 * limits.WHOLE + colour] = sight.seat
    value = worth.trader_gain(sight, limits.WHOLE) - before
    value += _tensions(sight, limits.WHOLE, sight.near_by[number], colour)
    judge.lead_known[key] = judge.epoch
    judge.lead_bare[key] = worth.bare_worth(sight, sight.seat, colour, limits.WHOLE)
    judge.lead_more[key] = value


def _lead_between(judge: Judge, sight: Sight, table: Table, colour: int, temples: int, touched: int) -> float:
    """Return what it is worth to place a leader where it joins several regions: those in `found`."""
    rival = -1
    near = numbers = 0
    for i in range(touched):
        number = sight.found[i]
        if i == 0:
            eyes.copy(sight, number, limits.WHOLE)
        else:
            eyes.join(sight, number, limits.WHOLE)
        if sight.leaders[4 * number + colour] != sight.seat:
            rival = max(rival, sight.leaders[4 * number + colour])
        near |= sight.near_by[number]
        if number <= 16:
            numbers |= 1 << number
    if rival >= 0:
        against = table.near[table.stand[4 * rival + colour]]
        value = worth.plan_revolt(sight, table, temples, against, rival, colour, limits.WHOLE)
        return value + judge.home[colour] if table.stand[4 * sight.seat + colour] >= 0 else value
    before = worth.trader_gain(sight, limits.WHOLE)
    sight.leaders[4 * limits.WHOLE + colour] = sight.seat
    value = worth.leader_worth(sight, sight.seat, colour, limits.WHOLE, temples)
    value += worth.trader_gain(sight, limits.WHOLE) - before
    return value + _tensions(sight, limits.WHOLE, near & ~numbers, colour)


def _tensions(sight: Sight, region: int, near: int, colour: int) -> float:
    """Return what the wars of a colour count that a region may have with some kingdoms."""
    value = 0.0
    mask = near
    while mask:
        value += worth.tension(sight, region, inline.lowest(mask), colour)
        mask &= mask - 1
    return value


def withdraw(judge: Judge, sight: Sight, colour: int) -> float:
    """Return what it is worth to take a leader back: seldom anything."""
    return -judge.stand_worth[4 * sight.seat + colour] - judge.home[colour] - WITHDRAWING


# -- catastrophes, and what else is tried on a copy -----------------------------------------------------------------------


def guess_ruin(judge: Judge, sight: Sight, table: Table, cell: int) -> float:
    """Return what a catastrophe seems to be worth: the leaders that it drives out, the wars that it stops, what it cuts off."""
    value = -RUIN
    what = table.what[cell]
    if what == codes.EMPTY:
        mask = sight.touches[cell]
        if table.touch[cell] == 2:
            value -= worth.tensions(sight, inline.lowest(mask), inline.lowest(mask & (mask - 1)))
        return value
    if what == codes.TEMPLE:
        for i in range(4 * cell, 4 * cell + 4):
            other = tables.NEXT[i]
            piece = table.what[other] - codes.LEADERS
            if piece < 0:
                continue
            if table.near[other] == 1:
                value -= sight.weight[piece >> 2] * (judge.stand_worth[piece] + worth.LOSS)
            else:
                change = worth.safety(sight, piece >> 2, table.near[other] - 1)
                change -= worth.safety(sight, piece >> 2, table.near[other])
                value += sight.weight[piece >> 2] * judge.bare[piece] * change
    number = sight.of[cell]
    if number <= 16 and parts(table, cell) > 1:
        value += _rival_income(sight, number)
    return value


def _rival_income(sight: Sight, number: int) -> float:
    """Return what it counts if no monument in a kingdom pays rivals any more."""
    value = 0.0
    for colour in range(4):
        seat = sight.leaders[4 * number + colour]
        if seat >= 0 and seat != sight.seat:
            value -= sight.weight[seat] * sight.worth[4 * seat + colour] * sight.pays[4 * number + colour] * worth.INCOME
    return value


def parts(table: Table, cell: int) -> int:
    """Return into how many parts a kingdom may fall without a cell, as the cells around that one look."""
    number = table.kingdom[cell]
    row, column = cell >> 4, cell & 15
    up, down = _is_at(table, number, row - 1, column), _is_at(table, number, row + 1, column)
    left, right = _is_at(table, number, row, column - 1), _is_at(table, number, row, column + 1)
    links = up and left and _is_at(table, number, row - 1, column - 1)
    links += up and right and _is_at(table, number, row - 1, column + 1)
    links += down and left and _is_at(table, number, row + 1, column - 1)
    links += down and right and _is_at(table, number, row + 1, column + 1)
    return max(1, up + down + left + right - links)


def _is_at(table: Table, number: int, row: int, column: int) -> int:
    """Say whether a kingdom is at a place, which may be off the board."""
    return 0 <= row < 11 and 0 <= column < 16 and table.kingdom[16 * row + column] == number


def _after(judge: Judge, sight: Sight, table: Table, action: int) -> float:
    """Return what the leaders count when an action has been done, up to the next decision or the end of the action."""
    if action == codes.DECLINE:
        return worth.board_value(sight, table)
    judge.spare.copy_from(table)
    course.act(judge.spare, action)
    while not judge.spare.asked and codes.WAR <= judge.spare.stage <= codes.TAKE:
        course.step(judge.spare)
    return _value_then(judge, judge.then, judge.spare)


def _value_then(judge: Judge, sight: Sight, table: Table) -> float:
    """Return what the leaders count on the copy."""
    eyes.look(sight, table, judge.sight.seat, judge.sight.known)
    return worth.board_value(sight, table)


# -- conflicts, treasures -------------------------------------------------------------------------------------------------


def kingdoms_at_war(sight: Sight, table: Table, colour: int) -> int:
    """Find the two kingdoms that the marked tile joins and in which a leader of a colour is (F-3).

    Returns:
        32 * the one + the other.
    """
    touched = eyes.around(sight, table.marker)
    one = other = 0
    for i in range(touched):
        if sight.leaders[4 * sight.found[i] + colour] >= 0:
            other = one
            one = sight.found[i]
    return 32 * other + one


def _war(judge: Judge, sight: Sight, table: Table, colour: int) -> float:
    """Return how soon a war should be resolved: one that pays first, it may call off one that does not; losses last."""
    pair = kingdoms_at_war(sight, table, colour)
    return worth.war_value(sight, table, pair // 32, pair % 32, colour, sight.hand[colour])


def _take(sight: Sight, table: Table, cell: int) -> float:
    """Return how gladly a treasure is taken: least where it shields a temple that own leaders stand next to."""
    value = 0.0
    for i in range(4 * cell, 4 * cell + 4):
        piece = table.what[tables.NEXT[i]] - codes.LEADERS
        if piece >= 0:
            value += -1.0 if piece >> 2 == sight.seat else 1.0
    return value


def _weigh_commits(judge: Judge, sight: Sight, table: Table, moves: Moves) -> None:
    """Say what committing so many tiles is worth.

    The defender sees what it takes, the attacker goes by expectation. Tiles that do nothing are better thrown in than kept where
    others in their place are worth more.
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
