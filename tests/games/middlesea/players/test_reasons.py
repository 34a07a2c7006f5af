"""Reasons for actions: each is a message, with a code and details of its own."""

from __future__ import annotations

import json

from kingdoms.core.message import Message
from kingdoms.games.middlesea.players.reasons import reason
from kingdoms.games.middlesea.texts import CATALOGUE
from tests.games.middlesea.support.random_games import busy_games


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
