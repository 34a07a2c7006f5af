"""Encodings: ranges, secrets, both directions, and what differs looks different; for every game."""

from array import array

import pytest

import kingdoms
from kingdoms.core.errors import NotationError
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.testing import check_encoding

RULINGS: tuple[tuple[str, dict[str, object]], ...] = (
    ("middlesea", {}),
    ("middlesea", {"suppress_hire": True, "production": "choice", "negative_control": "debt"}),
    ("rivers", {"wonder": True, "buildings": True, "board": "advanced"}),
    ("rivers", {"open_scores": True}),
    ("liars_dice", {}),
)


@pytest.mark.parametrize(("name", "rulings"), RULINGS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_encodings_keep_their_promises(name: str, rulings: dict[str, object], seats: int) -> None:
    game = kingdoms.load_game(name, seats=seats, rulings=rulings)
    check_encoding(game, seed=seats, most=50)


@pytest.mark.parametrize("seats", [2, 4])
def test_strong_players_use_nothing_beyond_the_bounds_which_leave_out_only_large_amounts(seats: int) -> None:
    game = kingdoms.load_game("middlesea", seats=seats)
    encoding = game.encoding()
    assert encoding.actions <= 2000
    record = kingdoms.play(game, ["level:4"] * seats, seed=1)
    state = record.opening()
    for entry in record.entries:
        player = state.current_player()
        if player >= 0 and entry.action is not None:
            assert encoding.decode(encoding.encode(entry.action, player), player) == game.to_action(entry.action)
        state.apply_action(entry.action or "")
    assert encoding.decode(encoding.encode("hire 127")) == game.to_action("hire 127")
    with pytest.raises(NotationError, match="beyond the bound"):
        encoding.encode("hire 128")
    with pytest.raises(NotationError, match=f"numbered 0 to {encoding.actions - 1}"):
        encoding.decode(encoding.actions)


def test_a_turned_board_looks_the_same_to_the_seat_that_it_is_turned_to() -> None:
    """The same game, played by North and South and, turned by a quarter, by East and West."""
    game, turned_game = (kingdoms.load_game("middlesea", seats=seats) for seats in (["N", "S"], ["E", "W"]))
    first, second = game.new_initial_state(), turned_game.new_initial_state()
    first.apply_action("first N")
    second.apply_action("first E")
    codes, turned, rng = game.encoding(), turned_game.encoding(), Random(4)
    for _ in range(200):
        if first.is_terminal():
            break
        player = first.current_player()
        assert second.current_player() == player
        for seat in range(2):
            assert codes.observe(first, seat) == turned.observe(second, seat)
        numbers = codes.legal_numbers(first)
        assert set(numbers) == set(turned.legal_numbers(second))
        number = numbers[rng.roll(len(numbers))]
        first.apply_action(codes.decode(number, player))
        second.apply_action(turned.decode(number, player))


def test_an_observation_is_written_as_bytes_or_floats_into_a_buffer() -> None:
    game: Game = kingdoms.load_game("rivers", seats=2)
    encoding, state = game.encoding(), game.new_initial_state()
    floats = encoding.observe(state, 1, array("f", [9.0]) * encoding.size)
    numbers = encoding.observe(state, 1)
    highs = encoding.observation.highs
    assert all(abs(value - number / high) < 1e-6 for value, number, high in zip(floats, numbers, highs, strict=True))
    for wrong in (bytes(encoding.size), bytearray(3), array("d", [0.0]) * encoding.size):
        with pytest.raises(ValueError, match="writable buffer"):
            encoding.observe(state, 1, wrong)
