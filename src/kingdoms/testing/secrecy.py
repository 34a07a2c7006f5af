"""Checks of what seats may know.

Some of them take states that look the same to a seat from `View.sample`. A view that hides nothing samples nothing, and passes.
So the others find such states without it: they play other secret actions, and follow all courses of a game that look the same.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from kingdoms.core.changes import find_changes
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.secrecy import views_differ
from kingdoms.core.state import State
from kingdoms.testing.states import viewer
from kingdoms.testing.walks import random_states

Path = tuple[str, ...]
"""The way to a field of a position."""
FEW = 4
"""The number of other actions that are compared with the one played at first; all are, before a game is said to be wrong."""
MOMENTS = 12
"""The number of moments of each kind that are kept in order to compare all other actions there."""
WIDE = 3000
"""The maximum number of actions that are compared then."""
DRAWS = 8
"""The number of states drawn from a view to see what varies in them."""
MANY = 2000
"""The number of states drawn from views before a field of them is said never to vary."""
POSSIBLE = 150
"""The maximum number of states that `check_samples` follows for a seat."""


def check_secrets(state: State, rng: Random, most: int = 2) -> None:
    """Check that a seat's view, legal actions, descriptions, forecasts and refusals depend only on what the seat knows.

    They must be the same in any state that differs only in information hidden from the seat. The question, which all seats can
    read, must not depend on any secret.
    """
    game, mover = state.game, state.current_player()
    for seat in (*game.seats, None):
        sample = state.view(seat).sample(rng)
        assert shown(sample, seat) == shown(state, seat), f"the view of {viewer(seat)} depends on information hidden from it"
        assert game.explain(sample) == game.explain(state), (
            f"the question depends on information hidden from {viewer(seat)}, and all can read it"
        )
        assert sample.current_player() == mover, f"the seat to move depends on information hidden from {viewer(seat)}"
        if mover < 0 or seat != game.seats[mover]:
            continue
        legal = state.legal_actions()
        assert sample.legal_actions() == legal, f"the legal actions depend on information hidden from {seat}"
        assert game.usual_answer(sample) == game.usual_answer(state), (
            f"the usual answer depends on information hidden from {seat}"
        )
        for action in legal:
            text = game.action_to_string(action)
            assert game.choice(sample, action) == game.choice(state, action), (
                f"the words for {text} depend on hidden information"
            )
            assert game.forecast(sample, action) == game.forecast(state, action), (
                f"the forecast of {text} depends on hidden information"
            )
            assert game.hazard(sample, action) == game.hazard(state, action), (
                f"the hazard of {text} depends on hidden information"
            )
        for action in game.action_space(most):
            assert game.refusal(sample, action) == game.refusal(state, action), (
                "a refusal depends on information hidden from its seat"
            )


def check_telling(state: State, action: int, rng: Random, most: int = 100) -> None:
    """Check that what `Game.tell` returns for a seat depends only on the seat's views before and after the action.

    What is told of a secret action may distinguish it from some other secret ones, but not from all that look the same.
    """
    game, player = state.game, state.current_player()
    after = state.child(action)
    for seat in (*game.seats, None):
        report = heard(state, action, after, seat)
        if seat is not None and player >= 0 and game.seats[player] == seat:
            assert report[0] == game.action_to_string(action), "a seat does not get the text of its own action"
        sample = state.view(seat).sample(rng)
        if sample.is_legal(action):
            then = sample.child(action)
            if shown(then, seat) == shown(after, seat):
                assert heard(sample, action, then, seat) == report, (
                    f"what {viewer(seat)} is told depends on information hidden from it"
                )
            elif player >= 0 and game.seats[player] == seat:
                text = game.action_to_string(action)
                shows = game.reveals(state, text, after) or game.reveals(sample, text, then)
                assert shows, f"{text} reveals hidden information to {seat}, and can be undone"
        if report[0] is None:
            clear = None
            for another in state.legal_actions()[:most]:
                then = state.child(another)
                if another == action or shown(then, seat) != shown(after, seat):
                    continue
                words = heard(state, another, then, seat)
                if words == report:
                    break
                clear = another if words[0] is None else clear
            else:
                assert clear is None, (
                    f"what {viewer(seat)} is told distinguishes secret actions, "
                    f"{game.action_to_string(action)} and {game.action_to_string(clear)}: sentence has to leave that out"
                )


def shown(state: State, seat: str | None) -> str:
    """Return everything that a seat sees of a state, as text."""
    view = state.view(seat)
    facts = [view.to_json(), asdict(view.facts()), view.round, view.phase, dict(view.scores), view.to_move, view.decision]
    return json.dumps(facts)


def heard(state: State, action: int, after: State, seat: str | None) -> tuple[str | None, str]:
    """Return what `Game.tell` returns: the action's text, or None if it is secret, and the events as text."""
    text, events = state.game.tell(state, state.game.action_to_string(action), after, seat)
    return text, json.dumps([event.to_json() for event in events])


def view_text(state: State, seat: str | None) -> str:
    """Return a seat's view in JSON, as text: less than `shown`, and quicker."""
    return json.dumps(state.view(seat).to_json(), sort_keys=True)


@dataclass(frozen=True)
class SecrecyMoment:
    """A state, the action played there, another action, and both states after them."""

    state: State
    action: int
    alternative: int
    after: State
    then: State

    def __str__(self) -> str:
        return f"{self.state.game.action_to_string(self.action)} and {self.state.game.action_to_string(self.alternative)}"


@dataclass
class DecisionSight:
    """What a seat has learned of the actions in one kind of decision: of those told by all players, or those secret by one.

    Attributes:
        told_moments: moments in which the seat was told an action that other seats could tell from another by their views.
        saw: whether its own view has ever done so too.
        shown_moments: moments with secret actions that look different in its view.
        hidden: whether two secret actions have ever looked the same.
    """

    told_moments: list[SecrecyMoment] = field(default_factory=list)
    saw: bool = False
    shown_moments: list[SecrecyMoment] = field(default_factory=list)
    hidden: bool = False


@dataclass
class Secrecy:
    """What random games have shown about the secrets of a game.

    Attributes:
        game: the game.
        secret: the number of actions that were secret from some viewer.
        differing: the number of states in which views differ.
        sights: what each viewer has learned, by kind of decision and player.
        varied: the fields of positions that differ in states drawn from the views of a seat.
        constant: fields that a seat cannot know and that have not differed so far, with the moments that prove it.
    """

    game: Game
    secret: int = 0
    differing: int = 0
    sights: dict[tuple[str, str, str | None], DecisionSight] = field(default_factory=lambda: defaultdict(DecisionSight))
    varied: set[tuple[str | None, Path]] = field(default_factory=set)
    constant: dict[tuple[str | None, Path], list[SecrecyMoment]] = field(default_factory=lambda: defaultdict(list))

    def look(self, state: State, action: int, rng: Random) -> None:
        """Compare what each viewer sees and hears of an action with other actions that could be played instead.

        Raises:
            AssertionError: views differ in a game without secrets, or a view's samples are always the truth.
        """
        game, after = self.game, state.child(action)
        self.differing += views_differ(state)
        assert game.has_secrets or not self.differing, "views differ by seat, and has_secrets is False: it has to be True"
        if not game.has_secrets:
            return
        viewers = (*game.seats, None)
        reports = {seat: heard(state, action, after, seat) for seat in viewers}
        self.secret += any(text is None for text, _ in reports.values())
        if after.is_terminal():  # all secrets may be shown now
            return
        appearances = {seat: shown(after, seat) for seat in viewers}
        for alternative in _alternatives(state, action, rng):
            moment = SecrecyMoment(state, action, alternative, after, state.child(alternative))
            if moment.then.is_terminal():
                continue
            apart = {seat for seat in viewers if shown(moment.then, seat) != appearances[seat]}
            for seat in viewers:
                if reports[seat][0] is not None:
                    sight = self.sights[str(state.decision()), "", seat]
                    sight.saw |= seat in apart
                    sight.told_moments += [moment] if apart and len(sight.told_moments) < MOMENTS else []
                    continue
                sight = self.sights[str(state.decision()), str(state.to_move), seat]
                words = heard(state, alternative, moment.then, seat)
                if words[0] is not None:
                    continue
                if seat in apart:
                    sight.shown_moments += [moment] if len(sight.shown_moments) < MOMENTS else []
                    continue
                sight.hidden = True
                _check_samples_vary(after, moment.then, seat, rng)
                if words == reports[seat]:
                    self._note_constants(moment, seat, rng)

    def _note_constants(self, moment: SecrecyMoment, seat: str | None, rng: Random) -> None:
        """Note the fields in which two states differ that look the same to a seat, and whether they vary in drawn states."""
        fields = {change.path for change in find_changes(moment.after.position(), moment.then.position())}
        fields = {path for path in fields if (seat, path) not in self.varied}
        if fields:
            varied = _varying_fields(moment.after, seat, DRAWS, rng)
            self.varied |= {(seat, path) for path in varied}
            for path in fields - varied:
                self.constant[seat, path].append(moment)

    def check(self) -> None:
        """Check what all games together have shown.

        Before it fails, it compares all actions in the moments that were kept, also those of states drawn from the seat's view.

        Raises:
            AssertionError: the game hides nothing, tells what it hides, shows what it calls secret, or draws always the same.
        """
        game, rng = self.game, Random(1)
        if not game.has_secrets:
            return
        assert self.secret or not self.differing, "views differ by seat, and no action is secret: conceals has to say which are"
        assert self.secret or game.changed_rulings(), (
            "has_secrets is True, and nothing is secret from anyone: conceals has to say which actions are"
        )
        for (decision, _, seat), sight in self.sights.items():
            name = viewer(seat)
            assert sight.saw or not sight.told_moments or _tells_other(sight.told_moments, seat, rng, apart=True), (
                f"{name} is told each action of {decision}, and sees none of them in its view, which is the same after "
                f"{sight.told_moments[0]}: conceals has to say that they are secret, or the view has to show them"
            )
            assert sight.hidden or not sight.shown_moments or _tells_other(sight.shown_moments, seat, rng, apart=False), (
                f"{sight.shown_moments[0]} are secret from {name}, whose view tells which of them was played, as of all "
                f"actions of {decision}: the view has to leave that out, or conceals to return False"
            )
        for seat in (*game.seats, None):
            self._check_constants(seat, rng)

    def _check_constants(self, seat: str | None, rng: Random) -> None:
        """Check that what a seat does not know varies in states drawn from its views."""
        constant = {path: moments[:MOMENTS] for (observer, path), moments in self.constant.items() if observer == seat}
        fields: dict[str, SecrecyMoment] = {}
        for path, moments in constant.items():
            draws = -(-MANY // len(moments))
            if (seat, path) not in self.varied and not any(
                path in _varying_fields(moment.after, seat, draws, rng) for moment in moments
            ):
                fields[".".join(path)] = moments[0]
        assert not fields, (
            f"sample never varies {', '.join(fields)}, in {MANY} draws from the view of {viewer(seat)}, which cannot know it, "
            f"as {next(iter(fields.values()))} look the same: sample draws anew all that is hidden, such as by shuffling it"
        )


def _tells_other(moments: list[SecrecyMoment], seat: str | None, rng: Random, *, apart: bool) -> bool:
    """Return whether a seat's view tells some other action from the one played (`apart`), or does not tell it.

    The other actions are all legal ones, and for secret ones also those of other states that look the same.
    """
    left = WIDE
    for moment in moments:
        state, appearance = moment.state, shown(moment.after, seat)
        drawn = [] if apart else [state.view(seat).sample(rng) for _ in range(MOMENTS)]
        for start in (state, *drawn):
            for alternative in start.legal_actions():
                if alternative == moment.action:
                    continue
                then, left = start.child(alternative), left - 1
                text = None if apart else heard(start, alternative, then, seat)[0]
                if text is None and not then.is_terminal() and (shown(then, seat) != appearance) == apart:
                    return True
            if left <= 0:
                return False
    return False


def _varying_fields(state: State, seat: str | None, draws: int, rng: Random) -> set[Path]:
    """Return the fields of positions in which states differ that are drawn from the view of a seat."""
    view, varying = state.view(seat), set[Path]()
    first = view.sample(rng).position()
    for _ in range(draws):
        varying |= {change.path for change in find_changes(first, view.sample(rng).position())}
    return varying


def _alternatives(state: State, action: int, rng: Random) -> list[int]:
    """Return some legal actions other than `action`."""
    legal = [alternative for alternative in state.legal_actions() if alternative != action]
    return [legal.pop(rng.roll(len(legal))) for _ in range(min(FEW, len(legal)))]


def _check_samples_vary(first: State, second: State, seat: str | None, rng: Random, draws: int = 10) -> None:
    """Check that a view does not sample the true state each time, given two states that look the same to its seat."""
    for state in (first, second):
        view = state.view(seat)
        if any(view.sample(rng) != state for _ in range(draws)):
            return
    name = viewer(seat)
    raise AssertionError(
        f"what is drawn from the view of {name} is always the truth, which {name} does not know: "
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
            positions = {json.dumps(candidate.position(), sort_keys=True) for candidate in states}
            for _ in range(FEW):
                drawn = json.dumps(state.view(seat).sample(rng).position(), sort_keys=True)
                name = viewer(seat)
                assert drawn in positions, (
                    f"a state drawn from the view of {name} is impossible after what {name} has seen and heard: "
                    f"sample has to draw another, or conceals to keep an action secret that was told: {drawn}"
                )
        if action is None or not possible:
            return
        after = state.child(action)
        if after.is_terminal():
            return
        text = game.action_to_string(action)
        for seat, states in list(possible.items()):
            visible_action = game.tell(state, text, after, seat)[0]
            if visible_action is None and sum(len(candidate.legal_actions()) for candidate in states) > POSSIBLE:
                del possible[seat]
                continue
            branches = [
                (candidate, move)
                for candidate in states
                for move in ([action] if visible_action is not None else candidate.legal_actions())
            ]
            possible[seat] = _distinct_states(
                then
                for candidate, move in branches
                if candidate.is_legal(move) and view_text(then := candidate.child(move), seat) == view_text(after, seat)
            )


def _distinct_states(states: Iterable[State]) -> list[State]:
    return list({json.dumps(state.position(), sort_keys=True): state for state in states}.values())
