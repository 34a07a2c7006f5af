"""What is equal in openings: dynasties by turn, whatever lies in the hands."""

from __future__ import annotations

import pytest

import kingdoms
from kingdoms import Random
from kingdoms.testing import random_action


@pytest.mark.parametrize("seats", ["AB", "APL", "ABPL"])
def test_names_of_dynasties_and_hidden_hands_make_no_difference(seats: str) -> None:
    """Each dynasty plays the part of the one before it; the hands that nobody else sees are others."""
    turned = dict(zip(seats, seats[1:] + seats[0], strict=True))
    one, other = (kingdoms.load_game("rivers", list(seats)).new_initial_state() for _ in range(2))
    rng, keys = Random(len(seats)), list[bytes]()
    while not keys or one.game.opening(one) is not None or one.is_chance_node():
        opening, image = one.game.opening(one), other.game.opening(other)
        assert (opening is None) == (image is None)
        if opening is not None and image is not None:
            assert opening.key == image.key
            keys.append(opening.key)
            guess = one.game.opening(one.view(None).sample(rng))
            assert guess is not None
            assert guess.key == opening.key
        action = one.game.action_to_string(random_action(one, rng))
        if one.is_terminal():
            break
        one.apply_action(action)
        other.apply_action(f"first {turned[action[-1]]}" if action.startswith("first") else action)
    assert len(set(keys)) > 2 * len(seats)


def test_the_opening_ends_with_the_first_placements() -> None:
    record = kingdoms.Record(kingdoms.load_game("rivers", 2))
    rng = Random(5)
    while record.state.game.opening(record.state) is not None or record.state.is_chance_node():
        record.apply(random_action(record.state, rng))
    placed = [entry for entry in record.entries if str(entry.action).split()[0] in ("place", "leader", "catastrophe")]
    assert len(placed) >= 8
