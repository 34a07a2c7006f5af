"""Checks of whole games: bots, records, the referee, errors, and other processes."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final

from kingdoms.bots import BOTS, Adviser, Bot
from kingdoms.bots.match import ROUNDS
from kingdoms.core.errors import IllegalAction, KingdomsError
from kingdoms.core.game import Game
from kingdoms.core.playouts import playout
from kingdoms.core.record import Record
from kingdoms.core.referee import answer_line
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.testing.outside import RANDOM
from kingdoms.testing.states import check_over, check_said, clauses_of
from kingdoms.testing.walks import Course, random_action, random_states

MIDDLE = 12
"""The number of actions before the positions that `check_errors` damages."""
ENOUGH = 10_000
"""The number of random actions after which a game has to be over."""
MISSING: Final = object()
"""Stands for a part that is left out."""


def check_bot(make: Callable[[], Bot], state: State, rng: Random) -> None:
    """Check that a bot's decision is legal and does not depend on information hidden from its seat; check its reason.

    Args:
        make: creates the bot, each time with the same random numbers.
        state: a state in which a seat is to move.
        rng: the generator for sampling other states that look the same.
    """
    seat, legal = state.game.seats[state.current_player()], state.legal_actions()
    chosen = make().choose(state.view(seat), legal)
    assert chosen in legal, f"a bot chose {chosen}, which is not legal"
    sample = state.view(seat).sample(rng)
    assert make().choose(sample.view(seat), legal) == chosen, "the choice of a bot depends on information hidden from its seat"
    bot = make()
    if isinstance(bot, Adviser):
        check_said(bot.reason(state.view(seat), chosen))


def check_record(game: Game, seed: int, most: int) -> None:
    """Check that the record of a random game round-trips."""
    record, rng = Record(game, seed=seed), Random(seed)
    for _ in range(most):
        if record.state.is_terminal():
            break
        record.apply(random_action(record.state, rng))
    back = Record.parse(record.lines())
    assert back.entries == record.entries, "a record reads back to other actions"
    assert back.state == record.state, "a record reads back to another state"
    assert back.lines() == record.lines(), "a record is written differently after reading"


def check_ends(game: Game, seed: int = 0, games: int = RANDOM, most: int = ENOUGH) -> None:
    """Check that random games come to an end, with a limit on rounds if the game has one: see `Game.limited`.

    Args:
        game: the game.
        seed: the seed of the first random game.
        games: the number of random games.
        most: the number of actions after which each should have ended.
    """
    limited = game.limited(ROUNDS)
    for number in range(seed, seed + games):
        state = limited.new_initial_state()
        try:
            playout(state, Random(number), most)
            if state.is_terminal() and state.outcome():
                continue
        except Exception:
            pass  # the same game in Python shows where
        with Course(limited, number) as course:
            for now, _ in course.walk(Random(number), most):
                check_over(now)
            assert now.is_terminal(), (
                f"a random game is not over after {most} actions: no game goes on for ever: its rules end it, such as when all "
                "seats have passed in a row, or `limited` returns a game that ends after some rounds"
            )


def check_playouts(game: Game, seed: int = 1, most: int = 300) -> None:
    """Check that `playout` plays the same game as Python code does with the same random numbers."""
    inside, outside, rng = game.new_initial_state(), game.new_initial_state(), Random(seed)
    played = playout(inside, Random(seed), most)
    for _ in range(played):
        outside.apply_action(random_action(outside, rng))
    assert inside == outside, "playouts in the engine and in Python differ"
    assert played == most or inside.is_terminal(), "a playout in the engine stopped too early"


def check_bots(game: Game, spec: str, seed: int = 3, most: int = 30) -> None:
    """Run `check_bot` for a bot in every third state of a random game, since bots can be slow."""
    rng = Random(seed)
    for state, _ in islice(random_states(game, rng, most), 0, None, 3):
        if state.current_player() >= 0:
            check_bot(lambda: BOTS.make(spec, game, seed), state, rng)


def check_referee(game: Game, seed: int, most: int) -> None:
    """Check that the referee's answers agree with the game, for full positions and for the view of each seat."""
    start = {"game": game.name, "seats": list(game.seats), "rulings": dict(game.rulings)}
    *before, (state, _) = random_states(game, Random(seed), most)
    actions = [game.action_to_string(action) for _, action in before if action is not None]
    answer = json.loads(answer_line(json.dumps({"id": 1, "new": start, "actions": actions}).encode()))
    assert "error" not in answer, f"the referee refuses a game: {answer}"
    assert answer["position"] == json.loads(json.dumps(state.position())), "the referee has another position"
    assert answer["legal"] == [game.action_to_string(legal) for legal in state.legal_actions()], (
        "the referee lists other actions"
    )
    for seat in game.seats:
        request = {"id": 2, "position": answer["position"], "view": seat}
        reply = json.loads(answer_line(json.dumps(request).encode()))
        assert reply["view"] == json.loads(json.dumps(state.view(seat).to_json())), f"the referee shows {seat} something else"


def check_errors(game: Game) -> None:
    """Check that invalid input raises a KingdomsError that cites a clause of the game, and does not modify the state.

    Positions that are damaged in one place may be valid; if not, they raise a KingdomsError, too.
    """
    state, clauses = game.new_initial_state(), clauses_of(game)
    before = state.columns()
    shapes: tuple[object, ...] = (None, [], {}, {"seats": [[]]})
    wrong: list[tuple[str, Callable[[], object]]] = [
        ("an action that is not a text of the game", lambda: state.apply_action("no such action")),
        ("the view of a seat that does not play", lambda: state.view("no such seat")),
        ("a call that the game does not know", lambda: game.call(state, "no such call")),
        ("no seats at all", lambda: type(game)([])),
        ("a ruling that it does not have", lambda: type(game)(game.seats, {"no such ruling": 1})),
        *((f"the position {shape!r}", partial(game.deserialize, json.dumps(shape))) for shape in shapes),
    ]
    for description, deed in _damaged_positions(game):
        try:
            deed()
        except KingdomsError:
            continue
        except Exception as error:
            raise AssertionError(
                f"{description} is not refused, but fails with {type(error).__name__}: {error}; "
                "read_position checks what it reads, as with the functions of kingdoms.core.fields"
            ) from error
    for description, deed in wrong:
        try:
            deed()
        except KingdomsError as error:
            message, clause = str(error), error.clause
        else:
            raise AssertionError(f"{description} is accepted")
        assert message.strip(), f"{description} is refused without a message"
        assert clause in clauses, f"{description} is refused by {clause}, which is no clause of the game"
    assert state.columns() == before, "a refused request has changed the state"


def _damaged_positions(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield reading positions with a part of another type, or without it: some in the middle of a game.

    Some of them may be valid, since parts can be optional.
    """
    *_, (state, _) = random_states(game, Random(6), MIDDLE)
    original = json.loads(json.dumps(state.position()))
    for path in _paths(original):
        for damage in (MISSING, None, "?", -1, [[]], {"?": 0}):
            position = copy.deepcopy(original)
            part: Any = position
            for key in path[:-1]:
                part = part[key]
            if damage is MISSING:
                del part[path[-1]]
            else:
                part[path[-1]] = damage
            change = "without" if damage is MISSING else f"with {json.dumps(damage)} for"
            yield f"a position {change} {'.'.join(map(str, path))}", partial(game.read_position, position)


def _paths(data: object) -> Iterator[tuple[Any, ...]]:
    """Yield the ways to all fields of JSON data, and to the first elements of lists."""
    keys: Iterable[Any] = data if isinstance(data, dict) else range(min(1, len(data))) if isinstance(data, list) else ()
    for key in keys:
        yield (key,)
        yield from ((key, *rest) for rest in _paths(data[key]))  # type: ignore[index]


def check_pickling(game: Game, seed: int = 5, most: int = 60) -> None:
    """Check that games, states, views and errors can be pickled, and that states can be copied."""
    assert pickle.loads(pickle.dumps(game)) == game, "a game differs after pickling"
    for state, _ in islice(random_states(game, Random(seed), most), 0, None, 10):
        for copied in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
            assert copied == state, "a state differs after pickling or copying"
        for seat in game.seats:
            view = state.view(seat)
            assert pickle.loads(pickle.dumps(view)) == view, "a view differs after pickling"
        illegal = next((action for action in game.action_space(0) if not state.is_legal(action)), None)
        if illegal is not None:
            refusal = state.refusal(illegal)
            assert refusal is not None
            assert pickle.loads(pickle.dumps(IllegalAction(refusal))).refusal == refusal, "an error differs after pickling"


_REPLAY = """
import json, sys
import kingdoms
for name, reference, seats, rulings, actions in json.loads(sys.stdin.read()):
    if name not in kingdoms.game_names():
        kingdoms.register_game(name, reference)
    state = kingdoms.load_game(name, seats, rulings).new_initial_state()
    for action in actions:
        state.apply_action(action)
    print(json.dumps([state.hash, state.legal_actions(), state.position()]))
"""


def check_same_everywhere(games: Sequence[Game], seed: int = 4, most: int = 40) -> None:
    """Check that another process, with another order of sets, has the same hash, position and legal actions.

    Args:
        games: the games; all are checked in one process.
        seed: the seed of the random games.
        most: the maximum number of actions per game.
    """
    requests, expected = [], []
    for game in games:
        *before, (state, _) = random_states(game, Random(seed), most)
        actions = [game.action_to_string(action) for _, action in before if action is not None]
        reference = f"{type(game).__module__}:{type(game).__qualname__}"
        requests.append([game.name, reference, list(game.seats), dict(game.rulings), actions])
        expected.append([state.hash, state.legal_actions(), json.loads(json.dumps(state.position()))])
    for number in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": number, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
        process = subprocess.run(
            [sys.executable, "-c", _REPLAY],
            input=json.dumps(requests),
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        assert process.returncode == 0, f"the game cannot be played in another process: {process.stderr}"
        for game, line, answer in zip(games, process.stdout.splitlines(), expected, strict=True):
            assert json.loads(line) == answer, f"another process has another state of {game!r}"
