"""The greedy player's judgement: what each action brings within one step, for every kind of decision.

It plays each action on a copy, values what it has then, and takes the best. Questions that hang together (which cities rebel,
who puts them down; attack, hire, defence) are followed to their end with plain answers. An attack counts only when no defence
can stop it.
"""

from array import array

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import codes, conflict, control, course, pieces, tables, turns
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.engine.table import Table
from kingdoms.games.middlesea.players import worth

LEAST_GAIN = 0.05
"""What an action has to bring to be better than ending."""


class Policy:
    """Judges the actions of a decision, with tables and lists of its own to try them out.

    Args:
        state: any state of the game: the tables are made like it.

    Attributes:
        gains: after `judge`, what each action brings, in units of one goods or gold.
        best: the place of the one that the greedy player takes.
    """

    def __init__(self, state: State) -> None:
        self.then = state.clone()
        self.moves = Moves()
        self.answers = Moves()
        self.room = 64
        self.gains = array("d", bytes(8 * self.room))
        self.best = 0

    def make_room(self, count: int) -> None:
        """See that there is room for the gains of so many actions."""
        while self.room < count:
            self.room *= 2
        self.gains = array("d", bytes(8 * self.room))

    def judge(self, table: State, moves: Moves, quick: int) -> None:
        """Say what each of some actions brings, and which is best.

        Args:
            table: where they are to be played.
            moves: at least one.
            quick: only the best is wanted; the gains of others may be left out.
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
        """Judge the build phase: what is worth more than it costs, or the end of it."""
        seat = turns.seat_on_turn(table)
        now = worth.value_of(table, seat) + king_to_come(table, seat)
        best = LEAST_GAIN
        for i in range(moves.count):
            action = moves.items[i]
            if action == codes.END:
                self.best = i
                self.gains[i] = 0.0
                continue
            self.then.copy_from(table)
            course.act(self.then, action)
            gain = worth.value_of(self.then, seat) + king_to_come(self.then, seat) - now
            if codes.EXPLORE <= action < codes.ROAD:
                gain += explorer_bonus(table, seat, action)
            self.gains[i] = gain
            if gain > best:
                best = gain
                self.best = i

    def judge_leader_actions(self, table: State, moves: Moves, quick: int) -> None:
        """Judge the leader phase: the king first, then the lowest leader that has something worth doing."""
        seat = turns.seat_on_turn(table)
        now = worth.value_of(table, seat)
        stood = 0.0
        known = False
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
                if not known:
                    stood = worth.standing(table, seat)
                    known = True
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
        """Return what an attack brings if no defence can stop it; nothing good if one can.

        Args:
            stood: how the seat stands now.
        """
        self.then.copy_from(table)
        course.act(self.then, action)
        missing = most_defence(self.then) + 1 - self.then.attack_total
        if missing > pieces.budget(self.then, seat):
            return -1.0
        while not self.then.asked and self.then.stage == codes.HIRE:
            course.step(self.then)
        if self.then.stage == codes.HIRE:
            course.act(self.then, codes.AMOUNTS + codes.WIDTH * (missing if missing > 0 else 0) + codes.HIRED)
        self.settle()
        return worth.standing(self.then, seat) - stood

    def judge_hires(self, table: State, moves: Moves) -> None:
        """Judge what to hire: the fewest with which no defence holds, or nobody."""
        wanted = codes.AMOUNTS + codes.WIDTH * sure_hire(table) + codes.HIRED
        for i in range(moves.count):
            self.gains[i] = -0.5 * i
            if moves.items[i] == wanted:
                self.gains[i] = 1.0
                self.best = i

    def judge_followed(self, table: State, moves: Moves) -> None:
        """Judge what is answered best by looking where it ends: payments, rebellions, defences, production."""
        seat = course.seat_to_move(table)
        best = -2 * worth.OVER
        for i in range(moves.count):
            self.then.copy_from(table)
            course.act(self.then, moves.items[i])
            self.settle()
            self.gains[i] = worth.standing(self.then, seat)
            if self.gains[i] > best:
                best = self.gains[i]
                self.best = i
        for i in range(moves.count):
            self.gains[i] -= best

    def judge_ranks(self, table: State, moves: Moves) -> None:
        """Judge who shall be next in dominance: whoever can do least with it."""
        best = 2 * worth.OVER
        for i in range(moves.count):
            self.gains[i] = -0.05 * worth.value_of(table, moves.items[i] - codes.PUT_NEXT)
            if -self.gains[i] < best:
                best = -self.gains[i]
                self.best = i

    def settle(self) -> None:
        """Follow what an action has begun to where it ends, all answers plain ones."""
        while self.then.phase == codes.CONTROL or self.then.phase == codes.LEADER or self.then.phase == codes.PRODUCTION:
            if self.then.asked:
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
        """Return an obvious answer to what is asked: the cheapest city rebels, the dearest is put down, nobody is hired."""
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


def king_to_come(table: Table, seat: int) -> float:
    """Return what a stronger king would add in the leader phase, if the money for it is kept."""
    best = 0.0
    for leader in range(table.king[seat] + 1, 6):
        price = leader - table.king[seat]
        if price > pieces.budget(table, seat):
            break
        if table.place[6 * seat + leader] == codes.RESERVE:
            cost = worth.money_value(table.goods[seat], table.gold[seat])
            cost -= worth.money_value(table.goods[seat] - price, table.gold[seat] - price)
            unpaid = inline.count(table.held[seat]) - control.control_value(table, seat)
            if unpaid < 0:
                unpaid = 0
            if unpaid > price:
                unpaid = price
            gain = 2 * worth.INCOME * price + worth.UNPAID * unpaid - cost
            if gain > best:
                best = gain
    return best


def explorer_bonus(table: Table, seat: int, action: int) -> float:
    """Return what a city of the kind drawn adds to those at hand: something that yields first, then a temple, a garrison."""
    suit = (action - codes.EXPLORE) // 25
    place = (action - codes.EXPLORE) % 25
    if place == 0:
        return -1.0
    own = tables.HOME[seat] & table.upto[5]
    bonus = 1.5 if suit == codes.SUNS or suit == codes.CROWNS else 0.5
    if not own & table.suits[suit]:
        bonus += 1.0
    place = (place - 1) % 6
    if 2 <= place <= 4:
        bonus += 0.2
    return bonus


def crowding(table: Table, seat: int, leader: int, place: int) -> float:
    """Return what it costs to put a leader where a higher one that waits in the reserve would yield more."""
    if place == codes.RESERVE or not (table.suits[codes.SUNS] | table.suits[codes.CROWNS]) >> place & 1:
        return 0.0
    free = table.held[seat] & ~table.governed[seat]
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


def most_defence(table: Table) -> int:
    """Return the highest defence that the attack under way can meet."""
    if table.defender < 0:
        return conflict.base_defence(table)
    leader = conflict.leader_to_defend(table)
    return conflict.base_defence(table) + pieces.budget(table, table.defender) + (leader if leader > 0 else 0)


def sure_hire(table: Table) -> int:
    """Return how many the attacker has to hire to win whatever the defence; none when it cannot be sure."""
    missing = most_defence(table) + 1 - table.attack_total
    return missing if 0 < missing <= pieces.budget(table, turns.seat_on_turn(table)) else 0


def prune(table: Table, moves: Moves) -> None:
    """Take out of the legal actions those that cannot be better than another.

    All prices are paid in goods and gold alike, so exchanging what leaves no more pairs than before is a waste; a hire beyond
    the highest defence, a defence that holds by more than it needs to or not at all, and a suppression with more than the least
    that it takes are, too.
    """
    kept = 0
    if table.stage == codes.BUILDING:
        seat = turns.seat_on_turn(table)
        for i in range(moves.count):
            action = moves.items[i]
            if action == codes.EXCHANGE_GOODS and table.goods[seat] < table.gold[seat] + 3:
                continue
            if action == codes.EXCHANGE_GOLD and table.gold[seat] < table.goods[seat] + 3:
                continue
            moves.items[kept] = action
            kept += 1
    elif table.stage == codes.HIRE:
        base = conflict.base_defence(table)
        most = most_defence(table)
        for i in range(moves.count):
            action = moves.items[i]
            amount = (action - codes.AMOUNTS) // codes.WIDTH
            total = table.attack_total + amount
            if amount == 0 or (total > base and total <= most + 1):
                moves.items[kept] = action
                kept += 1
    elif table.stage == codes.DEFEND:
        base = conflict.base_defence(table)
        lead = conflict.leader_to_defend(table)
        for i in range(moves.count):
            action = moves.items[i]
            amount = (action - codes.AMOUNTS) // codes.WIDTH
            family = (action - codes.AMOUNTS) % codes.WIDTH
            total = base + amount + (lead if family == codes.DEFENCE_WITH_LEADER else 0)
            if amount == 0 or total == table.attack_total:
                moves.items[kept] = action
                kept += 1
    elif table.stage == codes.SUPPRESS and table.rulings[codes.SUPPRESS_HIRE]:
        for i in range(moves.count):
            action = moves.items[i]
            pair = (action - codes.AMOUNTS) % codes.WIDTH
            before = 0
            for j in range(kept):
                if action != codes.CONCEDE and moves.items[j] >= codes.AMOUNTS:
                    if (moves.items[j] - codes.AMOUNTS) % codes.WIDTH == pair:
                        before = 1
            if not before:
                moves.items[kept] = action
                kept += 1
    else:
        return
    moves.count = kept
