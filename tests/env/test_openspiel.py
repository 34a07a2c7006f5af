"""The games pass OpenSpiel's tests, and its algorithms play them."""

from __future__ import annotations

import importlib
import itertools
import pickle
import sys
from typing import Any

import numpy as np
import pytest

import kingdoms
from kingdoms.core.errors import RulingsError, SeatsError

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install --group test")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from kingdoms.env import openspiel  # noqa: E402

GAMES = kingdoms.game_names()
SECRETS = [name for name in GAMES if kingdoms.load_game(name).has_secrets]


def load(name: str, **parameters: Any) -> Any:
    """Return a game of ours as OpenSpiel loads it, for two players."""
    return pyspiel.load_game(f"kingdoms_{name}", {"players": 2, **parameters})


def walk(game: Any, seed: int, decisions: int = 60) -> list[Any]:
    """Return the states of a random game, up to some number of actions."""
    rng, states = np.random.default_rng(seed), [game.new_initial_state()]
    while not states[-1].is_terminal() and len(states) <= decisions:
        state = states[-1].clone()
        outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 1) for a in state.legal_actions()]
        weights = np.array([weight for _, weight in outcomes], float)
        state.apply_action(int(rng.choice([action for action, _ in outcomes], p=weights / weights.sum())))
        states.append(state)
    return states


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_test_passes(name: str) -> None:
    limit = {"round_limit": 12} if name == "middlesea" else {}
    pyspiel.random_sim_test(load(name, **limit), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_agrees_with_ours(name: str) -> None:
    game = load(name)
    encoding = game.encoding
    for state in walk(game, 1, 24):
        for player in range(2):
            row = np.frombuffer(encoding.observe(state.table, player), np.uint8)
            scaled = row / np.array(encoding.observation.highs)
            assert state.observation_tensor(player) == pytest.approx(scaled, abs=1e-6)
        if state.is_chance_node():
            assert state.chance_outcomes() == state.table.chance_outcomes()
            assert sum(probability for _, probability in state.chance_outcomes()) == pytest.approx(1)
        elif not state.is_terminal():
            texts = [state.action_to_string(action) for action in state.legal_actions()]
            assert sorted(texts) == sorted(map(game.ours.action_to_string, state.table.legal_actions()))


@pytest.mark.parametrize("name", SECRETS)
def test_information_states_are_the_same_where_those_of_records_are(name: str) -> None:
    game = load(name)
    strings: dict[int, dict[str, str]] = {0: {}, 1: {}}
    pairs = 0
    for seed in range(6):
        states = walk(game, seed % 2, 20 + seed)  # the same beginnings, and others
        record = kingdoms.Record(game.ours)
        for action in states[-1].history():
            player = record.state.current_player()
            record.apply(action if player < 0 else game.encoding.decode(action, player))
        for player, seat in enumerate(game.ours.seats):
            theirs, ours = states[-1].information_state_string(player), record.information_state(seat)
            assert strings[player].setdefault(theirs, ours) == ours
            pairs += 1
    assert all(len(set(seat_strings.values())) == len(seat_strings) for seat_strings in strings.values())
    assert pairs == 12


@pytest.mark.parametrize("name", GAMES)
def test_the_tensor_of_an_information_state_has_what_the_player_was_told(name: str) -> None:
    game = load(name, history=40)
    size, (length, width) = game.encoding.size, game.past.shape
    assert game.information_state_tensor_shape() == [size + length * width]
    state = walk(game, 4, 60)[-1]
    players, actions = [], []
    for player in range(2):
        tensor = np.array(state.information_state_tensor(player))
        assert np.array_equal(tensor[:size], np.array(state.observation_tensor(player)))
        rows = tensor[size:].reshape(length, width)
        assert (rows[:, :3].sum(axis=1) == 1).all()
        players.append([(-1 if offset == 2 else (player + offset) % 2) for offset in rows[:, :3].argmax(axis=1)])
        actions.append((rows[:, 3:] @ (1 << np.arange(width - 3))).astype(int) - 1)
    last = state.full_history()[: -length - 1 : -1]
    for player in range(2):
        assert players[player] == [pair.player for pair in last]
        for number, pair in zip(actions[player], last, strict=True):
            assert number == pair.action or (number == -1 and name in SECRETS and pair.player != player)
    assert (actions[0] != actions[1]).any() == (name in SECRETS)


def test_secret_draws_of_others_make_no_difference() -> None:
    state = load("rivers").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    first, second = (state.child(action) for action in state.legal_actions()[:2])
    assert [first.information_state_string(p) == second.information_state_string(p) for p in range(2)] == [False, True]
    assert [first.observation_string(p) == second.observation_string(p) for p in range(2)] == [False, True]


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_agrees_with_what_the_player_has_seen(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differs = False
    for state in walk(load(name), 2, 30):
        if (player := state.current_player()) >= 0:
            sampled = state.resample_from_infostate(player, sampler)
            differs |= str(sampled) != str(state)
            assert sampled.information_state_string(player) == state.information_state_string(player)
            assert sampled.observation_tensor(player) == state.observation_tensor(player)
            assert sampled.information_state_tensor(player) == state.information_state_tensor(player)
            assert sampled.legal_actions() == state.legal_actions()
    assert differs == (name in SECRETS)


def test_states_and_games_survive_pickling() -> None:
    game = load("rivers")
    state = walk(game, 3, 40)[-1]
    clone = pickle.loads(pickle.dumps(state))
    assert str(clone) == str(state)
    assert clone.history() == state.history()
    assert clone.information_state_string(1) == state.information_state_string(1)
    assert clone.information_state_tensor(1) == state.information_state_tensor(1)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.parametrize("name", GAMES)
def test_searching_bots_play(name: str) -> None:
    game, rng = load(name), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    search: Any = mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=rng)
    if name in SECRETS:
        search = ismcts.ISMCTSBot(game, evaluator, 1.4, 4, random_state=rng)
    state = game.new_initial_state()
    for _ in range(8):
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
        else:
            chosen = search.step(state)
            assert chosen in state.legal_actions()
            state.apply_action(chosen)


def test_games_that_last_too_long_are_decided_by_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "MOST_ACTIONS", 30)
    game = load("rivers")
    last = walk(game, 1, 10_000)[-1]
    assert last.is_terminal()
    assert last.returns() == last.table.returns_by_score()
    assert game.max_game_length() == last.moment.decisions == 30
    assert last.legal_actions() == []


def test_parameters_choose_seats_and_rulings() -> None:
    game = load("middlesea", players=3, first_tie="roll", round_limit=7, trade_piers=5)
    assert game.num_players() == 3
    assert game.ours.changed_rulings() == {"first_tie": "roll", "round_limit": 7, "trade_piers": 5}
    assert pyspiel.load_game(str(game)).ours == game.ours
    assert load("middlesea").ours.rulings["round_limit"] == 100
    bare = load("rivers", history=0)
    assert bare.information_state_tensor_shape() == bare.observation_tensor_shape()
    with pytest.raises(ValueError, match="from 0 on, not -1"):
        load("rivers", history=-1)
    with pytest.raises(SeatsError):
        load("middlesea", players=9)
    for wrong in ({"first_tie": "dice"}, {"round_limit": -1}):
        with pytest.raises(RulingsError):
            load("middlesea", **wrong)


def test_kinds_of_observations() -> None:
    game, kinds, private = load("rivers"), pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    state = walk(game, 1, 20)[-1]
    public = game.make_py_observer(kinds(perfect_recall=False, private_info=private.NONE))
    assert public.tensor is None
    assert public.string_from(state, 0) == public.string_from(state, 1) != state.observation_string(0)
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert observer.dict["river"].shape == (11, 16)
    assert np.array_equal(np.concatenate([part.ravel() for part in observer.dict.values()]), state.observation_tensor(1))
    for recall, info_type in itertools.product((False, True), (private.ALL_PLAYERS, private.NONE)):
        if recall or info_type == private.ALL_PLAYERS:
            with pytest.raises(ValueError, match="an observation has public information"):
                game.make_py_observer(kinds(perfect_recall=recall, private_info=info_type))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "kingdoms.env.openspiel")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match="pip install open-spiel"):
        importlib.import_module("kingdoms.env.openspiel")
