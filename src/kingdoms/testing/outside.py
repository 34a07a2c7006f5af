"""Checks that a state holds all that decides its game: nothing is shared between tables, or kept in a class, game or module."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from typing import Any

from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.testing.states import check_numbers
from kingdoms.testing.walks import random_action
from kingdoms.testing.words import differences

RANDOM = 20
"""The number of random games that are played to find what is rare, or shared between tables."""

INSIDE = (
    "attributes of the state, all in its position, hold what decides a game; the class, the game and the module do not, "
    "and only chance's actions are random"
)


class OutsideCheck:
    """What a game has told of some states, to be compared later, when other games have been played.

    Args:
        game: the game, before any state of it has changed.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        start = game.new_initial_state()
        check_numbers(start)
        self.start, self.attributes = start.position(), _attributes(start)
        self.states: list[tuple[State, dict[str, Any]]] = []

    def keep(self, state: State) -> None:
        """Keep a state for `check`."""
        self.states.append((state.clone(), facts(state)))

    def check(self) -> None:
        """Check that new tables and the states that were kept are as before.

        Raises:
            AssertionError: they share something with the games that were played since.
        """
        start = self.game.new_initial_state()
        changes = differences({**self.attributes, **self.start}, {**_attributes(start), **start.position()})
        assert changes == "nothing", (
            f"tables share a list or dictionary: what was played at one has changed {changes} of new_initial_state(); "
            "each state makes its own ones in __init__, not in the class, the module or a default argument"
        )
        for state, before in self.states:
            now = facts(state)
            assert now["position"] != before["position"] or now == before, (
                f"a part of the state is kept outside of it: games at other tables have changed {differences(before, now)} of "
                f"a state whose position is the same; {INSIDE}"
            )

    def check_together(self, seed: int, games: int = RANDOM, most: int = 300) -> None:
        """Check that random games are the same whether they are played one after the other or all at once."""
        alone = [facts(*self._play([number], most)) for number in range(seed, seed + games)]
        try:
            together = [facts(state) for state in self._play(range(seed, seed + games), most)]
        except Exception as error:
            together = [{"the game": f"{type(error).__name__}: {error}"}]
        changes = next((differences(*pair) for pair in zip(alone, together, strict=False) if pair[0] != pair[1]), None)
        assert changes is None, (
            "a part of the state is kept outside of it: when several games are played at once, they are others than one after "
            f"the other, {changes}; {INSIDE}"
        )

    def _play(self, seeds: Iterable[int], most: int) -> list[State]:
        """Return the states after random games that are played at once, each with a seed."""
        tables = [(self.game.new_initial_state(), Random(seed)) for seed in seeds]
        for _ in range(most):
            for state, rng in tables:
                if not state.is_terminal():
                    state.apply_trusted(random_action(state, rng))
        return [state for state, _ in tables]

    def check_again(self, actions: Sequence[int], last: State) -> None:
        """Check that the actions of a game lead to the same state when they are played once more."""
        state, chance = self.game.new_initial_state(), random.getstate()
        for action in actions:
            if not state.is_legal(action):
                changes = f"{self.game.action_to_string(action)} is not legal then"
                break
            state.apply_action(action)
        else:
            changes = differences(facts(last), facts(state))
        fault = "a part of the state is kept outside of it" if random.getstate() == chance else "actions use the module random"
        assert changes == "nothing", (
            f"{fault}: the same actions, played again, do not lead to the same state, {changes}; {INSIDE}; "
            "what is random is an action of chance"
        )


def _attributes(state: State) -> dict[str, Any]:
    """Return copies of the lists and dictionaries of a state in plain Python that contain JSON data, by attribute."""
    copies = {}
    for name, value in vars(state).items() if hasattr(state, "__dict__") else ():
        if isinstance(value, list | dict):
            try:
                copies[name] = json.loads(json.dumps(value))
            except (TypeError, ValueError):
                continue
    return copies


def facts(state: State) -> dict[str, Any]:
    """Return what a state says of itself."""
    methods = (state.current_player, state.decision, state.legal_actions, state.chance_outcomes, state.returns_by_score)
    outcome, explanation = state.outcome(), state.game.explain(state)
    return {
        "position": state.position(),
        **{f"{method.__name__}()": method() for method in methods},
        "outcome()": outcome and outcome.to_json(),
        "explain()": [str(explanation.question), dict(explanation.clauses)],
        "views": {str(seat): state.view(seat).to_json() for seat in (*state.game.seats, None)},
    }
