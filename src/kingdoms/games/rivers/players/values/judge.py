"""Storage for the values of a decision's choices, and for intermediate results that choices share."""

from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.values.sight import Sight


class Judge:
    """Values of a decision's choices, and caches of intermediate results.

    Args:
        table: any table of the game. The judge keeps it as the scratch copy for trying out actions.

    Attributes:
        sight: the table as seen by the seat to move.
        values: the values of the choices, in the order of the list.
    """

    def __init__(self, table: Table) -> None:
        self.sight = Sight()
        self.then = Sight()
        self.spare = table
        self.epoch = 0
        self.values = [0.0] * 5598
        self.price = [0.0] * 4  # value of the last tile in hand, by colour
        self.home = [0.0] * 4  # value of the possible wars of the own leader, by colour
        self.bare = [0.0] * 16  # value of a leader without the risk of losing it, by leader
        self.stand_worth = [0.0] * 16  # value of a leader, by leader
        self.swaps = [0.0] * 28  # value of a swap, by 7 * colour + count
        # By empty cell: epoch of the entry, whether a tile there joins several regions, masks of the kingdoms it brings near
        # and of the leaders next to it, and the change in its kingdom's free land and river cells
        self.cell_known = [0] * 176
        self.joins = [0] * 176
        self.newly = [0] * 176
        self.beside = [0] * 176
        self.land = [0] * 176
        self.water = [0] * 176
        # By 4 * kingdom + colour: epoch, and how one more tile changes the value of possible wars
        self.growth_known = [0] * 68
        self.growth = [0.0] * 68
        # By 4 * region + colour: epoch, value of a leader there without risk, and side effects of placing it
        self.lead_known = [0] * 512
        self.lead_bare = [0.0] * 512
        self.lead_more = [0.0] * 512
        # By 5 * (4 * kingdom + colour) + temples: epoch, and value of a revolt
        self.revolt_known = [0] * 340
        self.revolts = [0.0] * 340
