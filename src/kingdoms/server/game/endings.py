"""Events about the table rather than the board: a game ends before its rules end it, or a player leaves for good.

Each is an entry that leaves the state of the game unchanged: `call` is the kind of event, `by` the seat. The entry's unique
number prevents conflicting events by two servers or two players. Records don't contain these entries; the outcome is computed
from the unchanged state.
"""

from __future__ import annotations

from typing import Final

from kingdoms.core.answers import Outcome
from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.server.game.entries import LATE, LEFT, StoredEntry

RESIGNED, AGREED, OUT_OF_TIME = "resigned", "agreed", "clock"
"""Reasons for an end: a player resigns, all people agree, or the time of a seat is up."""
TEXTS: Final = {
    RESIGNED: "{who} resigns. The game is over.",
    AGREED: "Everybody has agreed to end the game.",
    OUT_OF_TIME: "{who}'s time is up. The game is over.",
    LEFT: "{who} resigns. A bot plays on.",
    LATE: "{who}'s time is up. A bot takes the seat.",
}
ENDED = Event("ended", None, "The server's operator has ended the game.")
"""The event for a game that an operator has ended."""


def event_of(game: Game, entry: StoredEntry) -> Event:
    """Return the event for an entry about the table."""
    if entry.call not in TEXTS:
        return ENDED
    who = game.seat_name(entry.by) if entry.by in game.seats else "Somebody"
    return Event(str(entry.call), entry.by, TEXTS[entry.call].format(who=who))


def outcome_of(game: Game, state: State, entry: StoredEntry) -> Outcome | None:
    """Return the outcome of a game that an entry has ended in `state`; None if an operator has ended it.

    A seat that has resigned or run out of time cannot win. The best of the other seats wins, as `Game.decide` ranks them.
    """
    if entry.call == AGREED:
        among, loser = list(game.seats), None
    elif entry.call in (RESIGNED, OUT_OF_TIME):
        among, loser = [seat for seat in game.seats if seat != entry.by], entry.by
    else:
        return None
    decided = game.decide(state, among)
    return Outcome(str(entry.call), decided.winners, loser, decided.scores)
