"""Reasons for actions: each is a message, with a code and details of its own."""

from __future__ import annotations

import json

import pytest

from kingdoms.core.message import Message
from kingdoms.games.middlesea.players.reasons import reason
from kingdoms.games.middlesea.texts import CATALOGUE, say
from tests.games.middlesea.support.random_games import busy_games

SENTENCES = [
    (say("reason.attack_wins", attack=9, most=7), "No defence can stop it: 9 against 7 at most."),
    (
        say("reason.risky", reason=say("reason.attack_wins", attack=9, most=7), n=1),
        "No defence can stop it: 9 against 7 at most. It may cost you a city that you could keep.",
    ),
    (say("reason.gains", gains=[say("reason.cities_home", n=2)]), "It brings 2 of the five home cities that you need to win."),
]


@pytest.mark.parametrize(("message", "sentence"), SENTENCES, ids=str)
def test_a_reason_is_a_sentence(message: Message, sentence: str) -> None:
    assert str(message) == sentence


def test_every_reason_of_the_catalogue_is_given() -> None:
    ids: set[str] = set()
    for state in busy_games(11, 700):
        for action in state.legal_actions():
            message = reason(state, action)
            assert isinstance(message, Message)
            assert CATALOGUE.faults(message) == []
            assert json.loads(json.dumps(message.to_json())) == message.to_json()
            ids.add(message.id)
            purpose = message.holes.get("reason", message)
            ids |= {purpose.id, *(gain.id for gain in purpose.holes.get("gains", []))}
    catalogue = {key for key in CATALOGUE.ids() if key.startswith("reason.")}
    assert ids <= catalogue
    assert ids >= catalogue - {"reason.hold", "reason.produce"}, "those two are seldom decided"
