"""Checks that a game fulfils the contract of `kingdoms.core`, for use in the tests of the game.

`check_game` runs the checks of the core contract over random games, and `make_tests` returns a complete set of tests for a
game. Each check raises AssertionError if it fails.
"""

from __future__ import annotations

import copy
import json
import math
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

from kingdoms.bots import BOTS, Adviser, Bot, play
from kingdoms.core import constants
from kingdoms.core.errors import ANY_GAME, IllegalAction, KingdomsError, NotationError, SeatsError
from kingdoms.core.event import Event, apply_changes
from kingdoms.core.game import Game
from kingdoms.core.message import Message, Said
from kingdoms.core.playouts import perft, playout
from kingdoms.core.position_text import has_texts, opened, position_text, read_position_text
from kingdoms.core.record import Record
from kingdoms.core.referee import answer_line
from kingdoms.core.registry import game_class
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.testing.encoding import check_encoding, has_encoding
from kingdoms.testing.secrecy import Secrecy, check_samples, check_secrets, check_telling, heard, shown
from kingdoms.testing.walks import random_action, random_states

__all__ = [
    "check_actions",
    "check_bot",
    "check_bots",
    "check_chance",
    "check_clone",
    "check_draws",
    "check_encoding",
    "check_errors",
    "check_game",
    "check_narration",
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
    secrecy, met = Secrecy(game), Counter[str | None]()
    for number in range(games):
        rng = Random(seed + number)
        for at, (state, action) in enumerate(random_states(game, rng, most)):
            check_terminal(state)
            check_clone(state, action)
            check_actions(state)
            check_chance(state)
            if action is not None:
                check_narration(state, action)
            met[state.decision()] += 1
            if at % every == 0 or met[state.decision()] <= FIRST:
                check_position(state)
                check_refusals(state)
                check_view(state, rng)
                check_position_text(state)
                check_draws(state)
                check_scores(state)
                check_advice(state)
                if game.has_secrets:
                    check_secrets(state, rng)
                if game.has_secrets and action is not None:
                    check_telling(state, action, rng)
                if action is not None:
                    check_snapshot(state, action)
                    secrecy.look(state, action, rng)
        check_record(game, seed + number, most)
    secrecy.check()
    if has_encoding(game):
        check_encoding(game, seed, most)
    if game.has_secrets:
        for number in range(games):
            check_samples(game, seed + number)


def check_clone(state: State, action: int | None) -> None:
    """Check that a clone is equal and independent, and that the same action leads to equal states."""
    before = state.columns()
    one, other = state.clone(), state.clone()
    assert one == state, "a clone is not equal"
    assert one.hash == state.hash, "a clone has another hash"
    for given in (state.position(), state.legal_actions(), state.chance_outcomes()):
        _empty(given)
    assert state.columns() == before, "a change of what a state returns has changed the state"
    assert state.legal_actions() == one.legal_actions(), "a change of the list of legal actions has changed the state"
    if action is None:
        return
    one.apply_action(action)
    assert state.columns() == before == other.columns(), "an action on a clone has changed the original"
    other.apply_trusted(action)
    assert one == other, "checked and trusted application differ"
    assert one.hash == other.hash, "equal states have different hashes"


def _empty(data: object) -> None:
    """Empty all lists and dictionaries in JSON data."""
    if isinstance(data, dict):
        for value in data.values():
            _empty(value)
        data.clear()
    elif isinstance(data, list):
        for value in data:
            _empty(value)
        data.clear()


def check_snapshot(state: State, action: int) -> None:
    """Check that views do not change when their state does, and that equal states have equal views."""
    table, other = state.clone(), state.clone()
    before = {seat: table.view(seat) for seat in (*state.game.seats, None)}
    seen = {seat: json.dumps(view.to_json()) for seat, view in before.items()}
    for seat, view in before.items():
        assert json.dumps(other.view(seat).to_json()) == seen[seat], f"the views of {seat} of equal states differ"
        _empty(view.to_json())
    table.apply_action(action)
    for seat, view in before.items():
        assert json.dumps(view.to_json()) == seen[seat], f"the view of {seat} has changed afterwards"


def check_actions(state: State) -> None:
    """Check that legal actions are ascending and distinct, have texts and descriptions, and exist until the game is over."""
    legal = state.legal_actions()
    assert legal == sorted(set(legal)), "legal actions are not ascending and distinct"
    assert bool(legal) != state.is_terminal(), "a game that goes on has legal actions, one that is over has none"
    for action in legal:
        assert state.is_legal(action), f"{action} is listed, yet not legal"
        text = state.game.action_to_string(action)
        assert state.game.string_to_action(text) == action, f"{text} does not lead back to {action}"
        bound = state.game.num_distinct_actions
        assert action >= 0 if bound is None else 0 <= action < bound, f"{text} has a number outside of num_distinct_actions"
        assert state.game.describe(state, action), f"{text} has no description"
        check_said(state.game.choice(state, action))


def check_chance(state: State) -> None:
    """Check that exactly chance nodes have chance outcomes, that probabilities add up to 1, and that a draw is legal."""
    outcomes = state.chance_outcomes()
    assert bool(outcomes) == (state.current_player() == constants.CHANCE), "chance outcomes without chance, or none with it"
    if outcomes:
        assert [action for action, _ in outcomes] == state.legal_actions(), "chance outcomes are not the legal actions"
        assert math.isclose(sum(share for _, share in outcomes), 1.0), "probabilities do not add up to 1"
        assert state.draw_chance_action(Random(1)) in state.legal_actions(), "chance drew an illegal action"


def check_draws(state: State, draws: int = 400) -> None:
    """Check that the frequencies of chance draws agree with their probabilities."""
    outcomes = dict(state.chance_outcomes())
    if not outcomes:
        return
    rng, drawn = Random(1), Counter[int]()
    for _ in range(draws):
        drawn[state.draw_chance_action(rng)] += 1
    assert drawn.keys() <= outcomes.keys(), "chance drew an illegal action"
    for action, share in outcomes.items():
        assert share > 0, "a chance action has no probability"
        strayed = abs(drawn[action] - draws * share)
        assert strayed <= 6 * math.sqrt(draws * share * (1 - share)) + 1, f"{action} is drawn {drawn[action]} times of {draws}"


def check_terminal(state: State) -> None:
    """Check that outcome, decision, returns and the player to move agree on whether the game is over."""
    over, outcome = state.is_terminal(), state.outcome()
    assert (outcome is not None) == over, "an outcome without an end, or an end without an outcome"
    assert (state.decision() is None) == over, "a decision in a game that is over, or none in one that goes on"
    player = state.current_player()
    assert (player == constants.TERMINAL) == over, "a player to move in a game that is over"
    known = (*range(state.game.num_players), constants.CHANCE, constants.TERMINAL)
    assert player in known, f"the player to move is {player}, which is no seat"
    assert math.isclose(sum(state.returns()), 1.0 if over else 0.0), "returns do not add up"
    if outcome is not None:
        assert outcome.winners, "nobody has won"
        assert set(outcome.winners) <= set(state.game.seats), "the winners are not seats"
        share = 1 / len(outcome.winners)
        for seat, got in zip(state.game.seats, state.returns(), strict=True):
            wanted = share if seat in outcome.winners else 0.0
            assert math.isclose(got, wanted), f"{seat} gets {got}, though by the outcome it is {wanted}"
        assert outcome.loser not in outcome.winners, "the loser has won"
        assert tuple(outcome.scores) == state.game.seats, "scores are not those of the seats"
        check_said(state.game.ending(outcome))


def check_scores(state: State) -> None:
    """Check that a game that is stopped early can be decided by score."""
    shares = state.returns_by_score()
    assert len(shares) == state.game.num_players, "not every seat has a share"
    assert all(share >= 0 for share in shares), "a share is negative"
    assert math.isclose(sum(shares), 1.0), "the shares do not add up to 1"
    assert not state.is_terminal() or shares == state.returns(), "in a game that is over the shares are not the returns"
    game, before = state.game, state.hash
    for among in (game.seats, game.seats[1:], game.seats[:1]):
        outcome = game.decide(state, among)
        assert outcome.winners, "nobody wins a game that is broken off"
        assert set(outcome.winners) <= set(among), "somebody wins a game that is broken off who cannot"
        assert tuple(outcome.scores) == game.seats, "scores of a game that is broken off are not those of the seats"
    hash(game.lasting(state))
    assert state.hash == before, "deciding a game changes it"


def check_narration(state: State, action: int) -> None:
    """Check that the events of an action contain all its changes: applied to the position before, they give the one after."""
    after = state.clone()
    after.apply_action(action)
    events = state.game.narrate(state, action, after)
    assert events, "nothing is told of an action"
    position = state.position()
    for event in events:
        assert event.text.strip(), f"an event of kind {event.kind} has no sentence"
        check_said(event.said)
        _check_kind(state.game, event)
        apply_changes(position, event.changes)
    json.dumps([event.to_json() for event in events])
    assert position == after.position(), "the events do not lead from one position to the other"


def _check_kind(game: Game, event: Event) -> None:
    """Check that the kind of an event and its details are listed in `Game.event_kinds`, if that is not empty."""
    if game.event_kinds:
        assert event.kind in game.event_kinds, f"events of kind {event.kind} are told, but not named in event_kinds"
        more = set(event.details) - set(game.event_kinds[event.kind].details)
        assert not more, f"events of kind {event.kind} tell {', '.join(sorted(more))}, which event_kinds does not name"


def check_said(said: Said) -> None:
    """Check that a message has an entry in its catalogue and that its holes are filled as the entry needs; texts pass."""
    faults = said.catalogue.faults(said) if isinstance(said, Message) else []
    assert not faults, "; ".join(faults)


def check_position(state: State) -> None:
    """Check that a position is JSON data and round-trips."""
    position = json.loads(json.dumps(state.position()))
    back = state.game.read_position(position)
    assert back == state, "the position reads back to another state"
    for name in ("current_player", "decision", "legal_actions", "outcome"):
        assert getattr(back, name)() == getattr(state, name)(), (
            f"the position leaves something out: {name}() is another after reading"
        )
    assert back.position() == position, "writing and reading a position changes it"


def check_refusals(state: State, most: int = 3) -> None:
    """Check that exactly the illegal actions have refusals, over the whole action space with amounts up to `most`."""
    legal, clauses = set(state.legal_actions()), clauses_of(state.game)
    for action in {*state.game.action_space(most), *legal}:
        refusal = state.refusal(action)
        text = state.game.action_to_string(action)
        assert (refusal is None) == (action in legal), f"{text}: legal is {action in legal}, refusal is {refusal}"
        if refusal is None:
            continue
        assert refusal.code, f"{text} is refused without a code"
        assert refusal.clause in clauses, f"{text} is refused by {refusal.clause!r}, which is no clause of the game"
        assert refusal.message, f"{text} is refused without a message"
        check_said(refusal.said)
    before = state.columns()
    illegal = next((action for action in state.game.action_space(0) if action not in legal), None)
    if illegal is not None:
        try:
            state.apply_action(illegal)
        except IllegalAction:
            assert state.columns() == before, "an action that was refused has changed the state"
        else:
            raise AssertionError(f"{state.game.action_to_string(illegal)} was applied though it is illegal")
    for nonsense in ("", " ", "end ", "nonsense", "END"):
        try:
            state.game.string_to_action(nonsense)
        except NotationError:
            continue
        raise AssertionError(f"{nonsense!r} is taken for an action")


def clauses_of(game: Game) -> set[str]:
    """Return what errors and refusals of a game may cite: its clauses, and what stands for its rules as a whole."""
    return {ANY_GAME, *chain.from_iterable(game.chapters.values())}


def check_view(state: State, rng: Random) -> None:
    """Check that the view of each seat agrees with the state, and that a state sampled from the view gives the same view."""
    check_said(state.game.explain(state).question)
    for seat in (*state.game.seats, None):
        view = state.view(seat)
        assert isinstance(view, View), "a view lacks something of the contract"
        assert view.seat == seat, "a view has other eyes"
        assert view.decision == state.decision(), "a view knows another decision"
        assert view.round is None or view.round >= 0, "a round is not a number"
        assert set(view.scores) <= set(state.game.seats), "a view has scores of other seats"
        assert view.to_move == state.to_move, "a view has somebody else decide"
        for alert in view.alerts:
            check_said(alert.said)
        drawn = view.sample(rng)
        try:
            read = state.game.read_position(json.loads(json.dumps(drawn.position())))
        except KingdomsError as error:
            raise AssertionError(f"a state drawn from a view is impossible: {error}") from error
        assert read == drawn, "a state drawn from a view reads back to another state"
        again = drawn.view(seat)
        assert json.dumps(again.to_json()) == json.dumps(view.to_json()), "a state drawn from a view looks different"


def check_position_text(state: State) -> None:
    """Check that the text of a position, as each seat sees it, reads back to the same view, and has the same text again.

    Games without texts pass; see `kingdoms.core.position_text.has_texts`.
    """
    game = state.game
    if not has_texts(type(game)):
        return
    for seat in (*game.seats, None):
        text = position_text(state, seat)
        view = read_position_text(text)
        if game.has_secrets:
            assert view == state.view(seat), "the text of a position holds another view"
        else:
            assert opened(view).position() == state.position(), "the text of a position holds another position"
        assert position_text(opened(view), seat) == text, "the view in the text of a position has another text"


def check_advice(state: State) -> None:
    """Check that the hazards of actions are not negative, and that the usual answer is legal."""
    legal = state.legal_actions()
    usual = state.game.usual_answer(state)
    assert usual is None or usual in legal, "the usual answer is illegal"
    if state.current_player() >= 0:
        assert all(state.game.hazard(state, action) >= 0 for action in legal), "a hazard is negative"


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
    other = state.view(seat).sample(rng)
    assert make().choose(other.view(seat), legal) == chosen, "a bot goes by what its seat does not know"
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


def check_playouts(game: Game, seed: int = 1, most: int = 300) -> None:
    """Check that `playout` plays the same game as Python code does with the same random numbers."""
    inside, outside, rng = game.new_initial_state(), game.new_initial_state(), Random(seed)
    played = playout(inside, Random(seed), most)
    for _ in range(played):
        outside.apply_action(random_action(outside, rng))
    assert inside == outside, "a game inside the engine goes another way"
    assert played == most or inside.is_terminal(), "a game inside the engine stopped too early"


def check_bots(game: Game, spec: str, seed: int = 3, most: int = 60) -> None:
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
    assert answer["position"] == json.loads(json.dumps(state.position())), "the referee comes to another position"
    assert answer["legal"] == [game.action_to_string(legal) for legal in state.legal_actions()], "it lists other actions"
    for seat in game.seats:
        asked = {"id": 2, "position": answer["position"], "view": seat}
        said = json.loads(answer_line(json.dumps(asked).encode()))
        assert said["view"] == json.loads(json.dumps(state.view(seat).to_json())), f"the referee shows {seat} something else"


def check_errors(game: Game) -> None:
    """Check that invalid input raises a KingdomsError that cites a clause of the game, and does not modify the state."""
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
    for what, deed in wrong:
        try:
            deed()
        except KingdomsError as error:
            said, clause = str(error), error.clause
        else:
            raise AssertionError(f"{what} is taken")
        assert said.strip(), f"{what} is refused without a word"
        assert clause in clauses, f"{what} is refused by {clause}, which is no clause of the game"
    assert state.columns() == before, "a refused request has changed the state"


def check_pickling(game: Game, seed: int = 5, most: int = 60) -> None:
    """Check that games, states, views and errors can be pickled, and that states can be copied."""
    assert pickle.loads(pickle.dumps(game)) == game, "a game is another one after pickling"
    for state, _ in islice(random_states(game, Random(seed), most), 0, None, 10):
        for copied in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
            assert copied == state, "a state is another one after pickling or copying"
        for seat in game.seats:
            view = state.view(seat)
            assert pickle.loads(pickle.dumps(view)) == view, "a view is another one after pickling"
        illegal = next((action for action in game.action_space(0) if not state.is_legal(action)), None)
        if illegal is not None:
            refusal = state.refusal(illegal)
            assert refusal is not None
            assert pickle.loads(pickle.dumps(IllegalAction(refusal))).refusal == refusal, "an error is another one"


_REPLAY = """
import json, sys
import kingdoms
for name, where, seats, rulings, actions in json.loads(sys.stdin.read()):
    if name not in kingdoms.game_names():
        kingdoms.register_game(name, where)
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
    asked, expected = [], []
    for game in games:
        *before, (state, _) = random_states(game, Random(seed), most)
        actions = [game.action_to_string(action) for _, action in before if action is not None]
        where = f"{type(game).__module__}:{type(game).__qualname__}"
        asked.append([game.name, where, list(game.seats), dict(game.rulings), actions])
        expected.append([state.hash, state.legal_actions(), json.loads(json.dumps(state.position()))])
    for number in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": number, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", _REPLAY],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, f"the game cannot be played in another process: {done.stderr}"
        for game, line, wanted in zip(games, done.stdout.splitlines(), expected, strict=True):
            assert json.loads(line) == wanted, f"another process comes to another state of {game!r}"


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
                assert record.state.is_terminal(), f"{kind.name} does not come to an end"

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

    return {name: test for name, test in locals().items() if name.startswith("test_")}
