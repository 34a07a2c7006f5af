"""Reasons for actions: each has a code and details, from which its sentence can be made again, here or by a client."""

from __future__ import annotations

import json
import pickle

import pytest

from kingdoms.core.bot import Reason
from kingdoms.games.middlesea.players.reasons import reason
from kingdoms.games.middlesea.players.sentences import GAINS, SENTENCES, say, say_gains
from tests.games.middlesea.support.random_games import busy_games

SAID = {
    say("rank"): "It has the least to do with its turn.",
    say("attack_wins", attack=9, most=7): "No defence can stop it: 9 against 7 at most.",
    say("attack_can_win", most=7): "With enough hired, no defence can stop it: it can reach 7 at most.",
    say("attack_open", attack=5, defence=4): "It has 5 against 4, if the defender does little.",
    say("hire_wins", attack=9): "9 wins, whatever the defender does.",
    say_gains([{"code": "cities", "n": 1}]): "It brings a city.",
    say_gains([{"code": "cities_home", "n": 2}, {"code": "unrest"}]): "It brings 2 cities at home and calms unrest.",
    say_gains([{"code": "unrest"}, {"code": "income", "n": 3}, {"code": "control", "n": -1}]): (
        "It calms unrest, raises your income by 3 a round and raises your control value to -1."
    ),
}


@pytest.mark.parametrize(("said", "sentence"), SAID.items())
def test_a_reason_is_a_sentence(said: Reason, sentence: str) -> None:
    assert said == sentence


def test_every_reason_can_be_made_again_of_its_details() -> None:
    codes, gains = set(), set()
    for state in busy_games(11, 900):
        for action in state.legal_actions():
            said = reason(state, action)
            assert isinstance(said, Reason)
            details = json.loads(json.dumps(said.details))
            assert (say_gains(**details) if said.code == "gains" else say(said.code, **details)) == said
            codes.add(said.code)
            gains |= {gain["code"] for gain in details.get("gains", [])}
    assert codes <= set(SENTENCES)
    assert codes >= set(SENTENCES) - {"hold", "produce"}, "those two are seldom decided"
    assert gains == set(GAINS)


def test_a_reason_goes_from_process_to_process() -> None:
    said = say("hire_wins", attack=9)
    again = pickle.loads(pickle.dumps(said))
    assert (again, again.code, again.details) == (said, said.code, said.details)
