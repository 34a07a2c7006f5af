"""Cases of the rules that random games seldom reach: positions and the actions played from them, by clause."""

from __future__ import annotations

from typing import Any

from tests.games.rivers.reference.board import GROUNDS, TEMPLES
from tests.games.rivers.reference.table import fresh, laid

FULL = {"black": 6}
ALL_FULL = dict.fromkeys("ABPL", FULL)
WONDER = {"wonder": True}

TRADERS = {"L": {"green": "E5"}, "P": {"green": "I5"}}
WAR = laid(red="D5 I4", green="F5 H5 J5")
"""A tile on G5 joins two kingdoms."""
WARS = (
    laid(red="D5 I4 E4 K5", green="F5 H5 J5", black="E6"),
    {
        "L": {"green": "E5", "black": "F4"},
        "B": {"red": "D6"},
        "P": {"green": "I5", "red": "H4"},
        "A": {"black": "K4"},
    },
)
"""A tile on G5 causes three wars."""
KINGS = laid(red="D5 J5 E6 I6", black="F5 F6 H5"), {"A": {"red": "E5", "black": "D6"}, "B": {"red": "I5", "black": "J6"}}
LINK = laid(black="J7 J8 J10 K10", blue="J9")
"""A road from I7 to K11."""
SQUARE = laid(black="H4 I4 H5")
PAYING = laid(down="H4 I4 H5 I5 F5 F6 E5 E6", black="G5 G6", red="J4 G7")
"""Two monuments in one kingdom."""
PAIRS = {"red-black": "H4", "blue-black": "E5"}
PALACE = laid(wonder="J4 I5 J5 K5 J6")
FEW = {cell: "red*" if cell in ("I7", "K11") else "red" for cell in TEMPLES}
"""Two treasures on the board."""

CONFLICTS: dict[str, tuple[dict[str, Any], str]] = {
    "E-1 no tiles face down": (
        fresh(laid(down="J7 J8 K7 K8", red="L7 L8"), {"B": {"black": "L6"}}, monuments={"red-black": "J7"}),
        "leader black I8, commit 0, commit 0",
    ),
    "F-1 the marked tile": (
        fresh(WAR, TRADERS, {"L": {"green": 3}}, turn="L"),
        "place green G5, commit 1, commit 0",
    ),
    "F-3 green first": (
        fresh(*WARS, {"B": {"black": 1}, "P": {"green": 1}}, turn="B"),
        "place black G5, war green, commit 0, commit 0",
    ),
    "F-4 clockwise without P": (
        fresh(WAR, {"L": {"green": "E5"}, "A": {"green": "I5"}}, {"B": {"black": 1}}, turn="B", seats="ABL"),
        "place black G5, commit 0, commit 0",
    ),
    "F-5 regions that only the marked tile joins": (
        fresh(WAR | laid(green="G4 G6", black="H6"), TRADERS, {"L": {"black": 1, "green": 3}}, turn="L"),
        "place black G5, commit 2, commit 0",
    ),
    "F-5 no tiles face down": (
        fresh(
            laid(red="D5 J4", green="F5", down="H4 I4 H5 I5", black="K4"),
            {"L": {"green": "E5"}, "P": {"green": "J5"}},
            {"A": {"black": 1}},
            monuments={"blue-green": "H4"},
        ),
        "place black G5, commit 0, commit 0",
    ),
    "F-7 judged before anything is removed": (
        fresh(
            laid(red="E5 F5 H5 J5 J6", black="I5"),
            {"A": {"red": "E6"}, "B": {"red": "J4"}, "P": {"black": "H6"}},
            {"A": {"red": 2, "black": 1}},
        ),
        "place black G5, commit 2, commit 0",
    ),
    "F-7 leaders keep their temples": (
        fresh(
            laid(red="E5 F5 H5 I5"),
            {"A": {"red": "E6"}, "B": {"red": "I6", "green": "H4", "blue": "H6", "black": "I4"}},
            {"A": {"red": 5, "black": 1}},
        ),
        "place black G5, commit 5, commit 0",
    ),
    "F-8 a leader that only the loser joined": (
        fresh(
            laid(red="E5 J5 L6", green="D5", black="F5 H5 J4 K5"),
            {"A": {"black": "E6", "blue": "E4"}, "B": {"black": "I5", "blue": "K6"}},
            {"A": {"green": 1, "black": 5}},
        ),
        "place green G5, war black, commit 5, commit 0",
    ),
    "F-9 a square after the war": (
        fresh(
            laid(red="D5 I5 I7", black="F5 F6 G6", green="H5"),
            {"A": {"green": "E5"}, "B": {"green": "I6"}},
            {"A": {"black": 1, "green": 2}},
        ),
        "place black G5, commit 2, commit 0, build blue-black F5",
    ),
    "F-9 a square lost in the war": (
        fresh(
            laid(red="D5 I5", green="F5 F6 G6 H5 J5 J6 J7 H7"),
            {"A": {"green": "E5"}, "B": {"green": "I6"}},
            {"A": {"green": 1}},
        ),
        "place green G5, commit 0, commit 0",
    ),
    "F-9 treasures after the war": (
        fresh(
            laid(black="G7 F4 F5 F6"),
            {"A": {"green": "H7"}, "B": {"green": "G3"}},
            {"P": {"black": 1}, "A": {"green": 1}},
            turn="P",
        ),
        "place black F7, commit 1, commit 0, take F3",
    ),
    "F-10 red first": (
        fresh(*KINGS, {"A": {"green": 1, "red": 2, "black": 2}, "B": {"red": 3, "black": 1}}),
        "place green G5, war red, commit 2, commit 3, commit 2, commit 0",
    ),
}

TURNS: dict[str, tuple[dict[str, Any], str]] = {
    "D-4 a moving leader is lifted": (
        fresh(laid(red="G5 G6 I5 I6"), {"A": {"black": "H5"}, "B": {"blue": "G4"}, "P": {"green": "I4"}}),
        "leader black F5",
    ),
    "D-6 a kingdom falls apart": (
        fresh(laid(red="G5 I5"), {"A": {"red": "H5"}, "B": {"blue": "G4"}, "P": {"green": "I4"}}, {"A": {"green": 1}}),
        "withdraw red, place green J5",
    ),
    "D-12 where a catastrophe may go": (
        fresh(
            laid(down="E5 F5 E6 F6", catastrophe="A10", green="H7", blue="D7", wonder="J5 K4 K5 K6 L5"),
            {"B": {"red": "I6"}},
            monuments={"red-blue": "E5"},
            rulings=WONDER,
            players={"B": {"catastrophes": 1}},
        ),
        "catastrophe H7, catastrophe D7",
    ),
    "D-12 a kingdom is parted": (
        fresh(laid(red="H5 K5", black="I5 J5"), {"B": {"red": "H6"}, "P": {"black": "K6"}}, {"A": {"black": 2}}),
        "catastrophe J5, place black I4",
    ),
    "N-3 a deal from a bag of one colour": (fresh(phase="deal", turn="P", bag={"blue": 24}), "pass"),
    "N-5 a choice of treasures goes on": (
        fresh(FEW | LINK, {"B": {"green": "I6"}}, ALL_FULL, pending={"kind": "take"}, actions_left=0),
        "take I7",
    ),
    "N-5 a war goes on": (
        fresh(
            WAR | {"G5": "black"},
            TRADERS,
            {"L": {"green": 5}},
            turn="A",
            pending={"kind": "commit", "conflict": "war", "colour": "green", "attacker": "P", "defender": "L"}
            | {"marker": "G5", "attack": 2},
        ),
        "commit 2",
    ),
}

GAINS: dict[str, tuple[dict[str, Any], str]] = {
    "G-1 after a revolt": (
        fresh(laid(red="J6", black="I8 J8 K8 K10", blue="K9"), {"B": {"green": "J7"}}, {"A": {"red": 3}}),
        "leader green I6, commit 3, commit 0, take K11",
    ),
    "G-1 not after a withdrawal": (
        fresh(LINK, {"A": {"red": "H7"}, "B": {"green": "I6"}}),
        "withdraw red, leader black F11, take I7",
    ),
    "G-3 a special cell under a monument": (
        fresh(
            laid(down="A8 A9 B9", red="C9", black="E9 F9") | {"B8": "down*"},
            {},
            {"A": {"black": 1}},
            monuments={"red-green": "A8"},
        ),
        "leader green C8, place black D9",
    ),
    "G-4 two kingdoms at once": (
        fresh(LINK | laid(black="H3 I3 J3 K3 K2", red="G3"), {"B": {"green": "I6"}, "P": {"green": "G2"}}, turn="L"),
        "leader black F11, take F3, take K11",
    ),
    "H-1 several squares": (
        fresh(SQUARE | laid(black="H6 I6"), {}, {"A": {"black": 2}}),
        "place black I5, build red-black H5",
    ),
    "H-1 all of a colour are used": (
        fresh(
            SQUARE | laid(down="E5 F5 E6 F6 A5 B5 A6 B6 A10 B10 A11 B11"),
            {},
            {"A": {"black": 1}},
            monuments={"red-black": "E5", "blue-black": "A5", "green-black": "A10"},
        ),
        "place black I5",
    ),
    "H-1 on the river": (fresh(laid(blue="O4 O5 P5"), {}, {"A": {"blue": 1}}), "place blue P4, build blue-green O4"),
    "H-3 income": (
        fresh(PAYING, {"A": {"black": "J5", "red": "J3", "green": "K4"}, "B": {"blue": "H7"}}, ALL_FULL, monuments=PAIRS),
        "pass, pass, pass",
    ),
    "I-1 a treasure on the wonder": (
        fresh(
            laid(red="H7 I6 J7 J5", blue="H9"),
            {"B": {"black": "H8"}, "P": {"green": "G7"}, "L": {"red": "I5"}},
            {"A": {"red": 1}},
            rulings=WONDER,
        ),
        "place red I8, wonder I7",
    ),
    "I-2 after the second action": (
        fresh(PALACE | {"I4": "red"}, {"A": {"black": "H4"}}, ALL_FULL, rulings=WONDER),
        "place black H5, place black A1, income red",
    ),
    "J-1 no income after a swap too large": (
        fresh(PAYING, {"A": {"black": "J5"}}, ALL_FULL, monuments=PAIRS, bag={"red": 5}, actions_left=1),
        "swap 0 0 0 6",
    ),
    "J-1 a swap of all that is left": (
        fresh(PAYING, {"A": {"black": "J5"}}, ALL_FULL, monuments=PAIRS, bag={"red": 5}, actions_left=1),
        "swap 0 0 0 5",
    ),
    "J-1 income before a refill that fails": (
        fresh(PAYING, {"A": {"black": "J5"}}, ALL_FULL | {"B": {"red": 1}}, monuments=PAIRS, bag={"red": 4}),
        "pass",
    ),
    "J-1 a deal that fails": (fresh(seats="AB", phase="start", bag={"red": 11}), "first B"),
}

CIVIC, NEEDED = {"buildings": True}, {"commitments": "needed"}
ADVANCED = dict.fromkeys(GROUNDS["advanced"].temples, "red*")
ROWS = laid(green="J6 K6 L6 D9 E9"), {"A": {"green": "I6"}, "B": {"green": "F9"}}

OPTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "XA-2 special first": (
        fresh({}, {"A": {"green": "I11"}}, {"A": {"black": 1}}, rulings={"board": "advanced"})
        | {"board": ADVANCED | laid(black="K11 L11 M9 N11", blue="M10")},
        "place black M11, take O11",
    ),
    "XA-3 the end": (
        fresh({}, {"A": {"green": "E2"}}, {"A": {"black": 1}}, rulings={"board": "advanced"}, actions_left=1)
        | {"board": dict.fromkeys(("E1", "J1", "O2"), "red*") | laid(black="F1 G1 H1")},
        "place black I1, take J1",
    ),
    "XC-1 built then paid": (
        fresh(laid(green="J6 K6"), {"A": {"black": "I6"}}, {"A": {"green": 2}}, rulings=CIVIC),
        "place green L6, raise K6, place green M6",
    ),
    "XC-2 moved": (
        fresh(*ROWS, {"B": {"green": 2}}, rulings=CIVIC, turn="B", buildings={"green": "K6"}),
        "place green C9, place green B9, raise D9",
    ),
    "XC-4 a monument over a building": (
        fresh(
            laid(red="E5 F5 E6"),
            {"A": {"red": "D5"}, "B": {"green": "D6"}},
            {"A": {"red": 1}},
            rulings=CIVIC,
            buildings={"red": "E5"},
        ),
        "place red F6, build red-blue E5",
    ),
    "XE-2 a war": (
        fresh(
            laid(red="D5 I4 K5", green="F5 H5 J5"),
            {"L": {"green": "E5"}, "A": {"black": "D6"}, "P": {"green": "I5"}, "B": {"black": "K6"}},
            {"L": {"green": 4, "black": 1}, "P": {"green": 1}},
            rulings=NEEDED,
            turn="L",
        ),
        "place black G5, war green, commit 4, commit 0",
    ),
}
CORNERS = CONFLICTS | TURNS | GAINS | OPTIONS
