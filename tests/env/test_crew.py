"""The threads of a batch: each game is stepped once, errors are raised, and threads end."""

import gc
import threading
from typing import Any

import pytest

import kingdoms
from kingdoms.env import Batch
from kingdoms.env.crew import Crew


@pytest.mark.parametrize(("threads", "n"), [(1, 3), (2, 2), (3, 100), (4, 5)])
def test_each_game_is_processed_once(threads: int, n: int) -> None:
    done: list[int] = []
    steppers: list[Any] = list(range(threads))
    crew = Crew(steppers, n)
    for _ in range(20):
        done.clear()
        crew.run(lambda _, begin, end: done.extend(range(begin, end)))
        assert sorted(done) == list(range(n))
    crew.close()


def test_a_step_does_not_wait_for_a_thread_that_has_not_woken_up(monkeypatch: pytest.MonkeyPatch) -> None:
    steppers: list[Any] = [0, 1]
    crew, done = Crew(steppers, 40), list[int]()
    with monkeypatch.context() as patch:
        patch.setattr(crew, "_wake", lambda: None)
        crew.run(lambda _, begin, end: done.extend(range(begin, end)))
    assert sorted(done) == list(range(40))
    crew.close()


def test_the_error_of_any_thread_is_raised_and_the_crew_stays_usable() -> None:
    steppers: list[Any] = [0, 1]
    crew = Crew(steppers, 40)
    waiting = threading.Barrier(2, timeout=30)

    def fail_in_the_second(stepper: Any, begin: int, end: int) -> None:
        if begin in {0, 20}:
            waiting.wait()  # both threads take part
        if stepper == 1:
            raise IndexError("in the second thread")

    with pytest.raises(IndexError, match="in the second thread"):
        crew.run(fail_in_the_second)
    done: list[int] = []
    crew.run(lambda _, begin, end: done.extend(range(begin, end)))
    assert sorted(done) == list(range(40))
    crew.close()


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
