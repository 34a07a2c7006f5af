"""Events about the table rather than the board.

A game ends before its rules end it, a player leaves permanently, or clocks are changed from outside.

Each is an entry that leaves the state of the game unchanged: `call` is the kind of event, `by` the seat. The entry's unique
number prevents conflicting events by two servers or two players. Records don't contain these entries; the outcome is computed
from the unchanged state.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from kingdoms.core.answers import Outcome
from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.message import Said
from kingdoms.core.state import State
from kingdoms.table.game.entries import LATE, LEFT, StoredEntry
from kingdoms.texts import LiveText, SharedText, spoken_duration

RESIGNED, AGREED, OUT_OF_TIME = "resigned", "agreed", "clock"
"""Reasons for an end: a player resigns, all people agree, or the time of a seat is up."""
DECIDED, FORFEITED = "decided", "forfeited"
"""Reasons for an end by an operator: the game is decided as it stands, or against a seat."""
SAID: Final = {RESIGNED, AGREED, OUT_OF_TIME, DECIDED, FORFEITED, LEFT, LATE}
"""The calls that have a text, with their names in the part `table` of the texts."""
ENDING: Final = SAID - {LEFT, LATE}
"""The calls that end a game with an outcome."""
ENDED = Event("ended", None, SharedText("table.ended"))
"""The event for a game that an operator has ended without an outcome."""


def event_of(game: Game, entry: StoredEntry) -> Event:
    """Return the event for an entry about the table."""
    if entry.is_about_clocks:
        return _event_of_clocks(entry)
    if entry.call not in SAID:
        return ENDED
    player = LiveText(game.seat_names, str(entry.by)) if entry.by in game.seats else SharedText("table.player")
    return Event(str(entry.call), entry.by, SharedText(f"table.{entry.call}", {"who": player}))


def _event_of_clocks(entry: StoredEntry) -> Event:
    name, _, number = str(entry.call).partition(" ")
    if not number:
        return Event(name, None, SharedText(f"table.{name}"))
    seconds = int(number)
    said = SharedText(f"table.{name}", {"time": spoken_duration(seconds), "n": seconds})
    return Event(name, None, said, {"seconds": seconds})


def ending_of(game: Game, outcome: Outcome | None) -> Said:
    """Return why a game has ended, by its rules or beside them; an operator has ended a game without an outcome."""
    if outcome is None:
        return ENDED.said
    if outcome.reason not in SAID:
        return game.ending(outcome)
    who = LiveText(game.seat_names, outcome.loser) if outcome.loser else ""
    return SharedText(f"table.{outcome.reason}", {"who": who})


def outcome_of(game: Game, state: State, entry: StoredEntry, leavers: Collection[str]) -> Outcome | None:
    """Return the outcome of a game that an entry has ended in `state`; None if an operator has ended it without one.

    A seat that has resigned, run out of time or forfeited cannot win. The best of the other seats wins, as `Game.decide` ranks
    them; when an operator decides, the best of those whose holders have not left.

    Args:
        leavers: the seats whose holders have left for good.
    """
    if entry.call not in ENDING:
        return None
    loser = None if entry.call in (AGREED, DECIDED) else entry.by
    among = [seat for seat in game.seats if seat != loser]
    if entry.call in (DECIDED, FORFEITED):
        among = [seat for seat in among if seat not in leavers] or among
    decided = game.decide(state, among)
    return Outcome(str(entry.call), decided.winners, loser, decided.scores)
