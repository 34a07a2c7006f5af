"""The fixed encoding of Kingdoms of the Middle Sea.

Both observations and numbers are turned: a seat's own continent comes first. `numbering` has the numbers of actions.
"""

from __future__ import annotations

from array import array

from kingdoms.core.encoding import Encoding
from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.games.middlesea.engine.geometry import SEATS
from kingdoms.games.middlesea.players import inline
from kingdoms.games.middlesea.players.fields import fields
from kingdoms.games.middlesea.players.numbering import list_numbered, turn


class MiddleSeaEncoding(Encoding):
    """The encoding of Kingdoms of the Middle Sea.

    Args:
        game: the game.

    Examples:
        >>> import kingdoms
        >>> encoding = MiddleSeaEncoding(kingdoms.load_game("middlesea"))
        >>> encoding.actions, encoding.size, encoding.observation.planes
        (1631, 962, (26, 4, 6))
    """

    def __init__(self, game: Game) -> None:
        actions = list_numbered(bool(game.rulings["suppress_hire"]))
        numbers = [SEATS.index(seat) for seat in game.seats]
        super().__init__(game, fields(game.num_players), [[turn(action, seat) for action in actions] for seat in numbers])
        self.seat_numbers = array("i", numbers)

    def write(self, state: State, player: int, row: array[int], at: int) -> None:
        """Write what a player sees to a row of bytes, from an index on."""
        self.clear(row, at)
        inline.observe(state, self.seat_numbers, player, row, at)
