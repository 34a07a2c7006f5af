"""Cases of the rules that random games seldom reach: positions and the actions played from them, by clause."""

from __future__ import annotations

from typing import Any

from tests.games.rivers.reference.board import GROUNDS, TEMPLES
from tests.games.rivers.support.tables import hand, lay, position

Case = tuple[dict[str, Any], str]
Leaders = dict[str, dict[str, str]]
ALL_FULL: dict[str, Any] = {seat: hand(black=6) for seat in "ABPL"}
WONDER = {"wonder": True}


def led(**leaders: str) -> Leaders:
    """Return leaders by seat: `led(A="E5 black, F6 red")`."""
    words = {seat: [leader.split() for leader in text.split(", ")] for seat, text in leaders.items()}
    return {seat: {colour: cell for cell, colour in pairs} for seat, pairs in words.items()}


TRADERS = led(L="E5 green", P="I5 green")
WAR = lay(red="D5 I4", green="F5 H5 J5")
"""A tile on G5 joins two kingdoms."""
WARS = (
    lay(red="D5 I4 E4 K5", green="F5 H5 J5", black="E6"),
    led(L="E5 green, F4 black", B="D6 red", P="I5 green, H4 red", A="K4 black"),
)
"""A tile on G5 causes three wars."""
KINGS = lay(red="D5 J5 E6 I6", black="F5 F6 H5"), led(A="E5 red, D6 black", B="I5 red, J6 black")
LINK = lay(black="J7 J8 J10 K10", blue="J9")
"""A road from I7 to K11."""
SQUARE = "H4 I4 H5"
PAYING = lay(down="H4 I4 H5 I5 F5 F6 E5 E6", black="G5 G6", red="J4 G7")
"""Two monuments in one kingdom."""
PAIRS = {"red-black": "H4", "blue-black": "E5"}
FEW = {cell: "red*" if cell in ("I7", "K11") else "red" for cell in TEMPLES}
"""Two treasures on the board."""
COMMIT = {"kind": "commit", "conflict": "war", "colour": "green", "attacker": "P", "defender": "L", "marker": "G5", "attack": 2}

CONFLICTS: dict[str, Case] = {
    "E-1 no tiles face down": (
        position(lay(down="J7 J8 K7 K8", red="L7 L8"), led(B="L6 black"), monuments={"red-black": "J7"}),
        "leader black I8, commit 0, commit 0",
    ),
    "F-1 the marked tile": (position(WAR, TRADERS, L=hand(green=3), turn="L"), "place green G5, commit 1, commit 0"),
    "F-3 green first": (
        position(*WARS, B=hand(black=1), P=hand(green=1), turn="B"),
        "place black G5, war green, commit 0, commit 0",
    ),
    "F-4 clockwise without P": (
        position(WAR, led(L="E5 green", A="I5 green"), B=hand(black=1), turn="B", seats="ABL"),
        "place black G5, commit 0, commit 0",
    ),
    "F-5 regions that only the marked tile joins": (
        position(WAR | lay(green="G4 G6", black="H6"), TRADERS, L=hand(black=1, green=3), turn="L"),
        "place black G5, commit 2, commit 0",
    ),
    "F-5 no tiles face down": (
        position(
            lay(red="D5 J4", green="F5", down="H4 I4 H5 I5", black="K4"),
            led(L="E5 green", P="J5 green"),
            A=hand(black=1),
            monuments={"blue-green": "H4"},
        ),
        "place black G5, commit 0, commit 0",
    ),
    "F-7 judged before anything is removed": (
        position(lay(red="E5 F5 H5 J5 J6", black="I5"), led(A="E6 red", B="J4 red", P="H6 black"), A=hand(red=2, black=1)),
        "place black G5, commit 2, commit 0",
    ),
    "F-7 leaders keep their temples": (
        position(lay(red="E5 F5 H5 I5"), led(A="E6 red", B="I6 red, H4 green, H6 blue, I4 black"), A=hand(red=5, black=1)),
        "place black G5, commit 5, commit 0",
    ),
    "F-8 a leader that only the loser joined": (
        position(
            lay(red="E5 J5 L6", green="D5", black="F5 H5 J4 K5"),
            led(A="E6 black, E4 blue", B="I5 black, K6 blue"),
            A=hand(green=1, black=5),
        ),
        "place green G5, war black, commit 5, commit 0",
    ),
    "F-9 a square after the war": (
        position(lay(red="D5 I5 I7", black="F5 F6 G6", green="H5"), led(A="E5 green", B="I6 green"), A=hand(black=1, green=2)),
        "place black G5, commit 2, commit 0, build blue-black F5",
    ),
    "F-9 a square lost in the war": (
        position(lay(red="D5 I5", green="F5 F6 G6 H5 J5 J6 J7 H7"), led(A="E5 green", B="I6 green"), A=hand(green=1)),
        "place green G5, commit 0, commit 0",
    ),
    "F-9 treasures after the war": (
        position(lay(black="G7 F4 F5 F6"), led(A="H7 green", B="G3 green"), P=hand(black=1), A=hand(green=1), turn="P"),
        "place black F7, commit 1, commit 0, take F3",
    ),
    "F-10 red first": (
        position(*KINGS, A=hand(green=1, red=2, black=2), B=hand(red=3, black=1)),
        "place green G5, war red, commit 2, commit 3, commit 2, commit 0",
    ),
}

TURNS: dict[str, Case] = {
    "D-4 a moving leader is lifted": (
        position(lay(red="G5 G6 I5 I6"), led(A="H5 black", B="G4 blue", P="I4 green")),
        "leader black F5",
    ),
    "D-6 a kingdom falls apart": (
        position(lay(red="G5 I5"), led(A="H5 red", B="G4 blue", P="I4 green"), A=hand(green=1)),
        "withdraw red, place green J5",
    ),
    "D-12 where a catastrophe may go": (
        position(
            lay(down="E5 F5 E6 F6", catastrophe="A10", green="H7", blue="D7", wonder="J5 K4 K5 K6 L5"),
            led(B="I6 red"),
            monuments={"red-blue": "E5"},
            rulings=WONDER,
            B={"catastrophes": 1},
        ),
        "catastrophe H7, catastrophe D7",
    ),
    "D-12 a kingdom is parted": (
        position(lay(red="H5 K5", black="I5 J5"), led(B="H6 red", P="K6 black"), A=hand(black=2)),
        "catastrophe J5, place black I4",
    ),
    "N-3 a deal from a bag of one colour": (position(phase="deal", turn="P", bag={"blue": 24}), "pass"),
    "N-5 a choice of treasures goes on": (
        position(LINK | FEW, led(B="I6 green"), **ALL_FULL, pending={"kind": "take"}, actions_left=0),
        "take I7",
    ),
    "N-5 a war goes on": (
        position(WAR | {"G5": "black"}, TRADERS, L=hand(green=5), turn="A", pending=COMMIT),
        "commit 2",
    ),
}

GAINS: dict[str, Case] = {
    "G-1 after a revolt": (
        position(lay(red="J6", black="I8 J8 K8 K10", blue="K9"), led(B="J7 green"), A=hand(red=3)),
        "leader green I6, commit 3, commit 0, take K11",
    ),
    "G-1 not after a withdrawal": (
        position(LINK, led(A="H7 red", B="I6 green")),
        "withdraw red, leader black F11, take I7",
    ),
    "G-3 a special cell under a monument": (
        position(
            lay("B8 down*", down="A8 A9 B9", red="C9", black="E9 F9"),
            A=hand(black=1),
            monuments={"red-green": "A8"},
        ),
        "leader green C8, place black D9",
    ),
    "G-4 two kingdoms at once": (
        position(LINK | lay(black="H3 I3 J3 K3 K2", red="G3"), led(B="I6 green", P="G2 green"), turn="L"),
        "leader black F11, take F3, take K11",
    ),
    "H-1 several squares": (
        position(lay(black=f"{SQUARE} H6 I6"), A=hand(black=2)),
        "place black I5, build red-black H5",
    ),
    "H-1 all of a colour are used": (
        position(
            lay(black=SQUARE, down="E5 F5 E6 F6 A5 B5 A6 B6 A10 B10 A11 B11"),
            A=hand(black=1),
            monuments={"red-black": "E5", "blue-black": "A5", "green-black": "A10"},
        ),
        "place black I5",
    ),
    "H-1 on the river": (position(lay(blue="O4 O5 P5"), A=hand(blue=1)), "place blue P4, build blue-green O4"),
    "H-3 income": (
        position(PAYING, led(A="J5 black, J3 red, K4 green", B="H7 blue"), **ALL_FULL, monuments=PAIRS),
        "pass, pass, pass",
    ),
    "I-1 a treasure on the wonder": (
        position(lay(red="H7 I6 J7 J5", blue="H9"), led(B="H8 black", P="G7 green", L="I5 red"), A=hand(red=1), rulings=WONDER),
        "place red I8, wonder I7",
    ),
    "I-2 after the second action": (
        position(lay(wonder="J4 I5 J5 K5 J6", red="I4"), led(A="H4 black"), **ALL_FULL, rulings=WONDER),
        "place black H5, place black A1, income red",
    ),
    "J-1 no income after a swap too large": (
        position(PAYING, led(A="J5 black"), **ALL_FULL, monuments=PAIRS, bag={"red": 5}, actions_left=1),
        "swap 0 0 0 6",
    ),
    "J-1 a swap of all that is left": (
        position(PAYING, led(A="J5 black"), **ALL_FULL, monuments=PAIRS, bag={"red": 5}, actions_left=1),
        "swap 0 0 0 5",
    ),
    "J-1 income before a refill that fails": (
        position(PAYING, led(A="J5 black"), **(ALL_FULL | {"B": hand(red=1)}), monuments=PAIRS, bag={"red": 4}),
        "pass",
    ),
    "J-1 a deal that fails": (position(seats="AB", phase="start", bag={"red": 11}), "first B"),
}

CIVIC, NEEDED = {"buildings": True}, {"commitments": "needed"}
ADVANCED = dict.fromkeys(GROUNDS["advanced"].temples, "red*")
CHAIN = dict.fromkeys(("K11", "L11", "M9", "N11"), "black") | {"M10": "blue"}
END = dict.fromkeys(("E1", "J1", "O2"), "red*") | dict.fromkeys(("F1", "G1", "H1"), "black")
ROWS = lay(green="J6 K6 L6 D9 E9"), led(A="I6 green", B="F9 green")

OPTIONS: dict[str, Case] = {
    "XA-2 special first": (
        position(ADVANCED | CHAIN, led(A="I11 green"), A=hand(black=1), rulings={"board": "advanced"}),
        "place black M11, take O11",
    ),
    "XA-3 the end": (
        position(END, led(A="E2 green"), A=hand(black=1), rulings={"board": "advanced"}, actions_left=1),
        "place black I1, take J1",
    ),
    "XC-1 built then paid": (
        position(lay(green="J6 K6"), led(A="I6 black"), A=hand(green=2), rulings=CIVIC),
        "place green L6, raise K6, place green M6",
    ),
    "XC-2 moved": (
        position(*ROWS, B=hand(green=2), rulings=CIVIC, turn="B", buildings={"green": "K6"}),
        "place green C9, place green B9, raise D9",
    ),
    "XC-4 a monument over a building": (
        position(lay(red="E5 F5 E6"), led(A="D5 red", B="D6 green"), A=hand(red=1), rulings=CIVIC, buildings={"red": "E5"}),
        "place red F6, build red-blue E5",
    ),
    "XE-2 a war": (
        position(
            lay(red="D5 I4 K5", green="F5 H5 J5"),
            led(L="E5 green", A="D6 black", P="I5 green", B="K6 black"),
            L=hand(green=4, black=1),
            P=hand(green=1),
            rulings=NEEDED,
            turn="L",
        ),
        "place black G5, war green, commit 4, commit 0",
    ),
}
CORNERS = CONFLICTS | TURNS | GAINS | OPTIONS
