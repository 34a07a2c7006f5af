"""What is kept while the choices of one decision of Two Rivers are judged, so that nothing is worked out twice."""

from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.sight import Sight


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
        self.values = [0.0] * 5598
        self.price = [0.0] * 4  # of the last tile of a colour in hand
        self.home = [0.0] * 4  # the wars that a leader may have where it stands
        self.bare = [0.0] * 16  # by leader, what it is worth if nothing could drive it out
        self.stand_worth = [0.0] * 16  # by leader, what it is worth
        self.swaps = [0.0] * 28  # 7 * colour + count
        # By free cell: is it worked out, whether it joins regions without a leader, the kingdoms that it brings near, the
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
