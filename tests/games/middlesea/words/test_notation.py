"""Actions as text: one line, one spelling, both ways without loss (N.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

import kingdoms
from tests.games.middlesea.support.tables import table

GAME = kingdoms.load_game("middlesea")

CITIES = [f"{seat}.{place}" for seat in "NESW" for place in ("BL", "FL", "FM", "FR", "BR")]
WORDS: dict[str, Sequence[str]] = {
    "SEAT": "NESW",
    "L": "012345",
    "SITE": CITIES,
    "ANY": [*CITIES, "N.C", "E.C", "S.C", "W.C"],
    "SUIT": ("suns", "moons", "crowns", "arms"),
    "MONEY": ("goods", "gold"),
    "PIERS": "12345",
    "K": ("0", "1", "9", "10", "25", "100", "1000000"),
}
FORMS = """
first SEAT, pay K, rebel SITE, suppress SITE L, suppress SITE L K, concede, rank SEAT, produce SITE, hold SITE,
explore SUIT SITE, explore SUIT under, road ANY ANY, port SITE PIERS, exchange MONEY, king L, activate L, move L SITE,
move L reserve, attack L ANY, hire K, defend K, defend K leader, end
"""


def test_N_2_every_action_goes_both_ways_and_is_in_the_action_space() -> None:
    space = {GAME.action_to_string(number) for number in GAME.action_space(1)}
    for form in FORMS.replace("\n", " ").strip().split(", "):
        choices = product(*(WORDS.get(word, [word]) for word in form.split()))
        texts = [" ".join(words) for words in choices if words[0] != "road" or words[1] != words[2]]
        assert [GAME.action_to_string(GAME.string_to_action(text)) for text in texts] == texts
        counts = {"K", "PIERS"} & set(form.split())
        expected = {text for text in texts if not counts or int(text.removesuffix(" leader").split(" ")[-1]) <= 1}
        assert space.issuperset(expected), form


WRONG = [
    ("", "missing"),
    ("finish", "finish"),
    ("atack 3 S.FL", "attack"),
    ("mvoe 3 S.FL", "move"),
    ("hire 01", "leading zero"),
    ("hire -1", "sign"),
    ("hire ١", "hire K"),
    ("hire " + "9" * 40, "digits"),
    ("defend 1 Leader", "leader"),
    ("attack 6 S.FL", "attack L SITE"),
    ("attack 3 s.fl", "S.FL"),
    ("attack 3 SFL", "attack L SITE"),
    ("attack 3 S.FF", "S.F"),
    ("suppress N.FL 2 03", "leading zero"),
    ("explore sun N.FL", "suns"),
    ("road N.C-N.FL", "road FROM TO"),
    ("exchange silver", "exchange goods"),
]


@pytest.mark.parametrize(("text", "help_with"), WRONG, ids=[repr(text[:24]) for text, _ in WRONG])
def test_N_2_any_other_spelling_is_refused_with_help(text: str, help_with: str) -> None:
    with pytest.raises(kingdoms.NotationError) as raised:
        GAME.string_to_action(text)
    assert help_with in str(raised.value)
    assert raised.value.clause == "N.2"


def test_N_2_a_wrong_text_does_not_change_the_state() -> None:
    state = table("leader", "N", sites="N.BL=A3 N.FL=S1", N="3@N.BL")
    before = state.clone()
    with pytest.raises(kingdoms.NotationError):
        state.apply_action("attack 3 N.fl")
    with pytest.raises(kingdoms.NotationError):
        state.refusal("attack 3  N.FL")
    assert state == before
