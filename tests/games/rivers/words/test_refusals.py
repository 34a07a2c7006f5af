"""Why actions are not legal: every code, with its clause and its sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kingdoms.core.errors import IllegalAction, NotationError
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.words.clauses import CLAUSES
from kingdoms.games.rivers.words.refusal_texts import ASKED, TEXTS
from tests.games.rivers.support.scenes import income, revolt, square, taking, wars
from tests.games.rivers.support.tables import hand, lay, legal, new, play, table


def kings() -> State:
    return table(leaders={"A": {"black": "I8"}, "B": {"black": "K2"}}, A=hand(red=1, black=1))


def spent() -> State:
    return table(A=hand(blue=1) | {"catastrophes": 0})


def drawing() -> State:
    return play(table(A=hand(red=2), bag={"red": 2, "blue": 2}), "swap 2 0 0 0")


def monument() -> State:
    board = lay(down="J5 K5 J6 K6", black="H5 G6 H6")
    return play(table(board, A=hand(black=1), monuments={"red-black": "J5"}), "place black G5")


def wonder() -> State:
    board = lay(black="H5 G6 H6", wonder="C9 B10 C10 D10 C11")
    return play(table(board, A=hand(black=1), rulings={"wonder": True}), "place black G5")


def specials() -> State:
    board = lay(black="B3 B5 B9 C9 D9 E9 F9", blue="B4 B7")
    return play(table(board, {"A": {"green": "A8"}}, A=hand(black=1)), "place black B6")


def three() -> State:
    leaders = {"A": {"black": "E5"}, "B": {"red": "I5"}, "P": {"blue": "G3"}}
    return table(lay(red="F5 H5 G4"), leaders, A=hand(green=1))


def crowd() -> State:
    board = lay("A1 catastrophe", down="J5 K5 J6 K6", green="J7")
    fields = {"rulings": {"buildings": True}, "buildings": {"green": "J7"}, "monuments": {"red-black": "J5"}}
    return table(board, {"B": {"blue": "K2"}}, A={"catastrophes": 1}, **fields)


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


Make = Callable[[], State]
CASES: list[tuple[Make, str, str]] = [  # the last of some actions is refused
    (
        lambda: play(table(A=hand(red=1), bag={}), "swap 1 0 0 0"),
        "pass",
        "game_over J-1: the game is over: nothing is left to decide",
    ),
    (new, "pass", "not_asked D-3: pass is for the seat whose turn it is; now chance decides who starts"),
    (lambda: new(2), "first P", "seat_not_playing A-1: P isn't playing in this game"),
    (drawing, "pass", "not_asked D-3: pass is for the seat whose turn it is; now chance decides which tile is drawn"),
    (drawing, "draw black", "bag_lacks A-6: there is no settlement left in the bag"),
    (
        kings,
        "war red",
        "not_asked F-3: war is for the active seat, when there is more than one war; now Archer decides what to do",
    ),
    (
        kings,
        "raise I7",
        "not_asked CB-3: raise is for the active seat, when its tile lies in a line that can get a civilization "
        "building; now Archer decides what to do",
    ),
    (kings, "place green A1", "tile_not_in_hand D-8: you have no market in hand"),
    (kings, "place red I8", "cell_not_empty C-3: I8 isn't empty: Archer's king is there"),
    (kings, "leader red K2", "cell_not_empty C-3: K2 isn't empty: Bull's king is there"),
    (kings, "place red E1", "tile_needs_land D-8: E1 is river, where only farms go"),
    (kings, "leader red E3", "leader_needs_land D-4: E3 is river, and leaders stand on land"),
    (kings, "leader red A1", "leader_needs_temple D-4: there is no temple next to A1"),
    (kings, "leader black I8", "leader_stays D-4: your king is already on I8"),
    (kings, "withdraw green", "leader_in_hand D-5: your trader isn't on the map"),
    (kings, "swap 2 0 0 1", "swaps_too_many D-13: you have 1 temple and 1 settlement in hand, not 2 temples and 1 settlement"),
    (spent, "place blue A1", "tile_needs_river D-8: A1 is land, and farms go only on rivers"),
    (spent, "catastrophe A1", "no_catastrophe D-12: you have used both catastrophes"),
    (three, "place green G5", "joins_three D-8: a tile on G5 would join 3 kingdoms, and a tile can join two at most"),
    (three, "leader green G5", "leader_joins D-4: a leader on G5 would join 3 kingdoms, and a leader can touch one at most"),
    (three, "leader black G5", "leader_joins D-4: a leader on G5 would join 2 kingdoms, and a leader can touch one at most"),
    (crowd, "leader red A1", "cell_not_empty C-3: A1 isn't empty: a catastrophe is there"),
    (crowd, "leader red J5", "cell_not_empty C-3: J5 isn't empty: a flipped tile is there"),
    (crowd, "catastrophe K2", "ruins_leader D-12: Bull's farmer stands on K2, and a catastrophe can't go on a leader"),
    (crowd, "catastrophe I7", "ruins_treasure D-12: there is a treasure on I7, so its tile can't be destroyed"),
    (crowd, "catastrophe J7", "ruins_civic CB-11: the market hall stands on J7, so its tile can't be destroyed"),
    (crowd, "catastrophe J5", "ruins_building D-12: a flipped tile on J5 can't be destroyed"),
    (crowd, "catastrophe A1", "ruins_ruin D-12: there is already a catastrophe on A1"),
    (wars, "war green", "no_such_war F-3: there is no war of the traders now"),
    (
        wars,
        "war black, swap 0 0 0 1",
        "not_asked D-3: swap is for the seat whose turn it is; now Archer decides how many tiles to commit",
    ),
    (wars, "war black, commit 4", "commits_too_many F-4: you have 2 settlements in hand, not 4 settlements"),
    (lambda: revolt(A=hand(red=1, black=3)), "commit 2", "commits_too_many E-1: you have 1 temple in hand, not 2 temples"),
    (needy, "commit 1", "commits_in_vain EV-2: that makes 2 against 2: commit enough to be stronger, or nothing"),
    (
        lambda: needy(reds=1),
        "commit 1",
        "commits_in_vain EV-2: that makes 2 against 2: you can't be stronger, so commit nothing",
    ),
    (
        needy,
        "commit 2, commit 2",
        "commits_inexactly EV-3: that makes 4 against 3: commit what makes you as strong, or nothing",
    ),
    (
        needy,
        "commit 0, commit 2",
        "commits_inexactly EV-3: that makes 4 against 1: you are strong enough without, so commit nothing",
    ),
    (
        lambda: needy(reds=6),
        "commit 6, commit 2",
        "commits_inexactly EV-3: that makes 4 against 7: you can't be as strong, so commit nothing",
    ),
    (raising, "raise K5", "no_line CB-3: K5 is in no line of three or more tiles of a colour with the tile just placed"),
    (
        lambda: raising(hall="C5"),
        "raise L5",
        "line_too_short CB-6: the market hall stands in a line of 3, and that of L5 has 3: it moves only to a longer one",
    ),
    (lambda: raising(hall="L4"), "raise L5", "building_there CB-6: the market hall already stands in that line of 3"),
    (monument, "build red-black G5", "monument_used A-5: the red-black monument already stands in the middle (J5)"),
    (
        monument,
        "build red-green G5",
        "monument_colour H-1: the tile just placed is black, and the red-green monument has no black in it",
    ),
    (monument, "build blue-black F5", "no_square H-1: the tile just placed completes no square with its upper left cell on F5"),
    (monument, "wonder G5", "no_wonder I-1: this game is played without the wonder"),
    (wonder, "wonder H6", "wonder_stands I-1: the wonder has already been built"),
    (lambda: square(rulings={"wonder": True}), "wonder H6", "no_plus I-1: the tile just placed completes no plus around H6"),
    (taking, "take I5", "no_treasure G-1: there is no treasure on I5"),
    (taking, "take K1", "treasure_elsewhere G-1: K1 isn't in the kingdom where Archer's trader takes treasures"),
    (
        specials,
        "take F10",
        "special_first G-2: treasures on special borders come first: there is one in the north-west (B2) and in the west (B8)",
    ),
]
NOT_ASKED: list[tuple[Make, dict[str, str]]] = [
    (
        kings,
        {"first A": "A-6", "draw red": "A-6", "commit 0": "E-1", "take I7": "G-1", "decline": "H-1"}
        | {"build red-blue A1": "H-1", "wonder B2": "I-1", "income red": "I-2"},
    ),
    (revolt, {"pass": "D-3", "place black A1": "D-3"}),
    (taking, {"leader red K2": "D-3"}),
    (income, {"withdraw black": "D-3"}),
    (square, {"catastrophe A1": "D-3"}),
    (raising, {"build red-blue A1": "H-1"}),
]


def test_every_code_has_a_case_and_what_is_not_asked_now_is_refused_by_its_clause() -> None:
    assert {reason.split()[0] for _, _, reason in CASES} == set(TEXTS)
    actions = [actions.split(", ")[-1] for _, actions, reason in CASES if reason.startswith("not_asked")]
    actions += [action for _, clauses in NOT_ASKED for action in clauses]
    assert {action.split(" ")[0] for action in actions} == set(ASKED)
    for make, clauses in NOT_ASKED:
        refusals = [make().refusal(action) for action in clauses]
        assert [refusal and (refusal.code, refusal.clause) for refusal in refusals] == [
            ("not_asked", c) for c in clauses.values()
        ]


@pytest.mark.parametrize(("make", "actions", "reason"), CASES, ids=[f"{reason.split()[0]} {text}" for _, text, reason in CASES])
def test_a_refusal_says_what_is_wrong_and_by_which_clause(make: Make, actions: str, reason: str) -> None:
    *before, action = actions.split(", ")
    state = play(make(), *before)
    refusal = state.refusal(action)
    assert refusal is not None
    assert f"{refusal.code} {refusal.clause}: {refusal.message}" == reason
    assert action not in legal(state)
    assert refusal.clause in CLAUSES
    columns = state.columns()
    with pytest.raises(IllegalAction) as caught:
        state.apply_action(action)
    assert caught.value.refusal == refusal
    assert state.columns() == columns


def test_an_action_that_does_not_exist_gets_no_refusal() -> None:
    with pytest.raises(NotationError, match="not a kind of action"):
        kings().refusal("fight B")
