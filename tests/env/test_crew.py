"""The threads of a batch: each game is stepped once, errors are raised, and threads end."""

import gc
import threading
import time

import pytest

import kingdoms
from kingdoms.env import Batch, crew, running, work
from kingdoms.env.shares import Shares

GAME = kingdoms.load_game("middlesea", seats=2)


@pytest.mark.parametrize(("threads", "n", "spins"), [(1, 3, 10), (2, 2, 0), (3, 100, crew.SPINS), (4, 5, 10)])
def test_threads_step_each_game_once(threads: int, n: int, spins: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "SPINS", spins)
    monkeypatch.setattr("os.cpu_count", lambda: threads)
    with Batch(GAME, n, threads=threads) as batch:
        batch.reset()
        for step in range(1, 31):
            batch.step(batch.sample_actions())
            assert batch.lengths.tolist() == [step] * n
            if step % 7 == 0:
                time.sleep(0.003)  # threads fall asleep


def test_a_step_does_not_wait_for_a_thread_that_has_not_woken_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew.Crew, "_wake", lambda _: None)
    with Batch(GAME, 40, threads=2) as batch:
        batch.reset()
        time.sleep(0.05)  # the second thread falls asleep
        for step in range(1, 4):
            batch.step(batch.sample_actions())
            assert batch.lengths.tolist() == [step] * 40


def test_the_second_thread_does_what_the_first_one_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(waiting: crew.Crew) -> None:
        end = time.monotonic() + 30
        while not running.are_finished(waiting.shares):
            assert time.monotonic() < end, "the second thread does nothing"
            time.sleep(0.001)

    monkeypatch.setattr(crew.Crew, "_wait", wait)
    with Batch(GAME, 40, threads=2) as batch:
        batch.reset()
        monkeypatch.setattr(running, "do_parts", lambda *_: None)
        for step in range(1, 9):
            batch.step(batch.sample_actions())
            assert batch.lengths.tolist() == [step] * 40
            time.sleep(0.01 * (step % 2))  # it sleeps before every other step


def test_a_thread_that_sleeps_is_woken_once_and_one_thread_can_do_all_parts() -> None:
    batch, shares = Batch(GAME, 10), Shares(10, 2, spins=0)
    assert not running.must_wake(shares, 1)
    running.serve(batch._steppers[0], shares, 1)  # finds nothing to do
    assert running.must_wake(shares, 1)
    assert not running.must_wake(shares, 1)
    batch.reset()
    for do_all in (running.do_parts, running.serve):
        running.offer(shares, work.SHOW)
        assert not running.are_finished(shares)
        do_all(batch._steppers[0], shares, 1)
        assert running.are_finished(shares)


@pytest.mark.parametrize("broken", [0, 39])
def test_the_error_of_any_thread_is_raised_and_the_crew_stays_usable(broken: int) -> None:
    with Batch(GAME, 40, threads=2, max_steps=3) as batch:
        batch.reset()
        batch._columns["finished"][broken] = "not a list of actions"
        batch.step(batch.sample_actions())
        batch.step(batch.sample_actions())
        with pytest.raises((TypeError, AttributeError)):
            batch.step(batch.sample_actions())
        assert [int(batch.lengths[i]) for i in range(40) if i != broken] == [0] * 39
        batch.step(batch.sample_actions())
        assert [int(batch.lengths[i]) for i in range(40) if i != broken] == [1] * 39


def test_a_closed_batch_says_so_and_threads_end_with_their_batch() -> None:
    before = threading.active_count()
    game = kingdoms.load_game("rivers", seats=2)
    with Batch(game, 4, threads=3) as batch:
        batch.reset()
        assert threading.active_count() == before + 2
    assert threading.active_count() == before
    with pytest.raises(ValueError, match="closed"):
        batch.step(batch.sample_actions())
    forgotten = Batch(game, 4, threads=2)
    assert threading.active_count() == before + 1
    del forgotten
    gc.collect()
    assert threading.active_count() == before
