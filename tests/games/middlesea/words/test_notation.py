"""Actions as text: one line, one spelling, both ways without loss (N.2)."""

from __future__ import annotations

import pytest

import kingdoms
from tests.games.middlesea.support.tables import table

GAME = kingdoms.load_game("middlesea")

SITES = [f"{seat}.{place}" for seat in "NESW" for place in ("C", "BL", "FL", "FM", "FR", "BR")]
CITIES = [site for site in SITES if not site.endswith(".C")]
SUITS = ("suns", "moons", "crowns", "arms")
LEADERS = range(6)
AMOUNTS = (0, 1, 9, 10, 25, 100, 1_000_000)

FORMS: dict[str, list[str]] = {
    "first SEAT": [f"first {seat}" for seat in "NESW"],
    "pay K": [f"pay {amount}" for amount in AMOUNTS],
    "rebel SITE": [f"rebel {site}" for site in CITIES],
    "suppress SITE L": [f"suppress {site} {leader}" for site in CITIES for leader in LEADERS],
    "suppress SITE L K": [f"suppress {site} {leader} {amount}" for site in CITIES for leader in LEADERS for amount in AMOUNTS],
    "concede": ["concede"],
    "rank SEAT": [f"rank {seat}" for seat in "NESW"],
    "produce SITE": [f"produce {site}" for site in CITIES],
    "hold SITE": [f"hold {site}" for site in CITIES],
    "explore SUIT SITE": [f"explore {suit} {site}" for suit in SUITS for site in CITIES],
    "explore SUIT under": [f"explore {suit} under" for suit in SUITS],
    "road FROM TO": [f"road {start} {end}" for start in SITES for end in SITES if start != end],
    "port SITE K": [f"port {site} {amount}" for site in CITIES for amount in range(1, 6)],
    "exchange": ["exchange goods", "exchange gold"],
    "king L": [f"king {leader}" for leader in LEADERS],
    "activate L": [f"activate {leader}" for leader in LEADERS],
    "move L SITE": [f"move {leader} {site}" for leader in LEADERS for site in CITIES],
    "move L reserve": [f"move {leader} reserve" for leader in LEADERS],
    "attack L SITE": [f"attack {leader} {site}" for leader in LEADERS for site in SITES],
    "hire K": [f"hire {amount}" for amount in AMOUNTS],
    "defend K": [f"defend {amount}" for amount in AMOUNTS],
    "defend K leader": [f"defend {amount} leader" for amount in AMOUNTS],
    "end": ["end"],
}


def test_N_2_every_action_goes_both_ways_and_is_in_the_action_space() -> None:
    space = {GAME.action_to_string(number) for number in GAME.action_space(1)}
    for form, texts in FORMS.items():
        assert [GAME.action_to_string(GAME.string_to_action(text)) for text in texts] == texts
        expected = {text for text in texts if int(text.removesuffix(" leader").split(" ")[-1]) <= 1} if "K" in form else texts
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
