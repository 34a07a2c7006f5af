"""Games, states, views and records can be copied and sent between processes; what a state writes reads back."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdoms
from kingdoms import Game, Random, Record, State
from kingdoms.games.middlesea.engine import codes as sea_codes
from kingdoms.games.rivers.engine import codes as river_codes
from kingdoms.testing import random_action
from tests.games.middlesea.support.random_games import SEAT_SETS, random_position, random_rulings
from tests.games.rivers.reference.games import random_position as random_rivers_position

RULINGS: dict[str, dict[str, Any]] = {"middlesea": {"round_limit": 8}, "rivers": {"open_scores": True}}
AGAIN: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def a_record(game: str, actions: int) -> Record:
    """A random game."""
    rules = kingdoms.load_game(game, 3, RULINGS[game])
    record, rng = Record(rules, seed=4, players={rules.seats[0]: "Anna"}), Random(4)
    while len(record.entries) < actions and not record.state.is_terminal():
        record.apply(random_action(record.state, rng))
    return record


@pytest.fixture(params=["middlesea", "rivers"])
def record(request: pytest.FixtureRequest) -> Record:
    """A game under way."""
    return a_record(request.param, 60)


@pytest.fixture(params=AGAIN)
def again(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    """A way to have a value twice."""
    return AGAIN[request.param]


def test_games_are_copied(record: Record, again: Callable[[Game], Game]) -> None:
    same = again(record.game)
    assert same == record.game
    assert hash(same) == hash(record.game)
    assert same.new_initial_state() == record.game.new_initial_state()


def test_states_are_copied_and_go_their_own_way(record: Record, again: Callable[[State], State]) -> None:
    state = record.state
    before, rng = state.columns(), Random(1)
    same = again(state)
    assert (same, same.hash, same.position(), same.legal_actions()) == (
        state,
        state.hash,
        state.position(),
        state.legal_actions(),
    )
    for _ in range(40):
        if same.is_terminal():
            break
        same.apply_action(random_action(same, rng))
    assert state.columns() == before, "an action on a copy has changed the original"


def test_views_are_copied_without_what_they_hide(record: Record, again: Callable[[Any], Any]) -> None:
    for seat in (*record.game.seats, None):
        view = record.state.view(seat)
        same = again(view)
        assert (same, repr(same), same.facts()) == (view, repr(view), view.facts())


def test_a_view_that_was_sent_hides_as_much_as_before() -> None:
    state = kingdoms.read_position(
        {"game": "rivers", "phase": "action", "seats": {"A": {"hand": {"red": 1}}, "B": {"hand": {"blue": 3}}}}
    )
    hidden = pickle.loads(pickle.dumps(state.view("A")))
    assert "blue" not in str(vars(hidden)["_state"].position()["seats"])


def test_records_are_copied(record: Record, again: Callable[[Record], Record]) -> None:
    same = again(record)
    assert same.lines() == record.lines()
    assert same.state == record.state
    assert same.players == record.players


def test_what_a_game_says_is_copied(again: Callable[[Any], Any]) -> None:
    for game in ("middlesea", "rivers"):
        record = a_record(game, 10_000)
        outcome, entry = record.state.outcome(), record.entries[-1]
        before = record.state_after(len(record.entries) - 1)
        events = record.game.narrate(before, str(entry.action), record.state)
        refusal = record.state.refusal(str(entry.action))
        explanation = record.game.explain(record.state)
        for value in (outcome, entry, events, refusal, explanation, record.game.known_rulings):
            same = again(value)
            assert same == value
            assert repr(same) == repr(value)


def test_a_repr_shows_what_a_value_is(record: Record) -> None:
    game = record.game
    assert repr(game).startswith(f"load_game('{game.name}', seats=")
    assert eval(repr(game), {"load_game": kingdoms.load_game}) == game
    assert f"'game': '{game.name}'" in repr(record.state)
    assert repr(record) == f"<record of {game.name} for {', '.join(game.seats)}: 60 entries, {record.state.to_move} decides>"


def play_out(state: State) -> tuple[State, Record]:
    """Play a state on; the work of a worker."""
    rng, record = Random(3), Record(state.game, position=state.position())
    for _ in range(30):
        if not record.state.is_terminal():
            record.apply(random_action(record.state, rng))
    return record.state, record


def test_workers_are_sent_states_and_send_them_back(record: Record) -> None:
    expected, whole = play_out(record.state)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        state, played = pool.apply_async(play_out, (record.state,)).get(timeout=60)
        assert (state, played.lines()[1:]) == (expected, whole.lines()[1:])
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as executor:
        assert executor.submit(play_out, record.state).result(timeout=60)[0] == expected


# -- what a state writes can be read back ----------------------------------------------------------------------------


def near(rng: random.Random, most: int) -> int:
    """A number at or near the end of what is counted, or far beyond what a game comes to."""
    return rng.choice([most, most - rng.randrange(1, 30), 1_000_000, 999_999])


def rich_position(rng: random.Random) -> dict[str, Any]:
    """A busy position of Kingdoms of the Middle Sea with as much money as may be, but so that few can be hired."""
    position = random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng))
    if rng.random() < 0.5:
        position["rulings"].pop("round_limit")
        position["round"] = near(rng, sea_codes.LAST_ROUND)
    for own in position["seats"].values():
        own["goods" if rng.random() < 0.5 else "gold"] = near(rng, sea_codes.MOST_MONEY)
    return position


def famous_position(rng: random.Random) -> dict[str, Any]:
    """A crowded position of Two Rivers with as many points as may be."""
    position = random_rivers_position(rng)
    for own in position["seats"].values():
        own["points"] = {colour: near(rng, river_codes.MOST_POINTS) for colour in ("red", "blue", "green", "black")}
    return position


@given(st.integers(0, 10**6), st.sampled_from([rich_position, famous_position]))
def test_what_play_leads_to_is_written_and_read_back(seed: int, make: Callable[[random.Random], dict[str, Any]]) -> None:
    rng = random.Random(seed)
    position = make(rng)
    if position.get("phase") == "over":
        return
    state = kingdoms.read_position(position)
    for number in range(80):
        if state.is_terminal():
            break
        state.apply_action(random_action(state, Random(seed + number)))
        back = kingdoms.read_position(state.position())
        assert back == state
    assert kingdoms.read_position(state.position()).position() == state.position()


def test_money_and_rounds_are_counted_so_far_and_no_further() -> None:
    most, last = sea_codes.MOST_MONEY, sea_codes.LAST_ROUND
    position = {
        "game": "middlesea",
        "phase": "leader",
        "round": last,
        "turn": "S",
        "seats": {"N": {"goods": most, "gold": 0, "king": 5}, "S": {"goods": 0, "gold": most - 1}},
    }
    state = kingdoms.read_position(position)
    state.apply_action("end")
    seats = state.position()["seats"]
    assert (seats["N"]["goods"], seats["N"]["gold"]) == (most, 5)
    assert (seats["S"]["goods"], seats["S"]["gold"]) == (1, most)
    assert state.position()["round"] == last
    state.apply_action("exchange gold")
    assert state.position()["seats"]["N"]["goods"] == most
    for field, value in (("goods", most + 1), ("gold", most + 1)):
        with pytest.raises(kingdoms.PositionError, match=f"from 0 to {most}"):
            kingdoms.read_position({**position, "seats": {"N": {field: value}, "S": {}}})
    with pytest.raises(kingdoms.PositionError, match=f"from 1 to {last}"):
        kingdoms.read_position({**position, "round": last + 1})


def test_points_are_counted_so_far_and_no_further() -> None:
    most = river_codes.MOST_POINTS
    points = {"points": dict.fromkeys(("red", "blue", "green", "black"), most), "hand": {"red": 1}}
    position = {
        "game": "rivers",
        "phase": "action",
        "seats": {"A": points, "B": {}},
        "leaders": {"A": {"red": "I6"}},
    }
    state = kingdoms.read_position(position)
    state.apply_action("place red H6")
    assert state.position()["seats"]["A"]["points"]["red"] == most
    with pytest.raises(kingdoms.PositionError, match=f"from 0 to {most}"):
        kingdoms.read_position({**position, "seats": {"A": {"points": {"red": most + 1}}, "B": {}}})
