"""The greedy player of Two Rivers: a sound one-step player for every kind of decision.

It looks at the table once (`rivers_sight`), says of each action what it brings (`rivers_worth`), and takes the best. The few
actions that change much at once (squares, catastrophes, wars) are played on a copy. What others hold is estimated from the
tiles not seen; a conflict is begun when it pays by expectation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.games.rivers.engine import codes, conflict, course
from kingdoms.games.rivers.engine.geometry import NEIGHBOURS, PAIRS, RIVER, SEATS, TREASURE
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.players import worth
from kingdoms.games.rivers.players.reasons import reason
from kingdoms.games.rivers.players.sight import SQUARES, Region, Sight
from kingdoms.games.rivers.table.view import View as RiversView
from kingdoms.games.rivers.words.notation import SWAPS

MOVING: Final = 0.4
"""What it costs to move a leader that stands: the action, mostly."""
RUIN: Final = 0.9
"""... to use a catastrophe, of which there are two."""
WITHDRAWING: Final = 0.5
PASSING: Final = -5.0
"""Worse than all but folly."""
SETTLING: Final = 0.08
"""A region without a leader that grows into a kingdom with one's own."""
PROMISING: Final = 0.2
"""The third tile of a square that would pay an own leader."""
SWAPPING: Final = 0.02
MOST_CUTS: Final = 8
"""How many catastrophes are looked at closely."""


class Greedy:
    """Takes the action that promises most: points of its weakest colour first.

    Args:
        seed: where the states come from that it thinks about.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the action that it likes best."""
        if len(legal) == 1:
            return legal[0]
        return best_action(self.look(view), legal)

    def reason(self, view: View, action: int) -> str:
        """Return what speaks for an action."""
        return reason(self.look(view), action)

    def look(self, view: View) -> Sight:
        """Return the table as the seat of a view sees it."""
        assert isinstance(view, RiversView)
        assert view.seat is not None
        return Sight(view.sample(self.rng), SEATS.index(view.seat), [view.knows(seat) for seat in SEATS])


def best_action(sight: Sight, legal: Sequence[int]) -> int:
    """Return the best of the legal actions for the seat whose sight it is."""
    table = sight.table
    if table.stage == codes.COMMIT:
        return codes.COMMITTED + tiles_to_commit(sight)
    values: dict[int, Callable[[Sight, int], float]] = {
        codes.WAR: value_of_war,
        codes.BUILD: value_of_building,
        codes.TAKE: value_of_taking,
        codes.INCOME: lambda sight, action: sight.worth[sight.seat][action - codes.CHOOSE_INCOME],
    }
    if table.stage == codes.ACTING:
        judged = judge_actions(sight, legal)
        return max(judged, key=judged.__getitem__)
    return max(legal, key=lambda action: values[table.stage](sight, action))


# -- the actions of a turn ------------------------------------------------------------------------------------------------


def judge_actions(sight: Sight, legal: Sequence[int]) -> dict[int, float]:
    """Return what the actions of a turn are worth, by action; catastrophes only where they may pay."""
    judge = Judge(sight)
    values: dict[int, float] = {}
    ruins: list[int] = []
    for action in legal:
        if action >= codes.SWAP:
            values[action] = judge.swap(SWAPS[action - codes.SWAP])
        elif action >= codes.RUIN:
            ruins.append(action - codes.RUIN)
        elif action >= codes.LEAD:
            values[action] = judge.lead((action - codes.LEAD) // codes.CELLS, (action - codes.LEAD) % codes.CELLS)
        elif action >= codes.PLACE:
            values[action] = judge.place((action - codes.PLACE) // codes.CELLS, (action - codes.PLACE) % codes.CELLS)
        elif action >= codes.WITHDRAW:
            values[action] = judge.withdraw(action - codes.WITHDRAW)
        else:
            values[action] = PASSING
    for cell in judge.telling(ruins):
        values[codes.RUIN + cell] = judge.ruin(cell)
    return values


class Judge:
    """Says what the actions of one turn are worth.

    Args:
        sight: the table as the active seat sees it.
    """

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.price = [worth.tile_worth(sight, colour) if sight.hand[colour] else 0.0 for colour in range(4)]
        self.stands = [cell >= 0 for cell in sight.stand]
        self.leader_worth = [
            worth.leader_worth(sight, piece >> 2, piece & 3, sight.region_at(cell), sight.near[cell]) if cell >= 0 else 0.0
            for piece, cell in enumerate(sight.stand)
        ]
        self._now: float | None = None
        self._fresh: float | None = None
        self._wars: dict[tuple[int, int, int], float] = {}

    @property
    def now(self) -> float:
        """What the leaders on the board count as they stand."""
        if self._now is None:
            self._now = worth.board_value(self.sight)
        return self._now

    # -- tiles --------------------------------------------------------------------------------------------------------

    def place(self, colour: int, cell: int) -> float:
        """Return what placing a tile is worth."""
        sight = self.sight
        around = sight.around.get(cell, ())
        value = -self.price[colour]
        if not around:
            return value
        kingdoms = [number for number in around if sight.regions[number].is_kingdom]
        if len(kingdoms) == 2:
            return value + self._join(colour, cell, around, kingdoms)
        if not kingdoms:
            return value
        return value + self._grow(colour, cell, around, kingdoms[0])

    def _grow(self, colour: int, cell: int, around: tuple[int, ...], kingdom: int) -> float:
        """Return what it is worth to let a kingdom grow."""
        sight = self.sight
        region = sight.regions[kingdom]
        others = [sight.regions[number] for number in around if number != kingdom]
        whole = region.joined(others)
        whole.tiles[colour] += 1
        scorer = point_goes_to(region, colour)
        value = sight.weight[scorer] * sight.worth[scorer][colour] if scorer >= 0 else 0.0
        if others:
            value += worth.trader_gain(sight, whole) - worth.trader_gain(sight, region) + SETTLING * (scorer == sight.seat)
        self._open_up(whole, cell, kingdom)
        value += self._change_of_leaders(region, whole, colour, cell)
        changed = [c for c in range(4) if whole.tiles[c] != region.tiles[c]]
        for number in sight.near_by[kingdom]:
            other = sight.regions[number]
            for c in changed:
                value += worth.tension(sight, whole, other, c) - worth.tension(sight, region, other, c)
        for number in self._newly_near(cell, kingdom):
            for c in range(4):
                value += worth.tension(sight, whole, sight.regions[number], c)
        return value + self._square(colour, cell, region)

    def _open_up(self, whole: Region, cell: int, kingdom: int) -> None:
        """Count the free cells that a kingdom gains and loses with a tile on a cell."""
        sight = self.sight
        whole.room[RIVER[cell]] -= 1
        for other in NEIGHBOURS[cell]:
            if not sight.what[other] and kingdom not in sight.around.get(other, ()):
                whole.room[RIVER[other]] += 1

    def _newly_near(self, cell: int, kingdom: int) -> set[int]:
        """Return the regions that come within one tile of a kingdom by a tile on a cell."""
        sight = self.sight
        found: set[int] = set()
        for other in NEIGHBOURS[cell]:
            if not sight.what[other]:
                found.update(sight.around.get(other, ()))
        return found - sight.near_by[kingdom] - {kingdom} - set(sight.around[cell])

    def _change_of_leaders(self, region: Region, whole: Region, colour: int, cell: int) -> float:
        """Return how the worth of the leaders of a kingdom changes when it grows by a tile on a cell."""
        sight = self.sight
        value = 0.0
        for office in range(4):
            seat = region.leaders[office]
            if seat >= 0:
                here = sight.stand[4 * seat + office]
                temples = sight.near[here] + (colour == codes.RED and here in NEIGHBOURS[cell])
                then = worth.leader_worth(sight, seat, office, whole, temples)
                value += sight.weight[seat] * (then - self.leader_worth[4 * seat + office])
        return value

    def _square(self, colour: int, cell: int, region: Region) -> float:
        """Return what a tile is worth as part of a square: a monument if it completes one, else a promise."""
        sight = self.sight
        value = 0.0
        for four in SQUARES[cell]:
            same = sum(sight.what[one] == codes.TEMPLE + colour for one in four)
            if same == 3:
                value = max(value, self._monument(colour, four, region))
            elif same == 2 and region.leaders[colour] == sight.seat:
                free = [one for one in four if not sight.what[one] and one != cell]
                if free and RIVER[free[0]] == (colour == codes.BLUE) and codes.HAND in sight.table.monument:
                    value = max(value, PROMISING * sight.worth[sight.seat][colour])
        return value

    def _monument(self, colour: int, four: Sequence[int], region: Region) -> float:
        """Return what the best monument on a square would pay, less the leaders that it would leave without a temple."""
        sight = self.sight
        lost = 0.0
        if colour == codes.RED:
            for piece, cell in enumerate(sight.stand):
                if cell >= 0 and sum(one in four for one in NEIGHBOURS[cell]) >= sight.near[cell] > 0:
                    lost += sight.weight[piece >> 2] * (self.leader_worth[piece] + worth.LOSS)
        best = 0.0
        for pair, corner in enumerate(sight.table.monument):
            if corner < 0 and colour in PAIRS[pair]:
                pays = 0.0
                for one in PAIRS[pair]:
                    seat = region.leaders[one]
                    if seat >= 0:
                        pays += sight.weight[seat] * sight.worth[seat][one] * worth.INCOME
                best = max(best, pays - lost)
        return best

    def _join(self, colour: int, cell: int, around: tuple[int, ...], kingdoms: Sequence[int]) -> float:
        """Return what it is worth to join two kingdoms: wars, or all that a larger kingdom brings."""
        sight = self.sight
        one, other = (sight.regions[number] for number in kingdoms)
        wars = [c for c in range(4) if one.leaders[c] >= 0 and other.leaders[c] >= 0]
        whole = one.joined([sight.regions[number] for number in around if number != kingdoms[0]])
        whole.tiles[colour] += 1
        value = 0.0
        for c in wars:
            key = (kingdoms[0], kingdoms[1], 2 * c + (c == colour))
            if key not in self._wars:
                self._wars[key] = worth.war_value(sight, one, other, c, sight.hand[c] - (c == colour))
            value += self._wars[key]
        before = worth.trader_gain(sight, one) + worth.trader_gain(sight, other)
        if codes.GREEN not in wars:
            value += (worth.trader_gain(sight, whole) - before) * 0.6 ** len(wars)
        if not wars:
            for region in (one, other):
                value += self._change_of_leaders(region, whole, colour, cell)
        return value

    # -- leaders ------------------------------------------------------------------------------------------------------

    def lead(self, colour: int, cell: int) -> float:
        """Return what placing or moving a leader is worth."""
        sight, seat = self.sight, self.sight.seat
        piece = 4 * seat + colour
        standing = self.stands[piece]
        numbers, whole, defender = sight.arrival(colour, cell)
        temples = sight.near[cell]
        left_behind = self.leader_worth[piece] + MOVING if standing else 0.0
        if defender >= 0:
            against = sight.near[sight.stand[4 * defender + colour]]
            return worth.plan_revolt(sight, temples, against, defender, colour, whole).value - left_behind
        before = worth.trader_gain(sight, whole)
        whole.leaders[colour] = seat
        value = worth.leader_worth(sight, seat, colour, whole, temples) - left_behind
        value += worth.trader_gain(sight, whole) - before
        value += self._tensions(numbers, whole, colour)
        if standing:
            home = sight.of[sight.stand[piece]]
            value -= self._tensions([home], sight.regions[home], colour)
        return value

    def _tensions(self, numbers: Sequence[int], whole: Region, colour: int) -> float:
        """Return what the wars of a colour count that a kingdom of some regions may have with others near by."""
        sight = self.sight
        near = set().union(*(sight.near_by[number] for number in numbers)) - set(numbers)
        return sum(worth.tension(sight, whole, sight.regions[other], colour) for other in near)

    def withdraw(self, colour: int) -> float:
        """Return what it is worth to take a leader back: seldom anything."""
        sight = self.sight
        piece = 4 * sight.seat + colour
        number = sight.of[sight.stand[piece]]
        return -self.leader_worth[piece] - self._tensions([number], sight.regions[number], colour) - WITHDRAWING

    # -- catastrophes and swaps -----------------------------------------------------------------------------------------

    def telling(self, cells: Sequence[int]) -> list[int]:
        """Return the cells where a catastrophe may pay: it drives rivals out, cuts them off, or stops a war."""
        sight, table = self.sight, self.sight.table
        allowed = set(cells)
        found: list[int] = []
        for piece, cell in enumerate(sight.stand):
            if cell >= 0 and piece >> 2 != sight.seat and sight.near[cell] == 1:
                found += [other for other in NEIGHBOURS[cell] if sight.what[other] == codes.TEMPLE]
        for (one, other), gates in sight.gates.items():
            threat = sum(worth.tension(sight, sight.regions[one], sight.regions[other], c) for c in range(4))
            if threat < -RUIN and len(gates) == 1:
                found.append(gates[0])
        for corner in table.monument:
            if corner >= 0 and any(0 <= seat != sight.seat for seat in sight.region_at(corner).leaders):
                found += [cell for cell in sight.region_at(corner).cells if is_bridge(sight, cell)]
        return [cell for cell in dict.fromkeys(found) if cell in allowed][:MOST_CUTS]

    def ruin(self, cell: int) -> float:
        """Return what a catastrophe is worth."""
        then = played(self.sight.table, codes.RUIN + cell)
        return worth.board_value(self.sight.after(then)) - self.now - RUIN

    def swap(self, counts: Sequence[int]) -> float:
        """Return what it is worth to draw other tiles: most for those that are many, or that are of no use."""
        sight = self.sight
        if self._fresh is None:
            total = max(1, sum(sight.unseen))
            fresh = [worth.tile_worth(sight, colour, 1) for colour in range(4)]
            self._fresh = sum(share * kept for share, kept in zip(sight.unseen, fresh)) / total
        value = -SWAPPING
        for colour, count in enumerate(counts):
            for place in range(sight.hand[colour] - count + 1, sight.hand[colour] + 1):
                value += self._fresh - worth.tile_worth(sight, colour, place)
        return value


def point_goes_to(region: Region, colour: int) -> int:
    """Return the seat that scores for a tile of a colour in a kingdom (D-9), -1 for none."""
    seat = region.leaders[colour]
    return seat if seat >= 0 else region.leaders[codes.BLACK]


def is_bridge(sight: Sight, cell: int) -> bool:
    """Say whether a face-up tile may hold parts of its region together, and can be ruined."""
    if not codes.TEMPLE <= sight.what[cell] < codes.DOWN or sight.table.treasures & TREASURE[cell]:
        return False
    return sum(sight.of[other] == sight.of[cell] for other in NEIGHBOURS[cell]) >= 2


# -- what follows from an action ------------------------------------------------------------------------------------------


def played(table: State, action: int) -> State:
    """Return a copy of a table with an action done, up to the next decision or the end of the action."""
    then = table.clone()
    course.act(then, action)
    while not then.asked and then.stage in (codes.WAR, codes.BUILD, codes.TAKE):
        course.step(then)
    return then


def value_of_building(sight: Sight, action: int) -> float:
    """Return what the leaders count when a monument or the wonder has been put up, or nothing."""
    if action == codes.DECLINE:
        return worth.board_value(sight)
    return worth.board_value(sight.after(played(sight.table, action)))


def value_of_war(sight: Sight, action: int) -> float:
    """Return how soon a war should be resolved: one that pays first, it may call off one that does not; losses last."""
    colour = action - codes.CHOOSE_WAR
    one, other = sight.kingdoms_at_war(colour)
    return worth.war_value(sight, one, other, colour, sight.hand[colour])


def value_of_taking(sight: Sight, action: int) -> float:
    """Return how gladly a treasure is taken: least where it shields a temple that own leaders stand next to."""
    pieces = [sight.what[other] - codes.LEADERS for other in NEIGHBOURS[action - codes.TAKEN]]
    own = sum(piece >= 0 and piece >> 2 == sight.seat for piece in pieces)
    rivals = sum(piece >= 0 and piece >> 2 != sight.seat for piece in pieces)
    return rivals - own


# -- conflicts ------------------------------------------------------------------------------------------------------------


def tiles_to_commit(sight: Sight) -> int:
    """Return how many tiles to commit: the attacker by expectation, the defender exactly what it takes if that pays."""
    table = sight.table
    colour = conflict.commits(table)
    lead = conflict.strength(table, table.attacker) - conflict.strength(table, table.defender)
    win, loss = worth.stakes(sight)
    price = worth.tile_worth(sight, colour)
    if sight.seat == table.attacker:
        chances = sight.chance_of(table.defender, colour)
        plan = worth.plan_attack(lead, sight.hand[colour], chances, win, loss, price)
        return plan.tiles if plan.chance else unwanted(sight, colour)
    missing = lead + table.attack
    if missing <= 0:
        return 0
    if missing <= sight.hand[colour] and win + loss > price * missing:
        return missing
    return unwanted(sight, colour)


def unwanted(sight: Sight, colour: int) -> int:
    """Return how many tiles of a colour are better thrown in, where they do nothing, than kept: others are drawn for them."""
    judge = Judge(sight)
    counts = [0, 0, 0, 0]
    best, number = 0.0, 0
    for tiles in range(1, sight.hand[colour] + 1):
        counts[colour] = tiles
        value = judge.swap(counts)
        if value > best:
            best, number = value, tiles
    return number
