"""The clauses and message templates of all refusals, by code."""

from __future__ import annotations

from typing import Final

ASKED: Final[dict[str, tuple[str, str, str]]] = {
    "first": ("first", "A-6", "drawing who starts"),
    "draw": ("draw", "A-6", "drawing from the bag"),
    "place": ("action", "D-3", "the seat whose turn it is"),
    "leader": ("action", "D-3", "the seat whose turn it is"),
    "withdraw": ("action", "D-3", "the seat whose turn it is"),
    "catastrophe": ("action", "D-3", "the seat whose turn it is"),
    "swap": ("action", "D-3", "the seat whose turn it is"),
    "pass": ("action", "D-3", "the seat whose turn it is"),
    "war": ("war", "F-3", "the active seat, when there is more than one war"),
    "commit": ("commit", "E-1", "the two sides of a conflict"),
    "raise": ("raise", "CB-3", "the active seat, when its tile lies in a line that can get a civilization building"),
    "build": ("build", "H-1", "the active seat, when its tile completes something"),
    "wonder": ("build", "I-1", "the active seat, when its tile completes something"),
    "decline": ("build", "H-1", "the active seat, when its tile completes something"),
    "take": ("take", "G-1", "a trader's owner with a choice of treasures"),
    "income": ("income", "I-2", "a king in the wonder's kingdom, at the end of its turn"),
}
"""Kind of action -> the decision it answers, its clause, and the `purpose` in the text of `not_asked`."""

TEXTS: Final[dict[str, tuple[str, str]]] = {
    "game_over": ("J-1", "the game is over: nothing is left to decide"),
    "not_asked": ("N-3", "{kind} is for {purpose}; now {who} decides: {now}"),
    "seat_not_playing": ("A-1", "{seat} isn't playing in this game"),
    "bag_lacks": ("A-6", "there is no {colour} tile left in the bag"),
    "tile_not_in_hand": ("D-8", "you have no {colour} tile in hand"),
    "cell_not_empty": ("C-3", "{cell} isn't empty: {what} is there"),
    "tile_needs_river": ("D-8", "{cell} is land, and blue tiles go only on rivers"),
    "tile_needs_land": ("D-8", "{cell} is river, where only blue tiles go"),
    "joins_three": ("D-8", "a tile on {cell} would join {count} kingdoms, and a tile can join two at most"),
    "leader_needs_land": ("D-4", "{cell} is river, and leaders stand on land"),
    "leader_needs_temple": ("D-4", "there is no temple next to {cell}"),
    "leader_stays": ("D-4", "your {leader} is already on {cell}"),
    "leader_joins": ("D-4", "a leader on {cell} would join {count} kingdoms, and a leader can touch one at most"),
    "leader_in_hand": ("D-5", "your {leader} isn't on the board"),
    "no_catastrophe": ("D-12", "you have used both catastrophes"),
    "ruins_leader": ("D-12", "{what} stands on {cell}, and a catastrophe can't go on a leader"),
    "ruins_treasure": ("D-12", "there is a treasure on {cell}, so its tile can't be destroyed"),
    "ruins_civic": ("CB-11", "the {building} stands on {cell}, so its tile can't be destroyed"),
    "ruins_building": ("D-12", "{what} on {cell} can't be destroyed"),
    "ruins_ruin": ("D-12", "there is already a catastrophe on {cell}"),
    "swaps_too_many": ("D-13", "you have {have} in hand, not {wanted}"),
    "no_such_war": ("F-3", "there is no {colour} war now"),
    "commits_too_many": ("E-1", "you have {have} in hand, not {wanted}"),
    "commits_in_vain": ("EV-2", "that makes {total} against {against}: commit enough to be stronger, or nothing"),
    "commits_inexactly": ("EV-3", "that makes {total} against {against}: commit what makes you as strong, or nothing"),
    "no_line": ("CB-3", "{cell} is in no line of three or more tiles of a colour with the tile on {placed}"),
    "line_too_short": (
        "CB-6",
        "the {building} stands in a line of {now}, and that of {cell} has {length}: it moves only to a longer one",
    ),
    "building_there": ("CB-6", "the {building} already stands in that line of {length}"),
    "monument_used": ("A-5", "the {pair} monument already stands at {cell}"),
    "monument_colour": ("H-1", "the tile on {cell} is {colour}, and the {pair} monument has no {colour} in it"),
    "no_square": ("H-1", "the tile on {placed} completes no square with its upper left cell at {cell}"),
    "no_wonder": ("I-1", "this game is played without the wonder"),
    "wonder_stands": ("I-1", "the wonder has already been built"),
    "no_plus": ("I-1", "the tile on {placed} completes no plus around {cell}"),
    "no_treasure": ("G-1", "there is no treasure on {cell}"),
    "treasure_elsewhere": ("G-1", "{cell} isn't in the kingdom where {trader} takes treasures"),
    "special_first": ("G-2", "treasures on special borders come first: take one from {specials}"),
}
"""Code -> clause and message template."""
