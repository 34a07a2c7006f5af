"""The fixed encoding of Two Rivers.

The actions of seats keep their order; draws and the starting seat, which chance decides, and swaps that do not exist have no
number. Nothing else is left out.
"""

from __future__ import annotations

from array import array

from kingdoms.core.encoding import Encoding
from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import SEATS
from kingdoms.games.rivers.players.observation import inline
from kingdoms.games.rivers.players.observation.fields import fields


def list_numbered() -> list[int]:
    """Return the engine's actions in the order of their numbers."""
    swaps = [r * 343 + b * 49 + g * 7 + k for r in range(7) for b in range(7) for g in range(7) for k in range(7)]
    real = {swap for swap in swaps if 1 <= swap // 343 + swap // 49 % 7 + swap // 7 % 7 + swap % 7 <= codes.FULL_HAND}
    return [
        *range(codes.PASS, codes.SWAP),
        *[codes.SWAP + swap for swap in swaps if swap in real],
        *range(codes.RAISED, codes.ACTIONS),
    ]


class RiversEncoding(Encoding):
    """The encoding of Two Rivers.

    Args:
        game: the game.

    Examples:
        >>> import kingdoms
        >>> encoding = RiversEncoding(kingdoms.load_game("rivers"))
        >>> encoding.actions, encoding.size, encoding.observation.planes
        (3398, 4658, (26, 11, 16))
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game, fields(game.num_players), [list_numbered()] * game.num_players)
        self.seat_numbers = array("i", [SEATS.index(seat) for seat in game.seats])
        self.scores_open = int(game.rulings["open_scores"])

    def write(self, state: State, player: int, row: array[int], at: int) -> None:
        """Write what a player sees to a row of bytes, from an index on."""
        self.clear(row, at)
        inline.observe(state, self.seat_numbers, player, self.scores_open, row, at)
