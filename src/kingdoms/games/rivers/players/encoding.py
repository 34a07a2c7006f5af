"""The fixed encoding of Two Rivers: the fields of an observation, and the numbers of the actions.

The actions of seats keep their order; draws and the starting seat, which chance decides, and swaps that do not exist have no
number. Nothing else is left out.
"""

from __future__ import annotations

from array import array

from kingdoms.core.encoding import Encoding
from kingdoms.core.game import Game
from kingdoms.core.observation import Field
from kingdoms.core.state import State
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import SEATS
from kingdoms.games.rivers.players import inline


def fields(seats: int) -> list[Field]:
    """Return the fields of an observation, in the order in which `observing` writes them."""
    board, by = (11, 16), f"by {seats} seats, from the own one in the order of play"
    return [
        Field("river", board, 1, "river cells, by 11 rows x 16 columns"),
        Field("treasures", board, 1, "the treasures on the board"),
        Field("tiles", (4, *board), 1, "face-up tiles, by colour (red, blue, green, black)"),
        Field("down", board, 1, "face-down tiles, under monuments"),
        Field("wonder", board, 1, "the wonder"),
        Field("catastrophe_tiles", board, 1, "catastrophe tiles"),
        Field("leaders", (4, *board), 1, "leaders, by colour"),
        Field("monuments", (4, *board), 1, "the cells of monuments, by colour; each monument has two"),
        Field("buildings", board, 1, "the civilization buildings"),
        Field("placed", board, 1, "the tile placed by this action, while its consequences are decided"),
        Field("marker", board, 1, "the tile that joins kingdoms at war"),
        Field("attacker", board, 1, "the attacking leader of the current conflict"),
        Field("defender", board, 1, "the defending leader"),
        Field("owners", (seats, *board), 1, f"the cells of each seat's leaders, {by}"),
        Field("hand", (4,), 6, "the own tiles, by colour"),
        Field("decision", (9,), 1, "first, draw, action, war, commit, raise, build, take or income"),
        Field("phase", (5,), 1, "start, deal, action, refill or over"),
        Field("actions_left", (1,), 2, "the actions that may still be started in this turn"),
        Field("treasures_left", (1,), 24, "the number of treasures on the board"),
        Field("to_draw", (1,), 6, "the tiles still to be drawn in a swap"),
        Field("pairs", (6,), 1, "the monuments that can still be built, in the order of their pairs of colours"),
        Field("conflict", (2,), 1, "whether the current conflict is a war, and whether it is a revolt"),
        Field("conflict_colour", (4,), 1, "the colour of its leaders"),
        Field("committed", (1,), 7, "the tiles committed by the attacker plus 1, 0 before it has"),
        Field("points", (seats, 4), 255, "points by colour, 0 if they are hidden"),
        Field("taken", (seats,), 24, "treasures taken, 0 if they are hidden"),
        Field("known", (seats,), 1, "whether points and treasures are known: always for the own seat"),
        Field("hand_count", (seats,), 6, "the number of tiles in the hand"),
        Field("catastrophes", (seats,), 2, "catastrophe tiles left"),
        Field("on_turn", (seats,), 1, "the seat on turn"),
        Field("to_move", (seats,), 1, "the seat that decides"),
        Field("attacks", (seats,), 1, "the attacker of the current conflict"),
        Field("defends", (seats,), 1, "its defender"),
    ]


def offered() -> list[int]:
    """Return the engine's actions in the order of their numbers."""
    swaps = [r * 343 + b * 49 + g * 7 + k for r in range(7) for b in range(7) for g in range(7) for k in range(7)]
    real = {swap for swap in swaps if 1 <= swap // 343 + swap // 49 % 7 + swap // 7 % 7 + swap % 7 <= codes.FULL_HAND}
    return [
        *range(codes.PASS, codes.SWAP),
        *(codes.SWAP + swap for swap in swaps if swap in real),
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
        actions = offered()
        super().__init__(game, fields(game.num_players), len(actions))
        self.seat_numbers = array("i", [SEATS.index(seat) for seat in game.seats])
        self.scores_open = int(game.rulings["open_scores"])
        self.known = codes.ACTIONS
        self.actions_of = array("i", actions)
        self.numbers_of = array("i", [-1] * codes.ACTIONS)
        for number, action in enumerate(actions):
            self.numbers_of[action] = number

    def write(self, state: State, player: int, row: array[int], at: int) -> None:
        """Write what a player sees to a row of bytes, from an index on."""
        self.clear(row, at)
        inline.observe(state, self.seat_numbers, player, self.scores_open, row, at)

    def number(self, action: int, player: int) -> int:
        """Return the number of an action, or -1 if it has none."""
        if action < 0 or action >= self.known:
            return -1
        return self.numbers_of[action]

    def action(self, number: int, player: int) -> int:
        """Return the action with a number."""
        return self.actions_of[number]
