"""What happens at a table beside its game: it ends before its rules end it, or somebody leaves it for good.

Each of these is an entry that changes nothing on the table. It says by `call` what it is, and by `by` who it is about. Its
number is what keeps two servers, or two people, from both doing something at that moment. Records know nothing of them: the
game stands where it stood, and what it comes to is worked out from there.
"""

from __future__ import annotations

from typing import Final

from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.outcome import Outcome
from kingdoms.core.state import State
from kingdoms.server.game.entries import LATE, LEFT, StoredEntry

RESIGNED, AGREED, OUT_OF_TIME = "resigned", "agreed", "clock"
"""How a game ends: somebody gives up, all people have agreed to it, somebody's time is up."""
TEXTS: Final = {
    RESIGNED: "{who} resigns. The game is over.",
    AGREED: "Everybody has agreed to end the game.",
    OUT_OF_TIME: "{who}'s time is up. The game is over.",
    LEFT: "{who} resigns. A bot plays on.",
    LATE: "{who}'s time is up. A bot takes the seat.",
}
ENDED = Event("ended", None, "The server's operator has ended the game.")
"""What everybody is told of the end that an operator has put to a game."""


def event_of(game: Game, entry: StoredEntry) -> Event:
    """Return what everybody is told of such an entry."""
    if entry.call not in TEXTS:
        return ENDED
    who = game.seat_name(entry.by) if entry.by in game.seats else "Somebody"
    return Event(str(entry.call), entry.by, TEXTS[entry.call].format(who=who))


def outcome_of(game: Game, state: State, entry: StoredEntry) -> Outcome | None:
    """Return what a game came to that an entry has ended in `state`, None where an operator has ended it without winners.

    Whoever has given up, or run out of time, cannot win: with two seats it is the other, with more who leads among the others.
    """
    if entry.call == AGREED:
        among, loser = list(game.seats), None
    elif entry.call in (RESIGNED, OUT_OF_TIME):
        among, loser = [seat for seat in game.seats if seat != entry.by], entry.by
    else:
        return None
    decided = game.decide(state, among)
    return Outcome(str(entry.call), decided.winners, loser, decided.scores)
