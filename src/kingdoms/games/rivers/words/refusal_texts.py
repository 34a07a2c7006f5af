"""The clauses and sentences of all refusals, by code."""

from __future__ import annotations

from typing import Final

ASKED: Final[dict[str, tuple[str, str, str]]] = {
    "first": ("first", "A-6", "the draw of who starts"),
    "draw": ("draw", "A-6", "drawing from the bag"),
    "place": ("action", "D-3", "the seat whose turn it is"),
    "leader": ("action", "D-3", "the seat whose turn it is"),
    "withdraw": ("action", "D-3", "the seat whose turn it is"),
    "catastrophe": ("action", "D-3", "the seat whose turn it is"),
    "swap": ("action", "D-3", "the seat whose turn it is"),
    "pass": ("action", "D-3", "the seat whose turn it is"),
    "war": ("war", "F-3", "the active seat, when there is more than one war"),
    "commit": ("commit", "E-1", "the two sides of a conflict"),
    "build": ("build", "H-1", "the active seat, when its tile completes something"),
    "wonder": ("build", "I-1", "the active seat, when its tile completes something"),
    "decline": ("build", "H-1", "the active seat, when its tile completes something"),
    "take": ("take", "G-1", "a trader's owner with a choice of treasures"),
    "income": ("income", "I-2", "a king in the wonder's kingdom, at the end of its turn"),
}
"""Kind of action -> the decision it answers, the clause that says so, and who is asked."""

TEXTS: Final[dict[str, tuple[str, str]]] = {
    "game_over": ("J-1", "the game is over: nothing is decided any more"),
    "not_asked": ("N-3", "{kind} is for {purpose}; now {who} decides: {now}"),
    "seat_not_playing": ("A-1", "{seat} does not play in this game"),
    "bag_lacks": ("A-6", "the bag has no {colour} tile"),
    "tile_not_in_hand": ("D-8", "there is no {colour} tile in the hand"),
    "cell_not_empty": ("C-3", "{cell} is not empty: {what} is there"),
    "tile_needs_river": ("D-8", "{cell} is land: blue tiles are placed on river only"),
    "tile_needs_land": ("D-8", "{cell} is river: only blue tiles are placed there"),
    "joins_three": ("D-8", "a tile on {cell} would join {count} kingdoms; two are the most"),
    "leader_needs_land": ("D-4", "{cell} is river: leaders stand on land"),
    "leader_needs_temple": ("D-4", "there is no temple next to {cell}"),
    "leader_stays": ("D-4", "the {leader} stands on {cell} already"),
    "leader_joins": ("D-4", "a leader on {cell} would join {count} kingdoms; it may touch one at most"),
    "leader_in_hand": ("D-5", "the {leader} is not on the board"),
    "no_catastrophe": ("D-12", "both catastrophes are used"),
    "ruins_leader": ("D-12", "{what} stands on {cell}: a catastrophe is not put on leaders"),
    "ruins_treasure": ("D-12", "a treasure lies on {cell}: its tile cannot be destroyed"),
    "ruins_building": ("D-12", "{what} on {cell} cannot be destroyed"),
    "ruins_ruin": ("D-12", "there is a catastrophe on {cell} already"),
    "swaps_too_many": ("D-13", "the hand has {have}, not {wanted}"),
    "no_such_war": ("F-3", "no two {colour} leaders are at war now"),
    "commits_too_many": ("E-1", "the hand has {have}, not {wanted}"),
    "monument_used": ("A-5", "the {pair} monument stands at {cell} already"),
    "monument_colour": ("H-1", "the {pair} monument has no {colour}, the colour of the tile on {cell}"),
    "no_square": ("H-1", "the tile on {placed} completes no square with its upper left cell at {cell}"),
    "no_wonder": ("I-1", "this game is played without the wonder"),
    "wonder_stands": ("I-1", "the wonder is built already"),
    "no_plus": ("I-1", "the tile on {placed} completes no plus around {cell}"),
    "no_treasure": ("G-1", "there is no treasure on {cell}"),
    "treasure_elsewhere": ("G-1", "{cell} is not in the kingdom from which {trader} takes treasures"),
    "special_first": ("G-2", "treasures on special borders go first: {specials}"),
}
"""Code -> clause and sentence."""
