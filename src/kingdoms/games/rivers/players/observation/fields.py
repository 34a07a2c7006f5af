"""The fields of an observation of Two Rivers."""

from __future__ import annotations

from kingdoms.core.observation import Field


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
