"""A game in memory: its header, seats, entries and state."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kingdoms.core.answers import Outcome
from kingdoms.core.entry import play_entry
from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.secrecy import views_differ
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.table.base.bot_titles import usual_stand_in
from kingdoms.table.game import endings
from kingdoms.table.game.clocks import LONGEST_WAIT, Clock, Times
from kingdoms.table.game.entries import Header, KnownEntry, StoredEntry, TableSeat
from kingdoms.table.game.standstill import Standstill

BOTS_MOST = 20_000
"""The number at which a game between bots only is stopped, since bots may play for ever."""
MOST_ENTRIES = 20_000
"""The maximum number of entries of a game."""
UNDOING_MOST = 15_000
"""The number from which on nothing is undone: undos could use up the remaining entries otherwise."""
SNAPSHOT_EVERY = 50
"""Entries between two snapshots of the state, from which earlier states are replayed."""


@dataclass
class LiveGame:
    """One game. Changes require `lock`.

    Attributes:
        state: the current state, changed by `add` and `add_quietly` only.
        entries: all entries, including undone ones.
        is_held: whether `state` waits for a forced chance action that the rules alone would have played (see `Game.hold`).
        mainline: the numbers of the entries that led to `state`, without undone ones.
        snapshots: states along the mainline, by number.
        revealing: the numbers of entries that have revealed a secret, and cannot be undone.
        calls: the calls from outside so far.
        sent: numbers of entries by seat and client id.
        presence: the presence of each seat's holder, as last broadcast.
        last_used: when the game was last read or changed, in seconds since 1970.
        standstill: detects that nothing changes any longer.
    """

    header: Header
    seats: dict[str, TableSeat]
    game: Game = field(init=False)
    state: State = field(init=False)
    entries: list[StoredEntry] = field(default_factory=list)
    is_held: bool = False
    mainline: list[int] = field(default_factory=list)
    snapshots: dict[int, State] = field(default_factory=dict)
    revealing: set[int] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    sent: dict[tuple[str, str], int] = field(default_factory=dict)
    presence: list[bool] = field(default_factory=list)
    last_used: float = 0.0
    standstill: Standstill = field(init=False)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        header = self.header
        self.game = load_game(header.game, header.seats, header.rulings)
        self.snapshots[0] = Record(self.game, position=header.position).state
        self.state = self.snapshots[0].clone()
        self.standstill = Standstill(self.game.seats)
        self.standstill.note(self.state)

    @property
    def number(self) -> int:
        """The number of the newest entry, 0 at the start."""
        return len(self.entries)

    @property
    def to_move(self) -> str | None:
        """The seat to move, "chance", or None when the game is over."""
        return None if self.header.status == "over" else self.state.to_move

    @property
    def thinker(self) -> str | None:
        """The bot to move, or "chance"; None if a person or a remote program is to move, or the game is not under way."""
        to_move = self.to_move
        if self.header.status != "playing" or to_move is None or self.number >= MOST_ENTRIES:
            return None
        if self.number >= BOTS_MOST and self.has_bots_alone:
            return None
        return "chance" if to_move == "chance" else self.seats[to_move].thinker

    @property
    def has_bots_alone(self) -> bool:
        """Whether only bots play."""
        return all(seat.thinker for seat in self.seats.values())

    @property
    def stand_in(self) -> str:
        """The bot that plays for absent players: the host's choice, or the game's usual stand-in."""
        return self.header.stand_in or usual_stand_in(self.header.game)

    @property
    def has_company(self) -> bool:
        """Whether two or more people play each other."""
        return len({seat.visitor_id for seat in self.seats.values() if seat.kind == "person"}) > 1

    @property
    def allows_advice(self) -> bool:
        """Whether advice is allowed: not while people play each other, unless the host has allowed it."""
        return self.header.status != "playing" or not self.has_company or self.header.advice

    @property
    def is_whole(self) -> bool:
        """Whether the entries begin with the start of the game, so that their events have told everything there was to tell."""
        return self.header.position is None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or beside them."""
        return self.header.status == "over" or self.state.is_terminal()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, by the rules or beside them; None if the game is not over, or has ended without one."""
        outcome: Outcome | None = self.state.outcome()
        if outcome is None and self.entries and self.entries[-1].is_end:
            leavers = [seat.seat for seat in self.seats.values() if seat.gone is not None]
            return endings.outcome_of(self.game, self.state, self.entries[-1], leavers)
        return outcome

    def author_of(self, entry: StoredEntry) -> str:
        """Return the kind of an entry's author: `person`, `bot`, `program` or `chance`."""
        if entry.by not in self.seats:
            return "chance"
        seat = self.seats[entry.by]
        return "bot" if seat.thinker else seat.kind

    @property
    def voters(self) -> list[TableSeat]:
        """The seats of people without a stand-in, who vote on proposals."""
        return [seat for seat in self.seats.values() if seat.kind == "person" and seat.thinker is None]

    @property
    def clock(self) -> Clock | None:
        """The clock settings of the table, or None."""
        return None if self.header.clock is None else Clock.from_header(self.header.clock)

    @property
    def times(self) -> Times | None:
        """The clocks: as of the newest entry, or of a later update of the header."""
        if self.header.clock is None:
            return None
        texts = [self.header.clocks, self.entries[-1].clocks if self.entries else None]
        return max((Times.read(text) for text in texts if text is not None), key=lambda times: times.at, default=None)

    def clocks_after(self, to_move: str | None, now: float) -> str | None:
        """Return the clocks, as text for the database, if `to_move` is to move from `now` on; None without clocks."""
        clock, times = self.clock, self.times
        if clock is None:
            return None
        ticks = self.runs_clock(to_move)
        starts = self.waits_until(to_move)
        if times is None:
            return clock.start(self.game.seats, to_move, ticks=ticks, now=now, starts=starts).text
        return clock.advance(times, to_move, ticks=ticks, now=now, starts=starts).text

    def runs_clock(self, to_move: str | None) -> bool:
        """Return whether time runs while this seat is to move: a person or a program decides for it, and no bot.

        It never does while an operator has stopped the clocks.
        """
        return to_move in self.seats and self.seats[to_move].thinker is None and not self.header.clock_stopped

    def waits_until(self, to_move: str | None) -> float | None:
        """Return until when the clock of the seat to move waits for its holder; None if the holder has come to the table."""
        if (
            to_move not in self.seats
            or self.seats[to_move].seen is not None
            or any(entry.by == to_move for entry in self.entries)
        ):
            return None
        return (self.header.started or time.time()) + LONGEST_WAIT

    def seats_of(self, visitor_id: str | None) -> list[str]:
        """Return the seats that a visitor holds."""
        if visitor_id is None:
            return []
        return [seat.seat for seat in self.seats.values() if seat.visitor_id == visitor_id]

    @property
    def viewers(self) -> tuple[str | None, ...]:
        """The viewers with different information: None for onlookers, and in a game with secrets each seat."""
        return (None, *self.game.seats) if self.game.has_secrets else (None,)

    @property
    def is_private(self) -> bool:
        """Whether the record must not be read now: the game is not over, and has secrets.

        A game that does not declare its secrets is found out by its views, in the current state and in all snapshots.
        """
        if self.is_over:
            return False
        return self.game.has_secrets or any(views_differ(state) for state in (self.state, *self.snapshots.values()))

    def number_by_client_id(self, seats: Sequence[str], client_id: str | None) -> int | None:
        """Return the number of the entry that a client of `seats` has sent with this id, or None."""
        numbers = [self.sent.get((seat, client_id)) for seat in seats] if client_id is not None else []
        return next((number for number in numbers if number is not None), None)

    # -- entries ------------------------------------------------------------------------------------------------------

    def add(self, entry: StoredEntry) -> dict[str | None, KnownEntry]:
        """Add an entry, and return it as each of `viewers` may see it.

        Raises:
            KingdomsError: the entry is not legal. The game is unchanged.
        """
        before = self.state.clone()
        taken_back = self._undone_entry(entry)
        self.add_quietly(entry)
        return self._known_entries(entry, before, self.state, taken_back)

    def add_quietly(self, entry: StoredEntry) -> None:
        """Add an entry without computing events, for example while a game is loaded."""
        assert entry.number == self.number + 1, "entries come in order"
        if entry.undo is not None:
            while self.mainline and self.mainline[-1] > entry.undo:
                self.snapshots.pop(self.mainline.pop(), None)
            self.state = self.state_at(entry.undo)
            self.is_held = self.is_held and entry.undo == entry.number - 1
        else:
            before = self.state.clone() if self.game.has_secrets else None
            played = self.state
            self.state = self._play_on(played, entry)
            self.is_held = self.state is not played
            self.mainline.append(entry.number)
            if len(self.mainline) % SNAPSHOT_EVERY == 0:
                self.snapshots[entry.number] = self.state.clone()
            if before is not None and (entry.action is None or self.game.reveals(before, entry.action, self.state)):
                self.revealing.add(entry.number)
        self.entries.append(entry)
        self.standstill.note(self.state)
        if entry.call is not None:
            self.calls.add(entry.call)
        if entry.client_id is not None and entry.by is not None:
            self.sent[entry.by, entry.client_id] = entry.number

    def state_after_action(self, action: str) -> State:
        """Return the state after an action of the seat to move.

        Raises:
            IllegalAction, NotationError: as `State.apply_action`.
        """
        return self._play_on(self.state.clone(), StoredEntry(self.number + 1, 0.0, self.to_move, action))

    def _play_on(self, state: State, entry: StoredEntry) -> State:
        """Play an entry on a state, and return the result: the same object, or another one if it is held (see `Game.hold`)."""
        since = self.header.held_from
        if entry.action is None or since is None or entry.number <= since or not self.game.has_secrets:
            play_entry(state, entry.record_entry)
            return state
        before = state.clone()
        play_entry(state, entry.record_entry)
        held_state: State = self.game.hold(before, entry.action, state)
        return held_state

    def _known_entries(
        self, entry: StoredEntry, before: State, after: State, taken_back: StoredEntry | None
    ) -> dict[str | None, KnownEntry]:
        """Return an entry as each of `viewers` may see it."""
        by_viewer = {}
        for seat in self.viewers:
            action, events = self._action_and_events(entry, before, after, taken_back, seat)
            by_viewer[seat] = self._known_entry(entry, action, events, after.view(seat))
        return by_viewer

    def _entry_with_secrets(
        self, entry: StoredEntry, before: State, after: State, taken_back: StoredEntry | None
    ) -> dict[str | None, KnownEntry]:
        """Return an entry with all secrets, as onlookers see it when the game is over."""
        if entry.is_beside:
            events = [endings.event_of(self.game, entry)]
        elif taken_back is not None:
            events = [self._undo_event(taken_back, taken_back.by)]
        elif entry.action is None:
            events = self.game.call(before.clone(), entry.call or "")
        else:
            events = self.game.narrate(before, entry.action, after)
        return {None: self._known_entry(entry, entry.action, events, self.game.open_view(after, None))}

    def _known_entry(self, entry: StoredEntry, action: str | None, events: list[Event], view: View) -> KnownEntry:
        """Return an entry with its action and events, and round, phase and scores of the view after it."""
        return KnownEntry(entry, action, events, view.round, view.phase, dict(view.scores))

    def _action_and_events(
        self, entry: StoredEntry, before: State, after: State, taken_back: StoredEntry | None, seat: str | None
    ) -> tuple[str | None, list[Event]]:
        """Return the action and the events of an entry, as the holder of `seat` may see them."""
        if entry.is_beside:
            return None, [endings.event_of(self.game, entry)]
        if taken_back is not None:
            return None, [self._undo_event(taken_back, seat)]
        if entry.call is not None:
            return None, self.game.call(before.clone(), entry.call)
        assert entry.action is not None
        return self.game.tell(before, entry.action, after, seat)

    def _undone_entry(self, entry: StoredEntry) -> StoredEntry | None:
        """Return the entry that an undo is about to undo, or None for another entry."""
        return None if entry.undo is None or entry.is_beside else self.entries[self.mainline[-1] - 1]

    def _undo_event(self, entry: StoredEntry, seat: str | None) -> Event:
        player = self.game.seat_name(entry.by) if entry.by in self.game.seats else "Chance"
        if self.game.has_secrets and seat != entry.by:
            return Event("undo", entry.by, f"{player} takes back the last action.")
        return Event("undo", entry.by, f"{player} takes back: {entry.action}.", {"action": entry.action})

    def last_to_undo(self, seats: list[str]) -> int | None:
        """Return the number to return to for an undo of the last action of `seats`, or None.

        An undo is possible until another seat is to move or a secret has been revealed.
        """
        if not self.mainline or self.mainline[-1] in self.revealing or self.number >= UNDOING_MOST:
            return None
        by = self.entries[self.mainline[-1] - 1].by
        return self.mainline[-1] - 1 if by in seats and self.to_move == by else None

    def last_move_of(self, seats: Sequence[str]) -> int | None:
        """Return the number before the last move of `seats`, for taking it back with everything after it.

        None if they have not moved, or if a secret has been revealed or a call has come from outside since.
        """
        for number in reversed(self.mainline):
            if number in self.revealing or self.entries[number - 1].call is not None or self.number >= UNDOING_MOST:
                return None
            if self.entries[number - 1].by in seats:
                return number - 1
        return None

    # -- history ------------------------------------------------------------------------------------------------------

    def state_at(self, number: int) -> State:
        """Return the state after a number, replayed from the nearest snapshot."""
        followed: list[StoredEntry] = []
        while number not in self.snapshots:
            entry = self.entries[number - 1]
            if entry.undo is not None:
                number = entry.undo
            else:
                followed.append(entry)
                number -= 1
        state = self.snapshots[number].clone()
        for entry in reversed(followed):
            state = self._play_on(state, entry)
        return state

    @property
    def record_numbers(self) -> list[int]:
        """The numbers of the mainline that records contain."""
        return self._drop_forced(self.mainline)

    def _drop_forced(self, mainline: list[int]) -> list[int]:
        """Return numbers without those of forced entries."""
        return [number for number in mainline if not self.entries[number - 1].is_forced]

    def record_numbers_at(self, number: int) -> list[int]:
        """Return the numbers of the mainline after a number that records contain."""
        numbers: list[int] = []
        while number:
            entry = self.entries[number - 1]
            if entry.undo is not None:
                number = entry.undo
            else:
                numbers.append(number)
                number -= 1
        numbers.reverse()
        return self._drop_forced(numbers)

    def record_at(self, number: int) -> Record:
        """Return the record of the game up to a number."""
        record = self.record_without_entries(number)
        record.entries = [self.entries[played - 1].record_entry for played in self.record_numbers_at(number)]
        return record

    def record_without_entries(self, number: int) -> Record:
        """Return the record of the game up to a number, without its entries."""
        record = Record(self.game, seed=self.header.seed, position=self.header.position)
        record.state = self.state_at(number)
        if self.is_held if number == self.number else self.entries[number].is_forced:
            record.state.apply_trusted(record.state.legal_actions()[0])  # the rules play a forced action
        return record

    def known_entries(self, after: int, upto: int, *, with_secrets: bool) -> Iterator[dict[str | None, KnownEntry]]:
        """Yield the entries after a number up to another, as each of `viewers` may see them.

        Args:
            with_secrets: whether to include all secrets; only in a game that is over.
        """
        assert self.is_over or not with_secrets, "a game that goes on keeps its secrets"
        of_entry = self._entry_with_secrets if with_secrets else self._known_entries
        # nearly every undo returns to one of these
        states = {after: self.state_at(after)}
        for entry in self.entries[after:upto]:
            before, taken_back = states[entry.number - 1], None
            if entry.undo is None:
                state = self._play_on(before.clone(), entry)
            else:
                state = states[entry.undo] if entry.undo in states else self.state_at(entry.undo)
                taken_back = None if entry.is_beside else self._entry_undone_by(entry)
            states[entry.number] = state
            yield of_entry(entry, before, state, taken_back)

    def _entry_undone_by(self, undoing: StoredEntry) -> StoredEntry:
        last = self.entries[undoing.number - 2]
        while last.undo is not None:
            last = self.entries[last.undo - 1]
        return last
