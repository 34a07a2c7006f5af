"""The game class of Kingdoms of the Middle Sea."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from kingdoms.core.answers import Outcome, Refusal
from kingdoms.core.errors import SeatsError, citing
from kingdoms.core.event import Change, Event
from kingdoms.core.game import Game
from kingdoms.core.message import Message
from kingdoms.games.middlesea.engine import course
from kingdoms.games.middlesea.engine.geometry import SEATS
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.table.opening import opening
from kingdoms.games.middlesea.table.position import write_position
from kingdoms.games.middlesea.table.reading import Reader
from kingdoms.games.middlesea.table.view import View
from kingdoms.games.middlesea.texts import CATALOGUE, SEAT_NAMES, fault, say
from kingdoms.games.middlesea.words import notation, phrases
from kingdoms.games.middlesea.words.advice import hazard, usual_answer
from kingdoms.games.middlesea.words.choices import choice
from kingdoms.games.middlesea.words.clauses import CHAPTERS
from kingdoms.games.middlesea.words.events import EVENTS
from kingdoms.games.middlesea.words.explain import explain
from kingdoms.games.middlesea.words.forecast import forecast
from kingdoms.games.middlesea.words.narrate import narrate, settle
from kingdoms.games.middlesea.words.refusals import find_refusal
from kingdoms.games.middlesea.words.rulings import RULINGS, VARIANTS, engine_rulings
from kingdoms.texts import LiveText, PerLanguage, listing

USUAL_SEATS: Final = {2: ("N", "S"), 3: ("N", "E", "S"), 4: ("N", "E", "S", "W")}
"""The default seats by number of players (N.1)."""

LEAST_LIMIT: Final = {2: 20}
"""The least limit on rounds that the net knows, by number of players; without an entry, any."""

ABOUT: Final = CATALOGUE.texts("game")
"""The title, the introduction and the aim."""


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
    title = LiveText(ABOUT, "title")
    rules_version = 1
    known_rulings = RULINGS
    variants = VARIANTS
    seat_names: ClassVar[Mapping[str, str]] = SEAT_NAMES
    near_seat = "S"
    usual_length: ClassVar[Mapping[int, int]] = {2: 5, 3: 5, 4: 5}
    player_counts = (2, 3, 4)
    introduction = LiveText(ABOUT, "introduction")
    aim = LiveText(ABOUT, "aim")
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = CHAPTERS
    record_calls: ClassVar[Mapping[str, str]] = PerLanguage(lambda: {"time": ABOUT["time"]})
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
    losses = ("city_lost", "rebellion", "attack_failed", "control_paid")
    parts: ClassVar[Mapping[str, str]] = {
        "bots": "kingdoms.games.middlesea.players:BOTS",
        "levels": "kingdoms.games.middlesea.players.levels:LEVELS",
        "nets": "kingdoms.games.middlesea.players:NETS",
        "factors": "kingdoms.games.middlesea.players.factors:FACTORS",
        "encoding": "kingdoms.games.middlesea.players.encoding:MiddleSeaEncoding",
        "knowledge": "kingdoms.games.middlesea.players.knowledge:MiddleSeaKnowledge",
        "drawing": "kingdoms.games.middlesea.picture:DRAWING",
        "printing": "kingdoms.games.middlesea.picture.printing:MiddleSeaPrinting",
        "measures": "kingdoms.games.middlesea.table.measures:MiddleSeaMeasures",
        "piecepack": "kingdoms.games.middlesea.table.piecepack:MiddleSeaPiecepack",
        "shorthand": "kingdoms.games.middlesea.table.shorthand:SHORTHAND",
        "facts_type": "kingdoms.games.middlesea.table.facts:Facts",
        "forecast_type": "kingdoms.games.middlesea.words.forecast:Forecast",
    }

    action_to_string = staticmethod(notation.action_to_string)
    string_to_action = staticmethod(notation.string_to_action)
    action_space = staticmethod(notation.action_space)
    choice = staticmethod(choice)
    explain = staticmethod(explain)
    forecast = staticmethod(forecast)
    hazard = staticmethod(hazard)
    opening = staticmethod(opening)
    usual_answer = staticmethod(usual_answer)
    settle = staticmethod(settle)
    view = staticmethod(View)
    write_position = staticmethod(write_position)

    def __init__(self, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> None:
        super().__init__(seats, rulings)
        self._blank = self._lay_out()

    def _lay_out(self) -> State:
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
        state.is_asked = 1
        return state

    def theme(self, state: State, action: int) -> str | None:
        """Return the theme of a puzzle that `action` solves, or None if none fits."""
        return phrases.THEME_OF.get(notation.action_to_string(action).partition(" ")[0])

    def limited(self, rounds: int) -> MiddleSea:
        """Return the same game with a round limit (AMB-121), or the game itself if it has one."""
        if self.rulings["round_limit"] is not None:
            return self
        return MiddleSea(self.seats, {**self.rulings, "round_limit": rounds})

    def net_file(self) -> Path | None:
        """Return the file of the net that has learned the game with these seats and rulings, or None.

        A round limit makes no difference to a net, unless it is lower than any in its training.
        """
        changed = set(self.changed_rulings())
        limit = self.rulings["round_limit"]
        if changed - {"round_limit"} or (limit is not None and limit < LEAST_LIMIT.get(self.num_players, 0)):
            return None
        return self.nets().get(self.num_players)

    @classmethod
    def accept_seats(cls, seats: Sequence[str] | int | None) -> tuple[str, ...]:
        """Return the seats in clockwise order from N (S-7).

        Raises:
            SeatsError: the number isn't 2, 3 or 4, a seat is unknown or repeated, or two seats don't face each other.
        """
        chosen = cls.choose_seats(seats, SEATS, USUAL_SEATS)
        if chosen in {("N", "E"), ("E", "S"), ("S", "W"), ("N", "W")}:
            raise SeatsError(fault("position.facing", seats=listing(chosen))).cite(cls)
        return chosen

    def new_initial_state(self) -> State:
        """Return a new state, before the roll for first dominance (S-1 to S-12)."""
        return self._blank.clone()

    @classmethod
    def read_position(cls, position: object, settle: bool = True) -> State:
        """Return the state of a position (N.4); see `Game.read_position`."""
        with citing(cls):
            state = Reader(position, cls).read()
        while settle and not state.is_asked:
            course.step(state)
        return state

    def describe(self, state: State, action: int) -> str:
        """Return a legal action in words, with its cost or effect."""
        return str(choice(state, action))

    def refusal(self, state: State, action: int | str) -> Refusal | None:
        """Return why `action` is not legal in `state`, citing the clause, or None if it is legal."""
        return find_refusal(state, self.to_action(action))

    def narrate(self, before: State, action: int | str, after: State) -> list[Event]:
        """Return the events of `action`, which was applied to `before` and led to `after`."""
        return narrate(before, self.to_action(action))

    def ending(self, outcome: Outcome) -> Message:
        """Return why a game has ended (V-1 to V-5)."""
        return say(f"ending.{outcome.reason}", **({} if outcome.loser is None else {"loser": outcome.loser}))

    def call(self, state: State, name: str) -> list[Event]:
        """Announce that the time limit has passed ("time", V-5): this round is the last. Has no effect in a finished game."""
        if name != "time":
            return super().call(state, name)
        if state.time_up or state.is_terminal():
            return []
        state.call_time()
        return [Event("time_called", None, say("event.time_called"), {}, (Change(("time_up",), False, True),))]

    def lasting(self, state: State) -> Hashable:
        """Return the board and the unrest. Goods and gold don't count: they grow without any player's decision."""
        board = (state.place, state.active, state.city, state.roads, state.ports, state.piers, state.governed)
        return tuple(map(tuple, (*board, state.king, state.unrest)))


GAME = MiddleSea
"""The game class, under the name that the registry imports."""
