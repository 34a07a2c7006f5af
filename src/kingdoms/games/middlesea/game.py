"""The game class of Kingdoms of the Middle Sea."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from kingdoms.core.answers import Explanation, Refusal
from kingdoms.core.bot import BotKind
from kingdoms.core.errors import SeatsError, citing
from kingdoms.core.event import Change, Event
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.level import Level
from kingdoms.core.measures import Measures
from kingdoms.core.view import Drawing
from kingdoms.games.middlesea.engine import course
from kingdoms.games.middlesea.engine.geometry import SEAT_NAMES, SEATS
from kingdoms.games.middlesea.engine.rulings import RULINGS, VARIANTS, engine_rulings
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.table.facts import Facts
from kingdoms.games.middlesea.table.position import write_position
from kingdoms.games.middlesea.table.reading import Reader
from kingdoms.games.middlesea.table.view import View
from kingdoms.games.middlesea.words import notation, phrases
from kingdoms.games.middlesea.words.clauses import READINGS, SECTIONS
from kingdoms.games.middlesea.words.clauses import VARIANTS as VARIANT_CLAUSES
from kingdoms.games.middlesea.words.events import EVENTS
from kingdoms.games.middlesea.words.explain import explain
from kingdoms.games.middlesea.words.forecast import Forecast, forecast
from kingdoms.games.middlesea.words.narrate import narrate, settle
from kingdoms.games.middlesea.words.refusals import find_refusal

USUAL_SEATS: Final = {2: ("N", "S"), 3: ("N", "E", "S"), 4: ("N", "E", "S", "W")}
"""The default seats by number of players (N.1)."""


class MiddleSea(Game[State]):
    """Kingdoms of the Middle Sea, for two facing seats, any three, or all four (S-7).

    Examples:
        >>> MiddleSea(["W", "E"]).seats
        ('E', 'W')
        >>> MiddleSea(["N", "E"])
        Traceback (most recent call last):
        ...
        kingdoms.core.errors.SeatsError: two players face each other: seats N and S, or E and W, not N and E
    """

    name = "middlesea"
    title = "Kingdoms of the Middle Sea"
    rules_version = 1
    known_rulings = RULINGS
    variants = VARIANTS
    seat_names: ClassVar[Mapping[str, str]] = SEAT_NAMES
    player_counts = (2, 3, 4)
    introduction = (
        "Explore cities on your continent, tie them to your Capital by roads, and set leaders to govern them. "
        "A strong king holds many cities; a weak one has to pay, or they rebel. "
        "You win by trade (five home cities, all six leaders active on the board at the end of a round), "
        "by conquest (five home cities and three abroad, one on each other continent), "
        "or by the best score when a Capital or king falls, a kingdom's unrest reaches 5, or the time is up."
    )
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = {
        **SECTIONS,
        "Variants of our own": VARIANT_CLAUSES,
        "Open points, and how they are settled": READINGS,
    }
    record_calls: ClassVar[Mapping[str, str]] = {"time": "the agreed time is up: this round is the last"}
    action_kinds = phrases.ABOUT_KINDS
    event_kinds = EVENTS
    error_clauses: ClassVar[Mapping[str, str]] = {
        "seats": "N.1",
        "bot": "N.1",
        "notation": "N.2",
        "call": "N.2",
        "record": "N.2",
        "position": "N.4",
        "rulings": "N.6",
        "view": "N.7",
        "request": "N.7",
    }
    themes: ClassVar[Mapping[str, str]] = phrases.THEMES
    headings = ("round", "game_over")
    alarms = ("rebellion", "city_lost", "unrest", "attack")

    def __init__(self, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> None:
        super().__init__(seats, rulings)
        self._blank = self._lay_out()

    def _lay_out(self) -> State:
        """Return the initial state of the game."""
        state = State(self)
        numbers = [SEATS.index(seat) for seat in self.seats]
        state.seats = len(numbers)
        state.playing = sum(1 << number for number in numbers)
        state.order = numbers + [0] * (4 - len(numbers))
        state.rulings = engine_rulings(self.rulings)
        state.round_limit = self.rulings["round_limit"] or 0
        place = state.place
        for number in numbers:
            place[6 * number + 1] = 25
        state.place = place
        state.asked = 1
        return state

    @classmethod
    def bots(cls) -> Sequence[BotKind]:
        """Return the game's own bots."""
        from kingdoms.games.middlesea.players import BOTS

        return BOTS

    @classmethod
    def levels(cls) -> Sequence[Level]:
        """Return the levels of play."""
        from kingdoms.games.middlesea.players.levels import LEVELS

        return LEVELS

    @classmethod
    def drawing(cls) -> Drawing:
        """Return the functions that draw a table."""
        from kingdoms.games.middlesea.picture import DRAWING

        return DRAWING

    @classmethod
    def facts_type(cls) -> type[Facts]:
        """Return the type that `View.facts` returns."""
        return Facts

    @classmethod
    def forecast_type(cls) -> type[Forecast]:
        """Return the type that `forecast` returns."""
        return Forecast

    def knowledge(self, state: State) -> Knowledge:
        """Return the game's knowledge of good play."""
        from kingdoms.games.middlesea.players.knowledge import MiddleSeaKnowledge

        return MiddleSeaKnowledge(state)

    @classmethod
    def measures(cls) -> Measures:
        """Return the measures that studies take of a table."""
        from kingdoms.games.middlesea.table.measures import MiddleSeaMeasures

        return MiddleSeaMeasures()

    def theme(self, state: State, action: int) -> str | None:
        """Return the theme of a puzzle that `action` solves, or None if none fits."""
        return phrases.THEME_OF.get(notation.action_to_string(action).partition(" ")[0])

    def limited(self, rounds: int) -> MiddleSea:
        """Return the same game with a round limit (AMB-121), or the game itself if it has one."""
        if self.rulings["round_limit"] is not None:
            return self
        return MiddleSea(self.seats, {**self.rulings, "round_limit": rounds})

    @classmethod
    def accept_seats(cls, seats: Sequence[str] | int | None) -> tuple[str, ...]:
        """Return the seats in clockwise order from N (S-7).

        Raises:
            SeatsError: the number isn't 2, 3 or 4, a seat is unknown or repeated, or two seats don't face each other.
        """
        chosen = cls.choose_seats(seats, SEATS, USUAL_SEATS)
        if chosen in {("N", "E"), ("E", "S"), ("S", "W"), ("N", "W")}:
            raise SeatsError(f"two players face each other: seats N and S, or E and W, not {' and '.join(chosen)}").cite(cls)
        return chosen

    def new_initial_state(self) -> State:
        """Return a new state, before the roll for first dominance (S-1 to S-12)."""
        return self._blank.clone()

    def action_to_string(self, action: int) -> str:
        """Return the text of an action (N.2)."""
        return notation.action_to_string(action)

    def string_to_action(self, text: str) -> int:
        """Return the action written as `text` (N.2)."""
        return notation.string_to_action(text)

    def action_space(self, most: int) -> Iterator[int]:
        """Yield every action that the notation can write, with amounts up to `most`."""
        return notation.action_space(most)

    @classmethod
    def read_position(cls, position: object, settle: bool = True) -> State:
        """Return the state of a position (N.4); see `Game.read_position`."""
        with citing(cls):
            state = Reader(position, cls).read()
        while settle and not state.asked:
            course.step(state)
        return state

    def write_position(self, state: State) -> dict[str, Any]:
        """Return `state` as JSON data (N.4), with every field."""
        return write_position(state)

    def refusal(self, state: State, action: int | str) -> Refusal | None:
        """Return why `action` is not legal in `state`, citing the clause, or None if it is legal."""
        return find_refusal(state, self.to_action(action))

    def describe(self, state: State, action: int) -> str:
        """Return a legal action in words, with its cost or effect."""
        return phrases.describe(state, action)

    def forecast(self, state: State, action: int) -> dict[str, Any]:
        """Return the costs and possible results of a legal action; see `words.forecast`."""
        return forecast(state, action)

    def explain(self, state: State) -> Explanation:
        """Return the current question and the clauses that govern it."""
        return explain(state)

    def narrate(self, before: State, action: int | str, after: State) -> list[Event]:
        """Return the events of `action`, which was applied to `before` and led to `after`."""
        return narrate(before, self.to_action(action))

    def call(self, state: State, name: str) -> list[Event]:
        """Announce that the time limit has passed ("time", V-5): this round is the last. Has no effect in a finished game."""
        own = state
        if name != "time":
            return super().call(state, name)
        if own.time_up or own.is_terminal():
            return []
        own.call_time()
        return [Event("time_called", None, "The time is up: this round is the last.", {}, (Change(("time_up",), False, True),))]

    def lasting(self, state: State) -> Hashable:
        """Return the board and the unrest. Goods and gold don't count: they grow without any player's decision."""
        board = (state.place, state.active, state.city, state.roads, state.ports, state.piers, state.governed)
        return tuple(map(tuple, (*board, state.king, state.unrest)))

    def settle(self, state: State) -> list[Event]:
        """Apply to `state` all automatic steps before the next decision, and return their events."""
        return settle(state)

    def view(self, state: State, seat: str | None) -> View:
        """Return the view of `seat`, which shows the whole table."""
        return View(state, seat)


GAME = MiddleSea
"""The game class, under the name that the registry imports."""
