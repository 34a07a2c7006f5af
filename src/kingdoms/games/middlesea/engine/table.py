"""The data of a state: the pieces on the table and whose turn it is, in columns by seat and by site.

Masks are of sites (24 bits) unless a comment says otherwise. `controlled_sites`, `upto` and `suits` are derived from the other
columns. `pieces`, `routes` and `build` keep them up to date; all other modules only read them.
"""

from kingdoms.core.state import State
from kingdoms.games.middlesea.engine import codes


class Table(State):
    """The columns of a state. `pieces` has the operations on them; the modules of the rules decide what is legal."""

    def __init__(self) -> None:
        # By seat
        self.goods = [4] * 4
        self.gold = [4] * 4
        self.unrest = [0] * 4
        self.king = [1] * 4
        self.active = [0] * 4  # mask of the leaders that are value side up in a city
        self.ports = [0] * 4
        self.governed = [0] * 4  # cities with a leader of the seat
        self.controlled_sites = [0] * 4  # cities under control (K-1): governed, or touched by the seat's roads or ports
        self.order = [0] * 4  # seats by dominance, first to last
        self.ranking = [0] * 4  # the new order while it is incomplete
        self.roads = [0] * 16  # 4 * seat + continent: mask of 11 edges
        self.place = [codes.RESERVE] * 24  # 6 * seat + leader: its site, RESERVE or THRONE
        # By site
        self.city = [0] * 24  # city number, 0: none
        self.piers = [0] * 24
        # By suit, by value
        self.suits = [0] * 4  # sites of the cities of each suit
        self.upto = [0] * 6  # sites of the cities worth at most the index
        self.stacks = [0o54321] * 4  # values from the top down, three bits each
        # The game
        self.rulings = [0] * 20
        self.round_limit = 0
        self.seats = 4
        self.playing = 0b1111  # mask of seats
        # Progress of the game
        self.round_number = 1
        self.phase = codes.START
        self.stage = codes.FIRST
        self.is_asked = 0  # 1: the stage's decision is open; 0: the stage's automatic step is next
        self.turn = 0  # index into `order` of the seat on turn
        self.time_up = 0
        # Control and rebellion
        self.to_choose = 0  # number of cities that have yet to be named for rebellion
        self.rebel_seat = -1
        self.revolted = 0  # all cities of this rebellion
        self.rebelling = 0  # cities of this rebellion not suppressed yet
        # Dominance and production
        self.ranked = 0
        self.cursor = 0
        # Leader phase and conflict
        self.acted = -1
        self.king_changed = 0
        self.attacks = 0  # mask of bits 8 * attacker + 4 * missionary + defender
        self.target = -1
        self.defender = -1
        self.attack_total = 0
        self.defence_total = 0
        self.leader_defends = 0
        # The end
        self.reason = 0
        self.winners = 0  # mask of seats
        self.loser = -1

    def copy_from(self, source: "Table") -> None:
        """Copy all columns from another table."""
        self.goods = source.goods[:]
        self.gold = source.gold[:]
        self.unrest = source.unrest[:]
        self.king = source.king[:]
        self.active = source.active[:]
        self.ports = source.ports[:]
        self.governed = source.governed[:]
        self.controlled_sites = source.controlled_sites[:]
        self.order = source.order[:]
        self.ranking = source.ranking[:]
        self.roads = source.roads[:]
        self.place = source.place[:]
        self.city = source.city[:]
        self.piers = source.piers[:]
        self.suits = source.suits[:]
        self.upto = source.upto[:]
        self.stacks = source.stacks[:]
        self.rulings = source.rulings[:]
        self.round_limit = source.round_limit
        self.seats = source.seats
        self.playing = source.playing
        self.round_number = source.round_number
        self.phase = source.phase
        self.stage = source.stage
        self.is_asked = source.is_asked
        self.turn = source.turn
        self.time_up = source.time_up
        self.to_choose = source.to_choose
        self.rebel_seat = source.rebel_seat
        self.revolted = source.revolted
        self.rebelling = source.rebelling
        self.ranked = source.ranked
        self.cursor = source.cursor
        self.acted = source.acted
        self.king_changed = source.king_changed
        self.attacks = source.attacks
        self.target = source.target
        self.defender = source.defender
        self.attack_total = source.attack_total
        self.defence_total = source.defence_total
        self.leader_defends = source.leader_defends
        self.reason = source.reason
        self.winners = source.winners
        self.loser = source.loser
