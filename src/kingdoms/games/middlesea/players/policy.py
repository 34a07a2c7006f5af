"""The greedy bot's judgement: the gain of each action after one step, for every kind of decision.

Each action is applied to a copy of the state, and `worth` values the resulting kingdom. Chains of decisions (which cities
rebel and which leaders suppress them; attack, hiring, defence) are played to their end with default answers. An attack counts
only if no defence can stop it.
"""

from array import array

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import codes, conflict, control, course, pieces, tables, turns
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.engine.table import Table
from kingdoms.games.middlesea.players import worth

LEAST_GAIN = 0.05
"""The least gain that makes an action better than ending the phase."""


class Policy:
    """Judges the actions of a decision on preallocated tables and lists.

    Args:
        state: any state of the game; the tables are copies of it.

    Attributes:
        gains: after `judge`, the gain of each action, in units of one goods or gold.
        best: after `judge`, the index of the greedy bot's action.
    """

    def __init__(self, state: State) -> None:
        self.then = state.clone()
        self.moves = Moves()
        self.answers = Moves()
        self.room = 64
        self.gains = array("d", bytes(8 * self.room))
        self.best = 0

    def make_room(self, count: int) -> None:
        """Reallocate `gains` for at least `count` actions."""
        while self.room < count:
            self.room *= 2
        self.gains = array("d", bytes(8 * self.room))

    def judge(self, table: State, moves: Moves, quick: int) -> None:
        """Set `gains` and `best` for a list of actions.

        Args:
            table: the state before the actions.
            moves: at least one action.
            quick: whether only `best` is needed; the gains of other actions may then be missing.
        """
        if self.room < moves.count:
            self.make_room(moves.count)
        self.best = 0
        stage = table.stage
        if moves.count == 1:
            self.gains[0] = 0.0
        elif stage == codes.BUILDING:
            self.judge_builds(table, moves)
        elif stage == codes.LEADING:
            self.judge_leader_actions(table, moves, quick)
        elif stage == codes.HIRE:
            self.judge_hires(table, moves)
        elif stage == codes.RANK:
            self.judge_ranks(table, moves)
        else:
            self.judge_followed(table, moves)

    def judge_builds(self, table: State, moves: Moves) -> None:
        """Judge the build phase: take the action that gains most, or end the phase if none gains enough."""
        seat = turns.seat_on_turn(table)
        now = worth.value_of(table, seat) + king_gain(table, seat)
        best = LEAST_GAIN
        for i in range(moves.count):
            action = moves.items[i]
            if action == codes.END:
                self.best = i
                self.gains[i] = 0.0
                continue
            self.then.copy_from(table)
            course.act(self.then, action)
            gain = worth.value_of(self.then, seat) + king_gain(self.then, seat) - now
            if codes.EXPLORE <= action < codes.ROAD:
                gain += explorer_bonus(table, seat, action)
            self.gains[i] = gain
            if gain > best:
                best = gain
                self.best = i

    def judge_leader_actions(self, table: State, moves: Moves, quick: int) -> None:
        """Judge the leader phase: the king first, then the lowest leader with a worthwhile action."""
        seat = turns.seat_on_turn(table)
        now = worth.value_of(table, seat)
        stood = 0.0
        has_stood = False
        lowest = 7
        best = LEAST_GAIN
        for i in range(moves.count):
            action = moves.items[i]
            if action == codes.END:
                self.gains[i] = 0.0
                if lowest == 7:
                    self.best = i
                continue
            if action < codes.ACTIVATE:
                leader = -1
            elif action < codes.MOVE:
                leader = action - codes.ACTIVATE
            elif action < codes.ATTACK:
                leader = (action - codes.MOVE) // 25
            else:
                leader = (action - codes.ATTACK) // 24
            if quick and leader > lowest:
                continue
            if action >= codes.ATTACK:
                if not has_stood:
                    stood = worth.relative_worth(table, seat)
                    has_stood = True
                gain = self.attack_gain(table, action, seat, stood)
            else:
                self.then.copy_from(table)
                course.act(self.then, action)
                gain = worth.value_of(self.then, seat) - now
                if action >= codes.MOVE:
                    gain -= crowding(table, seat, leader, (action - codes.MOVE) % 25)
            self.gains[i] = gain
            if gain > LEAST_GAIN and (leader < lowest or (leader == lowest and gain > best)):
                best = gain
                lowest = leader
                self.best = i

    def attack_gain(self, table: State, action: int, seat: int, stood: float) -> float:
        """Return the gain of an attack that no defence can stop, or a negative gain if one can.

        Args:
            stood: the seat's standing before the attack.
        """
        self.then.copy_from(table)
        course.act(self.then, action)
        missing = highest_defence(self.then) + 1 - self.then.attack_total
        if missing > pieces.budget(self.then, seat):
            return -1.0
        while not self.then.is_asked and self.then.stage == codes.HIRE:
            course.step(self.then)
        if self.then.stage == codes.HIRE:
            course.act(self.then, codes.AMOUNTS + codes.WIDTH * (missing if missing > 0 else 0) + codes.HIRED)
        self.settle()
        return worth.relative_worth(self.then, seat) - stood

    def judge_hires(self, table: State, moves: Moves) -> None:
        """Judge hiring: the fewest with which no defence holds, or none."""
        action = codes.AMOUNTS + codes.WIDTH * sure_hire(table) + codes.HIRED
        for i in range(moves.count):
            self.gains[i] = -0.5 * i
            if moves.items[i] == action:
                self.gains[i] = 1.0
                self.best = i

    def judge_followed(self, table: State, moves: Moves) -> None:
        """Judge payments, rebellions, defences and production by the state in which they end."""
        seat = course.seat_to_move(table)
        best = -2 * worth.OVER
        for i in range(moves.count):
            self.then.copy_from(table)
            course.act(self.then, moves.items[i])
            self.settle()
            self.gains[i] = worth.relative_worth(self.then, seat)
            if self.gains[i] > best:
                best = self.gains[i]
                self.best = i
        for i in range(moves.count):
            self.gains[i] -= best

    def judge_ranks(self, table: State, moves: Moves) -> None:
        """Judge the next place in dominance: the seat with the least valuable kingdom gets it."""
        best = 2 * worth.OVER
        for i in range(moves.count):
            self.gains[i] = -0.05 * worth.value_of(table, moves.items[i] - codes.PUT_NEXT)
            if -self.gains[i] < best:
                best = -self.gains[i]
                self.best = i

    def settle(self) -> None:
        """Play the chain of decisions that an action has begun to its end, with default answers."""
        while self.then.phase == codes.CONTROL or self.then.phase == codes.LEADER or self.then.phase == codes.PRODUCTION:
            if self.then.is_asked:
                if self.then.stage == codes.LEADING:
                    break
                course.act(self.then, self.plain_answer())
            elif (
                self.then.stage == codes.PAY
                or self.then.stage == codes.PRODUCE
                or self.then.stage == codes.LEADING
                or self.then.stage == codes.ROUND_END
            ):
                break
            else:
                course.step(self.then)

    def plain_answer(self) -> int:
        """Return a default answer: the cheapest city rebels, the dearest one is suppressed, and no help is hired."""
        course.list_moves(self.then, self.answers)
        chosen = self.answers.items[0]
        best = -worth.OVER
        if self.then.stage != codes.REBEL and self.then.stage != codes.SUPPRESS:
            return chosen
        for i in range(self.answers.count):
            action = self.answers.items[i]
            if action == codes.CONCEDE:
                continue
            if self.then.stage == codes.REBEL:
                value = -worth.city_value(self.then, self.then.rebel_seat, action - codes.REBEL_CITY)
            else:
                amount = 0
                family = action - codes.PUT_DOWN
                if action >= codes.AMOUNTS:
                    amount = (action - codes.AMOUNTS) // codes.WIDTH
                    family = (action - codes.AMOUNTS) % codes.WIDTH - codes.PUT_DOWN_HIRING
                site = family // 6
                value = worth.city_value(self.then, self.then.rebel_seat, site) - worth.PAIR * amount - 0.1 * (family % 6)
            if value > best:
                best = value
                chosen = action
        return chosen


def king_gain(table: Table, seat: int) -> float:
    """Return the most that a stronger king would add in the leader phase, if the money for it is saved."""
    best = 0.0
    for leader in range(table.king[seat] + 1, 6):
        price = leader - table.king[seat]
        if price > pieces.budget(table, seat):
            break
        if table.place[6 * seat + leader] == codes.RESERVE:
            cost = worth.money_value(table.goods[seat], table.gold[seat])
            cost -= worth.money_value(table.goods[seat] - price, table.gold[seat] - price)
            unpaid = inline.count(table.controlled_sites[seat]) - control.control_value(table, seat)
            if unpaid < 0:
                unpaid = 0
            if unpaid > price:
                unpaid = price
            gain = 2 * worth.INCOME * price + worth.UNPAID * unpaid - cost
            if gain > best:
                best = gain
    return best


def explorer_bonus(table: Table, seat: int, action: int) -> float:
    """Return the bonus of an explored city: markets and mines, types missing at home, and coastal sites score higher."""
    suit = (action - codes.EXPLORE) // 25
    place = (action - codes.EXPLORE) % 25
    if place == 0:
        return -1.0
    cities = tables.HOME[seat] & table.upto[5]
    bonus = 1.5 if suit == codes.SUNS or suit == codes.CROWNS else 0.5
    if not cities & table.suits[suit]:
        bonus += 1.0
    place = (place - 1) % 6
    if 2 <= place <= 4:
        bonus += 0.2
    return bonus


def crowding(table: Table, seat: int, leader: int, place: int) -> float:
    """Return the cost of putting a leader where a higher leader from the reserve would yield more."""
    if place == codes.RESERVE or not (table.suits[codes.SUNS] | table.suits[codes.CROWNS]) >> place & 1:
        return 0.0
    free = table.controlled_sites[seat] & ~table.governed[seat]
    room = inline.count(free)
    yields = inline.count(free & (table.suits[codes.SUNS] | table.suits[codes.CROWNS]))
    waiting = 0
    highest = leader
    for higher in range(leader + 1, 6):
        if table.place[6 * seat + higher] == codes.RESERVE:
            waiting += 1
            highest = higher
    if waiting < yields or room <= 1 or room <= yields:
        return 0.0
    return worth.INCOME * (highest - leader)


def highest_defence(table: Table) -> int:
    """Return the highest possible defence against the current attack."""
    if table.defender < 0:
        return conflict.base_defence(table)
    leader = conflict.leader_to_defend(table)
    return conflict.base_defence(table) + pieces.budget(table, table.defender) + (leader if leader > 0 else 0)


def sure_hire(table: Table) -> int:
    """Return how many the attacker has to hire to beat any defence, or 0 if it needs none or can't afford it."""
    missing = highest_defence(table) + 1 - table.attack_total
    return missing if 0 < missing <= pieces.budget(table, turns.seat_on_turn(table)) else 0


def prune(table: Table, moves: Moves) -> None:
    """Drop dominated actions from the legal actions.

    These are dominated:

    - exchanges that add no pair of goods and gold, since all prices are paid in pairs;
    - hiring for an attack that still can't win, or that exceeds the highest defence by more than 1;
    - hiring for a defence whose total differs from the attack's, since a tie holds;
    - hiring more than a suppression needs.
    """
    count = 0
    if table.stage == codes.BUILDING:
        seat = turns.seat_on_turn(table)
        for i in range(moves.count):
            action = moves.items[i]
            if action == codes.EXCHANGE_GOODS and table.goods[seat] < table.gold[seat] + 3:
                continue
            if action == codes.EXCHANGE_GOLD and table.gold[seat] < table.goods[seat] + 3:
                continue
            moves.items[count] = action
            count += 1
    elif table.stage == codes.HIRE:
        base = conflict.base_defence(table)
        most = highest_defence(table)
        for i in range(moves.count):
            action = moves.items[i]
            amount = (action - codes.AMOUNTS) // codes.WIDTH
            total = table.attack_total + amount
            if amount == 0 or (total > base and total <= most + 1):
                moves.items[count] = action
                count += 1
    elif table.stage == codes.DEFEND:
        base = conflict.base_defence(table)
        lead = conflict.leader_to_defend(table)
        for i in range(moves.count):
            action = moves.items[i]
            amount = (action - codes.AMOUNTS) // codes.WIDTH
            family = (action - codes.AMOUNTS) % codes.WIDTH
            total = base + amount + (lead if family == codes.DEFENCE_WITH_LEADER else 0)
            if amount == 0 or total == table.attack_total:
                moves.items[count] = action
                count += 1
    elif table.stage == codes.SUPPRESS and table.rulings[codes.SUPPRESS_HIRE]:
        for i in range(moves.count):
            action = moves.items[i]
            pair = (action - codes.AMOUNTS) % codes.WIDTH
            before = 0
            for j in range(count):
                if action != codes.CONCEDE and moves.items[j] >= codes.AMOUNTS:
                    if (moves.items[j] - codes.AMOUNTS) % codes.WIDTH == pair:
                        before = 1
            if not before:
                moves.items[count] = action
                count += 1
    else:
        return
    moves.count = count
