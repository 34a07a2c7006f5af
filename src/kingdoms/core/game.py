"""The abstract game: what does not change while it is played."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from kingdoms.core.changes import find_changes
from kingdoms.core.english import listing
from kingdoms.core.errors import ANY_GAME, KingdomsError, NotationError, PositionError, SeatsError, citing, quoted, suggest
from kingdoms.core.event import Change, Event, EventKind
from kingdoms.core.explanation import Explanation
from kingdoms.core.outcome import Outcome
from kingdoms.core.refusal import Refusal
from kingdoms.core.rulings import Ruling, accept_rulings
from kingdoms.core.view import PlainFacts

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from typing_extensions import TypeVar

    from kingdoms.core.bot import BotKind
    from kingdoms.core.drawing import Drawing
    from kingdoms.core.knowledge import Knowledge
    from kingdoms.core.level import Level
    from kingdoms.core.measures import Measures
    from kingdoms.core.state import State
    from kingdoms.core.view import View

    S = TypeVar("S", bound=State, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")


class Game(ABC, Generic[S]):
    """The rules of one game for given seats and rulings. Immutable.

    `Game[Table]` is a game whose states are of the type `Table`.

    Attributes:
        name: its name in positions, records and on the command line.
        title: its name for people.
        rules_version: raised whenever a change to the rules would make old records end differently.
        known_rulings: its options.
        variants: changes of its rules that are not part of them; chosen like rulings, and named only where they are played.
        introduction: what it is about and how it is won, in a few sentences for newcomers.
        chapters: its rules in words: chapter -> clause -> text.
        record_calls: the outside calls that its records may hold, such as "time".
        action_kinds: what each kind of action (the first word of its text) does, for menus.
        synonyms: everyday words, in lower case, for words of the notation, such as "farm" -> "place blue".
        event_kinds: the kinds of events in the game, for programs that read them.
        headings: the kinds of events that begin something new.
        alarms: the kinds of events that players must not miss.
        seat_names: its seats in order, each with its name for people.
        player_counts: how many can play.
        error_clauses: the clauses that errors cite, by topic: "seats", "rulings", "notation", "position", "view", "call",
            "record", "bot", "request", and "refusal" for illegal actions without a more specific clause. Errors on a topic
            that is left out cite "rules".
        themes: the themes of its puzzles, each with its name for people; `theme` assigns them.
        has_secrets: whether seats may know different things. Then `tell` says who is told what, `reveals` what cannot be
            taken back, and nobody may read the record of a game that is not over. Whatever the game says about a state is
            told to some seat, so it must use only what that seat knows: `explain` is for everybody; `describe`, `forecast`
            and `refusal` are for the seat that decides.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    known_rulings: ClassVar[Sequence[Ruling]] = ()
    variants: ClassVar[Sequence[Ruling]] = ()
    seat_names: ClassVar[Mapping[str, str]] = {}
    player_counts: ClassVar[Sequence[int]] = (2,)
    introduction: ClassVar[str] = ""
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    record_calls: ClassVar[Mapping[str, str]] = {}
    action_kinds: ClassVar[Mapping[str, str]] = {}
    synonyms: ClassVar[Mapping[str, str]] = {}
    event_kinds: ClassVar[Mapping[str, EventKind]] = {}
    headings: ClassVar[Collection[str]] = ("game_over",)
    alarms: ClassVar[Collection[str]] = ()
    error_clauses: ClassVar[Mapping[str, str]] = {}
    themes: ClassVar[Mapping[str, str]] = {}
    has_secrets: ClassVar[bool] = False

    def __init__(self, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> None:
        """Choose seats and rulings.

        Args:
            seats: the seats, in any order; or how many (then the usual ones); None for as many as can play.
            rulings: those that differ from the defaults.

        Raises:
            SeatsError: the game is not played with these seats.
            RulingsError: an unknown ruling or a wrong value.
        """
        with citing(type(self)):
            self.seats: tuple[str, ...] = self.accept_seats(seats)
            self.rulings: Mapping[str, Any] = accept_rulings(self.known_rulings, rulings, self.variants)

    # -- where its parts are: each is loaded when it is first asked for ---------------------------------------------------

    @classmethod
    def bots(cls) -> Sequence[BotKind]:
        """Return the game's own bots, the recommended one first."""
        return ()

    @classmethod
    def levels(cls) -> Sequence[Level]:
        """Return the levels of play, the weakest first; each is stronger than the one before."""
        from kingdoms.core.level import PLAIN_LEVELS

        return PLAIN_LEVELS

    @classmethod
    def search_options(cls) -> Mapping[str, float]:
        """Return the best search options for this game: those of `kingdoms.search.tree.Tree` that differ from the defaults."""
        return {}

    @classmethod
    def drawing(cls) -> Drawing | None:
        """Return how its tables are drawn, or None if a table is shown in words only."""
        return None

    @classmethod
    def facts_type(cls) -> type[DataclassInstance]:
        """Return the type of what `View.facts` returns, for programs that publish its shape."""
        return PlainFacts

    @classmethod
    def forecast_type(cls) -> type | None:
        """Return the type of what `forecast` returns, a TypedDict; None if it has no fixed shape."""
        return None

    def knowledge(self, state: S) -> Knowledge:
        """Return the game's knowledge of good play in a state, for search and quick bots.

        A game without any is searched all the same: with all choices equal, and random play to the end.
        """
        from kingdoms.core.knowledge import PlainKnowledge

        return PlainKnowledge(state)

    @classmethod
    def measures(cls) -> Measures:
        """Return what studies measure on its tables; without a word of the game's own, only how many rounds it has."""
        from kingdoms.core.measures import Measures

        return Measures()

    def theme(self, state: S, action: int) -> str | None:
        """Return which of `themes` fits a puzzle that `action` solves, or None if none does."""
        return None

    def limited(self, rounds: int) -> Game:
        """Return the same game with a limit on rounds, for hosts that need games to end.

        A game that always ends returns itself.
        """
        return self

    # -- what it is -----------------------------------------------------------------------------------------------------

    @property
    def num_players(self) -> int:
        """How many seats play."""
        return len(self.seats)

    def changed_rulings(self) -> dict[str, Any]:
        """Return the rulings and variants that differ from the usual rules.

        Examples:
            >>> import kingdoms
            >>> kingdoms.load_game("middlesea", rulings={"attack_port": "any", "round_limit": None}).changed_rulings()
            {'attack_port': 'any'}
        """
        usual = {ruling.name: ruling.default for ruling in (*self.known_rulings, *self.variants)}
        return {name: value for name, value in self.rulings.items() if value != usual[name]}

    @classmethod
    def accept_seats(cls, seats: Sequence[str] | int | None) -> tuple[str, ...]:
        """Return the seats in the game's order: any of `seat_names`, as many as `player_counts` allows.

        Raises:
            SeatsError: the game is not played with these.
        """
        names = tuple(cls.seat_names)
        return cls.choose_seats(seats, names, {count: names[:count] for count in cls.player_counts})

    @classmethod
    def choose_seats(
        cls, seats: Sequence[str] | int | None, all_seats: Sequence[str], usual: Mapping[int, tuple[str, ...]]
    ) -> tuple[str, ...]:
        """Return seats in the game's order. Most games use this for `accept_seats`.

        Args:
            seats: as `accept_seats` takes them.
            all_seats: all seats of the game, in its order.
            usual: number of players -> their seats if only the number is given.

        Raises:
            SeatsError: another number of players, unknown or repeated seats.
        """
        if seats is None:
            return usual[max(usual)]
        if isinstance(seats, int) and not isinstance(seats, bool):
            if seats not in usual:
                raise SeatsError(f"this game is for {_numbers(usual)} players, not {quoted(seats)}").cite(cls)
            return usual[seats]
        if isinstance(seats, str | bool) or not isinstance(seats, Sequence):
            example = ", ".join(f'"{seat}"' for seat in usual[min(usual)])
            raise SeatsError(f"seats must be a list such as [{example}], or a number of players, not {quoted(seats)}").cite(cls)
        for seat in seats:
            if seat not in all_seats:
                raise SeatsError(f"there is no seat {quoted(seat)}: the seats are {listing(all_seats, 'and')}").cite(cls)
        chosen = tuple(seat for seat in all_seats if seat in seats)
        if len(chosen) != len(seats):
            raise SeatsError("a seat is named twice").cite(cls)
        if len(chosen) not in usual:
            raise SeatsError(f"this game is for {_numbers(usual)} players").cite(cls)
        return chosen

    @classmethod
    def seat_name(cls, seat: str) -> str:
        """Return a seat's name for people."""
        return cls.seat_names[seat]

    @abstractmethod
    def new_initial_state(self) -> S:
        """Return a new table, before the first chance decision."""

    @abstractmethod
    def action_to_string(self, action: int) -> str:
        """Return an action's one text.

        Raises:
            NotationError: no action has this number.
        """

    def string_to_action(self, text: str) -> int:
        """Return the action that a text means. By default this searches the action space once.

        Raises:
            NotationError: the text means no action; each action has exactly one spelling.
        """
        found = self._numbers.get(text) if isinstance(text, str) else None
        if found is None:
            raise NotationError(f"{quoted(text, 60)} is not an action of {self.title}{suggest(text, self._numbers)}")
        return found

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """All actions by their texts."""
        return {self.action_to_string(action): action for action in self.action_space(0)}

    @property
    def num_distinct_actions(self) -> int | None:
        """How many action numbers there are, from 0; None if amounts are unbounded."""
        return None

    def to_action(self, action: object) -> int:
        """Return the number of an action given as a number or as its text.

        Raises:
            NotationError: it is neither, or a text that means no action.
        """
        if isinstance(action, str):
            try:
                return self.string_to_action(action)
            except KingdomsError as error:
                raise error.cite(self) from None
        try:
            number = index(action) if action is not True and action is not False else None  # type: ignore[arg-type]
        except TypeError:
            number = None
        if number is None:
            raise NotationError(f"an action must be a whole number or a text, not {quoted(action)}").cite(self)
        bound = self.num_distinct_actions
        if number < 0 or (bound is not None and number >= bound):
            raise NotationError(f"no action has the number {quoted(number)}").cite(self)
        return number

    def action_space(self, most: int) -> Iterator[int]:
        """Yield every action that the notation can write, legal or not, with amounts up to `most`."""
        if self.num_distinct_actions is None:
            raise NotImplementedError(f"{type(self).__name__} has neither an action_space nor num_distinct_actions")
        return iter(range(self.num_distinct_actions))

    def refusal(self, state: S, action: int | str) -> Refusal | None:
        """Return why `action` is not legal in `state`, None if it is. Games should override this to be more specific."""
        number = self.to_action(action)
        if state.is_legal(number):
            return None
        message = f"{self.action_to_string(number)} is not possible now. {self.explain(state).question}"
        return Refusal("not_legal", self.error_clauses.get("refusal", ANY_GAME), message)

    def describe(self, state: S, action: int) -> str:
        """Return a legal action in words, with its cost or effect, for menus."""
        return self.action_to_string(action)

    def forecast(self, state: S, action: int) -> dict[str, Any]:
        """Return what a legal action costs and can lead to, as JSON data in the game's own form."""
        return {}

    def explain(self, state: S) -> Explanation:
        """Return what is asked now and the clauses that govern it."""
        to_move = state.to_move
        if to_move is None:
            return Explanation("The game is over.", {})
        who = "Chance" if to_move == "chance" else self.seat_name(to_move)
        return Explanation(f"{who} decides: {state.decision()}.", {})

    def narrate(self, before: S, action: int | str, after: S) -> list[Event]:
        """Return what happened when `action` was applied to `before` and led to `after`, in order."""
        return self._one_event(before, action, find_changes(before.position(), after.position()), after, known=True)

    def tell(self, before: S, action: str, after: S, seat: str | None) -> tuple[str | None, list[Event]]:
        """Return what the holder of `seat` (None: an onlooker) may know of an action.

        Returns:
            The action's text, or None if even that is secret, and what happened. In a game without secrets this is
            everything.
        """
        if not self.has_secrets:
            return action, self.narrate(before, action, after)
        known = not self.conceals(before, action, seat)
        changes = find_changes(before.view(seat).to_json(), after.view(seat).to_json())
        return action if known else None, self._one_event(before, action, changes, after, known)

    def conceals(self, before: S, action: str, seat: str | None) -> bool:
        """Say whether an action is secret from the holder of `seat`. By default, with secrets, all actions of others are."""
        return self.has_secrets and seat != before.to_move

    def sentence(self, before: S, action: int, after: S, known: bool) -> str:
        """Return what `narrate` says about an action; `known` says whether the reader may know which action it was."""
        seat = before.to_move
        who = self.seat_name(seat) if seat in self.seats else "Chance"
        return f"{who}: {self.describe(before, action)}." if known else f"{who} acts in secret."

    def _one_event(self, before: S, action: int | str, changes: list[Change], after: S, known: bool) -> list[Event]:
        """Return an action as one event, and the end of the game as another."""
        number = self.to_action(action)
        seat = before.to_move if before.to_move in self.seats else None
        events = [Event("action", seat, self.sentence(before, number, after, known), {}, tuple(changes))]
        outcome = after.outcome()
        if outcome is not None:
            winners = listing([self.seat_name(winner) for winner in outcome.winners])
            events.append(Event("game_over", None, f"The game is over. Won by {winners}.", {"reason": outcome.reason}))
        return events

    def reveals(self, before: S, action: str, after: S) -> bool:
        """Say whether an action has revealed something to somebody, such as what was drawn, or who has won.

        Such an action cannot be taken back, and a preview does not show its result. An action that leads to a chance decision
        has revealed nothing yet. By default, in a game with secrets, every action counts as revealing.
        """
        return self.has_secrets

    def hold(self, before: S, action: int | str, after: S) -> S:
        """Return where an action leads if chance is asked even when only one result is possible.

        Skipping a chance decision shows everybody that its result was certain. If the reason for that is secret, programs
        that show games to people stop there all the same, at a state in which chance is asked and has one outcome. `tell` and
        `narrate`, given such a state as the one after an action, tell what has happened up to there. Records do not contain
        it.

        Args:
            before: the state in which the action is played; it can be such a state, and the action its one outcome.
            action: the action.
            after: the state that it leads to by the rules.
        """
        return after

    def call(self, state: S, name: str) -> list[Event]:
        """Carry out an outside call, such as "time" (see `record_calls`), and return what happened.

        Raises:
            KingdomsError: the game knows no such call.
        """
        raise KingdomsError(f"{self.name} knows no call {quoted(name)}", code="unknown_call", topic="call").cite(self)

    def decide(self, state: S, among: Sequence[str]) -> Outcome:
        """Return how a game ends that is broken off in `state`: since all people agreed to it, or somebody has given up.

        Without a word of the game's own it goes by `State.returns_by_score`, as when the time is up, and where some cannot win
        by the scores that are seen at the end. A game without scores is drawn: all of `among` share the victory.

        Args:
            state: where it is broken off; the game goes on there.
            among: the seats that can win, at least one.

        Examples:
            >>> import kingdoms
            >>> game = kingdoms.load_game("middlesea", seats=3)
            >>> game.decide(game.new_initial_state(), ["N", "S"]).winners
            ('N', 'S')
        """
        scores = {seat: self.open_view(state, None).scores.get(seat, 0) for seat in self.seats}
        everybody = set(among) == set(self.seats)
        worth = dict(zip(self.seats, state.returns_by_score(), strict=True)) if everybody else scores
        best = max(worth[seat] for seat in among)
        return Outcome("agreed", tuple(seat for seat in self.seats if seat in among and worth[seat] == best), None, scores)

    def lasting(self, state: S) -> Hashable | None:
        """Return what of a state lasts, and everybody may know; None: that is not known.

        While it stays the same, nothing has changed but whose turn it is. Where nothing changes for several turns of all,
        people are asked whether the game is to end.
        """
        return None

    def settle(self, state: S) -> list[Event]:
        """Carry out in `state` whatever happens automatically before the next decision, and return what happened, in order."""
        return []

    @abstractmethod
    def view(self, state: S, seat: str | None) -> View:
        """Return what the holder of `seat` may know of `state`."""

    def open_view(self, state: S, seat: str | None) -> View:
        """Return a view of a moment in a finished game, with everything that was secret then.

        Call it only if the game that the moment belongs to is over. By default, a game with secrets shows what the holder of
        `seat` knew at that moment.

        Args:
            state: the moment.
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
            position: JSON data; it names the seats and rulings, so the state comes with its game.
            settle: carry out at once whatever happens automatically; otherwise the caller does, with `Game.settle`.

        Raises:
            PositionError: it is malformed or impossible; RulingsError, SeatsError: as in `__init__`.
        """

    @classmethod
    def read_view(cls, view: object, seat: str | None) -> View:
        """Return the view that `View.to_json` wrote for a seat, for bots that run as separate programs.

        A game whose views are positions, because nothing is hidden, need not define this.

        Raises:
            PositionError: it is malformed or impossible; SeatsError: there is no such seat.

        Examples:
            >>> import kingdoms
            >>> view = kingdoms.load_game("rivers", seats=2).new_initial_state().view("B")
            >>> view.game.read_view(view.to_json(), "B") == view
            True
        """
        state = cls.read_position(view)
        return state.game.view(state, state.game.accept_viewer(seat))

    @classmethod
    def deserialize(cls, text: str) -> S:
        """Return the state that `State.serialize` wrote.

        Raises:
            PositionError: the text is not JSON, or no position of this game.

        Examples:
            >>> import kingdoms
            >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
            >>> state.game.deserialize(state.serialize()) == state
            True
        """
        try:
            position = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PositionError(f"this is not JSON: {error}").cite(cls) from None
        return cls.read_position(position)

    def accept_viewer(self, seat: object) -> str | None:
        """Check whose view is asked for, and return it: a seat in the game, or None for an onlooker.

        Raises:
            SeatsError: it is neither.
        """
        if seat is None or (isinstance(seat, str) and seat in self.seats):
            return seat
        message = f"a view is for one of the seats {listing(self.seats)}, or None for an onlooker, not {quoted(seat)}"
        raise SeatsError(message, topic="view").cite(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a game be copied and sent between processes as what it was made from."""
        return type(self), (self.seats, dict(self.rulings))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.seats, self.rulings) == (other.name, other.seats, other.rulings)

    def __hash__(self) -> int:
        return hash((self.name, self.seats, tuple(sorted(self.rulings.items(), key=lambda item: item[0]))))

    def __repr__(self) -> str:
        changed = self.changed_rulings()
        return f"load_game({self.name!r}, seats={list(self.seats)!r}, rulings={changed!r})"


def _numbers(usual: Mapping[int, object]) -> str:
    """Return how many can play, as people say it."""
    return listing([str(number) for number in usual], "or")
