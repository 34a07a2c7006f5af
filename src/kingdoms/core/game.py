"""The abstract base class of games: everything that stays constant during play."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, ClassVar

from kingdoms import texts
from kingdoms.core.answers import Explanation, Outcome, Refusal
from kingdoms.core.changes import find_changes
from kingdoms.core.errors import ANY_GAME, KingdomsError, NotationError, PositionError, citing, quoted, suggest
from kingdoms.core.event import Change, Event, EventKind
from kingdoms.core.fields import whole_number
from kingdoms.core.message import Said
from kingdoms.core.opening import Opening, plain_opening
from kingdoms.core.parts import Parts, S
from kingdoms.texts import text

if TYPE_CHECKING:
    from kingdoms.core.encoding import Encoding
    from kingdoms.core.observation import Observation
    from kingdoms.core.view import View


CITING = ("read_position", "read_view", "action_to_string", "string_to_action")
"""The methods of a game that raise errors about what they are given."""


def _cited(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of a game, or of its class, whose errors cite the clauses of the game."""

    @wraps(method)
    def citing_method(game: Any, *arguments: Any, **options: Any) -> Any:
        with citing(game):
            return method(game, *arguments, **options)

    return citing_method


class Game(Parts[S], ABC):
    """The rules of one game for given seats and rulings. Immutable.

    `Game[Table]` is a game whose states are of the type `Table`. The base classes `Setup` and `Parts` have its seats and
    rulings and the parts that it imports on first use; everything else is in this class.

    Attributes:
        name: the identifier in positions, in records and on the command line.
        title: the display name.
        rules_version: the version of the rules; increased when a change makes old records end differently.
        known_rulings: the options of the game.
        variants: optional changes to the rules. They are chosen like rulings, but `rulings` lists only those in use.
        introduction: the theme and the goal of the game, in a few sentences for newcomers.
        aim: how to win, in two sentences; "" if the introduction says it as briefly.
        chapters: the text of the rules: chapter -> clause -> text.
        record_calls: the outside calls that records may contain, such as "time", each with its meaning.
        action_kinds: kind of action (the first word of its text) -> its effect, for menus.
        labels: field of a view -> its label in `View.words`, where its name is not good enough.
        synonyms: everyday words, in lower case, for terms of the notation, such as "farm" -> "place blue".
        event_kinds: the kinds of events in the game, for programs that read them.
        headings: the kinds of events to show as headings, such as a new round.
        alarms: the kinds of events that players must not miss.
        losses: the kinds of events by which the seat of the event, or the `loser` in its details, loses something that it held.
        seat_names: the seats in order: seat -> display name.
        near_seat: the seat at the bottom of the board, the default seat of a person; "" if the board has no sides.
        player_counts: the possible numbers of players.
        usual_length: the number of rounds in a usual game, by the number of players.
        error_clauses: the clauses that errors cite, by topic: "seats", "rulings", "notation", "position", "view", "call",
            "record", "bot", "request", and "refusal" for illegal actions without a more specific clause. Errors on any other
            topic cite "rules".
        themes: the themes of puzzles: theme -> display name; `theme` assigns them.
        parts: the parts of the game that are imported on first use: part -> "module:name". The methods `bots`, `levels`,
            `nets`, `factors`, `drawing`, `facts_type`, `forecast_type` and `shorthand` return the parts of these names;
            `knowledge`, `encoding`, `measures`, `piecepack` and `printing` return instances of theirs.
        has_secrets: whether seats may have different information. If so, `tell` filters events by seat, `reveals` determines
            which actions cannot be taken back, and records of unfinished games are private. All texts about a state must use
            only what their reader knows: `explain` addresses everyone; `describe`, `forecast` and `refusal` address the seat
            to move.
    """

    title: ClassVar[str]
    rules_version: ClassVar[int]
    introduction: ClassVar[str] = ""
    aim: ClassVar[str] = ""
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    record_calls: ClassVar[Mapping[str, str]] = {}
    action_kinds: ClassVar[Mapping[str, str]] = {}
    labels: ClassVar[Mapping[str, str]] = {}
    synonyms: ClassVar[Mapping[str, str]] = {}
    event_kinds: ClassVar[Mapping[str, EventKind]] = {}
    headings: ClassVar[Collection[str]] = ("game_over",)
    alarms: ClassVar[Collection[str]] = ()
    losses: ClassVar[Collection[str]] = ()
    themes: ClassVar[Mapping[str, str]] = {}
    has_secrets: ClassVar[bool] = False

    def __init_subclass__(cls, **options: Any) -> None:
        """Make the errors of a game outside this package cite its own clauses; the games of this package do so themselves."""
        super().__init_subclass__(**options)
        for name in () if cls.__module__.startswith("kingdoms.") else CITING:
            method = vars(cls).get(name)
            if isinstance(method, classmethod):
                setattr(cls, name, classmethod(_cited(method.__func__)))
            elif callable(method):
                setattr(cls, name, _cited(method))

    def encoding(self) -> Encoding:
        """Return a new instance of the game's encoding: observations as bytes and actions as numbers, for programs that learn.

        The default, for games without an encoding of their own, is `kingdoms.core.encoding.PlainEncoding`.

        Raises:
            KingdomsError: the actions of the game have no bound, and it has no encoding of its own.
        """
        from kingdoms.core.encoding import PlainEncoding

        return self.part("encoding", PlainEncoding)(self)

    def observation(self) -> Observation:
        """Return what a seat sees as numbers: the fields of `encoding`.

        Examples:
            >>> import kingdoms
            >>> spec = kingdoms.load_game("rivers", seats=2).observation()
            >>> spec.size, spec.planes, [field.name for field in spec][:3]
            (4282, (24, 11, 16), ['river', 'treasures', 'tiles'])
        """
        return self.encoding().observation

    def theme(self, state: S, action: int) -> str | None:
        """Return the key in `themes` for a puzzle that `action` solves, or None."""
        return None

    def limited(self, rounds: int) -> Game:
        """Return the same game with a limit on rounds, for hosts that need games to end.

        If the game always ends, this returns the game itself.
        """
        return self

    @abstractmethod
    def new_initial_state(self) -> S:
        """Return the state at the start of a game, before the first chance decision."""

    @abstractmethod
    def action_to_string(self, action: int) -> str:
        """Return the text of an action in the game's notation.

        Raises:
            NotationError: there is no action with this number.
        """

    def string_to_action(self, text: str) -> int:
        """Return the action with this text. By default, this builds a table of the whole action space on first use.

        Raises:
            NotationError: no action has this text; each action has exactly one spelling.
        """
        action = self._actions_by_text.get(text) if isinstance(text, str) else None
        if action is None:
            hint = suggest(text, self._actions_by_text)
            fault = texts.text("notation.unknown", action=quoted(text, 60), game=self.title, hint=hint)
            raise NotationError(fault).cite(self)
        return action

    @cached_property
    def _actions_by_text(self) -> dict[str, int]:
        return {self.action_to_string(action): action for action in self.action_space(0)}

    @property
    def num_distinct_actions(self) -> int | None:
        """The number of actions, which are numbered from 0; None if amounts are unbounded."""
        return None

    def to_action(self, action: object) -> int:
        """Return the number of an action that is given as a number or as a text.

        Raises:
            NotationError: the argument is neither, or there is no such action.
        """
        if isinstance(action, str):
            try:
                return self.string_to_action(action)
            except KingdomsError as error:
                raise error.cite(self) from None
        number = whole_number(action)
        if number is None:
            raise NotationError(text("notation.neither", action=quoted(action))).cite(self)
        bound = self.num_distinct_actions
        if number < 0 or (bound is not None and number >= bound):
            raise NotationError(text("notation.no_number", number=quoted(number))).cite(self)
        return number

    def action_space(self, most: int) -> Iterator[int]:
        """Yield every action of the notation, legal or not, with amounts up to `most`."""
        if self.num_distinct_actions is None:
            raise NotImplementedError(f"{type(self).__name__} has neither an action_space nor num_distinct_actions")
        return iter(range(self.num_distinct_actions))

    def refusal(self, state: S, action: int | str) -> Refusal | None:
        """Return why `action` is not legal in `state`, or None if it is. Games should override this with specific reasons."""
        number = self.to_action(action)
        if state.is_legal(number):
            return None
        question = str(self.explain(state).question)
        message = text("table.impossible", action=self.action_to_string(number), question=question)
        return Refusal("not_legal", self.error_clauses.get("refusal", ANY_GAME), message)

    def describe(self, state: S, action: int) -> str:
        """Return a description of a legal action for menus, with its cost or effect."""
        return self.action_to_string(action)

    def choice(self, state: S, action: int) -> Said:
        """Return a legal action as a message for menus; by default its description."""
        return self.describe(state, action)

    def forecast(self, state: S, action: int) -> dict[str, Any]:
        """Return the cost and the possible results of a legal action, as JSON data whose format the game defines."""
        return {}

    def hazard(self, state: S, action: int) -> int:
        """Return how many losses a legal action invites that the seat to move could avoid, such as cities it can't pay for.

        Advice prefers the actions with the lowest number where that costs little. By default, no action is hazardous.

        Examples:
            >>> import kingdoms
            >>> position = {"game": "middlesea", "phase": "control", "sites": {"N.FL": "S2", "N.FM": "C1"},
            ...             "seats": {"N": {"roads": ["N.C-N.FL", "N.C-N.FM"]}, "S": {}}}
            >>> state = kingdoms.load_game("middlesea").read_position(position)
            >>> {state.game.action_to_string(action): state.game.hazard(state, action) for action in state.legal_actions()}
            {'pay 0': 1, 'pay 1': 0}
        """
        return 0

    def usual_answer(self, state: S) -> int | None:
        """Return the answer to suggest first if the current question asks for a number, otherwise None.

        The answer follows from a rule, such as the lowest number that is sure to win; there is no search.
        """
        return None

    def explain(self, state: S) -> Explanation:
        """Return the current question and the clauses that govern it."""
        to_move = state.to_move
        if to_move is None:
            return Explanation(text("table.over"), {})
        name = text("table.chance") if to_move == "chance" else self.seat_name(to_move)
        return Explanation(text("table.decides", who=name, decision=state.decision()), {})

    def narrate(self, before: S, action: int | str, after: S) -> list[Event]:
        """Return the events, in order, of applying `action` to `before`, with the result `after`."""
        return self._default_events(before, action, find_changes(before.position(), after.position()), after, visible=True)

    def tell(self, before: S, action: str, after: S, seat: str | None) -> tuple[str | None, list[Event]]:
        """Return what `seat` (None: an onlooker) may know of an action and its events.

        Returns:
            The action's text, or None if it is secret, and the visible events. A game without secrets returns everything.
        """
        if not self.has_secrets:
            return action, self.narrate(before, action, after)
        visible = not self.conceals(before, action, seat)
        changes = find_changes(before.view(seat).to_json(), after.view(seat).to_json())
        return action if visible else None, self._default_events(before, action, changes, after, visible)

    def conceals(self, before: S, action: str, seat: str | None) -> bool:
        """Return whether an action is secret from `seat`. By default, in games with secrets, all actions of other seats are."""
        return self.has_secrets and seat != before.to_move

    def visible_action(self, before: S, action: str, after: S, seat: str | None) -> str | None:
        """Return what `tell` returns as the text of an action, which a game may do here without making the events."""
        if type(self).tell is Game.tell:
            return None if self.conceals(before, action, seat) else action
        return self.tell(before, action, after, seat)[0]

    def sentence(self, before: S, action: int, after: S, known: bool) -> str:
        """Return the sentence for an action. If `known` is False, the reader may not know the action."""
        seat = before.to_move
        name = self.seat_name(seat) if seat in self.seats else text("table.chance")
        return text("table.acts", who=name, action=self.describe(before, action)) if known else text("table.secret", who=name)

    def _default_events(self, before: S, action: int | str, changes: list[Change], after: S, visible: bool) -> list[Event]:
        number = self.to_action(action)
        seat = before.to_move if before.to_move in self.seats else None
        events = [Event("action", seat, self.sentence(before, number, after, visible), {}, tuple(changes))]
        outcome = after.outcome()
        if outcome is not None:
            winners = texts.listing([self.seat_name(winner) for winner in outcome.winners])
            events.append(Event("game_over", None, text("table.won", winners=winners), {"reason": outcome.reason}))
        return events

    def ending(self, outcome: Outcome) -> Said:
        """Return why a game has ended by its rules, in a sentence: a message of the game's catalogue, or a text.

        Args:
            outcome: the outcome of a finished state.

        Examples:
            >>> import kingdoms
            >>> game = kingdoms.load_game("middlesea", seats=2)
            >>> print(game.ending(kingdoms.Outcome("capital", ("N",), "S", {"N": 3, "S": 5})))
            South's Capital has fallen. The best score among the others wins.
        """
        return f"{outcome.reason.replace('_', ' ').capitalize()}."

    def reveals(self, before: S, action: str, after: S) -> bool:
        """Return whether an action has revealed hidden information to any seat, such as a drawn tile or the winner.

        Such an action cannot be taken back, and a preview does not show its result. An action that leads to a chance decision
        has revealed nothing yet. By default, in games with secrets, every action counts as revealing.
        """
        return self.has_secrets

    def hold(self, before: S, action: int | str, after: S) -> S:
        """Return the state after an action, stopped at the first chance decision even if that has only one possible result.

        By the rules, such a decision is skipped, which reveals to all players that the result was certain. If the reason is
        secret, programs that show games to people stop there, in a held state: a chance node with one outcome. `tell` and
        `narrate` accept a held state as `after`, and cover the events up to it. Records do not contain the held decision.

        Args:
            before: the state before the action. It may itself be a held state, with its one outcome as the action.
            action: the action.
            after: the state after the action by the rules.
        """
        return after

    def call(self, state: S, name: str) -> list[Event]:
        """Carry out an outside call, such as "time" (see `record_calls`), and return its events.

        Raises:
            KingdomsError: the game has no such call.
        """
        fault = text("notation.unknown_call", game=self.name, call=quoted(name))
        raise KingdomsError(fault, code="unknown_call", topic="call").cite(self)

    def decide(self, state: S, among: Sequence[str]) -> Outcome:
        """Return the outcome of a game that is stopped early in `state`, by agreement or because a player has resigned.

        By default, if all seats can win, `State.returns_by_score` decides, as when time is up; otherwise the scores in the
        open view decide. Without scores, all seats in `among` share the victory.

        Args:
            state: a state that is not terminal; it is not modified.
            among: the seats that can win, at least one.

        Examples:
            >>> import kingdoms
            >>> game = kingdoms.load_game("middlesea", seats=3)
            >>> game.decide(game.new_initial_state(), ["N", "S"]).winners
            ('N', 'S')
        """
        scores = {seat: self.open_view(state, None).scores.get(seat, 0) for seat in self.seats}
        all_can_win = set(among) == set(self.seats)
        worth = dict(zip(self.seats, state.returns_by_score(), strict=True)) if all_can_win else scores
        best = max(worth[seat] for seat in among)
        return Outcome("agreed", tuple(seat for seat in self.seats if seat in among and worth[seat] == best), None, scores)

    def opening(self, state: S) -> Opening | None:
        """Return a position of the opening up to what is equal, for `kingdoms.explorer`; None outside openings.

        By default, the first two rounds belong to it, and positions that look the same to an onlooker are equal. A game with
        symmetries can say more: see `kingdoms.core.opening`. What a seat keeps secret must not be in it.

        Examples:
            >>> import kingdoms
            >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state().child("first S")
            >>> left, right = (state.child(f"explore moons S.{place}") for place in ("FL", "FR"))
            >>> left == right, state.game.opening(left).key == state.game.opening(right).key
            (False, True)
        """
        return plain_opening(state)

    def lasting(self, state: S) -> Hashable | None:
        """Return a key for the public part of a state that only real progress changes; None if the game has no such key.

        If the key stays equal for several turns of every seat, the game is at a standstill, and players are asked whether to
        end it.
        """
        return None

    def settle(self, state: S) -> list[Event]:
        """Carry out all automatic steps in `state` up to the next decision, and return their events in order."""
        return []

    @abstractmethod
    def view(self, state: S, seat: str | None) -> View:
        """Return the view of `state` from `seat` (None: an onlooker)."""

    def announced(self, state: S) -> Any:
        """Return what the events of a game up to `state` have told everyone, although players may keep it secret afterwards.

        A view follows from a state alone and leaves this out. Code that knows that a game was played from its beginning can set
        the view's `announced` to it, for the view's `facts` and `alerts`. By default, there is nothing of this kind.

        Examples:
            >>> import kingdoms
            >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
            >>> view = state.view(None)
            >>> view.facts().bag is None
            True
            >>> view.announced = state.game.announced(state)
            >>> view.facts().bag
            143
        """
        return None

    def open_view(self, state: S, seat: str | None) -> View:
        """Return a view of a state in a finished game, including its secrets.

        Call this only for games that are over. The default is `view`: only what `seat` knew at the time.

        Args:
            state: any state of the finished game.
            seat: the seat whose view it is; None for an onlooker.

        Examples:
            >>> import kingdoms
            >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
            >>> state.apply_action("first A")
            >>> state.apply_action("draw red")
            >>> state.game.open_view(state, "B").to_json()["seats"]["A"]["hand"]
            {'red': 1}
        """
        return self.view(state, seat)

    @abstractmethod
    def write_position(self, state: S) -> dict[str, Any]:
        """Return `state` as JSON data in the position format."""

    @classmethod
    @abstractmethod
    def read_position(cls, position: object, settle: bool = True) -> S:
        """Return the state of a position.

        Args:
            position: JSON data. It contains the seats and rulings, so the game of the state is created from it.
            settle: carry out the automatic steps; if False, the caller has to call `Game.settle`.

        Raises:
            PositionError: the position is malformed or impossible; RulingsError, SeatsError: as in `__init__`.
        """

    @classmethod
    def read_view(cls, view: object, seat: str | None) -> View:
        """Return a view of a seat from the output of `View.to_json`, for bots that run as separate programs.

        The default is for games without hidden information, whose views are positions.

        Raises:
            PositionError: the view is malformed or impossible; SeatsError: there is no such seat.
            NotImplementedError: the game has secrets, and does not define this method.

        Examples:
            >>> import kingdoms
            >>> view = kingdoms.load_game("rivers", seats=2).new_initial_state().view("B")
            >>> view.game.read_view(view.to_json(), "B") == view
            True
        """
        if cls.has_secrets:
            raise NotImplementedError(text("data.no_read_view", game=cls.title))
        with citing(cls):
            state = cls.read_position(view)
        return state.game.view(state, state.game.accept_viewer(seat))

    @classmethod
    def deserialize(cls, text: str) -> S:
        """Return the state from the output of `State.serialize`.

        Raises:
            PositionError: the text is not JSON, or not a position of this game.

        Examples:
            >>> import kingdoms
            >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
            >>> state.game.deserialize(state.serialize()) == state
            True
        """
        try:
            position = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PositionError(texts.text("data.not_json", error=error)).cite(cls) from None
        with citing(cls):
            return cls.read_position(position)
