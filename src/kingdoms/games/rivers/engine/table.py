"""What lies on the table and whose turn it is: the data of a state, in columns by cell, by leader, by seat.

What follows from the rest is kept here too, so that it need not be worked out for each decision: `near` is kept up to date
by `pieces`, the kingdoms by `regions`, the lists of cells by `listing`; the other modules only read them.
"""

from kingdoms.core.state import State
from kingdoms.games.rivers.engine import codes


class Table(State):
    """The columns. Single pieces are moved by `pieces`; what may be done is for the rules' modules to say."""

    def __init__(self) -> None:
        # By cell, OUTSIDE the last
        self.what = [codes.EMPTY] * codes.CELLS + [codes.CATASTROPHE]
        self.near = [0] * 177  # temples next to the cell
        # By leader, 4 * seat + colour
        self.stand = [codes.HAND] * 16  # its cell
        # By 4 * seat + colour
        self.hand = [0] * 16
        self.points = [0] * 16
        # By seat
        self.taken = [0] * 4  # treasures
        self.left = [2] * 4  # catastrophes
        # By colour, by pair of colours
        self.bag = [0] * 4
        self.monument = [codes.HAND] * 6  # its upper left cell
        self.raised = [codes.HAND] * 4  # by colour, the cell of the civilization building
        # The game
        self.treasures = 0  # on the board: mask of `tables.TREASURE`
        self.wonder = codes.HAND  # its centre
        self.board = 0  # the rulings: the number of the board, ...
        self.with_wonder = 0
        self.with_buildings = 0
        self.needed = 0  # commitments are limited to what can matter
        self.seats = 4
        self.playing = 0b1111  # mask of seats
        # Where we are
        self.phase = codes.START
        self.stage = codes.FIRST
        self.asked = 0  # the stage's decision is asked; else what the stage does by itself comes next
        self.turn = 0
        self.actions_left = 2  # that may still be begun
        self.placed = codes.HAND  # the cell of the tile that this action has placed
        self.marker = codes.HAND  # the same cell, while it joins two kingdoms without connecting them (F-1)
        self.to_draw = 0  # tiles that a swap still brings
        # The conflict under way
        self.revolt = 0
        self.colour = codes.HAND
        self.attacker = codes.HAND
        self.defender = codes.HAND
        self.attack = -1  # tiles that the attacker has committed, -1 before
        # The end
        self.reason = 0
        # Kingdoms, see `regions`
        self.stale = 1  # they have to be looked at anew
        self.kingdom = [0] * 177  # cell -> number of its kingdom from 1, 0 for none
        self.touch = [0] * 177  # empty cell -> how many kingdoms it touches
        self.ruler = [codes.HAND] * 68  # 4 * kingdom + colour -> the seat whose leader that is
        # Lists of cells, see `listing`
        self.listed = 0
        self.dry, self.dry_count = [0] * 176, 0  # land where a tile can be placed
        self.wet, self.wet_count = [0] * 176, 0  # river where one can
        self.holy, self.holy_count = [0] * 176, 0  # empty land next to a temple
        self.open, self.open_count = [0] * 176, 0  # where a catastrophe can be put
        # Scratch
        self.seen = [0] * 177
        self.todo = [0] * 176
        self.part = [0] * 177

    def copy_from(self, other: "Table") -> None:
        """Become a copy of another table."""
        self.what = other.what[:]
        self.near = other.near[:]
        self.stand = other.stand[:]
        self.hand = other.hand[:]
        self.points = other.points[:]
        self.taken = other.taken[:]
        self.left = other.left[:]
        self.bag = other.bag[:]
        self.monument = other.monument[:]
        self.raised = other.raised[:]
        self.treasures = other.treasures
        self.wonder = other.wonder
        self.board = other.board
        self.with_wonder = other.with_wonder
        self.with_buildings = other.with_buildings
        self.needed = other.needed
        self.seats = other.seats
        self.playing = other.playing
        self.phase = other.phase
        self.stage = other.stage
        self.asked = other.asked
        self.turn = other.turn
        self.actions_left = other.actions_left
        self.placed = other.placed
        self.marker = other.marker
        self.to_draw = other.to_draw
        self.revolt = other.revolt
        self.colour = other.colour
        self.attacker = other.attacker
        self.defender = other.defender
        self.attack = other.attack
        self.reason = other.reason
        self.stale = other.stale
        self.kingdom = other.kingdom[:]
        self.touch = other.touch[:]
        self.ruler = other.ruler[:]
        self.listed = other.listed
        self.dry = other.dry[:]
        self.wet = other.wet[:]
        self.holy = other.holy[:]
        self.open = other.open[:]
        self.dry_count = other.dry_count
        self.wet_count = other.wet_count
        self.holy_count = other.holy_count
        self.open_count = other.open_count
        self.seen = other.seen[:]
        self.todo = other.todo[:]
        self.part = other.part[:]
