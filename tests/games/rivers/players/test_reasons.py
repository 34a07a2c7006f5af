"""Reasons for actions: messages based on the seat's knowledge, with an entry for each reason."""

from __future__ import annotations

import random

import pytest

import kingdoms
from kingdoms.bots import BOTS, Adviser
from kingdoms.core.message import Message
from kingdoms.games.rivers.texts import CATALOGUE, say
from tests.games.rivers.support.tables import ALL_OPTIONS

RARE = {
    *("income", "income_weakest", "income_weakest_shared", "raise_away", "revolt_most"),
    *("wars_most", "wars_odds", "wonder_king", "wonder_nobody", "backs"),
}
"""Reasons that a few games may well do without. Leaders that tiles back score with them, except those of others."""

RED, BLACK = say("reason.point", colour="red"), say("reason.backs", office="black")

SENTENCES = [
    (say("reason.income_weakest", colour="blue"), "Blue is the colour you have the fewest points in."),
    (say("reason.gains_weakest_shared", gains=[RED]), "It brings you a red point, and you have no colour with fewer points."),
    (
        say("reason.gains", gains=[say("reason.treasure"), say("reason.square", suit="green"), BLACK]),
        "It lets your trader take treasure, completes a square of markets and backs your king.",
    ),
    (say("reason.war_of_most", side="blue", own=5, most=4), "You win the war of the farmers, 5 against at most 4."),
    (
        say("reason.leader_safer", office="red", n=1, before=0),
        "Your priest is safer there: 1 temple next to it instead of 0.",
    ),
    (say("reason.attack_odds", times=7, own=5, board=4), "You win 7 times in 10, 5 against 4 and a hidden hand."),
    (say("reason.swap_useless", suits=["blue"]), "You can do little with farms now, and other tiles may serve you better."),
    (
        say("reason.raise_points", tile="red"),
        "A temple in this kingdom brings you two points as long as the building stands there.",
    ),
    (
        say("reason.take_guard", cell="D8"),
        "The temple in the west serves another seat's leader, and without its treasure it can be destroyed.",
    ),
]


@pytest.mark.parametrize(("message", "sentence"), SENTENCES)
def test_a_reason_is_a_sentence(message: Message, sentence: str) -> None:
    assert CATALOGUE.faults(message) == []
    assert message.text(reader="A") == sentence


def test_every_reason_is_given_and_without_faults_and_uses_only_what_the_seat_knows() -> None:
    """Two bots that imagine different hidden things give the same reasons, and pass only when nothing else is possible."""
    ids: set[str] = set()
    for number in range(6):
        options = ALL_OPTIONS if number % 2 else {"wonder": True, "open_scores": number == 4}
        game, rng = kingdoms.load_game("rivers", 2 + number % 3, options), random.Random(number)
        adviser, player = BOTS.make("greedy", game, number), BOTS.make("greedy:slips=0.3", game, number)
        twin = BOTS.make("greedy", game, 987)
        assert isinstance(adviser, Adviser)
        assert isinstance(twin, Adviser)
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.current_player() < 0:
                state.apply_trusted(rng.choice(legal))
                continue
            view, count = state.view(state.to_move), count + 1
            chosen, best = player.choose(view, legal), adviser.choose(view, legal)
            assert best in legal
            assert game.action_to_string(best) != "pass"
            for action in {chosen, best, *rng.sample(legal, min(8, len(legal)))}:
                message = adviser.reason(view, action)
                assert isinstance(message, Message)
                assert CATALOGUE.faults(message) == []
                assert count % 6 or twin.reason(view, action) == message
                ids |= {message.id, *(gain.id for gain in message.holes.get("gains", []))}
            state.apply_trusted(chosen)
    catalogue = {key for key in CATALOGUE.ids() if key.startswith("reason.")}
    assert catalogue - {f"reason.{code}" for code in RARE} <= ids <= catalogue
