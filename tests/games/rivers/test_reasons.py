"""Reasons for actions: each has a code and details, from which its sentence can be made again, here or by a client."""

from __future__ import annotations

import json
import random

import pytest

import kingdoms
from kingdoms.bots import BOTS, Adviser
from kingdoms.core.bot import Reason
from kingdoms.core.view import View
from kingdoms.games.rivers.players.sentences import GAINS, SENTENCES, say, say_gains
from tests.games.rivers.support.tables import ALL_OPTIONS

RARE = {
    "income",
    "income_weakest",
    "income_weakest_shared",
    "raise_away",
    "revolt_risk_most",
    "revolt_win_bare",
    "revolt_win_most",
    "war_of_bare",
    "war_win_bare",
    "attack_win_bare",
    "revolt_risk_bare",
    "wonder_king",
    "wonder_nobody",
}
"""Codes that a few games may well do without."""

SAID = {
    say("income_weakest", colour="blue"): "Blue is the colour you have the fewest points in.",
    say_gains("gains_weakest", [{"code": "point", "colour": "red"}], colour="red"): (
        "It brings you a red point, and red is the colour you have the fewest points in."
    ),
    say_gains("gains", [{"code": "points_two", "colour": "red"}, {"code": "guards", "colours": ["red", "black"]}]): (
        "It brings you two red points and guards your priest and king."
    ),
    say_gains("gains", [{"code": "treasure"}, {"code": "square", "colour": "green"}, {"code": "backs", "colour": "green"}]): (
        "It lets your trader take treasure, completes a square of markets and backs your trader."
    ),
    say("wars_win", colours=["red", "green", "black"]): "You can expect to win the wars of priests, traders and kings.",
    say("war_of_most", colour="blue", own=5, most=4): "You can expect to win the war of farmers, 5 against at most 4.",
    say("revolt_risk_likely", own=3, board=2, likely=1): "The revolt is worth the risk, 3 against 2 and probably 1 more.",
    say("war_win_bare", own=3, board=2): (
        "You can expect to win it, 3 against 2 and hardly any more, and it may call off the others."
    ),
    say("leader_safer", colour="red", n=1, before=0): "Your priest is safer there: 1 temple next to it instead of 0.",
    say("leader_safer", colour="red", n=3, before=1): "Your priest is safer there: 3 temples next to it instead of 1.",
    say("leader_scores", colour="black", n=1): "Your king can score there with the settlement in your hand.",
    say("leader_scores", colour="black", n=2): "Your king can score there with the 2 settlements in your hand.",
    say("ruin_home", leaders=[["B", "black"], ["A", "red"]]): "It drives Bull's king and Archer's priest off the board.",
    say("swap_useless", colours=["blue"]): "You can do little with farms now, and other tiles may serve you better.",
    say("take_guard", cell="D8"): (
        "The temple on D8 serves another seat's leader, and without its treasure it can be destroyed."
    ),
}


@pytest.mark.parametrize(("said", "sentence"), SAID.items())
def test_a_reason_is_a_sentence(said: Reason, sentence: str) -> None:
    assert said == sentence


def reasons(number: int) -> list[tuple[View, int, Reason]]:
    """Return reasons for what is done in a game of bots, and for some of what is not."""
    options = ALL_OPTIONS if number % 2 else {"wonder": True}
    game, rng = kingdoms.load_game("rivers", 2 + number % 3, options), random.Random(number)
    adviser, player = BOTS.make("greedy", game, number), BOTS.make("greedy:slips=0.3", game, number)
    assert isinstance(adviser, Adviser)
    state = game.new_initial_state()
    found: list[tuple[View, int, Reason]] = []
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.current_player() < 0:
            state.apply_trusted(rng.choice(legal))
            continue
        view = state.view(game.seats[state.current_player()])
        chosen = player.choose(view, legal)
        for action in {chosen, *rng.sample(legal, min(8, len(legal)))}:
            said = adviser.reason(view, action)
            assert isinstance(said, Reason)
            found.append((view, action, said))
        state.apply_trusted(chosen)
    return found


def test_every_reason_can_be_made_again_of_its_details() -> None:
    codes, gains = set(), set()
    for number in range(6):
        for _, _, said in reasons(number):
            details = json.loads(json.dumps(said.details))
            again = say_gains(said.code, **details) if "gains" in details else say(said.code, **details)
            assert again == said
            codes.add(said.code)
            gains |= {gain["code"] for gain in details.get("gains", [])}
    assert codes <= set(SENTENCES)
    assert codes >= set(SENTENCES) - RARE
    assert gains >= set(GAINS) - {"backs"}, "a leader that tiles back scores with them, as the rules are"


def test_details_come_from_what_the_seat_knows() -> None:
    """Two bots that imagine different hidden things give the same reasons."""
    for view, action, said in reasons(3):
        other = BOTS.make("greedy", view.game, 987)
        assert isinstance(other, Adviser)
        again = other.reason(view, action)
        assert isinstance(again, Reason)
        assert (again, again.code, again.details) == (said, said.code, said.details)
