"""The abstract game: what does not change while it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from kingdoms.core.english import listing
from kingdoms.core.errors import KingdomsError, SeatsError
from kingdoms.core.rulings import Ruling, accept_rulings
from kingdoms.core.view import PlainFacts

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from kingdoms.core.bot import BotKind
    from kingdoms.core.drawing import Drawing
    from kingdoms.core.event import Event
    from kingdoms.core.explanation import Explanation
    from kingdoms.core.refusal import Refusal
    from kingdoms.core.state import State
    from kingdoms.core.view import View


class Game(ABC):
    """The rules of one game for certain seats under certain rulings. Immutable.

    Class attributes:
        name: what positions, records and the command line call it.
        title: its name for people.
        rules_version: raised whenever a change of the rules would let old records end differently.
        known_rulings: its options.
        introduction: what it is about and how it is won, in a few sentences for newcomers.
        chapters: its rules in words: chapter -> clause -> text.
        record_calls: the calls from outside that a record of it may hold, such as "time".
        action_kinds: what the kinds of actions (the first words of their texts) are about, for menus.
        headings, alarms: the kinds of events that begin something new, and those that somebody should not overlook.
        rulings_clause: the clause that a wrong ruling is refused by.
        has_secrets: whether seats may know different things. Then `tell` says who hears what, `reveals` what cannot be taken
            back, and a record of a game that is not over is nobody's to read. What the game says of a state is told to some
            seat too, so it may go by no more than that seat knows: `explain` is for everybody; `describe`, `forecast` and
            `refusal` for the seat that decides.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    known_rulings: ClassVar[Sequence[Ruling]]
    introduction: ClassVar[str] = ""
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    record_calls: ClassVar[Mapping[str, str]] = {}
    action_kinds: ClassVar[Mapping[str, str]] = {}
    headings: ClassVar[Collection[str]] = ("game_over",)
    alarms: ClassVar[Collection[str]] = ()
    rulings_clause: ClassVar[str] = "N.6"
    has_secrets: ClassVar[bool] = False

    def __init__(self, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> None:
        """Choose seats and rulings.

        Args:
            seats: which, in any order; or how many (then the usual ones); None for as many as can play.
            rulings: those that differ from the defaults.

        Raises:
            SeatsError: the game is not played with these seats.
            RulingsError: an unknown ruling or a wrong value.
        """
        self.seats: tuple[str, ...] = self.accept_seats(seats)
        self.rulings: Mapping[str, Any] = accept_rulings(self.known_rulings, rulings, self.rulings_clause)

    # -- where its parts are: each is loaded when it is first asked for ---------------------------------------------------

    @classmethod
    def bots(cls) -> Sequence[BotKind]:
        """Return the game's own bots, the one to be recommended first."""
        return ()

    @classmethod
    def drawing(cls) -> Drawing | None:
        """Return how its tables are drawn, None where a table is shown in words only."""
        return None

    @classmethod
    def facts_type(cls) -> type[DataclassInstance]:
        """Return the type of what `View.facts` returns, for programs that tell others its shape."""
        return PlainFacts

    @classmethod
    def forecast_type(cls) -> type | None:
        """Return the type of what `forecast` returns, a TypedDict; None where that has no fixed shape."""
        return None

    def limited(self, rounds: int) -> Game:
        """Return the same game, over after a number of rounds at the latest, for hosts that must see an end.

        A game that ends by itself is its own answer.
        """
        return self

    # -- what it is -----------------------------------------------------------------------------------------------------

    @property
    def num_players(self) -> int:
        """How many seats play."""
        return len(self.seats)

    @classmethod
    @abstractmethod
    def accept_seats(cls, seats: Sequence[str] | int | None) -> tuple[str, ...]:
        """Return the seats in the game's order.

        Raises:
            SeatsError: the game is not played with these.
        """

    @staticmethod
    def choose_seats(
        seats: Sequence[str] | int | None, all_seats: Sequence[str], usual: Mapping[int, tuple[str, ...]], clause: str
    ) -> tuple[str, ...]:
        """Return seats in the game's order: what `accept_seats` of most games does.

        Args:
            seats: as `accept_seats` takes them.
            all_seats: all that the game has, in its order.
            usual: number of players -> who sits where when only that is given.
            clause: the clause that a refusal cites.

        Raises:
            SeatsError: another number of players, unknown or repeated seats.
        """
        numbers = listing([str(number) for number in usual], "or")
        if seats is None:
            return usual[max(usual)]
        if isinstance(seats, int) and not isinstance(seats, bool):
            if seats not in usual:
                raise SeatsError(f"the game is for {numbers} players, not {seats}", clause=clause)
            return usual[seats]
        if isinstance(seats, str | bool) or not isinstance(seats, Sequence):
            example = ", ".join(f'"{seat}"' for seat in usual[min(usual)])
            raise SeatsError(f"seats are a list such as [{example}], or a number of players, not {seats!r}", clause=clause)
        for seat in seats:
            if seat not in all_seats:
                raise SeatsError(f"there is no seat {seat!r}: seats are {listing(all_seats, 'and')}", clause=clause)
        chosen = tuple(seat for seat in all_seats if seat in seats)
        if len(chosen) != len(seats):
            raise SeatsError("a seat is named twice", clause=clause)
        if len(chosen) not in usual:
            raise SeatsError(f"the game is for {numbers} players", clause=clause)
        return chosen

    @classmethod
    @abstractmethod
    def seat_name(cls, seat: str) -> str:
        """Return a seat's name for people."""

    @abstractmethod
    def new_initial_state(self) -> State:
        """Return a new table, before the first chance."""

    @abstractmethod
    def action_to_string(self, action: int) -> str:
        """Return an action's one text.

        Raises:
            NotationError: no action has this number.
        """

    @abstractmethod
    def string_to_action(self, text: str) -> int:
        """Return the action that a text means.

        Raises:
            NotationError: it means none; each action has exactly one spelling.
        """

    @abstractmethod
    def action_space(self, most: int) -> Iterator[int]:
        """Yield every action the notation can write, those with an amount up to the amount `most`; legal ever or not."""

    @abstractmethod
    def refusal(self, state: State, action: int | str) -> Refusal | None:
        """Return why `action` is not legal in `state`, None when it is."""

    @abstractmethod
    def describe(self, state: State, action: int) -> str:
        """Return a legal action in words, with what it costs or decides, for menus."""

    @abstractmethod
    def forecast(self, state: State, action: int) -> dict[str, Any]:
        """Return what a legal action costs and can lead to, as JSON data; what is in it is the game's own."""

    @abstractmethod
    def explain(self, state: State) -> Explanation:
        """Return what is asked now and the clauses that govern it."""

    @abstractmethod
    def narrate(self, before: State, action: int | str, after: State) -> list[Event]:
        """Return what happened when `action` was applied to `before` and led to `after`, in order."""

    def tell(self, before: State, action: str, after: State, seat: str | None) -> tuple[str | None, list[Event]]:
        """Return what the holder of `seat` (None: an onlooker) may know of an action.

        Returns:
            The action's text, None when even that is a secret, and what happened. In a game without secrets this is all of it.
        """
        return action, self.narrate(before, action, after)

    def reveals(self, before: State, action: str, after: State) -> bool:
        """Say whether an action has shown somebody more than they could know before, such as what was drawn, or who has won.

        It cannot be taken back then, and who tries it out is not told what it brings. An action after which chance is asked
        has shown nothing yet. Without an answer of the game's own, everything counts as shown where there are secrets.
        """
        return self.has_secrets

    def call(self, state: State, name: str) -> list[Event]:
        """Let something from outside happen, such as "time" (see `record_calls`), and return what that was.

        Raises:
            KingdomsError: the game knows no such call.
        """
        raise KingdomsError(f"{self.name} knows no call {name!r}", code="unknown_call", clause="N.2")

    @abstractmethod
    def settle(self, state: State) -> list[Event]:
        """Do in `state` what happens by itself until the next decision, and return what that was, in order."""

    @abstractmethod
    def view(self, state: State, seat: str | None) -> View:
        """Return what the holder of `seat` may know of `state`."""

    @abstractmethod
    def write_position(self, state: State) -> dict[str, Any]:
        """Return `state` as JSON data in the position format."""

    @classmethod
    @abstractmethod
    def read_position(cls, position: object, settle: bool = True) -> State:
        """Return the state of a position.

        Args:
            position: JSON data; it names the seats and rulings, so that the state brings its game along.
            settle: do at once what happens by itself; else the caller does, with `Game.settle`.

        Raises:
            PositionError: it is malformed or cannot be; RulingsError, SeatsError: as in `__init__`.
        """

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.seats, self.rulings) == (other.name, other.seats, other.rulings)

    def __hash__(self) -> int:
        return hash((self.name, self.seats, tuple(sorted(self.rulings.items(), key=lambda item: item[0]))))

    def __repr__(self) -> str:
        changed = {r.name: self.rulings[r.name] for r in self.known_rulings if self.rulings[r.name] != r.default}
        return f"load_game({self.name!r}, seats={list(self.seats)!r}, rulings={changed!r})"
