"""Checks that a game fulfils the contract of `kingdoms.core`, for use in the tests of the game.

`check_game` runs the checks of the core contract over random games, and `make_tests` returns a complete set of tests for a
game. Each check raises AssertionError if it fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any

from kingdoms.bots import BOTS, play
from kingdoms.core.errors import SeatsError
from kingdoms.core.game import Game
from kingdoms.core.playouts import perft
from kingdoms.core.registry import game_class
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.testing.encoding import check_encoding, has_encoding
from kingdoms.testing.games import (
    check_bot,
    check_bots,
    check_ends,
    check_errors,
    check_pickling,
    check_playouts,
    check_record,
    check_referee,
    check_same_everywhere,
)
from kingdoms.testing.outside import OutsideCheck
from kingdoms.testing.secrecy import Secrecy, check_samples, check_secrets, check_telling, heard, shown
from kingdoms.testing.states import (
    check_actions,
    check_advice,
    check_chance,
    check_clone,
    check_draws,
    check_looking,
    check_narration,
    check_numbers,
    check_position,
    check_position_text,
    check_refusals,
    check_said,
    check_scores,
    check_snapshot,
    check_terminal,
    check_view,
)
from kingdoms.testing.walks import Course, random_action, random_states
from kingdoms.testing.words import crash

__all__ = [
    "check_actions",
    "check_bot",
    "check_bots",
    "check_chance",
    "check_clone",
    "check_draws",
    "check_encoding",
    "check_ends",
    "check_errors",
    "check_game",
    "check_looking",
    "check_narration",
    "check_numbers",
    "check_pickling",
    "check_playouts",
    "check_position",
    "check_position_text",
    "check_record",
    "check_referee",
    "check_refusals",
    "check_said",
    "check_same_everywhere",
    "check_samples",
    "check_scores",
    "check_secrets",
    "check_snapshot",
    "check_telling",
    "check_terminal",
    "check_view",
    "heard",
    "make_tests",
    "perft",
    "random_action",
    "random_states",
    "shown",
]


FIRST = 4
"""The number of states of each kind of decision in which `check_game` always runs all checks."""


def check_game(game: Game, games: int = 3, seed: int = 0, most: int = 400, every: int = 7) -> None:
    """Run the checks of the core contract over random games.

    Args:
        game: the game.
        games: the number of random games.
        seed: the seed for the random games.
        most: the maximum number of actions per game, because the rules may not end it.
        every: run the slower checks (positions and their texts, refusals, views, draws, scores, secrets) only in every
            `every`-th state, and in the first states of each kind of decision.

    Raises:
        AssertionError: a check has failed.

    Examples:
        >>> import kingdoms
        >>> check_game(kingdoms.load_game("middlesea", seats=2), games=1, most=40)
    """
    with Course(game, seed):
        outside = OutsideCheck(game)
    check_ends(game, seed)
    with Course(game, seed, outside.check):
        pass
    secrecy, met = Secrecy(game), Counter[str | None]()
    for number in range(games):
        rng = Random(seed + number)
        with Course(game, seed + number, outside.check) as course:
            for at, (state, action) in enumerate(course.walk(rng, most)):
                check_numbers(state)
                check_terminal(state)
                check_clone(state, action)
                check_actions(state)
                check_chance(state)
                met[state.decision()] += 1
                thorough = at % every == 0 or met[state.decision()] <= FIRST
                if thorough:
                    check_looking(state)
                    outside.keep(state)
                if action is not None:
                    check_narration(state, action)
                if thorough:
                    _check_thoroughly(state, action, rng, secrecy)
            outside.keep(state)
            outside.check_again(course.actions, state)
        check_record(game, seed + number, most)
    outside.check_together(seed)
    secrecy.check()
    if has_encoding(game):
        check_encoding(game, seed, most)
    if game.has_secrets:
        for number in range(games):
            check_samples(game, seed + number)


def _check_thoroughly(state: State, action: int | None, rng: Random, secrecy: Secrecy) -> None:
    """Run the slower checks of a state, and of the action that is played next."""
    check_position(state)
    check_refusals(state)
    check_view(state, rng)
    check_position_text(state)
    check_draws(state)
    check_scores(state)
    check_advice(state)
    if state.game.has_secrets:
        check_secrets(state, rng)
    if state.game.has_secrets and action is not None:
        check_telling(state, action, rng)
    if action is not None:
        check_snapshot(state, action)
        secrecy.look(state, action, rng)


def _player_counts(rules: type[Game]) -> Iterator[int]:
    """Yield the possible numbers of players of a game, up to 12."""
    for players in range(1, 13):
        try:
            rules(players)
        except SeatsError:
            continue
        yield players


def make_tests(
    game: str, *, games: int = 2, most: int = 150, rulings: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Callable[[], None]]:
    """Return the tests that a game has to pass, by name, for a test runner to collect.

    For each number of players, they cover the contract, the game's bots, the referee, records, errors and pickling.

    Args:
        game: the name of the game for `kingdoms.load_game`.
        games: the number of random games for each number of players.
        most: the maximum number of actions per game.
        rulings: sets of rulings to test in addition to the defaults.

    Examples:
        >>> tests = make_tests("middlesea")
        >>> sorted(tests)[:2]
        ['test_all_of_it_can_be_pickled_and_copied', 'test_bots_keep_the_contract']

        In a file of tests: `globals().update(make_tests("my_game"))`.
    """
    rules = game_class(game)
    tables = [rules(count, chosen) for count in _player_counts(rules) for chosen in ({}, *rulings)]

    def test_the_contract_is_kept() -> None:
        for table in tables:
            check_game(table, games=games, most=most)

    def test_random_games_inside_the_engine_come_to_the_same() -> None:
        for table in tables:
            check_playouts(table)

    def test_bots_keep_the_contract() -> None:
        for table in tables:
            for kind in (kind for kind in BOTS.kinds(game) if not kind.patient):
                check_bots(table, kind.name)

    def test_bots_play_to_the_end() -> None:
        for table in tables:
            for kind in rules.bots():
                record = play(table, [kind.name] * table.num_players, seed=1)
                assert record.state.is_terminal(), f"{kind.name} does not finish its game"

    def test_the_referee_answers() -> None:
        for table in tables:
            check_referee(table, seed=2, most=most)

    def test_errors_are_clear() -> None:
        for table in tables:
            check_errors(table)

    def test_other_processes_come_to_the_same() -> None:
        check_same_everywhere(tables)

    def test_all_of_it_can_be_pickled_and_copied() -> None:
        for table in tables:
            check_pickling(table)

    return {name: _explain_failures(rules, test) for name, test in locals().items() if name.startswith("test_")}


def _explain_failures(rules: type[Game], test: Callable[[], None]) -> Callable[[], None]:
    """Return a test that fails with an AssertionError in place of any exception, which names the method and line at fault."""

    @wraps(test)
    def run() -> None:
        try:
            test()
        except AssertionError:
            raise
        except Exception as error:
            raise AssertionError(crash(rules, error)) from error

    return run
