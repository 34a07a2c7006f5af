"""The greedy bot of Two Rivers: each kind of decision in a telling position, its choice and its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kingdoms.bots import BOTS, Adviser
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import FULL, hand, lay, play, table


def greedy(state: State) -> str:
    """Return the greedy bot's action."""
    bot = BOTS.make("greedy", state.game, 0)
    return state.game.action_to_string(bot.choose(state.view(state.to_move), state.legal_actions()))


def why(state: State, action: str) -> str:
    """Return why it would take an action."""
    bot = BOTS.make("greedy", state.game, 0)
    assert isinstance(bot, Adviser)
    return str(bot.reason(state.view(state.to_move), state.game.string_to_action(action)))


def two(board: dict[str, str] | None, leaders: dict[str, dict[str, str]] | None, *actions: str, **fields: Any) -> State:
    """Return a table of Archer and Bull after some actions; by default, Bull has a full hand."""
    return play(table(board, leaders, seats="AB", **({"B": FULL} | fields)), *actions)


# -- the actions of a turn ------------------------------------------------------------------------------------------------


def test_it_begins_with_leaders() -> None:
    state = two(None, None, A=hand(red=2, blue=2, black=2))
    assert greedy(state).startswith("leader ")
    assert greedy(play(state, greedy(state))).startswith("leader ")


def test_it_does_not_feed_others() -> None:
    state = two(None, {"B": {"red": "I6"}}, A=hand(red=6))
    for _ in range(2):
        assert play(state, greedy(state)).points[4] == 0


TREASURES = lay(black="J7 L7 M6", green="K7 L6 M5")
WAR = lay(green="F5 G5 H5 J5", red="E6 K6")
"""Three markets and one, a gap between them."""
WEAKER = lay(green="F5 G5 J5 L5 K4", red="E6 K6 H5")
TRADERS = {"A": {"green": "E5", "red": "D6"}, "B": {"green": "K5"}}
REBELS = {"B": {"black": "K6"}, "A": {"red": "F2", "green": "J1", "blue": "C2"}}


def test_it_revolts_where_it_has_more_temples_and_not_against_a_stronger_leader() -> None:
    stronger = two(lay(red="J6 K5 L6 K7 H6"), REBELS, A=hand(red=1, black=5))
    assert play(stronger, greedy(stronger)).decision() != "commit"
    state = two(lay(red="H5 J5 J6 K5"), REBELS, A=hand(red=1, black=5), B=hand())
    assert why(state, "leader black I5") == "You win the revolt, 3 against at most 2."
    assert play(state, greedy(state)).decision() == "commit"


def test_it_drives_leaders_off_a_temple_that_can_be_ruined() -> None:
    board = lay(red="G5", black="G3 H4 F4 G7", green="H3 F3")
    leaders = {"B": {"black": "G6", "green": "F5", "red": "H5", "blue": "G4"}}
    state = two(board, leaders, A=hand(blue=1) | {"points": dict.fromkeys(("red", "blue", "green", "black"), 9)})
    assert greedy(state) == "catastrophe G5"
    assert "off the map" in why(state, "catastrophe G5")


# -- telling positions ----------------------------------------------------------------------------------------------------

MONUMENT = lay(black="K7 K8 J8")
WONDER = {"rulings": {"wonder": True}}
SUITS = lay(blue="I1 H1 M1 M2", black="J1 L1 G2")
WARS = lay(green="F5 G5 J5", red="E6 K6 L6", black="H5 K4 L4 M4 M5")
WEAK_GREEN = {"points": {"red": 5, "blue": 5, "green": 1, "black": 5}}
ANSWERS: dict[str, tuple[Callable[[], State], str, str | None]] = {
    "it takes points of its weakest colour first": (
        lambda: two(
            None,
            {"A": {"red": "I6", "black": "J7", "green": "H7", "blue": "I8"}},
            A=hand(red=2, green=2, black=2) | WEAK_GREEN,
        ),
        "place green ",
        "It brings you a green point, and green is the colour you have the fewest points in.",
    ),
    "it brings a trader to treasures": (
        lambda: two(TREASURES, {"A": {"red": "I6", "blue": "I8", "black": "H7"}}, A=hand(red=2, green=2, black=2)),
        "leader green ",
        "Your trader takes treasure there.",
    ),
    "it begins a war that it cannot lose": (
        lambda: two(WAR, TRADERS, A=hand(black=1, green=5), B=hand()),
        "place green I5",
        "You win the war of the traders, 3 against at most 1.",
    ),
    "a defender commits exactly what it needs": (
        lambda: two(WAR, TRADERS, "place black I5", "commit 1", A=hand(black=1, green=1), B=hand(green=4)),
        "commit 3",
        "That holds, 4 against 4, and nothing less would.",
    ),
    "a defender commits nothing to a lost conflict": (
        lambda: two(WAR, TRADERS, "place black I5", "commit 5", A=hand(black=1, green=5), B=hand(green=2)),
        "commit 0",
        "You can't hold.",
    ),
    "without a better action it discards poor tiles": (
        lambda: two(
            SUITS,
            {"A": {"blue": "K2"}, "B": {"blue": "F2"}},
            "place red H2",
            "commit 0",
            A=hand(red=1),
            B=hand(blue=3, red=3) | {"points": {"blue": 20}},
        ),
        "commit 3",
        "You can't hold, but you can get rid of tiles of little use.",
    ),
    "an attacker commits no more than can be needed": (
        lambda: two(WAR, TRADERS, "place black I5", A=hand(black=1, green=5), B=hand(black=1)),
        "commit 0",
        None,
    ),
    "an attacker commits what is needed": (
        lambda: two(WEAKER, TRADERS, "place black I5", A=hand(black=1, green=5), B=hand()),
        "commit 2",
        None,
    ),
    "the war that it wins is first": (
        lambda: two(
            WARS,
            {"A": {"green": "E5", "black": "D6"}, "B": {"green": "K5", "black": "L5"}},
            "place red I5",
            A=hand(blue=1, red=1, green=4),
        ),
        "war green",
        None,
    ),
    "it builds nothing for others": (
        lambda: two(MONUMENT, {"B": {"black": "I6", "green": "H7", "red": "I8"}}, "place black J7", A=hand(black=1)),
        "decline",
        None,
    ),
    "it completes a square for its own leaders": (
        lambda: two(MONUMENT, {"A": {"black": "I6", "green": "H7"}}, A=hand(black=1)),
        "place black J7",
        None,
    ),
    "it builds what benefits its own leaders": (
        lambda: two(MONUMENT, {"A": {"black": "I6", "green": "H7"}}, "place black J7", A=hand(black=1)),
        "build green-black J7",
        "It pays your trader and king every turn.",
    ),
    "it builds the wonder that benefits its king": (
        lambda: two(lay(black="K5 K7 J6 L6"), {"A": {"black": "I6"}}, "place black K6", A=hand(black=1), **WONDER),
        "wonder K6",
        "Your king gets a point of your choice from it every turn.",
    ),
    "it leaves the treasure that shields its own leaders": (
        lambda: two(TREASURES, {"A": {"red": "I6", "black": "H7"}}, "leader green I8", A=hand(red=1)),
        "take N5",
        None,
    ),
    "its wonder pays the colour that it lacks": (
        lambda: two(
            lay(wonder="D6 E6 F6 E5 E7", red="D5"),
            {"A": {"black": "C5"}},
            actions_left=0,
            pending={"kind": "income"},
            A={"points": {"red": 3, "blue": 2, "black": 4}},
            **WONDER,
        ),
        "income green",
        None,
    ),
}


@pytest.mark.parametrize("case", ANSWERS)
def test_its_answers_and_reasons(case: str) -> None:
    make, start, reason = ANSWERS[case]
    state = make()
    action = greedy(state)
    assert f"{action} ".startswith(start)
    assert reason is None or why(state, action) == reason
