"""The greedy bot of Two Rivers: each kind of decision in a telling position, its knowledge, and its strength."""

from __future__ import annotations

import random

import pytest

import kingdoms
from kingdoms.bots import BOTS, Adviser
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import FULL, hand, lay, play, table

FULL_HAND = {"hand": FULL}


def greedy(state: State) -> str:
    """Return the greedy bot's action."""
    bot = BOTS.make("greedy", state.game, 0)
    seat = state.game.seats[state.current_player()]
    return state.game.action_to_string(bot.choose(state.view(seat), state.legal_actions()))


def why(state: State, action: str) -> str:
    """Return why it would take an action."""
    bot = BOTS.make("greedy", state.game, 0)
    assert isinstance(bot, Adviser)
    return str(bot.reason(state.view(state.game.seats[state.current_player()]), state.game.string_to_action(action)))


# -- the actions of a turn ------------------------------------------------------------------------------------------------


def test_it_begins_with_leaders() -> None:
    state = table(seats="AB", A=hand(red=2, blue=2, black=2), B=FULL_HAND)
    assert greedy(state).startswith("leader ")
    assert greedy(play(state, greedy(state))).startswith("leader ")


RULED = {"A": {"red": "I6", "black": "J7", "green": "H7", "blue": "I8"}}
"""All leaders of Archer around one temple."""


def test_it_takes_points_of_its_weakest_colour_first() -> None:
    points = {"red": 5, "blue": 5, "green": 1, "black": 5}
    state = table(leaders=RULED, seats="AB", A={"hand": {"red": 2, "green": 2, "black": 2}, "points": points}, B=FULL_HAND)
    action = greedy(state)
    assert action.startswith("place green ")
    assert play(state.clone(), action).points[:4] == [5, 5, 2, 5]
    assert why(state, action) == "It brings you a green point, and green is the colour you have the fewest points in."


def test_it_does_not_feed_others() -> None:
    state = table(leaders={"B": {"red": "I6"}}, seats="AB", A=hand(red=6), B=FULL_HAND)
    for _ in range(2):
        state = play(state, greedy(state))
        assert state.points[4] == 0


def test_it_brings_a_trader_to_treasures() -> None:
    board = lay(black="J7 L7 M6", green="K7 L6 M5")
    leaders = {"red": "I6", "blue": "I8", "black": "H7"}
    state = table(board, {"A": leaders}, seats="AB", A=hand(red=2, green=2, black=2), B=FULL_HAND)
    action = greedy(state)
    assert action.startswith("leader green ")
    assert play(state.clone(), action).decision() == "take"
    assert why(state, action) == "Your trader takes treasure there."


WAR = lay(green="F5 G5 H5 J5", red="E6 K6")
"""Three markets and one, a gap between them."""
TRADERS = {"A": {"green": "E5", "red": "D6"}, "B": {"green": "K5"}}


def test_it_begins_a_war_that_it_cannot_lose() -> None:
    state = table(WAR, TRADERS, seats="AB", A=hand(black=1, green=5), B=hand())
    action = greedy(state)
    assert action.endswith(" I5")
    assert why(state, action) == "You win the war of the traders, 3 against at most 1."
    assert greedy(play(state, action)) == "commit 0"


REBELS = {"B": {"black": "K6"}, "A": {"red": "F2", "green": "J1", "blue": "C2"}}


def test_it_revolts_where_it_has_more_temples_and_not_against_a_stronger_leader() -> None:
    stronger = table(lay(red="J6 K5 L6 K7 H6"), REBELS, seats="AB", A=hand(red=1, black=5), B=FULL_HAND)
    assert play(stronger, greedy(stronger)).decision() != "commit"
    state = table(lay(red="H5 J5 J6 K5"), REBELS, seats="AB", A=hand(red=1, black=5), B=hand())
    assert play(state.clone(), greedy(state)).decision() == "commit"
    assert why(state, "leader black I5") == "You win the revolt, 3 against at most 2."


def test_it_drives_leaders_off_a_temple_that_can_be_ruined() -> None:
    board = lay(red="G5", black="G3 H4 F4 G7", green="H3 F3")
    leaders = {"B": {"black": "G6", "green": "F5", "red": "H5", "blue": "G4"}}
    points = {"red": 9, "blue": 9, "green": 9, "black": 9}
    state = table(board, leaders, seats="AB", A={"hand": {"blue": 1}, "points": points}, B=FULL_HAND)
    assert greedy(state) == "catastrophe G5"
    assert "off the map" in why(state, "catastrophe G5")


@pytest.mark.parametrize("number", range(6))
def test_it_passes_only_when_nothing_else_is_left(number: int) -> None:
    """Also: its choice is legal and has a reason, and so does any other action."""
    seats, rng = 2 + number % 3, random.Random(number)
    game = kingdoms.load_game("rivers", seats, {"wonder": number % 2 == 1, "open_scores": number % 4 == 3})
    adviser, player = BOTS.make("greedy", game, number), BOTS.make("greedy:slips=0.25", game, number)
    assert isinstance(adviser, Adviser)
    state = game.new_initial_state()
    for _ in range(400):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        if state.current_player() < 0:
            state.apply_trusted(rng.choice(legal))
            continue
        view = state.view(game.seats[state.current_player()])
        chosen = adviser.choose(view, legal)
        assert chosen in legal
        assert game.action_to_string(chosen) != "pass"
        for action in (chosen, rng.choice(legal)):
            sentence = str(adviser.reason(view, action))
            assert sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence
        state.apply_trusted(player.choose(view, legal))


# -- conflicts ------------------------------------------------------------------------------------------------------------


def test_as_defender_it_commits_exactly_what_it_needs() -> None:
    state = play(table(WAR, TRADERS, seats="AB", A=hand(black=1, green=1), B=hand(green=4)), "place black I5", "commit 1")
    assert greedy(state) == "commit 3"
    assert why(state, "commit 3") == "That holds, 4 against 4, and nothing less would."


def test_as_defender_it_commits_nothing_to_a_lost_conflict() -> None:
    state = play(table(WAR, TRADERS, seats="AB", A=hand(black=1, green=5), B=hand(green=2)), "place black I5", "commit 5")
    assert greedy(state) == "commit 0"
    assert why(state, "commit 0") == "You can't hold."


def test_without_a_better_action_it_discards_poor_tiles() -> None:
    board = lay(blue="I1 H1 M1 M2", black="J1 L1 G2")
    leaders = {"A": {"blue": "K2"}, "B": {"blue": "F2"}}
    state = table(board, leaders, seats="AB", A=hand(red=1), B={"hand": {"blue": 3, "red": 3}, "points": {"blue": 20}})
    state = play(state, "place red H2", "commit 0")
    assert greedy(state) == "commit 3"
    assert why(state, "commit 3") == "You can't hold, but you can get rid of tiles of little use."


def test_as_attacker_it_commits_no_more_than_can_be_needed() -> None:
    state = table(WAR, TRADERS, seats="AB", A=hand(black=1, green=5), B=hand(black=1))
    assert greedy(play(state, "place black I5")) == "commit 0"
    weaker = lay(green="F5 G5 J5 L5 K4", red="E6 K6 H5")
    state = table(weaker, TRADERS, seats="AB", A=hand(black=1, green=5), B=hand())
    assert greedy(play(state, "place black I5")) == "commit 2"


def test_it_resolves_the_war_first_that_it_wins() -> None:
    board = lay(green="F5 G5 J5", red="E6 K6 L6", black="H5 K4 L4 M4 M5")
    leaders = {"A": {"green": "E5", "black": "D6"}, "B": {"green": "K5", "black": "L5"}}
    state = play(table(board, leaders, seats="AB", A=hand(blue=1, red=1, green=4), B=FULL_HAND), "place red I5")
    assert state.decision() == "war"
    assert greedy(state) == "war green"


# -- what follows ---------------------------------------------------------------------------------------------------------


def test_it_builds_what_benefits_its_own_leaders_and_nothing_for_others() -> None:
    rivals = {"B": {"black": "I6", "green": "H7", "red": "I8"}}
    state = play(table(lay(black="K7 K8 J8"), rivals, seats="AB", A=hand(black=1), B=FULL_HAND), "place black J7")
    assert (state.decision(), greedy(state)) == ("build", "decline")
    state = table(lay(black="K7 K8 J8"), {"A": {"black": "I6", "green": "H7"}}, seats="AB", A=hand(black=1), B=FULL_HAND)
    assert greedy(state) == "place black J7"
    state = play(state, "place black J7")
    assert greedy(state) == "build green-black J7"
    assert why(state, "build green-black J7") == "It pays your trader and king every turn."


def test_it_builds_the_wonder_that_benefits_its_king() -> None:
    board = lay(black="K5 K7 J6 L6")
    leaders = {"A": {"black": "I6"}}
    state = table(board, leaders, seats="AB", rulings={"wonder": True}, A=hand(black=1), B=FULL_HAND)
    state = play(state, "place black K6")
    assert greedy(state) == "wonder K6"
    assert why(state, "wonder K6") == "Your king gets a point of your choice from it every turn."


def test_it_leaves_the_treasure_that_shields_its_own_leaders() -> None:
    board = lay(black="J7 L7 M6", green="K7 L6 M5")
    leaders = {"A": {"red": "I6", "black": "H7"}}
    state = play(table(board, leaders, seats="AB", A=hand(red=1), B=FULL_HAND), "leader green I8")
    assert state.decision() == "take"
    assert greedy(state) == "take N5"


def test_its_wonder_pays_the_colour_that_it_lacks() -> None:
    board = lay(wonder="D6 E6 F6 E5 E7", red="D5")
    state = table(
        board,
        {"A": {"black": "C5"}},
        seats="AB",
        rulings={"wonder": True},
        phase="action",
        actions_left=0,
        pending={"kind": "income"},
        A={"points": {"red": 3, "blue": 2, "black": 4}},
        B=FULL_HAND,
    )
    assert state.decision() == "income"
    assert greedy(state) == "income green"


# -- how well it plays ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_bots_bring_their_games_to_an_end(seats: int) -> None:
    game = kingdoms.load_game("rivers", seats, {"wonder": True})
    for number in range(2):
        assert kingdoms.play(game, ["greedy"] * seats, seed=number).state.is_terminal()
