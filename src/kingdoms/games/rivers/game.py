"""Two Rivers as a game of the core interface."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from kingdoms.core.answers import Outcome, Refusal
from kingdoms.core.errors import citing
from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.message import Message
from kingdoms.games.rivers.engine import codes, course, pieces, victory
from kingdoms.games.rivers.engine.geometry import BOARDS, SEATS, TILES
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.table.holding import hold
from kingdoms.games.rivers.table.opening import opening
from kingdoms.games.rivers.table.position import write_position
from kingdoms.games.rivers.table.reading import Reader, read_view
from kingdoms.games.rivers.table.view import Announcements, View
from kingdoms.games.rivers.texts import CATALOGUE, SEAT_NAMES, say
from kingdoms.games.rivers.words import notation, phrases
from kingdoms.games.rivers.words.advice import usual_answer
from kingdoms.games.rivers.words.clauses import CHAPTERS
from kingdoms.games.rivers.words.events import EVENTS
from kingdoms.games.rivers.words.explain import explain
from kingdoms.games.rivers.words.forecast import forecast
from kingdoms.games.rivers.words.narrate import narrate, settle, tell, visible_action
from kingdoms.games.rivers.words.refusals import find_refusal
from kingdoms.games.rivers.words.rulings import RULINGS, VARIANTS
from kingdoms.texts import LiveText

ABOUT: Final = CATALOGUE.texts("game")
"""The title, the introduction and the aim."""


class Rivers(Game[State]):
    """Two Rivers, for any two to four dynasties (A-1).

    Examples:
        >>> Rivers(["L", "A"]).seats
        ('A', 'L')
        >>> Rivers(1)
        Traceback (most recent call last):
        ...
        kingdoms.core.errors.SeatsError: this game is for 2, 3 or 4 players, not 1
    """

    name = "rivers"
    title = LiveText(ABOUT, "title")
    rules_version = 1
    known_rulings = RULINGS
    variants = VARIANTS
    seat_names: ClassVar[Mapping[str, str]] = SEAT_NAMES
    player_counts = (2, 3, 4)
    usual_length: ClassVar[Mapping[int, int]] = {2: 29, 3: 20, 4: 14}
    introduction = LiveText(ABOUT, "introduction")
    aim = LiveText(ABOUT, "aim")
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = CHAPTERS
    action_kinds = phrases.ABOUT_KINDS
    synonyms = phrases.SYNONYMS
    event_kinds = EVENTS
    themes: ClassVar[Mapping[str, str]] = phrases.THEMES
    headings = ("turn", "game_over")
    alarms = ("revolt", "war", "leader_returned")
    losses = ("revolt_won", "war_won", "leader_returned")
    error_clauses: ClassVar[Mapping[str, str]] = {
        "seats": "A-1",
        "rulings": "N-1",
        "bot": "N-1",
        "notation": "N-2",
        "call": "N-2",
        "record": "N-2",
        "position": "N-6",
        "view": "N-8",
        "request": "N-9",
    }
    has_secrets = True
    parts: ClassVar[Mapping[str, str]] = {
        "bots": "kingdoms.games.rivers.players:BOTS",
        "levels": "kingdoms.games.rivers.players.levels:LEVELS",
        "encoding": "kingdoms.games.rivers.players.observation.encoding:RiversEncoding",
        "nets": "kingdoms.games.rivers.players:NETS",
        "factors": "kingdoms.games.rivers.players.net.factors:FACTORS",
        "knowledge": "kingdoms.games.rivers.players.knowledge:RiversKnowledge",
        "drawing": "kingdoms.games.rivers.picture:DRAWING",
        "printing": "kingdoms.games.rivers.picture.printing:RiversPrinting",
        "measures": "kingdoms.games.rivers.table.measures:RiversMeasures",
        "shorthand": "kingdoms.games.rivers.table.shorthand:SHORTHAND",
        "facts_type": "kingdoms.games.rivers.table.facts:Facts",
        "forecast_type": "kingdoms.games.rivers.words.forecast:Forecast",
    }

    action_to_string = staticmethod(notation.action_to_string)
    string_to_action = staticmethod(notation.string_to_action)
    choice = staticmethod(phrases.choice)
    describe = staticmethod(phrases.describe)
    explain = staticmethod(explain)
    forecast = staticmethod(forecast)
    settle = staticmethod(settle)
    tell = staticmethod(tell)
    theme = staticmethod(phrases.theme)
    opening = staticmethod(opening)
    usual_answer = staticmethod(usual_answer)
    visible_action = staticmethod(visible_action)
    view = staticmethod(View)
    write_position = staticmethod(write_position)

    def __init__(self, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> None:
        super().__init__(seats, rulings)
        self._blank = self._lay_out()

    @property
    def is_short(self) -> bool:
        """Whether the game ends with five treasures instead of two (VA-1)."""
        return bool(self.rulings.get("short"))

    def _lay_out(self) -> State:
        """Return the state at the start of the game (A-2, A-3, AB-5)."""
        state = State(self)
        numbers = [SEATS.index(seat) for seat in self.seats]
        state.seats = len(numbers)
        state.playing = sum(1 << number for number in numbers)
        state.turn = numbers[0]
        state.with_wonder = int(self.rulings["wonder"])
        state.with_buildings = int(self.rulings["buildings"])
        state.limits_commitments = int(self.rulings["commitments"] == "needed")
        state.treasures_at_end = 5 if self.is_short else 2
        board = BOARDS[self.rulings["board"]]
        state.board = board.number
        for cell in board.temples:
            pieces.put(state, cell, codes.TEMPLE)
        state.treasures = board.treasures
        state.bag = [TILES[0] - len(board.temples), *TILES[1:]]
        state.is_asked = 1
        return state

    @classmethod
    def search_options(cls) -> Mapping[str, float]:
        """Return the best search options. With hundreds of legal actions, even the root starts with only some of them.

        Evaluations are better than the greedy player's priors, so that these count for little, and the greedy choice has only
        the prior that its value deserves (see docs/learning.md).
        """
        return {"root_width": 24, "exploration": 0.01, "widening": 0.12, "greedy": 0.0}

    def new_initial_state(self) -> State:
        """Return a new initial state, before the starting player is drawn (A-6)."""
        return self._blank.clone()

    @property
    def num_distinct_actions(self) -> int:
        """The number of distinct actions, which are numbered from 0."""
        return codes.ACTIONS

    def action_space(self, most: int) -> Iterator[int]:
        """Yield every action that the notation can write. No amount is above six, so `most` has no effect."""
        return notation.action_space()

    @classmethod
    def read_position(cls, position: object, settle: bool = True) -> State:
        """Return the state of a position (N-5); see `Game.read_position`."""
        with citing(cls):
            state = Reader(position, cls).read()
        while settle and not state.is_asked:
            course.step(state)
        return state

    @classmethod
    def read_view(cls, view: object, seat: str | None) -> View:
        """Return a seat's view from the output of `View.to_json` (N-8)."""
        with citing(cls):
            return read_view(view, seat, cls)

    def refusal(self, state: State, action: int | str) -> Refusal | None:
        """Return why `action` is not legal in `state`, citing the clause, or None if it is legal."""
        return find_refusal(state, self.to_action(action))

    def narrate(self, before: State, action: int | str, after: State) -> list[Event]:
        """Return all events, secret ones included, of `action` applied to `before` with the result `after`."""
        return narrate(before, self.to_action(action), after)

    def ending(self, outcome: Outcome) -> Message:
        """Return why a game has ended (J-1, VA-1)."""
        if outcome.reason == "bag":
            return say("ending.bag")
        return say("ending.treasures_short" if self.is_short else "ending.treasures")

    def reveals(self, before: State, action: str, after: State) -> bool:
        """Return whether an action has revealed tiles or ended the game, which reveals everything."""
        hands = zip(before.hand, after.hand, strict=True)
        return after.is_terminal() or any(now > then for then, now in hands)

    def hold(self, before: State, action: int | str, after: State) -> State:
        """Return the state after an action if chance is asked for every tile, even when only one colour is left (N-3)."""
        return hold(before, self.to_action(action), after)

    def decide(self, state: State, among: Sequence[str]) -> Outcome:
        """Return the outcome of a game that is stopped early: the best current score of `among` wins (J-2)."""
        scores = victory.scores(state)
        best = max(scores[seat] for seat in among)
        winners = tuple(seat for seat in self.seats if seat in among and scores[seat] == best)
        return Outcome("agreed", winners, None, scores)

    def lasting(self, state: State) -> Hashable:
        """Return the contents of the board and the size of the bag, which makes swaps count as changes."""
        board = map(tuple, (state.contents, state.stand, state.monument, state.raised))
        return (*board, state.treasures, state.wonder, sum(state.bag))

    def announced(self, state: State) -> Announcements:
        """Return the size of the bag and all gains, which everyone has seen in a game played from its beginning (B-1)."""
        return Announcements(pieces.bag_count(state), state.points, state.treasures_taken)

    def open_view(self, state: State, seat: str | None) -> View:
        """Return a view of a moment in a finished game, with nothing hidden; see `Game.open_view`."""
        return View(state, seat, is_open=True)


GAME = Rivers
"""The name that the registry looks up in the `game` module of every game."""
