"""Memory: the past actions that follow an observation are those of OpenSpiel's information state, without what is secret."""

from typing import Any

import numpy as np
import pytest

import kingdoms
from kingdoms.core.rng import Random
from kingdoms.env import Batch
from kingdoms.env.past import SECRET, ActionMemory, Past, is_told

LENGTH = 12


def expected(batch: Batch, i: int, player: int, finished: bool = False) -> Any:
    """Return an observation with the past actions from a record, told one by one by the game."""
    record = batch.record(i, finished=finished)
    before, actions = record.opening(), []
    for entry, after in record.replay():
        text = record.game.tell(before, entry.action or "", after, record.game.seats[player])[0]
        actions.append((before.current_player(), SECRET if text is None else record.game.to_action(entry.action)))
        before = after
    past = Past(batch.encoding, LENGTH)
    rows = np.zeros(past.shape, np.float32)
    past.write(actions[::-1][:LENGTH], player, rows)
    floats = np.zeros(batch.encoding.size, np.float32)
    batch.encoding.observe(before, player, floats)
    return np.concatenate([floats, rows.ravel()])


@pytest.mark.parametrize(
    ("name", "opponents", "autoreset"),
    [("middlesea", None, "same_step"), ("rivers", "random", "same_step"), ("liars_dice", "random", "next_step")],
)
def test_observations_end_with_the_past_as_the_seat_was_told_of_it(name: str, opponents: Any, autoreset: str) -> None:
    game = kingdoms.load_game(name, seats=3)
    batch = Batch(game, 3, history=LENGTH, dtype="float32", max_steps=10, opponents=opponents, autoreset=autoreset, threads=2)
    step, ends = batch.reset(), 0
    for _ in range(24):
        before, viewers = batch.episodes.copy(), batch.viewers.copy()
        step = batch.step(batch.sample_actions())
        for i in range(3):
            assert np.array_equal(step.observations[i], expected(batch, i, int(batch.viewers[i])))
            if batch.episodes[i] == before[i] + 1:
                ends += 1
                assert np.array_equal(batch.last_observations[i], expected(batch, i, int(viewers[i]), finished=True))
    assert ends


def test_the_past_is_that_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("pettingzoo")
    pytest.importorskip("kingdoms.env.openspiel")
    from kingdoms.env import aec  # noqa: PLC0415

    game = pyspiel.load_game(f"kingdoms_rivers(players=2,history={LENGTH})")
    state, rng, table = game.new_initial_state(), Random(4), aec("rivers", seats=2, history=LENGTH)
    record = kingdoms.Record(kingdoms.load_game("rivers", seats=2))
    for _ in range(50):
        legal = state.legal_actions()
        action = legal[rng.roll(len(legal))]
        record.apply(action if state.is_chance_node() else game.encoding.decode(action, state.current_player()))
        state.apply_action(action)
        if not state.is_chance_node():
            table.reset(options={"state": record})
            for player, seat in enumerate(("A", "B")):
                row = table.observe(seat)["observation"]
                assert table.observation_space(seat).contains(table.observe(seat))
                assert np.array_equal(row, np.array(state.information_state_tensor(player), np.float32))


def test_tiles_that_others_draw_and_swap_are_not_in_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games that differ in what one seat has drawn and swapped look the same to the other, and to that seat they don't."""
    game = kingdoms.load_game("rivers", seats=2)
    memories = [ActionMemory(Past(game.encoding(), 20), game.new_initial_state()) for _ in range(2)]
    for memory, tile in zip(memories, ("red", "blue"), strict=True):
        for action in ("first A", f"draw {tile}"):
            memory.note(game.to_action(action))
    assert memories[0].told[1] == memories[1].told[1]
    assert memories[0].told[0] != memories[1].told[0]
    state = game.new_initial_state()
    after = state.child("first A")
    assert is_told(state, game.to_action("first A"), after, 0)
    monkeypatch.setattr(type(game), "visible_action", lambda *_: "first ?")
    assert not is_told(state, game.to_action("first A"), after, 0), "what is told in part counts as secret"


@pytest.mark.parametrize("name", ["middlesea", "rivers", "liars_dice"])
def test_what_an_action_says_without_events_is_what_it_says_with_them(name: str) -> None:
    record = kingdoms.play(name, ["random"] * 3, seed=2)
    before, secrets = record.opening(), 0
    for entry, after in list(record.replay())[:120]:
        for seat in (*record.game.seats, None):
            visible = record.game.visible_action(before, str(entry.action), after, seat)
            assert visible == record.game.tell(before, str(entry.action), after, seat)[0]
            secrets += visible is None
        before = after
    assert bool(secrets) == record.game.has_secrets


def test_amounts_without_a_number_and_bad_lengths() -> None:
    game = kingdoms.load_game("middlesea", seats=2)
    past = Past(game.encoding(), 2)
    assert past.number(0, game.to_action("hire 200")) == 0
    for length in (-1, 1.5, "2"):
        with pytest.raises(ValueError, match="history is the number of past actions"):
            Batch(game, 1, history=length)  # type: ignore[arg-type]
