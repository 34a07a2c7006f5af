"""The clauses and messages of all refusals, by code."""

from __future__ import annotations

from typing import Final

ASKED: Final[dict[str, tuple[str, str, str]]] = {
    "first": ("first", "A-6", "refusal.for_first"),
    "draw": ("draw", "A-6", "refusal.for_draw"),
    "place": ("action", "D-3", "refusal.for_action"),
    "leader": ("action", "D-3", "refusal.for_action"),
    "withdraw": ("action", "D-3", "refusal.for_action"),
    "catastrophe": ("action", "D-3", "refusal.for_action"),
    "swap": ("action", "D-3", "refusal.for_action"),
    "pass": ("action", "D-3", "refusal.for_action"),
    "war": ("war", "F-3", "refusal.for_war"),
    "commit": ("commit", "E-1", "refusal.for_commit"),
    "raise": ("raise", "CB-3", "refusal.for_raise"),
    "build": ("build", "H-1", "refusal.for_build"),
    "wonder": ("build", "I-1", "refusal.for_build"),
    "decline": ("build", "H-1", "refusal.for_build"),
    "take": ("take", "G-1", "refusal.for_take"),
    "income": ("income", "I-2", "refusal.for_income"),
}
"""Kind of action -> the decision it answers, its clause, and the purpose in the message of `not_asked`."""

TEXTS: Final[dict[str, tuple[str, str]]] = {
    "game_over": ("J-1", "refusal.game_over"),
    "not_asked": ("N-3", "refusal.not_asked"),
    "seat_not_playing": ("A-1", "refusal.seat_not_playing"),
    "bag_lacks": ("A-6", "refusal.bag_lacks"),
    "tile_not_in_hand": ("D-8", "refusal.tile_not_in_hand"),
    "cell_not_empty": ("C-3", "refusal.cell_not_empty"),
    "tile_needs_river": ("D-8", "refusal.tile_needs_river"),
    "tile_needs_land": ("D-8", "refusal.tile_needs_land"),
    "joins_three": ("D-8", "refusal.joins_three"),
    "leader_needs_land": ("D-4", "refusal.leader_needs_land"),
    "leader_needs_temple": ("D-4", "refusal.leader_needs_temple"),
    "leader_stays": ("D-4", "refusal.leader_stays"),
    "leader_joins": ("D-4", "refusal.leader_joins"),
    "leader_in_hand": ("D-5", "refusal.leader_in_hand"),
    "no_catastrophe": ("D-12", "refusal.no_catastrophe"),
    "ruins_leader": ("D-12", "refusal.ruins_leader"),
    "ruins_treasure": ("D-12", "refusal.ruins_treasure"),
    "ruins_civic": ("CB-11", "refusal.ruins_civic"),
    "ruins_building": ("D-12", "refusal.ruins_building"),
    "ruins_ruin": ("D-12", "refusal.ruins_ruin"),
    "swaps_too_many": ("D-13", "refusal.swaps_too_many"),
    "no_such_war": ("F-3", "refusal.no_such_war"),
    "commits_too_many": ("E-1", "refusal.commits_too_many"),
    "commits_in_vain": ("EV-2", "refusal.commits_in_vain"),
    "commits_inexactly": ("EV-3", "refusal.commits_inexactly"),
    "no_line": ("CB-3", "refusal.no_line"),
    "line_too_short": ("CB-6", "refusal.line_too_short"),
    "building_there": ("CB-6", "refusal.building_there"),
    "monument_used": ("A-5", "refusal.monument_used"),
    "monument_colour": ("H-1", "refusal.monument_colour"),
    "no_square": ("H-1", "refusal.no_square"),
    "no_wonder": ("I-1", "refusal.no_wonder"),
    "wonder_stands": ("I-1", "refusal.wonder_stands"),
    "no_plus": ("I-1", "refusal.no_plus"),
    "no_treasure": ("G-1", "refusal.no_treasure"),
    "treasure_elsewhere": ("G-1", "refusal.treasure_elsewhere"),
    "special_first": ("G-2", "refusal.special_first"),
}
"""Code -> clause and message."""
