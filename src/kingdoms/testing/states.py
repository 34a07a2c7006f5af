"""Checks of one state, or of one action in it."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any

from kingdoms.core import constants
from kingdoms.core.errors import ANY_GAME, IllegalAction, KingdomsError, NotationError
from kingdoms.core.event import Event, apply_changes
from kingdoms.core.game import Game
from kingdoms.core.message import Message, Said
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.export.position_text import has_texts, position_text, read_position_text, sample_state
from kingdoms.testing.words import differences

SEEDS = 1 << 30
"""The number of seeds for draws from views."""


def check_clone(state: State, action: int | None) -> None:
    """Check that a clone is equal and independent, and that the same action leads to equal states."""
    before, position = state.columns(), state.position()
    clone, twin = state.clone(), state.clone()
    assert clone == state, "a clone is not equal"
    assert clone.hash == state.hash, "a clone has another hash"
    for value in (state.position(), state.legal_actions(), state.chance_outcomes()):
        _empty(value)
    assert state.columns() == before, "changing a value that a state has returned changes the state"
    assert state.legal_actions() == clone.legal_actions(), "changing the list of legal actions changes the state"
    if action is None:
        return
    clone.apply_action(action)
    assert state.columns() == before == twin.columns(), (
        f"an action on a clone has changed the original, {differences(position, state.position())}: clone copies lists too, "
        "and nothing of a state is kept in its class, the game or the module"
    )
    twin.apply_trusted(action)
    assert clone == twin, (
        f"checked and trusted application differ in {differences(clone.position(), twin.position())}: an action leads to the "
        "same state each time. Chance decides what is random, and nothing outside of the state decides anything, such as "
        "attributes of its class, the game or the module"
    )
    assert clone.hash == twin.hash, "equal states have different hashes"


def _empty(data: object) -> None:
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
    table, twin = state.clone(), state.clone()
    before = {seat: table.view(seat) for seat in (*state.game.seats, None)}
    view_texts = {seat: json.dumps(view.to_json()) for seat, view in before.items()}
    for seat, view in before.items():
        assert json.dumps(twin.view(seat).to_json()) == view_texts[seat], f"the views of {viewer(seat)} of equal states differ"
        _empty(view.to_json())
    table.apply_action(action)
    for seat, view in before.items():
        assert json.dumps(view.to_json()) == view_texts[seat], (
            f"the view of {viewer(seat)} has changed afterwards: a view keeps a clone of the state"
        )


def check_actions(state: State) -> None:
    """Check that legal actions are ascending and distinct, have texts and descriptions, and exist until the game is over."""
    legal = state.legal_actions()
    assert legal == sorted(set(legal)), "legal actions are not ascending and distinct"
    assert bool(legal) != state.is_terminal(), "there are no legal actions before the end, or some after it"
    bound = state.game.num_distinct_actions
    for action in legal:
        assert state.is_legal(action), f"{action} is listed, yet not legal"
        assert action >= 0 if bound is None else 0 <= action < bound, (
            f"the action {action} is legal, and num_distinct_actions is {bound}: it counts all actions, also those of chance"
        )
        text = state.game.action_to_string(action)
        assert state.game.string_to_action(text) == action, (
            f"{text} is the text of {action}, but is read as another action: each action needs a text of its own"
        )
        assert state.game.describe(state, action), f"{text} has no description"
        check_said(state.game.choice(state, action))


def check_chance(state: State) -> None:
    """Check that exactly chance nodes have chance outcomes, that probabilities add up to 1, and that a draw is legal."""
    outcomes = state.chance_outcomes()
    assert bool(outcomes) == (state.current_player() == constants.CHANCE), "chance outcomes without chance, or none with it"
    if outcomes:
        assert [action for action, _ in outcomes] == state.legal_actions(), (
            "chance outcomes are not the legal actions, in the same order"
        )
        assert math.isclose(sum(share for _, share in outcomes), 1.0), f"probabilities do not add up to 1: {outcomes}"
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


def check_numbers(state: State) -> None:
    """Check that actions, positions and scores are made of Python's own numbers and texts, which JSON can contain."""
    outcome = state.outcome()
    check_plain("current_player()", state.current_player())
    check_plain("legal_actions()", state.legal_actions())
    check_plain("chance_outcomes()", [action for action, _ in state.chance_outcomes()])
    check_plain("the position", state.position(), float)
    check_plain("outcome().scores", outcome and outcome.scores)


def check_plain(name: str, value: Any, *kinds: type) -> None:
    """Check that data consists of lists, dictionaries, texts, whole numbers, None, and values of further `kinds`."""
    if isinstance(value, Mapping | list | tuple):
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            check_plain(f"{name}[{key!r}]", part, *kinds)
        return
    assert value is None or isinstance(value, (str, int, *kinds)), (
        f"{name} is {value!r} of the type {type(value).__module__}.{type(value).__qualname__}: Python's own int is right, as "
        "from int() or //, for actions, scores and numbers in positions; they are JSON data"
    )


SIGNS = {
    "current_player": ("TERMINAL", "a seat or CHANCE", "a player to move after the end of a game, or none before it"),
    "decision": ("None", "a word", "a decision after the end of a game, or none before it"),
    "legal_actions": ("an empty list", "an action to pass", "there are no legal actions before the end, or some after it"),
    "outcome": ("an Outcome", "None", "an outcome without an end, or an end without an outcome"),
}
"""Method -> what it returns after the end of a game, what it returns before, and the name of the fault."""


def check_over(state: State) -> None:
    """Check that the player to move, the decision, the legal actions and the outcome agree on whether the game is over.

    If one of them says otherwise than the others, the message names it as the wrong one.
    """
    player, decision, legal, outcome = state.current_player(), state.decision(), state.legal_actions(), state.outcome()
    over = dict(zip(SIGNS, (player == constants.TERMINAL, decision is None, not legal, outcome is not None), strict=True))
    if len(set(over.values())) == 1:
        return
    ended = sum(over.values()) >= len(over) / 2
    players = {constants.CHANCE: "CHANCE", constants.TERMINAL: "TERMINAL"}
    values = (players.get(player, player), repr(decision), legal[:3], outcome and "an Outcome")
    words = {name: f"{name}() is {value}" for name, value in zip(SIGNS, values, strict=True)}
    wrong = [name for name in SIGNS if over[name] != ended]
    raise AssertionError(
        f"{SIGNS[wrong[0]][2]}: {' and '.join(words[name] for name in wrong)} {'after' if ended else 'before'} the end "
        f"({', '.join(words[name] for name in SIGNS if over[name] == ended)}), "
        f"where {' and '.join(SIGNS[name][not ended] for name in wrong)} is right"
    )


def check_terminal(state: State) -> None:
    """Check that outcome, decision, returns and the player to move agree on whether the game is over."""
    check_over(state)
    over, outcome, player = state.is_terminal(), state.outcome(), state.current_player()
    assert (player == constants.TERMINAL) == over, "is_terminal() and current_player() disagree: do not override is_terminal"
    players = (*range(state.game.num_players), constants.CHANCE, constants.TERMINAL)
    assert player in players, (
        f"current_player() is {player}, out of range: it is the index of a seat, from 0 to {state.game.num_players - 1}, "
        "or CHANCE or TERMINAL"
    )
    total = sum(state.returns())
    assert math.isclose(total, 1.0 if over and outcome and outcome.winners else 0.0), (
        f"returns add up to {total}: they are 0 until the game is over, and then the winners share 1"
    )
    if outcome is not None:
        assert outcome.winners, "an outcome has no winners: in a draw, the winners are all seats that share the victory"
        assert set(outcome.winners) <= set(state.game.seats), "the winners are not seats"
        share = 1 / len(outcome.winners)
        for seat, seat_return in zip(state.game.seats, state.returns(), strict=True):
            expected = share if seat in outcome.winners else 0.0
            assert math.isclose(seat_return, expected), f"{seat} gets {seat_return}, though by the outcome it is {expected}"
        assert outcome.loser not in outcome.winners, "the loser has won"
        assert tuple(outcome.scores) == state.game.seats, (
            f"scores are not those of the seats: {dict(outcome.scores)}; an outcome has one for each seat, in their order"
        )
        check_said(state.game.ending(outcome))


def check_scores(state: State) -> None:
    """Check that a game that is stopped early can be decided by score."""
    shares = state.returns_by_score()
    assert len(shares) == state.game.num_players, "not every seat has a share"
    assert all(share >= 0 for share in shares), "a share is negative"
    assert math.isclose(sum(shares), 1.0), "the shares do not add up to 1"
    assert not state.is_terminal() or shares == state.returns(), "the shares of a finished game are not its returns"
    game, before = state.game, state.hash
    for among in (game.seats, game.seats[1:], game.seats[:1]):
        outcome = game.decide(state, among)
        assert outcome.winners, "a game that is stopped early has no winners"
        assert set(outcome.winners) <= set(among), "a seat that cannot win has won a game that is stopped early"
        check_plain("decide().scores", outcome.scores)
        assert tuple(outcome.scores) == game.seats, "the scores of a game that is stopped early are not those of the seats"
    hash(game.lasting(state))
    assert state.hash == before, "deciding a game changes it"


def check_narration(state: State, action: int) -> None:
    """Check that the events of an action contain all its changes: applied to the position before, they give the one after."""
    after = state.child(action)
    events = state.game.narrate(state, action, after)
    assert events, "an action has no events"
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
        assert event.kind in game.event_kinds, f"there are events of kind {event.kind}, which event_kinds does not name"
        more = set(event.details) - set(game.event_kinds[event.kind].details)
        assert not more, f"events of kind {event.kind} tell {', '.join(sorted(more))}, which event_kinds does not name"


def check_said(message: Said) -> None:
    """Check that a message has an entry in its catalogue, and fills the holes of that entry; plain texts pass."""
    faults = message.catalogue.faults(message) if isinstance(message, Message) else []
    assert not faults, "; ".join(faults)


def check_position(state: State) -> None:
    """Check that a position is JSON data and round-trips."""
    position = json.loads(json.dumps(state.position()))
    back = state.game.read_position(position)
    assert back == state, (
        f"the position reads back to another state, {differences(position, back.position())}: does it leave something out?"
    )
    for name in ("current_player", "decision", "legal_actions", "outcome"):
        assert getattr(back, name)() == getattr(state, name)(), (
            f"the position leaves something out: {name}() is {getattr(state, name)()}, and after reading it is "
            f"{getattr(back, name)()}; {_lost_attributes(state, back)}the position contains all that decides the game"
        )
    assert back.position() == position, "writing and reading a position changes it"


def _lost_attributes(state: State, back: State) -> str:
    """Return the attributes of a state in plain Python, and of its game, that differ after reading its position."""
    pairs = {"state": (state, back), "game": (state.game, back.game)} if hasattr(state, "__dict__") else {}
    return "".join(
        f"{owner}.{name} was {value!r}; "
        for owner, (old, new) in pairs.items()
        for name, value in vars(old).items()
        if name not in ("game", "failed") and not name.startswith("_") and vars(new).get(name) != value
    )


def check_refusals(state: State, most: int = 3) -> None:
    """Check that exactly the illegal actions have refusals, over the whole action space with amounts up to `most`."""
    legal, clauses = set(state.legal_actions()), clauses_of(state.game)
    for action in {*state.game.action_space(most), *legal}:
        refusal = state.refusal(action)
        text = state.game.action_to_string(action)
        assert (refusal is None) == (action in legal), (
            f"{text}: legal is {action in legal}, refusal is {refusal}; it is None for legal actions, and for no others"
        )
        if refusal is None:
            continue
        assert refusal.code, f"{text} is refused without a code"
        assert refusal.clause in clauses, f"{text} is refused by {refusal.clause!r}, which is no clause of the game's chapters"
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
        raise AssertionError(f"{nonsense!r} is accepted as an action")


def clauses_of(game: Game) -> set[str]:
    """Return what errors and refusals of a game may cite: its clauses, and what stands for its rules as a whole."""
    return {ANY_GAME, *chain.from_iterable(game.chapters.values())}


def viewer(seat: str | None) -> str:
    """Return a seat or the onlooker in words."""
    return "an onlooker" if seat is None else seat


def check_looking(state: State) -> None:
    """Check that a view does not change its state."""
    before, position = state.columns(), state.position()
    for seat in (*state.game.seats, None):
        state.view(seat).to_json()
        assert state.columns() == before, (
            f"the view of {viewer(seat)} changes the state, {differences(position, state.position())}: "
            "a view keeps a clone of the state, and hides things only in it"
        )


def _sample_state(view: View, rng: Random) -> State:
    """Return a state drawn from a view, and check that all chance in it comes from `rng`."""
    seed, before = rng.roll(SEEDS), random.getstate()
    drawn, repeat = view.sample(Random(seed)), view.sample(Random(seed))
    source = "Python's module random" if random.getstate() != before else "something else than the generator it is given"
    assert drawn == repeat, (
        f"sample of the view of {viewer(view.seat)} draws with {source}: with the same seed, it has drawn "
        f"{differences(drawn.position(), repeat.position())}; all that it draws comes from `rng`, as in rng.roll(6)"
    )
    return drawn


def check_view(state: State, rng: Random) -> None:
    """Check that the view of each seat agrees with the state, and that a state sampled from the view gives the same view."""
    explained = state.game.explain(state)
    check_said(explained.question)
    strange = sorted(set(explained.clauses) - clauses_of(state.game))
    assert not strange, f"explain names {', '.join(strange)}, which is no clause of the game's chapters"
    for seat in (*state.game.seats, None):
        view = state.view(seat)
        assert isinstance(view, View), "a view lacks something of the contract"
        assert view.seat == seat, "a view is of another seat"
        assert view.to_json().get("seat", seat) == seat, f"the view of {viewer(seat)} has another seat in its to_json"
        assert view.decision == state.decision(), "a view has another decision than its state"
        assert view.round is None or view.round >= 0, "a round is not a number"
        assert set(view.scores) <= set(state.game.seats), "a view has scores of other seats"
        check_plain("View.scores", view.scores)
        assert view.to_move == state.to_move, "a view has another seat to move than its state"
        for alert in view.alerts:
            check_said(alert.said)
        drawn = _sample_state(view, Random(rng.roll(SEEDS)))
        try:
            read = state.game.read_position(json.loads(json.dumps(drawn.position())))
        except KingdomsError as error:
            raise AssertionError(f"a state drawn from a view is impossible, so sample is wrong: {error}") from error
        assert read == drawn, (
            "a state drawn from a view reads back to another state: sample returns a state that the game can come to"
        )
        drawn_view = drawn.view(seat)
        assert json.dumps(drawn_view.to_json()) == json.dumps(view.to_json()), (
            f"a state drawn from a view looks different to {viewer(seat)}, "
            f"{differences(view.to_json(), drawn_view.to_json())}: "
            "either sample changes what the seat knows, or the last action should not have been legal, or has lost something"
        )


def check_position_text(state: State) -> None:
    """Check that the text of a position, as each seat sees it, reads back to the same view, and has the same text again.

    Games without texts pass; see `kingdoms.export.position_text.has_texts`.
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
            assert sample_state(view).position() == state.position(), "the text of a position holds another position"
        assert position_text(sample_state(view), seat) == text, "the view in the text of a position has another text"


def check_advice(state: State) -> None:
    """Check that the hazards of actions are not negative, and that the usual answer is legal."""
    legal = state.legal_actions()
    usual = state.game.usual_answer(state)
    assert usual is None or usual in legal, "the usual answer is illegal"
    if state.current_player() >= 0:
        assert all(state.game.hazard(state, action) >= 0 for action in legal), "a hazard is negative"
