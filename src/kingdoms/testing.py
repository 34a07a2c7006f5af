"""What every game has to keep to: checks for the tests of a game, one law each.

`check_game` runs them all over random games; each raises AssertionError where a law is broken.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from kingdoms.core import constants
from kingdoms.core.errors import IllegalAction, NotationError
from kingdoms.core.event import apply_changes
from kingdoms.core.game import Game
from kingdoms.core.playouts import perft
from kingdoms.core.record import Record
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View

__all__ = [
    "check_actions",
    "check_chance",
    "check_clone",
    "check_game",
    "check_narration",
    "check_position",
    "check_record",
    "check_refusals",
    "check_terminal",
    "check_view",
    "perft",
    "random_states",
]


def check_game(game: Game, games: int = 3, seed: int = 0, most: int = 400, every: int = 7) -> None:
    """Check all laws over random games.

    Args:
        game: what is played.
        games: how many games.
        seed: where the choices come from.
        most: stop a game after so many actions.
        every: check the costlier laws (refusals, views, positions) in every so manieth state only.

    Raises:
        AssertionError: a law is broken.

    Example:
        >>> import kingdoms
        >>> check_game(kingdoms.load_game("middlesea", seats=2), games=1, most=40)
    """
    for number in range(games):
        rng = Random(seed + number)
        for at, (state, action) in enumerate(random_states(game, rng, most)):
            check_clone(state, action)
            check_actions(state)
            check_chance(state)
            check_terminal(state)
            if action is not None:
                check_narration(state, action)
            if at % every == 0:
                check_position(state)
                check_refusals(state)
                check_view(state, rng)
        check_record(game, seed + number, most)


def random_states(game: Game, rng: Random, most: int) -> Iterator[tuple[State, int | None]]:
    """Yield the states of a random game, each with the action that is taken next (None after the last)."""
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        action = random_action(state, rng)
        yield state.clone(), action
        state.apply_action(action)
    yield state, None


def random_action(state: State, rng: Random) -> int:
    """Return a random action, chance as the game says."""
    if state.current_player() == constants.CHANCE:
        return state.draw_chance_action(rng)
    legal = state.legal_actions()
    return legal[rng.roll(len(legal))]


def check_clone(state: State, action: int | None) -> None:
    """A clone is equal, and goes its own way; the same action leads to equal states."""
    before = state.columns()
    one, other = state.clone(), state.clone()
    assert one == state, "a clone is not equal"
    assert one.hash == state.hash, "a clone has another hash"
    if action is None:
        return
    one.apply_action(action)
    assert state.columns() == before == other.columns(), "an action on a clone has changed the original"
    other.apply_trusted(action)
    assert one == other, "checked and trusted application differ"
    assert one.hash == other.hash, "equal states have different hashes"


def check_actions(state: State) -> None:
    """Legal actions are ascending, distinct, have one text each, and exist as long as the game is on."""
    legal = state.legal_actions()
    assert legal == sorted(set(legal)), "legal actions are not ascending and distinct"
    assert bool(legal) != state.is_terminal(), "a game that goes on has legal actions, one that is over has none"
    for action in legal:
        text = state.game.action_to_string(action)
        assert state.game.string_to_action(text) == action, f"{text} does not lead back to {action}"
        assert state.game.describe(state, action), f"{text} has no description"


def check_chance(state: State) -> None:
    """Chance has outcomes exactly when it is asked, probabilities add up, and what is drawn is one of them."""
    outcomes = state.chance_outcomes()
    assert bool(outcomes) == (state.current_player() == constants.CHANCE), "chance outcomes without chance, or none with it"
    if outcomes:
        assert [action for action, _ in outcomes] == state.legal_actions(), "chance outcomes are not the legal actions"
        assert math.isclose(sum(share for _, share in outcomes), 1.0), "probabilities do not add up to 1"
        assert state.draw_chance_action(Random(1)) in state.legal_actions(), "chance drew an illegal action"


def check_terminal(state: State) -> None:
    """Outcome, decision, returns and the player to move agree on whether the game is over."""
    over, outcome = state.is_terminal(), state.outcome()
    assert (outcome is not None) == over, "an outcome without an end, or an end without an outcome"
    assert (state.decision() is None) == over, "a decision in a game that is over, or none in one that goes on"
    assert (state.current_player() == constants.TERMINAL) == over, "a player to move in a game that is over"
    assert math.isclose(sum(state.returns()), 1.0 if over else 0.0), "returns do not add up"
    if outcome is not None:
        assert outcome.winners, "nobody has won"
        assert outcome.loser not in outcome.winners, "the loser has won"
        assert tuple(outcome.scores) == state.game.seats, "scores are not those of the seats"


def check_narration(state: State, action: int) -> None:
    """The events of an action hold all that it changes: applied to the position before, they give the one after."""
    after = state.clone()
    after.apply_action(action)
    events = state.game.narrate(state, action, after)
    assert events, "nothing is told of an action"
    position = state.position()
    for event in events:
        assert event.text.strip(), f"an event of kind {event.kind} has no sentence"
        apply_changes(position, event.changes)
    json.dumps([event.to_json() for event in events])
    assert position == after.position(), "the events do not lead from one position to the other"


def check_position(state: State) -> None:
    """A position is JSON, and reads back to an equal state."""
    position = json.loads(json.dumps(state.position()))
    back = state.game.read_position(position)
    assert back == state, "the position reads back to another state"
    assert back.position() == position, "writing and reading a position changes it"


def check_refusals(state: State, most: int = 3) -> None:
    """An action is refused exactly when it is not legal, over the whole action space with amounts up to `most`."""
    legal = set(state.legal_actions())
    for action in {*state.game.action_space(most), *legal}:
        refusal = state.refusal(action)
        text = state.game.action_to_string(action)
        assert (refusal is None) == (action in legal), f"{text}: legal is {action in legal}, refusal is {refusal}"
        if refusal is None:
            continue
        assert refusal.code, f"{text} is refused without a code"
        assert refusal.clause, f"{text} is refused without a clause"
        assert refusal.message, f"{text} is refused without a message"
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


def check_view(state: State, rng: Random) -> None:
    """Each seat has a view that knows who moves, and from which a state can be drawn that looks the same to it."""
    for seat in (*state.game.seats, None):
        view = state.view(seat)
        assert isinstance(view, View), "a view lacks something of the contract"
        assert view.decision == state.decision(), "a view knows another decision"
        again = view.sample(rng).view(seat)
        assert json.dumps(again.to_json()) == json.dumps(view.to_json()), "a state drawn from a view looks different"


def check_record(game: Game, seed: int, most: int) -> None:
    """A record reads back to the same game."""
    record, rng = Record(game, seed=seed), Random(seed)
    for _ in range(most):
        if record.state.is_terminal():
            break
        record.apply(random_action(record.state, rng))
    back = Record.parse(record.lines())
    assert back.entries == record.entries, "a record reads back to other actions"
    assert back.state == record.state, "a record reads back to another state"
    assert back.lines() == record.lines(), "a record is written differently after reading"
