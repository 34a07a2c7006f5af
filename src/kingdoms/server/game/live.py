"""A game in memory: its header, who sits where, what has happened, and where it stands."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.outcome import Outcome
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.server.bot_titles import usual_stand_in
from kingdoms.server.game import endings
from kingdoms.server.game.clocks import Clock, Times
from kingdoms.server.game.entries import Header, KnownEntry, Seat, StoredEntry
from kingdoms.server.game.standstill import Standstill

BOTS_MOST = 20_000
"""A game in which bots alone have come to this number stays as it is: they might play for ever."""
MOST_ENTRIES = 20_000
"""So many entries a game may have. Nothing can be added to one that has come so far."""
UNDOING_MOST = 15_000
"""From this number on nothing is taken back, so that nobody uses up the rest of a game by taking back."""
SNAPSHOT_EVERY = 50
"""A state is kept after so many entries: from there any moment between is near."""


@dataclass
class LiveGame:
    """One game. Whoever changes it holds `lock`.

    Attributes:
        state: where the game stands; nobody changes it but `add`.
        entries: everything that ever happened, taken back or not.
        is_held: whether chance is asked in `state` though only one thing can come, and the rules would not (see `Game.hold`).
        standing: the numbers of the entries that led to `state`: what was taken back is not among them.
        snapshots: states on the way there, by number.
        revealing: the numbers of the entries that have shown somebody what was a secret before: they cannot be taken back.
        calls: what has come from outside.
        sent: by seat and the id that its client has given it, the number of an entry.
        presence: who was last said to be there, seat by seat.
        used: when the game was last asked for or changed, in seconds since 1970.
        standstill: whether anything still changes.
    """

    header: Header
    seats: dict[str, Seat]
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
    used: float = 0.0
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
        """The seat that decides, "chance", or None when the game is over."""
        return None if self.header.status == "over" else self.state.to_move

    @property
    def thinker(self) -> str | None:
        """The bot that decides now, "chance" for chance, None when somebody else does or the game is not under way."""
        to_move = self.to_move
        if self.header.status != "playing" or to_move is None or self.number >= MOST_ENTRIES:
            return None
        if self.number >= BOTS_MOST and self.has_bots_alone:
            return None
        return "chance" if to_move == "chance" else self.seats[to_move].thinker

    @property
    def has_bots_alone(self) -> bool:
        """Whether nobody decides here but bots."""
        return all(seat.thinker for seat in self.seats.values())

    @property
    def stand_in(self) -> str:
        """The bot that plays for whoever is away: it was chosen with the table, or is a level in the middle."""
        return self.header.stand_in or usual_stand_in(self.header.game)

    @property
    def has_company(self) -> bool:
        """Whether people play each other: two or more, each at seats of their own."""
        return len({seat.visitor_id for seat in self.seats.values() if seat.kind == "person"}) > 1

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or by whoever runs the server."""
        return self.header.status == "over" or self.state.is_terminal()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or at the table; None while it goes on, and where an operator has ended it."""
        own: Outcome | None = self.state.outcome()
        if own is None and self.entries and self.entries[-1].is_end:
            return endings.outcome_of(self.game, self.state, self.entries[-1])
        return own

    def author_of(self, entry: StoredEntry) -> str:
        """Return what kind of player an entry is by: a `person`, `bot`, `program` or `chance`."""
        if entry.by not in self.seats:
            return "chance"
        seat = self.seats[entry.by]
        return "bot" if seat.thinker else seat.kind

    @property
    def deciding(self) -> list[Seat]:
        """The seats of people who decide for them themselves now: those that agree to things."""
        return [seat for seat in self.seats.values() if seat.kind == "person" and seat.thinker is None]

    @property
    def clock(self) -> Clock | None:
        """The clock that the table has agreed on."""
        return None if self.header.clock is None else Clock.of(self.header.clock)

    @property
    def times(self) -> Times | None:
        """How the clocks stand: as the newest entry left them, or as they were set since."""
        texts = [self.header.clocks, self.entries[-1].clocks if self.entries else None]
        return max((Times.read(text) for text in texts if text is not None), key=lambda times: times.at, default=None)

    def clocks_after(self, asked: str | None, now: float) -> str | None:
        """Return the clocks, as text for the database, when `asked` is to move from `now` on; None without clocks."""
        clock, times = self.clock, self.times
        if clock is None:
            return None
        ticks = self.ticks(asked)
        if times is None:
            return clock.begun(self.game.seats, asked, ticks=ticks, now=now).text
        return clock.after(times, asked, ticks=ticks, now=now).text

    def ticks(self, asked: str | None) -> bool:
        """Say whether time runs while somebody is asked: while a person or a program decides, and not a bot for them."""
        return asked in self.seats and self.seats[asked].thinker is None

    def seats_of(self, visitor_id: str | None) -> list[str]:
        """Return the seats that a visitor holds."""
        if visitor_id is None:
            return []
        return [seat.seat for seat in self.seats.values() if seat.visitor_id == visitor_id]

    @property
    def viewers(self) -> tuple[str | None, ...]:
        """Those who may know different things: in a game without secrets everybody sees what an onlooker (None) does."""
        return (None, *self.game.seats) if self.game.has_secrets else (None,)

    def number_by_client_id(self, seats: Sequence[str], client_id: str | None) -> int | None:
        """Return the number of the entry that the client of one of `seats` has sent under this id, if it has."""
        found = [self.sent.get((seat, client_id)) for seat in seats] if client_id is not None else []
        return next((number for number in found if number is not None), None)

    # -- what happens -------------------------------------------------------------------------------------------------

    def add(self, entry: StoredEntry) -> dict[str | None, KnownEntry]:
        """Let an entry happen, and return what each of `viewers` may know of it.

        Raises:
            KingdomsError: the entry cannot be; nothing has changed then.
        """
        before = self.state.clone()
        taken_back = self._undone_by(entry)
        self.add_quietly(entry)
        return self._known_entries(entry, before, self.state, taken_back)

    def add_quietly(self, entry: StoredEntry) -> None:
        """Let an entry happen that nobody is to be told of, as when a game is read from the database."""
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

    def after(self, action: str) -> State:
        """Return where an action of whoever decides leads.

        Raises:
            IllegalAction, NotationError: as `State.apply_action`.
        """
        return self._play_on(self.state.clone(), StoredEntry(self.number + 1, 0.0, self.to_move, action))

    def _play_on(self, state: State, entry: StoredEntry) -> State:
        """Play an entry on a state, and return where it stands then: another one where it is held (see `Game.hold`)."""
        since = self.header.held_from
        if entry.action is None or since is None or entry.number <= since or not self.game.has_secrets:
            play_on(state, entry)
            return state
        before = state.clone()
        play_on(state, entry)
        held: State = self.game.hold(before, entry.action, state)
        return held

    def _known_entries(
        self, entry: StoredEntry, before: State, after: State, taken_back: StoredEntry | None
    ) -> dict[str | None, KnownEntry]:
        """Return what each of `viewers` may know of an entry."""
        told = {}
        for seat in self.viewers:
            action, events = self._action_and_events(entry, before, after, taken_back, seat)
            told[seat] = self._known_entry(entry, action, events, after.view(seat))
        return told

    def _entry_with_secrets(
        self, entry: StoredEntry, before: State, after: State, taken_back: StoredEntry | None
    ) -> dict[str | None, KnownEntry]:
        """Return all of an entry, as an onlooker is told of it when the game is over."""
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
        """Return an entry with what it brought, and where a view says that the game stands then."""
        return KnownEntry(entry, action, events, view.round, view.phase, dict(view.scores))

    def _action_and_events(
        self, entry: StoredEntry, before: State, after: State, taken_back: StoredEntry | None, seat: str | None
    ) -> tuple[str | None, list[Event]]:
        """Return the action of an entry and what it brought, as the holder of `seat` may know them."""
        if entry.is_beside:
            return None, [endings.event_of(self.game, entry)]
        if taken_back is not None:
            return None, [self._undo_event(taken_back, seat)]
        if entry.call is not None:
            return None, self.game.call(before.clone(), entry.call)
        assert entry.action is not None
        return self.game.tell(before, entry.action, after, seat)

    def _undone_by(self, entry: StoredEntry) -> StoredEntry | None:
        """Return what an entry is about to take back, None if it does something else."""
        return None if entry.undo is None or entry.is_beside else self.entries[self.mainline[-1] - 1]

    def _undo_event(self, taken: StoredEntry, seat: str | None) -> Event:
        """Return what is said when something is taken back."""
        who = self.game.seat_name(taken.by) if taken.by in self.game.seats else "Chance"
        if self.game.has_secrets and seat != taken.by:
            return Event("undo", taken.by, f"{who} takes back the last action.")
        return Event("undo", taken.by, f"{who} takes back: {taken.action}.", {"action": taken.action})

    def last_to_undo(self, seats: list[str]) -> int | None:
        """Return the number to go back to for undoing the last action of the holder of `seats`, None if that cannot be.

        It can be as long as nobody else has been asked anything since, and nothing has been shown that was a secret.
        """
        if not self.mainline or self.mainline[-1] in self.revealing or self.number >= UNDOING_MOST:
            return None
        by = self.entries[self.mainline[-1] - 1].by
        return self.mainline[-1] - 1 if by in seats and self.to_move == by else None

    def last_move_of(self, seats: Sequence[str]) -> int | None:
        """Return the number to go back to for taking back the last move of the holder of `seats`, with all that followed it.

        None where they have not moved, or what has been shown since was a secret, or something has come from outside.
        """
        for number in reversed(self.mainline):
            if number in self.revealing or self.entries[number - 1].call is not None or self.number >= UNDOING_MOST:
                return None
            if self.entries[number - 1].by in seats:
                return number - 1
        return None

    # -- looking back -------------------------------------------------------------------------------------------------

    def state_at(self, number: int) -> State:
        """Return the state after a number: the nearest one that is kept, and what followed it."""
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
    def recorded(self) -> list[int]:
        """The numbers of the entries that led to `state`, as a record has them."""
        return self._without_forced(self.mainline)

    def _without_forced(self, mainline: list[int]) -> list[int]:
        """Return the numbers among some of which a record knows."""
        return [number for number in mainline if not self.entries[number - 1].is_forced]

    def recorded_at(self, number: int) -> list[int]:
        """Return the numbers of the entries that stood after a number, as a record has them."""
        found: list[int] = []
        while number:
            entry = self.entries[number - 1]
            if entry.undo is not None:
                number = entry.undo
            else:
                found.append(number)
                number -= 1
        found.reverse()
        return self._without_forced(found)

    def record_at(self, number: int) -> Record:
        """Return the game as it stood after a number."""
        record = self.record_without_entries(number)
        record.entries = [self.entries[played - 1].recorded for played in self.recorded_at(number)]
        return record

    def record_without_entries(self, number: int) -> Record:
        """Return what a record says around its entries, for the game as it stood after a number."""
        record = Record(self.game, seed=self.header.seed, position=self.header.position)
        record.state = self.state_at(number)
        if self.is_held if number == self.number else self.entries[number].is_forced:
            record.state.apply_trusted(record.state.legal_actions()[0])  # the rules go on by themselves
        return record

    def known_entries(self, after: int, upto: int, *, with_secrets: bool) -> Iterator[dict[str | None, KnownEntry]]:
        """Yield the entries after a number up to another, as each of `viewers` may know them.

        Args:
            after, upto: the numbers.
            openly: with all that was a secret, told to onlookers; the game is over.
        """
        assert self.is_over or not with_secrets, "a game that goes on keeps its secrets"
        tell = self._entry_with_secrets if with_secrets else self._known_entries
        # what is taken back goes back to one of these, nearly always
        states = {after: self.state_at(after)}
        for entry in self.entries[after:upto]:
            before, taken_back = states[entry.number - 1], None
            if entry.undo is None:
                state = self._play_on(before.clone(), entry)
            else:
                state = states[entry.undo] if entry.undo in states else self.state_at(entry.undo)
                taken_back = None if entry.is_beside else self._entry_undone_by(entry)
            states[entry.number] = state
            yield tell(entry, before, state, taken_back)

    def _entry_undone_by(self, undoing: StoredEntry) -> StoredEntry:
        """Return the entry that an undoing has taken back."""
        last = self.entries[undoing.number - 2]
        while last.undo is not None:
            last = self.entries[last.undo - 1]
        return last


def play_on(state: State, entry: StoredEntry) -> None:
    """Play an entry on a state."""
    if entry.call is not None:
        state.game.call(state, entry.call)
    else:
        assert entry.action is not None
        state.apply_action(entry.action)
