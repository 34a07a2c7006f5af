"""Checks of what seats may know.

Some of them take states that look the same to a seat from `View.sample`. A view that hides nothing samples nothing, and passes.
So the others find such states without it: they play other secret actions, and follow all courses of a game that look the same.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.secrecy import views_differ
from kingdoms.core.state import State
from kingdoms.testing.states import viewer
from kingdoms.testing.walks import random_states, state_after

FEW = 4
"""The number of other actions that are compared with the one played."""
POSSIBLE = 150
"""The maximum number of states that `check_samples` follows for a seat."""


def check_secrets(state: State, rng: Random, most: int = 2) -> None:
    """Check that a seat's view, legal actions, descriptions, forecasts and refusals depend only on what the seat knows.

    They must be the same in any state that differs only in information hidden from the seat. The question, which all seats can
    read, must not depend on any secret.
    """
    game, mover = state.game, state.current_player()
    for seat in (*game.seats, None):
        other = state.view(seat).sample(rng)
        assert shown(other, seat) == shown(state, seat), f"the view of {viewer(seat)} depends on information hidden from it"
        assert game.explain(other) == game.explain(state), (
            f"the question depends on information hidden from {viewer(seat)}, and all can read it"
        )
        assert other.current_player() == mover, f"the seat to move depends on information hidden from {viewer(seat)}"
        if mover < 0 or seat != game.seats[mover]:
            continue
        legal = state.legal_actions()
        assert other.legal_actions() == legal, f"the legal actions depend on information hidden from {seat}"
        assert game.usual_answer(other) == game.usual_answer(state), (
            f"the usual answer depends on information hidden from {seat}"
        )
        for action in legal:
            text = game.action_to_string(action)
            assert game.choice(other, action) == game.choice(state, action), (
                f"the words for {text} depend on hidden information"
            )
            assert game.forecast(other, action) == game.forecast(state, action), (
                f"the forecast of {text} depends on hidden information"
            )
            assert game.hazard(other, action) == game.hazard(state, action), (
                f"the hazard of {text} depends on hidden information"
            )
        for action in game.action_space(most):
            assert game.refusal(other, action) == game.refusal(state, action), (
                "a refusal depends on information hidden from its seat"
            )


def check_telling(state: State, action: int, rng: Random, most: int = 12) -> None:
    """Check that what `Game.tell` returns for a seat depends only on the seat's views before and after the action."""
    game, player = state.game, state.current_player()
    after = state_after(state, action)
    for seat in (*game.seats, None):
        told = heard(state, action, after, seat)
        if seat is not None and player >= 0 and game.seats[player] == seat:
            assert told[0] == game.action_to_string(action), "a seat does not get the text of its own action"
        other = state.view(seat).sample(rng)
        if other.is_legal(action):
            then = state_after(other, action)
            if shown(then, seat) == shown(after, seat):
                assert heard(other, action, then, seat) == told, (
                    f"what {viewer(seat)} is told depends on information hidden from it"
                )
            elif player >= 0 and game.seats[player] == seat:
                text = game.action_to_string(action)
                shows = game.reveals(state, text, after) or game.reveals(other, text, then)
                assert shows, f"{text} reveals hidden information to {seat}, and can be undone"
        if told[0] is None:
            for another in state.legal_actions()[:most]:
                then = state_after(state, another)
                if shown(then, seat) == shown(after, seat):
                    assert heard(state, another, then, seat) == told, (
                        f"what {viewer(seat)} is told distinguishes secret actions"
                    )


def shown(state: State, seat: str | None) -> str:
    """Return everything that a seat sees of a state, as text."""
    view = state.view(seat)
    seen = [view.to_json(), asdict(view.facts()), view.round, view.phase, dict(view.scores), view.to_move, view.decision]
    return json.dumps(seen)


def heard(state: State, action: int, after: State, seat: str | None) -> tuple[str | None, str]:
    """Return what `Game.tell` returns: the action's text, or None if it is secret, and the events as text."""
    text, events = state.game.tell(state, state.game.action_to_string(action), after, seat)
    return text, json.dumps([event.to_json() for event in events])


def saw(state: State, seat: str | None) -> str:
    """Return a seat's view in JSON, as text: less than `shown`, and quicker."""
    return json.dumps(state.view(seat).to_json(), sort_keys=True)


@dataclass
class Sight:
    """What a seat has learned of the actions of one kind of decision.

    Attributes:
        told: how often the seat was told an action that other seats could tell from others by their views.
        saw: how often its own view could do so too.
        hidden, shown: how many pairs of secret actions look the same in its view, and how many do not.
    """

    told: int = 0
    saw: int = 0
    hidden: int = 0
    shown: int = 0


@dataclass
class Secrecy:
    """What random games have shown about the secrets of a game.

    Attributes:
        game: the game.
        secret: the number of actions that were secret from some viewer.
        differing: the number of states in which views differ.
        sights: what each viewer has learned, by kind of decision.
    """

    game: Game
    secret: int = 0
    differing: int = 0
    sights: dict[tuple[str, str | None], Sight] = field(default_factory=lambda: defaultdict(Sight))

    def look(self, state: State, action: int, rng: Random) -> None:
        """Compare what each viewer sees and hears of an action with other actions that could be played instead.

        Raises:
            AssertionError: a viewer sees which of two secret actions was played, or a view's samples are always the truth.
        """
        game, after = self.game, state_after(state, action)
        self.differing += views_differ(state)
        assert game.has_secrets or not self.differing, "views differ by seat, and has_secrets is False: it has to be True"
        if not game.has_secrets:
            return
        viewers = (*game.seats, None)
        told = {seat: game.tell(state, game.action_to_string(action), after, seat) for seat in viewers}
        self.secret += any(text is None for text, _ in told.values())
        if after.is_terminal():  # all secrets may be shown now
            return
        seen = {seat: shown(after, seat) for seat in viewers}
        for other in _others(state, action, rng):
            then = state_after(state, other)
            if then.is_terminal():
                continue
            apart = {seat for seat in viewers if shown(then, seat) != seen[seat]}
            for seat in viewers:
                sight = self.sights[str(state.decision()), seat]
                text, events = told[seat]
                if text is not None:
                    sight.told += bool(apart)
                    sight.saw += seat in apart
                    continue
                text, others = game.tell(state, game.action_to_string(other), then, seat)
                if text is not None:
                    continue
                sight.shown += seat in apart
                sight.hidden += seat not in apart
                if [event.text for event in events] != [event.text for event in others]:
                    continue
                names = f"{game.action_to_string(action)} and {game.action_to_string(other)}"
                assert seat not in apart, (
                    f"{names} are secret from {viewer(seat)}, whose view tells which of them was played: "
                    "the view has to leave that out, or conceals to return False"
                )
                _check_samples_vary(after, then, seat, rng)

    def check(self) -> None:
        """Check what all games together have shown.

        Raises:
            AssertionError: the game hides nothing, tells what it hides, or shows what it calls secret.
        """
        game = self.game
        if not game.has_secrets:
            return
        assert self.secret or not self.differing, "views differ by seat, and no action is secret: conceals has to say which are"
        assert self.secret or game.changed_rulings(), (
            "has_secrets is True, and nothing is secret from anyone: conceals has to say which actions are"
        )
        for (decision, seat), sight in self.sights.items():
            who = viewer(seat)
            assert sight.saw or not sight.told, f"{who} is told each action of {decision}, and sees none of them in its view"
            assert sight.hidden or not sight.shown, (
                f"actions of {decision} are secret from {who}, whose view shows each of them"
            )


def _others(state: State, action: int, rng: Random) -> list[int]:
    """Return some legal actions other than `action`."""
    legal = [other for other in state.legal_actions() if other != action]
    return [legal.pop(rng.roll(len(legal))) for _ in range(min(FEW, len(legal)))]


def _check_samples_vary(one: State, other: State, seat: str | None, rng: Random, draws: int = 10) -> None:
    """Check that a view does not sample the true state each time, given two states that look the same to its seat."""
    for state in (one, other):
        view = state.view(seat)
        if any(view.sample(rng) != state for _ in range(draws)):
            return
    who = viewer(seat)
    raise AssertionError(
        f"what is drawn from the view of {who} is always the truth, which {who} does not know: "
        "sample has to draw it anew, and the position to contain it"
    )


def check_samples(game: Game, seed: int = 0, most: int = 40) -> None:
    """Check that states sampled from views are possible: some course of the game that looks the same leads to them.

    It follows all such courses from the start of a random game, for each viewer until there are too many.

    Raises:
        AssertionError: a sampled state is not among them.

    Examples:
        >>> import kingdoms
        >>> check_samples(kingdoms.load_game("rivers", seats=2), most=4)
    """
    rng = Random(seed)
    possible: dict[str | None, list[State]] = {seat: [game.new_initial_state()] for seat in (*game.seats, None)}
    for state, action in random_states(game, rng, most):
        for seat, states in possible.items():
            known = {json.dumps(one.position(), sort_keys=True) for one in states}
            for _ in range(FEW):
                drawn = json.dumps(state.view(seat).sample(rng).position(), sort_keys=True)
                who = viewer(seat)
                assert drawn in known, (
                    f"a state drawn from the view of {who} is impossible after what {who} has seen and heard: "
                    f"sample has to draw another, or conceals to keep an action secret that was told: {drawn}"
                )
        if action is None or not possible:
            return
        after = state_after(state, action)
        if after.is_terminal():
            return
        text = game.action_to_string(action)
        for seat, states in list(possible.items()):
            told = game.tell(state, text, after, seat)[0]
            if told is None and sum(len(one.legal_actions()) for one in states) > POSSIBLE:
                del possible[seat]
                continue
            tried = [(one, other) for one in states for other in ([action] if told is not None else one.legal_actions())]
            possible[seat] = _distinct(
                then
                for one, other in tried
                if one.is_legal(other) and saw(then := state_after(one, other), seat) == saw(after, seat)
            )


def _distinct(states: Iterable[State]) -> list[State]:
    """Return states without repetitions."""
    return list({json.dumps(state.position(), sort_keys=True): state for state in states}.values())
