"""Ending a game, or giving a seat to a bot, beside the rules."""

from __future__ import annotations

import time

from kingdoms.table.game.clocks import Times
from kingdoms.table.game.entries import LATE, StoredEntry
from kingdoms.table.service.changes import GameChange


async def end_game(change: GameChange, how: str, seat: str | None) -> None:
    """End a game where it stands.

    Args:
        how: the reason, one of `endings`.

    Raises:
        EntryCollision: another server was faster.
    """
    live, now = change.live, time.time()
    clocks = live.clocks_after(None, now)
    entry = StoredEntry(live.number + 1, now, seat, call=how, undo=live.number, clocks=clocks)
    await change.append_table_entry(entry, {"status": "over", "to_move": None, "moved": now})


async def hand_over(change: GameChange, how: str, seat: str, *, departure: str | None) -> None:
    """Give a seat to the table's stand-in.

    Args:
        how: the reason, `LEFT` or `LATE`.
        departure: why its holder has left permanently; None if they may come back.

    Raises:
        EntryCollision: another server was faster.
        ApiError: 409, the game has reached its maximum length.
    """
    live, now = change.live, time.time()
    clock, times, text = live.clock, live.times, live.header.clocks
    if clock is not None and times is not None:
        to_move = live.state.to_move
        settled = clock.advance(times, to_move, ticks=live.runs_clock(to_move), now=now, starts=live.waits_until(to_move))
        if to_move == seat or how == LATE:
            settled = clock.refill(settled, seat)
        text = settled.text
    entry = StoredEntry(live.number + 1, now, seat, call=how, undo=live.number, clocks=text)
    await change.append_table_entry(entry, {"moved": now}, {"seat": seat, "stand_in": live.stand_in, "gone": departure})


async def go_back(change: GameChange, number: int, by: str) -> None:
    """Return a game to an earlier number.

    Raises:
        EntryCollision: another server was faster.
        ApiError: 409, the game has reached its maximum length.
    """
    live, now = change.live, time.time()
    to_move = live.state_at(number).to_move
    clocks = _clocks_at(change, number, to_move, now)
    entry = StoredEntry(live.number + 1, now, by, undo=number, clocks=clocks)
    await change.append_table_entry(entry, {"to_move": to_move, "moved": now})


def _clocks_at(change: GameChange, number: int, to_move: str | None, now: float) -> str | None:
    """Return the clocks after a return to a number: as they stood there, and with the full time for a turn."""
    live, clock = change.live, change.live.clock
    if clock is None:
        return None
    then = live.entries[number - 1].clocks if number else None
    times = clock.start(live.game.seats, None, ticks=False, now=now) if then is None else Times.read(then)
    assert to_move is not None, "a seat has decided there"
    return clock.rewind(times, to_move, ticks=live.runs_clock(to_move), now=now).text
