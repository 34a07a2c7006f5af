"""The data of a state, in columns by cell, leader, seat and colour.

The table also keeps what follows from these: `pieces` maintains the temples near each cell and the empty cells, `regions` the
kingdoms. Other modules only read it. Sets of cells are bit masks of three words, see `regions`.
"""

from kingdoms.core.state import State
from kingdoms.games.rivers.engine import codes


class Table(State):
    """The columns of a state. `pieces` changes single pieces; the other modules implement the rules."""

    def __init__(self) -> None:
        # By cell; the last one is OUTSIDE
        self.contents = [codes.EMPTY] * codes.CELLS + [codes.CATASTROPHE]
        self.near = [0] * 177  # number of adjacent temples
        # By leader, 4 * seat + colour
        self.stand = [codes.HAND] * 16  # cell of the leader
        # By 4 * seat + colour
        self.hand = [0] * 16
        self.points = [0] * 16
        # By seat
        self.treasures_taken = [0] * 4  # treasures taken
        self.catastrophes_left = [2] * 4  # catastrophes left
        # By colour or by pair of colours
        self.bag = [0] * 4
        self.monument = [codes.HAND] * 6  # by pair, upper left cell of the monument
        self.raised = [codes.HAND] * 4  # by colour, cell of the civilization building
        # The game
        self.treasures = 0  # on the board, as a mask of `tables.TREASURE`
        self.wonder = codes.HAND  # its centre cell
        self.board = 0  # rulings: index of the board
        self.with_wonder = 0
        self.with_buildings = 0
        self.limits_commitments = 0  # whether commitments are limited (EV-1)
        self.treasures_at_end = 2  # the game ends when no more are on the board (J-1, VA-1)
        self.seats = 4
        self.playing = 0b1111  # mask of seats
        # Progress of the turn
        self.phase = codes.START
        self.stage = codes.FIRST
        self.is_asked = 0  # whether the stage's decision is asked; otherwise its automatic part comes next
        self.turn = 0
        self.actions_left = 2  # actions that may still be started
        self.placed = codes.HAND  # cell of the tile placed by this action
        self.marker = codes.HAND  # the same cell during wars, while the tile connects nothing (F-1)
        self.to_draw = 0  # tiles still to be drawn in a swap
        # The current conflict
        self.revolt = 0
        self.colour = codes.HAND
        self.attacker = codes.HAND
        self.defender = codes.HAND
        self.attack = -1  # tiles committed by the attacker, -1 before it commits
        # The end of the game
        self.reason = 0
        # Sets of cells
        self.vacant = [0] * 3  # empty
        self.holy = [0] * 3  # next to a temple
        self.linked = [0] * 3  # part of a region
        self.touch_one, self.touch_two, self.touch_three = (
            [0] * 3,
            [0] * 3,
            [0] * 3,
        )  # next to at least one, two, three kingdoms
        # Kingdoms, see `regions`
        self.stale = 1  # whether all of this section and the last must be computed again
        self.torn = 0  # mask of the kingdoms that may have fallen apart, and must be computed again
        self.kingdom = [0] * 177  # cell -> number of its kingdom, from 1; 0 for none
        self.touch = [0] * 177  # cell -> number of kingdoms next to it
        self.realm = [0] * 51  # 3 * kingdom -> its cells, as a set
        self.members = [0] * 17  # kingdom -> its leaders, as a mask
        self.ruler = [codes.HAND] * 68  # 4 * kingdom + colour -> owner of that leader; in a revolt, the first of the two

    def copy_from(self, source: "Table") -> None:
        """Copy all data from another table."""
        self.contents = source.contents[:]
        self.near = source.near[:]
        self.stand = source.stand[:]
        self.hand = source.hand[:]
        self.points = source.points[:]
        self.treasures_taken = source.treasures_taken[:]
        self.catastrophes_left = source.catastrophes_left[:]
        self.bag = source.bag[:]
        self.monument = source.monument[:]
        self.raised = source.raised[:]
        self.treasures = source.treasures
        self.wonder = source.wonder
        self.board = source.board
        self.with_wonder = source.with_wonder
        self.with_buildings = source.with_buildings
        self.limits_commitments = source.limits_commitments
        self.treasures_at_end = source.treasures_at_end
        self.seats = source.seats
        self.playing = source.playing
        self.phase = source.phase
        self.stage = source.stage
        self.is_asked = source.is_asked
        self.turn = source.turn
        self.actions_left = source.actions_left
        self.placed = source.placed
        self.marker = source.marker
        self.to_draw = source.to_draw
        self.revolt = source.revolt
        self.colour = source.colour
        self.attacker = source.attacker
        self.defender = source.defender
        self.attack = source.attack
        self.reason = source.reason
        self.stale = source.stale
        self.torn = source.torn
        self.vacant = source.vacant[:]
        self.holy = source.holy[:]
        self.linked = source.linked[:]
        self.touch_one = source.touch_one[:]
        self.touch_two = source.touch_two[:]
        self.touch_three = source.touch_three[:]
        self.kingdom = source.kingdom[:]
        self.touch = source.touch[:]
        self.realm = source.realm[:]
        self.members = source.members[:]
        self.ruler = source.ruler[:]
