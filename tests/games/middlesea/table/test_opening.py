"""What is equal in openings: a game and its mirror image, with the seats turned, have the same positions and actions."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import kingdoms
from kingdoms import Random
from kingdoms.testing import random_action
from tests.games.middlesea.support.openings import renaming

SEATS = st.sampled_from([("NS", "SN"), ("NS", "EW"), ("NES", "ESN"), ("NES", "SWN"), ("NESW", "ESWN"), ("NESW", "SWNE")])
IN_ORDER_OF_SITES = ("rebel", "suppress", "produce")


@settings(max_examples=25)
@given(SEATS, st.sets(st.sampled_from("NESW")), st.integers(0, 1 << 30))
def test_a_game_and_its_mirror_image_have_the_same_openings(seats: tuple[str, str], mirrored: set[str], seed: int) -> None:
    here, there = seats
    names = dict(zip(here, there, strict=True)) | {seat: seat for seat in "NESW" if seat not in here}
    rename = renaming(names, mirrored)
    one, other = (kingdoms.load_game("middlesea", list(seats)).new_initial_state() for seats in (here, there))
    rng, keys = Random(seed), set()
    while not one.is_terminal() and one.decision() not in IN_ORDER_OF_SITES:
        opening, image = one.game.opening(one), other.game.opening(other)
        assert (opening is None) == (image is None)
        if opening is not None and image is not None:
            assert opening.key == image.key
            keys.add(opening.key)
            for action in one.legal_actions():
                text = rename(one.game.action_to_string(action))
                assert opening.image(action) == image.image(other.game.string_to_action(text))
        elif keys:
            break
        action = random_action(one, rng)
        one.apply_action(action)
        other.apply_action(rename(one.game.action_to_string(action)))
    assert len(keys) > 2


def key_of(state: kingdoms.State) -> bytes:
    opening = state.game.opening(state)
    assert opening is not None
    return opening.key


def test_what_differs_is_not_equal() -> None:
    """Any difference in the numbers beside the board, in what is asked, or in the rulings is another position."""
    state = kingdoms.load_game("middlesea", 2).new_initial_state().child("first N")
    position = state.position()
    others = [position | {"round": 2}, position | {"order": ["S", "N"], "turn": "N"}]
    for name, value in {"goods": 7, "gold": 3, "unrest": 1}.items():
        for seat in ("N", "S"):
            others.append(position | {"seats": position["seats"] | {seat: position["seats"][seat] | {name: value}}})
    for ruling in ({"attack_port": "any"}, {"round_limit": 5}, {"trade_abroad": True}):
        others.append(position | {"rulings": position["rulings"] | ruling})
    keys = {key_of(other) for other in [state, *map(kingdoms.read_position, others)]}
    assert len(keys) == 1 + len(others)
    late = kingdoms.read_position(position | {"rulings": position["rulings"] | {"round_limit": 60}})
    assert key_of(late) == key_of(state)
    assert state.game.opening(kingdoms.read_position(position | {"round": 3})) is None
