"""Games like `laid`, each with one mistake, or without one though it looks like one."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

import kingdoms
from kingdoms import Outcome, Random
from tests.support.games.laid import HELD, PASS, PLACES, Laid, LaidGame, LaidView
from tests.support.games.mistakes import Mistakes, game_like

MISTAKES = Mistakes(LaidGame, __name__)


@MISTAKES.member("legal_actions", r"legal_actions\(\)\[0\] is .*37.* of the type numpy.int64: .* int\(\)")
def numpy_actions(self: Laid) -> list[Any]:
    return [np.int64(action) for action in Laid.legal_actions(self)]


@MISTAKES.member("apply_trusted", r"the position\['places'\]\['..'\]\['stone'\] is .* of the type numpy.int64: .*lay . ..\b")
def numpy_stones(self: Laid, action: int) -> None:
    Laid.apply_trusted(self, action)
    for place, (owner, stone) in self.places.items():
        self.places[place] = [owner, np.int64(stone)]  # type: ignore[list-item]


@MISTAKES.member(
    "current_player",
    r"a player to move after the end.*current_player\(\) is [01] after the end .*where TERMINAL is right"
    r".*passed from 0 to 1; next comes pass",
)
def mover_after_the_end(self: Laid) -> int:
    return self.turn if self.drawer() < 0 else kingdoms.CHANCE


@MISTAKES.member(
    "free",
    r"looks different to [AB], bag .* the last action should not have been legal, .*"
    r"lay . (..) has changed .*places\.\1\.(owner|stone) from",
)
def taken_places(self: Laid) -> list[int]:
    return list(range(len(PLACES)))


SHARED: list[list[int]] = [[], []]


@MISTAKES.member(
    "new_initial_state",
    r"tables share a list or dictionary: .* changed (hands|seats.A.hand).* of new_initial_state\(\); each state makes its",
)
def shared_hands(self: LaidGame) -> Laid:
    state = self.state_type(self)
    state.hands = SHARED
    return state


@MISTAKES.member("hide", r"the view of A changes the state, bag from \[3, 3, 3, 3\] to \[0, 0, 0, 12\]: a view keeps a clone")
def hide_in_the_state(self: LaidView, state: Laid, seat: str | None) -> Laid:
    state.bag = [0, 0, 0, sum(state.bag)]
    return state


@MISTAKES.member("outcome", r"outcome\(\) is an Outcome before the end .*where None is right.*pass")
def early_outcome(self: Laid) -> Outcome | None:
    return Outcome("passed", ("A",), None, {"A": 1, "B": 0}) if self.passed else None


@MISTAKES.member(
    "free",
    r"legal_actions fails with ZeroDivisionError: .* \(line \d+ of laid_faults.py\): .*random game with seed \d+ .*pass",
)
def rare_crash(self: Laid) -> list[int]:
    return [1 // (len(self.places) != 2 * HELD - 1 or self.passed < 1), *Laid.free(self)][1:]


@MISTAKES.member(
    "shuffle", r"sample of the view of .+ draws with Python's module random: .*seats.*; all that it draws comes from `rng`"
)
def draws_with_random(self: LaidView, stones: list[int], rng: Random) -> None:
    random.shuffle(stones)


@MISTAKES.member(
    "shuffle",
    r"sample never varies .*seats\.[AB]\.hand.* in 2000 draws from the view of .*, as .* and .* look the same",
)
def never_shuffles(self: LaidView, stones: list[int], rng: Random) -> None:
    stones.sort()


@MISTAKES.member("sample", r"sample never varies places\.(..)\.stone(, places\.(..)\.stone)*, in 2000 draws from")
def shuffles_hands_alone(self: LaidView, rng: Random) -> Laid:
    state = LaidView.sample(self, rng)
    if not state.is_over():
        stones = self.unknown(self._state)
        state.places = {place: [n, stone or stones.pop()] for place, (n, stone) in self._state.places.items()}
        for hand, visible_hand in zip(state.hands, self._state.hands, strict=True):
            self.shuffle(stones, rng)
            hand[:] = sorted(stone or stones.pop() for stone in visible_hand)
        state.bag = [stones.count(number) for number in range(1, 5)]
    return state


@MISTAKES.member("apply_trusted", r"a random game is not over after 10000 actions: .*pass, pass, pass")
def passes_for_ever(self: Laid, action: int) -> None:
    Laid.apply_trusted(self, action)
    self.passed = 0


@MISTAKES.member("scores", r"outcome\(\).scores\['A'\] is \d+\.\d of the type builtins.float: .*int")
def float_scores(self: Laid) -> dict[str, float]:
    return {seat: score / 2 for seat, score in Laid.scores(self).items()}


PLAYED: Counter[str] = Counter()


def count_in_the_module(self: Laid, action: int) -> None:
    Laid.apply_trusted(self, action)
    PLAYED["last"] = action if action < PASS else PLAYED["last"]


@MISTAKES.member(
    "scores",
    r"a part of the state is kept outside of it: .*outcome\(\).scores.A from .*the class, the game and the module do not",
    apply_trusted=count_in_the_module,
)
def scores_of_the_module(self: Laid) -> dict[str, int]:
    return {**Laid.scores(self), "A": PLAYED["last"]}


def short_sentence(self: LaidGame, before: Laid, action: int, after: Laid, known: bool) -> str:
    return f"This is done: {self.action_to_string(action)}." if known else "Something is done."


def sentence_with_the_place(self: LaidGame, before: Laid, action: int, after: Laid, known: bool) -> str:
    text = self.action_to_string(action)
    return text if known else f"A stone goes to {text[-2:]}." if action < PASS else "A stone is drawn."


CORRECT: dict[str, type[LaidGame]] = {
    "as it is": LaidGame,
    "a sentence that says less than the view": game_like(LaidGame, sentence=short_sentence),
    "a sentence that says the open part": game_like(LaidGame, sentence=sentence_with_the_place),
}
"""Games without a mistake, in which a view shows a part of each secret action."""
