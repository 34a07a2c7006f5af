"""Two Rivers as a game of the core interface."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from kingdoms.core.answers import Explanation, Outcome, Refusal
from kingdoms.core.bot import BotKind
from kingdoms.core.errors import citing
from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.level import Level
from kingdoms.core.measures import Measures
from kingdoms.core.view import Drawing
from kingdoms.games.rivers.engine import codes, course, pieces, victory
from kingdoms.games.rivers.engine.geometry import BOARDS, SEAT_NAMES, SEATS, TILES
from kingdoms.games.rivers.engine.rulings import RULINGS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.table.facts import Facts
from kingdoms.games.rivers.table.holding import hold
from kingdoms.games.rivers.table.position import write_position
from kingdoms.games.rivers.table.reading import Reader, read_view
from kingdoms.games.rivers.table.view import View
from kingdoms.games.rivers.words import notation, phrases
from kingdoms.games.rivers.words.clauses import SECTIONS
from kingdoms.games.rivers.words.events import EVENTS
from kingdoms.games.rivers.words.explain import explain
from kingdoms.games.rivers.words.forecast import Forecast, forecast
from kingdoms.games.rivers.words.narrate import narrate, settle, tell
from kingdoms.games.rivers.words.refusals import find_refusal


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
    title = "Two Rivers"
    rules_version = 1
    known_rulings = RULINGS
    seat_names: ClassVar[Mapping[str, str]] = SEAT_NAMES
    player_counts = (2, 3, 4)
    introduction = (
        "Lay temples, farms, markets and settlements between two rivers, and let your four leaders draw points from the "
        "kingdoms that grow there. Two leaders of one colour can't share a kingdom: they fight, in revolts, and in wars when "
        "kingdoms join. Your score is the colour you have the least of, so neglect none. The game ends when no more than "
        "two treasures are left, or when the bag runs short."
    )
    chapters: ClassVar[Mapping[str, Mapping[str, str]]] = SECTIONS
    action_kinds = phrases.ABOUT_KINDS
    synonyms = phrases.SYNONYMS
    event_kinds = EVENTS
    themes: ClassVar[Mapping[str, str]] = phrases.THEMES
    headings = ("turn", "game_over")
    alarms = ("revolt", "war", "leader_returned")
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

    def __init__(self, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> None:
        super().__init__(seats, rulings)
        self._blank = self._lay_out()

    def _lay_out(self) -> State:
        """Return the state at the start of the game (A-2, A-3, AB-5)."""
        state = State(self)
        numbers = [SEATS.index(seat) for seat in self.seats]
        state.seats = len(numbers)
        state.playing = sum(1 << number for number in numbers)
        state.turn = numbers[0]
        state.with_wonder = int(self.rulings["wonder"])
        state.with_buildings = int(self.rulings["buildings"])
        state.needed = int(self.rulings["commitments"] == "needed")
        board = BOARDS[self.rulings["board"]]
        state.board = board.number
        for cell in board.temples:
            pieces.put(state, cell, codes.TEMPLE)
        state.treasures = board.treasures
        state.bag = [TILES[0] - len(board.temples), *TILES[1:]]
        state.asked = 1
        return state

    @classmethod
    def bots(cls) -> Sequence[BotKind]:
        """Return the game's own bots."""
        from kingdoms.games.rivers.players import BOTS

        return BOTS

    @classmethod
    def levels(cls) -> Sequence[Level]:
        """Return the levels of play."""
        from kingdoms.games.rivers.players.levels import LEVELS

        return LEVELS

    def knowledge(self, state: State) -> Knowledge:
        """Return the game's knowledge of good play; see `Game.knowledge`."""
        from kingdoms.games.rivers.players.knowledge import RiversKnowledge

        return RiversKnowledge(state)

    @classmethod
    def measures(cls) -> Measures:
        """Return the measures for studies of this game."""
        from kingdoms.games.rivers.table.measures import RiversMeasures

        return RiversMeasures()

    def theme(self, state: State, action: int) -> str | None:
        """Return the theme, one of `themes`, of a puzzle that `action` solves, or None."""
        return phrases.theme(state, action)

    @classmethod
    def search_options(cls) -> Mapping[str, float]:
        """Return the best search options. With hundreds of legal actions, even the root starts with only some of them."""
        return {"root_width": 24}

    @classmethod
    def drawing(cls) -> Drawing:
        """Return the functions that draw the table."""
        from kingdoms.games.rivers.picture import DRAWING

        return DRAWING

    @classmethod
    def facts_type(cls) -> type[Facts]:
        """Return the return type of `View.facts`."""
        return Facts

    @classmethod
    def forecast_type(cls) -> type[Forecast]:
        """Return the return type of `forecast`."""
        return Forecast

    def new_initial_state(self) -> State:
        """Return a new initial state, before the starting player is drawn (A-6)."""
        return self._blank.clone()

    def action_to_string(self, action: int) -> str:
        """Return the text of an action (N-2)."""
        return notation.action_to_string(action)

    def string_to_action(self, text: str) -> int:
        """Return the action with a text (N-2)."""
        return notation.string_to_action(text)

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
        while settle and not state.asked:
            course.step(state)
        return state

    @classmethod
    def read_view(cls, view: object, seat: str | None) -> View:
        """Return a seat's view from the output of `View.to_json` (N-8)."""
        with citing(cls):
            return read_view(view, seat, cls)

    def write_position(self, state: State) -> dict[str, Any]:
        """Return `state` as JSON data (N-5), with every field."""
        return write_position(state)

    def refusal(self, state: State, action: int | str) -> Refusal | None:
        """Return why `action` is not legal in `state`, citing the clause, or None if it is legal."""
        return find_refusal(state, self.to_action(action))

    def describe(self, state: State, action: int) -> str:
        """Return a legal action in words, with its cost or effect."""
        return phrases.describe(state, action)

    def forecast(self, state: State, action: int) -> dict[str, Any]:
        """Return the possible results of a legal action, as far as the seat to move knows; see `words.forecast`."""
        return forecast(state, action)

    def explain(self, state: State) -> Explanation:
        """Return the current question and the clauses that govern it."""
        return explain(state)

    def narrate(self, before: State, action: int | str, after: State) -> list[Event]:
        """Return all events, secret ones included, of `action` applied to `before` with the result `after`."""
        return narrate(before, self.to_action(action), after)

    def tell(self, before: State, action: str, after: State, seat: str | None) -> tuple[str | None, list[Event]]:
        """Return what a seat may know of an action (B-1): its text or None, and events with the changes in the seat's view."""
        return tell(before, action, after, seat)

    def reveals(self, before: State, action: str, after: State) -> bool:
        """Return whether an action has revealed tiles or ended the game, which reveals everything."""
        hands = zip(before.hand, after.hand, strict=True)
        return after.is_terminal() or any(now > then for then, now in hands)

    def hold(self, before: State, action: int | str, after: State) -> State:
        """Return the state after an action if chance is asked for every tile, even when only one colour is left (N-3)."""
        return hold(before, self.to_action(action), after)

    def decide(self, state: State, among: Sequence[str]) -> Outcome:
        """Return the outcome of a game that is broken off: the best current score of `among` wins (J-2)."""
        scores = victory.scores(state)
        best = max(scores[seat] for seat in among)
        winners = tuple(seat for seat in self.seats if seat in among and scores[seat] == best)
        return Outcome("agreed", winners, None, scores)

    def lasting(self, state: State) -> Hashable:
        """Return the contents of the board and the size of the bag, which makes swaps count as changes."""
        bag = sum(state.bag)
        return (
            tuple(state.what),
            tuple(state.stand),
            tuple(state.monument),
            tuple(state.raised),
            state.treasures,
            state.wonder,
            bag,
        )

    def settle(self, state: State) -> list[Event]:
        """Carry out the automatic steps before the next decision in `state`, and return their events."""
        return settle(state)

    def view(self, state: State, seat: str | None) -> View:
        """Return the view of a seat, or of an onlooker for None."""
        return View(state, seat)

    def open_view(self, state: State, seat: str | None) -> View:
        """Return a view of a moment in a finished game, with nothing hidden; see `Game.open_view`."""
        return View(state, seat, is_open=True)


GAME = Rivers
"""The name that the registry looks up in the `game` module of every game."""
