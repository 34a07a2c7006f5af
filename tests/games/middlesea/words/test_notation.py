"""Actions as text: one line, one spelling, both ways without loss (N.2)."""

from __future__ import annotations

import pytest

import kingdoms
from tests.games.middlesea.support.tables import new, table

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
ALL = [text for texts in FORMS.values() for text in texts]


@pytest.mark.parametrize("form", FORMS)
def test_N_2_every_action_goes_both_ways(form: str) -> None:
    assert [GAME.action_to_string(GAME.string_to_action(text)) for text in FORMS[form]] == FORMS[form]


def test_N_2_different_texts_are_different_actions() -> None:
    assert len({GAME.string_to_action(text) for text in ALL}) == len(ALL)


@pytest.mark.parametrize("seats", [["N", "S"], ["E", "S", "W"]])
def test_N_2_texts_do_not_depend_on_the_seats(seats: list[str]) -> None:
    game = kingdoms.load_game("middlesea", seats, {"suppress_hire": True, "round_limit": 3})
    for text in ALL:
        assert game.string_to_action(text) == GAME.string_to_action(text)


def test_N_2_every_number_of_the_action_space_has_a_text_of_its_own() -> None:
    numbers = list(GAME.action_space(3))
    texts = [GAME.action_to_string(number) for number in numbers]
    assert len(set(texts)) == len(texts)
    assert [GAME.string_to_action(text) for text in texts] == numbers


def test_N_2_the_action_space_holds_every_form() -> None:
    space = {GAME.action_to_string(number) for number in GAME.action_space(1)}
    for form, texts in FORMS.items():
        expected = {text for text in texts if int(text.removesuffix(" leader").split(" ")[-1]) <= 1} if "K" in form else texts
        assert space.issuperset(expected), form


def test_N_2_a_text_is_words_parted_by_single_spaces() -> None:
    for number in GAME.action_space(2):
        text = GAME.action_to_string(number)
        assert text == " ".join(text.split())
        assert text.isascii()


@pytest.mark.parametrize("number", [-1, -(10**12), 10**30])
def test_N_2_a_number_that_no_action_has(number: int) -> None:
    with pytest.raises(kingdoms.NotationError, match="no action"):
        GAME.action_to_string(number)


WRONG = [
    ("", "missing"),
    (" ", "missing"),
    ("\n", "missing"),
    (" end", "single spaces"),
    ("end ", "single spaces"),
    ("end\n", "single spaces"),
    ("hire  1", "single spaces"),
    ("hire\t1", "single spaces"),
    ("attack  3 S.FL", "single spaces"),
    ("attack 3 S.FL ", "single spaces"),
    ("End", "end"),
    ("END", "end"),
    ("finish", "finish"),
    ("atack 3 S.FL", "attack"),
    ("Attack 3 S.FL", "attack"),
    ("mvoe 3 S.FL", "move"),
    ("3 S.FL", "attack"),
    ("end 1", "end"),
    ("end end", "end"),
    ("concede 1", "concede"),
    ("hire", "hire K"),
    ("hire 01", "leading zero"),
    ("hire 00", "leading zero"),
    ("hire +1", "sign"),
    ("hire -1", "sign"),
    ("hire 1 2", "hire K"),
    ("hire 1.0", "hire K"),
    ("hire 1e3", "hire K"),
    ("hire 1_000", "hire K"),
    ("hire one", "hire K"),
    ("hire ١", "hire K"),
    ("hire ²", "hire K"),
    ("pay", "pay K"),
    ("pay 007", "leading zero"),
    ("pay 1 leader", "pay K"),
    ("hire " + "9" * 40, "digits"),
    ("defend", "defend K"),
    ("defend leader", "defend K"),
    ("defend 1 Leader", "leader"),
    ("defend 1 leader leader", "defend K"),
    ("defend leader 1", "defend K"),
    ("defend 01 leader", "leading zero"),
    ("attack 3", "attack L SITE"),
    ("attack S.FL", "attack L SITE"),
    ("attack S.FL 3", "attack L SITE"),
    ("attack 6 S.FL", "attack L SITE"),
    ("attack 03 S.FL", "leading zero"),
    ("attack 3 s.fl", "S.FL"),
    ("attack 3 S.fl", "S.FL"),
    ("attack 3 SFL", "attack L SITE"),
    ("attack 3 S.FF", "S.F"),
    ("attack 3 X.FL", ".FL"),
    ("attack 3 S", "attack L SITE"),
    ("attack 3 reserve", "attack L SITE"),
    ("attack 3 S.FL 1", "attack L SITE"),
    ("move 3", "move L SITE"),
    ("move 3 Reserve", "reserve"),
    ("move 3 under", "move L SITE"),
    ("move 3 N.FL S.FL", "move L SITE"),
    ("king", "king L"),
    ("king 6", "king L"),
    ("king 05", "leading zero"),
    ("activate 10", "activate L"),
    ("activate S.FL", "activate L"),
    ("first", "first SEAT"),
    ("first n", "first SEAT"),
    ("first North", "first SEAT"),
    ("rank X", "rank SEAT"),
    ("rank N E", "rank SEAT"),
    ("rebel", "rebel SITE"),
    ("rebel N", "rebel SITE"),
    ("suppress N.FL", "suppress SITE L"),
    ("suppress 2 N.FL", "suppress SITE L"),
    ("suppress N.FL 6", "suppress SITE L"),
    ("suppress N.FL 2 03", "leading zero"),
    ("suppress N.FL 2 1 1", "suppress SITE L"),
    ("produce", "produce SITE"),
    ("hold suns", "hold SITE"),
    ("explore suns", "explore SUIT SITE"),
    ("explore N.FL suns", "explore SUIT SITE"),
    ("explore Suns N.FL", "suns"),
    ("explore sun N.FL", "suns"),
    ("explore S N.FL", "explore SUIT SITE"),
    ("explore suns Under", "under"),
    ("explore suns reserve", "explore SUIT"),
    ("road N.C", "road FROM TO"),
    ("road N.C-N.FL", "road FROM TO"),
    ("road N.C N.FL N.FM", "road FROM TO"),
    ("port N.FL", "port SITE K"),
    ("port 2 N.FL", "port SITE K"),
    ("port N.FL 02", "leading zero"),
    ("exchange", "exchange goods"),
    ("exchange silver", "exchange goods"),
    ("exchange Gold", "gold"),
    ("exchange goods 2", "exchange goods"),
]


@pytest.mark.parametrize(("text", "help_with"), WRONG, ids=[repr(text[:24]) for text, _ in WRONG])
def test_N_2_any_other_spelling_is_refused_with_help(text: str, help_with: str) -> None:
    with pytest.raises(kingdoms.NotationError) as raised:
        GAME.string_to_action(text)
    assert help_with in str(raised.value)
    assert raised.value.clause == "N.2"


def test_N_2_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(kingdoms.NotationError) as raised:
        GAME.string_to_action("attack " * 1000)
    assert len(str(raised.value)) < 600


def test_N_2_a_wrong_text_does_not_change_the_state() -> None:
    state = table("leader", "N", sites={"N.BL": "A3", "N.FL": "S1"}, N={"leaders": {"3": "N.BL"}})
    before = state.clone()
    with pytest.raises(kingdoms.NotationError):
        state.apply_action("attack 3 N.fl")
    with pytest.raises(kingdoms.NotationError):
        state.refusal("attack 3  N.FL")
    assert state == before


def test_N_2_legal_actions_are_told_in_their_one_spelling() -> None:
    state = new(4)
    assert [GAME.action_to_string(action) for action in state.legal_actions()] == ["first N", "first E", "first S", "first W"]
