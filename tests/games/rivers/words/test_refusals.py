"""Why actions are not legal: every code, with its clause and its sentence."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.errors import IllegalAction
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.words.clauses import CLAUSES
from kingdoms.games.rivers.words.refusal_texts import ASKED, TEXTS
from tests.games.rivers.support.tables import hand, lay, legal, new, play, table

CHAIN = lay(black="I5 J5 K5 L5 M5", red="E5")
PLUS = "H5 G6 H6 I6 H7"


def over() -> State:
    return play(table(A=hand(red=1), bag={}), "swap 1 0 0 0")


def kings() -> State:
    return table(leaders={"A": {"black": "I8"}, "B": {"black": "K2"}}, A=hand(red=1, black=1))


def war(chosen: bool = True) -> State:
    leaders = {"A": {"black": "E5", "red": "F6"}, "B": {"black": "I5", "red": "H6"}}
    state = play(table(lay(red="F5 H5"), leaders, A=hand(green=1, black=1)), "place green G5")
    return play(state, "war black") if chosen else state


def revolt() -> State:
    return play(table(leaders={"B": {"black": "I6"}}, A=hand(red=1, black=3)), "leader black I8")


def square() -> State:
    board = lay(down="J5 K5 J6 K6", black="H5 G6 H6")
    return play(table(board, A=hand(black=1), monuments={"red-black": "J5"}), "place black G5")


def plus(built: bool = False) -> State:
    board = lay(black="H5 G6 H6")
    if built:
        board |= dict.fromkeys(("C9", "B10", "C10", "D10", "C11"), "wonder")
    return play(table(board, A=hand(black=1), rulings={"wonder": True}), "place black G5")


def take() -> State:
    return play(table(CHAIN, A=hand(black=1)), "leader green I6")


def specials() -> State:
    board = lay(black="B3 B5 B9 C9 D9 E9 F9", blue="B4 B7")
    return play(table(board, {"A": {"green": "A8"}}, A=hand(black=1)), "place black B6")


def income() -> State:
    board = lay(red="H4") | dict.fromkeys(PLUS.split(), "wonder")
    return play(table(board, {"A": {"black": "G4"}}, A=hand(red=6), rulings={"wonder": True}), "pass")


def three() -> State:
    leaders = {"A": {"black": "E5"}, "B": {"red": "I5"}, "P": {"blue": "G3"}}
    return table(lay(red="F5 H5 G4"), leaders, A=hand(green=1))


def crowd() -> State:
    board = lay("A1 catastrophe", down="J5 K5 J6 K6")
    return table(board, {"B": {"blue": "K2"}}, A={"catastrophes": 1}, monuments={"red-black": "J5"})


def spent() -> State:
    return table(A={"catastrophes": 0})


def drawing() -> State:
    return play(table(A=hand(red=2), bag={"red": 2, "blue": 2}), "swap 2 0 0 0")


def needy(reds: int = 4) -> State:
    """Archer attacks in a revolt with 1 against 2, and may commit only what matters; with some temples in hand."""
    board, leaders = lay(red="H4 F4"), {"B": {"black": "G4"}}
    state = table(board, leaders, A=hand(red=reds), B=hand(red=4), rulings={"commitments": "needed"})
    return play(state, "leader black I4")


def raising(hall: str | None = None) -> State:
    """Archer has laid a fourth market in a row; in the column it is the second, or the third if a hall stands somewhere."""
    board = lay(green="I6 J6 K6 C5 D5 E5" + (" L5 L4" if hall else " L5"))
    buildings = {"green": hall} if hall else {}
    state = table(board, A=hand(green=1), rulings={"buildings": True}, buildings=buildings)
    return play(state, "place green L6")


CASES: dict[str, list[tuple[Any, str, str, str]]] = {
    "game_over": [(over, "pass", "J-1", "the game is over: nothing is left to decide")],
    "not_asked": [
        (kings, "war red", "F-3", "war is for the active seat, when there is more than one war; now Archer decides what to do"),
        (war, "swap 0 0 0 1", "D-3", "swap is for the seat whose turn it is; now Archer decides how many tiles to commit"),
        (
            kings,
            "raise I7",
            "CB-3",
            "raise is for the active seat, when its tile lies in a line that can get a civilization building; "
            "now Archer decides what to do",
        ),
        (drawing, "pass", "D-3", "pass is for the seat whose turn it is; now chance decides which tile is drawn"),
    ],
    "seat_not_playing": [(lambda: new(2), "first P", "A-1", "P isn't playing in this game")],
    "bag_lacks": [(drawing, "draw black", "A-6", "there is no settlement left in the bag")],
    "tile_not_in_hand": [(kings, "place green A1", "D-8", "you have no market in hand")],
    "cell_not_empty": [
        (kings, "place red I8", "C-3", "I8 isn't empty: Archer's king is there"),
        (kings, "leader red K2", "C-3", "K2 isn't empty: Bull's king is there"),
        (crowd, "leader red A1", "C-3", "A1 isn't empty: a catastrophe is there"),
        (crowd, "leader red J5", "C-3", "J5 isn't empty: a flipped tile is there"),
    ],
    "tile_needs_river": [(lambda: table(A=hand(blue=1)), "place blue A1", "D-8", "A1 is land, and farms go only on rivers")],
    "tile_needs_land": [(kings, "place red E1", "D-8", "E1 is river, where only farms go")],
    "joins_three": [(three, "place green G5", "D-8", "a tile on G5 would join 3 kingdoms, and a tile can join two at most")],
    "leader_needs_land": [(kings, "leader red E3", "D-4", "E3 is river, and leaders stand on land")],
    "leader_needs_temple": [(kings, "leader red A1", "D-4", "there is no temple next to A1")],
    "leader_stays": [(kings, "leader black I8", "D-4", "your king is already on I8")],
    "leader_joins": [
        (three, "leader green G5", "D-4", "a leader on G5 would join 3 kingdoms, and a leader can touch one at most"),
        (three, "leader black G5", "D-4", "a leader on G5 would join 2 kingdoms, and a leader can touch one at most"),
    ],
    "leader_in_hand": [(kings, "withdraw green", "D-5", "your trader isn't on the map")],
    "no_catastrophe": [(spent, "catastrophe A1", "D-12", "you have used both catastrophes")],
    "ruins_leader": [(crowd, "catastrophe K2", "D-12", "Bull's farmer stands on K2, and a catastrophe can't go on a leader")],
    "ruins_treasure": [(crowd, "catastrophe I7", "D-12", "there is a treasure on I7, so its tile can't be destroyed")],
    "ruins_civic": [
        (
            lambda: table(lay(green="J5"), A=hand(red=1), rulings={"buildings": True}, buildings={"green": "J5"}),
            "catastrophe J5",
            "CB-11",
            "the market hall stands on J5, so its tile can't be destroyed",
        )
    ],
    "ruins_building": [(crowd, "catastrophe J5", "D-12", "a flipped tile on J5 can't be destroyed")],
    "ruins_ruin": [(crowd, "catastrophe A1", "D-12", "there is already a catastrophe on A1")],
    "swaps_too_many": [
        (kings, "swap 2 0 0 1", "D-13", "you have 1 temple and 1 settlement in hand, not 2 temples and 1 settlement")
    ],
    "no_such_war": [(lambda: war(chosen=False), "war green", "F-3", "there is no war of the traders now")],
    "commits_too_many": [
        (revolt, "commit 2", "E-1", "you have 1 temple in hand, not 2 temples"),
        (war, "commit 4", "F-4", "you have 1 settlement in hand, not 4 settlements"),
    ],
    "commits_in_vain": [
        (needy, "commit 1", "EV-2", "that makes 2 against 2: commit enough to be stronger, or nothing"),
        (
            lambda: needy(reds=1),
            "commit 1",
            "EV-2",
            "that makes 2 against 2: you can't be stronger, so commit nothing",
        ),
    ],
    "commits_inexactly": [
        (
            lambda: play(needy(), "commit 2"),
            "commit 2",
            "EV-3",
            "that makes 4 against 3: commit what makes you as strong, or nothing",
        ),
        (
            lambda: play(needy(), "commit 0"),
            "commit 2",
            "EV-3",
            "that makes 4 against 1: you are strong enough without, so commit nothing",
        ),
        (
            lambda: play(needy(reds=6), "commit 6"),
            "commit 2",
            "EV-3",
            "that makes 4 against 7: you can't be as strong, so commit nothing",
        ),
    ],
    "no_line": [
        (raising, "raise K5", "CB-3", "K5 is in no line of three or more tiles of a colour with the tile just placed"),
    ],
    "line_too_short": [
        (
            lambda: raising(hall="C5"),
            "raise L5",
            "CB-6",
            "the market hall stands in a line of 3, and that of L5 has 3: it moves only to a longer one",
        )
    ],
    "building_there": [
        (
            lambda: raising(hall="L4"),
            "raise L5",
            "CB-6",
            "the market hall already stands in that line of 3",
        )
    ],
    "monument_used": [(square, "build red-black G5", "A-5", "the red-black monument already stands in the middle (J5)")],
    "monument_colour": [
        (square, "build red-green G5", "H-1", "the tile just placed is black, and the red-green monument has no black in it")
    ],
    "no_square": [
        (square, "build blue-black F5", "H-1", "the tile just placed completes no square with its upper left cell on F5"),
    ],
    "no_wonder": [(square, "wonder G5", "I-1", "this game is played without the wonder")],
    "wonder_stands": [(lambda: plus(built=True), "wonder H6", "I-1", "the wonder has already been built")],
    "no_plus": [
        (plus, "wonder H6", "I-1", "the tile just placed completes no plus around H6"),
    ],
    "no_treasure": [
        (take, "take I5", "G-1", "there is no treasure on I5"),
    ],
    "treasure_elsewhere": [(take, "take K1", "G-1", "K1 isn't in the kingdom where Archer's trader takes treasures")],
    "special_first": [
        (
            specials,
            "take F10",
            "G-2",
            "treasures on special borders come first: there is one in the north-west (B2) and in the west (B8)",
        )
    ],
}
NOT_ASKED: list[tuple[Any, dict[str, str]]] = [
    (
        kings,
        {"first A": "A-6", "draw red": "A-6", "commit 0": "E-1", "take I7": "G-1", "decline": "H-1"}
        | {"build red-blue A1": "H-1", "wonder B2": "I-1", "income red": "I-2"},
    ),
    (revolt, {"pass": "D-3", "place black A1": "D-3"}),
    (take, {"leader red K2": "D-3"}),
    (income, {"withdraw black": "D-3"}),
    (square, {"catastrophe A1": "D-3"}),
    (raising, {"build red-blue A1": "H-1"}),
    (new, {"pass": "D-3"}),
]
FLAT = [(code, *case) for code, cases in CASES.items() for case in cases]


def test_every_code_has_a_case_and_what_is_not_asked_now_is_refused_by_its_clause() -> None:
    assert set(CASES) == set(TEXTS)
    actions = [action for _, action, *_ in CASES["not_asked"]] + [action for _, clauses in NOT_ASKED for action in clauses]
    assert {action.split(" ")[0] for action in actions} == set(ASKED)
    for make, clauses in NOT_ASKED:
        refusals = {action: make().refusal(action) for action in clauses}
        assert {action: (refusal.code, refusal.clause) for action, refusal in refusals.items()} == {
            action: ("not_asked", clause) for action, clause in clauses.items()
        }


@pytest.mark.parametrize(("code", "make", "action", "clause", "message"), FLAT, ids=[f"{case[0]} {case[2]}" for case in FLAT])
def test_a_refusal_says_what_is_wrong_and_by_which_clause(code: str, make: Any, action: str, clause: str, message: str) -> None:
    state = make()
    refusal = state.refusal(action)
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.message) == (code, clause, message)
    assert action not in legal(state)
    assert clause in CLAUSES
    before = state.columns()
    with pytest.raises(IllegalAction) as caught:
        state.apply_action(action)
    assert caught.value.refusal == refusal
    assert state.columns() == before


def test_an_action_that_does_not_exist_gets_no_refusal() -> None:
    with pytest.raises(Exception, match="not a kind of action"):
        kings().refusal("fight B")
