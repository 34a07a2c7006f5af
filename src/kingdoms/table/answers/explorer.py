"""The explorer of openings: on analysis boards, and in reviews of finished games; never for a running game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kingdoms.core.entry import play_entry
from kingdoms.core.state import State
from kingdoms.explorer import Position, explore
from kingdoms.table.advice.advice import Advice
from kingdoms.table.answers.board import played
from kingdoms.table.answers.viewing import check_over, number_in
from kingdoms.table.game import messages
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.games import Games
from kingdoms.texts import text


async def explore_board(games: Games, advice: Advice, client: str, request: Any, data: Path | None) -> dict[str, Any]:
    """Return what was played in the position of an analysis board, by whom, how often, and how well it went.

    Args:
        data: the folder with a file `explorer.bin` that goes before those that come with the games.
    """
    state = (await played(games, request, draws=request.draw)).state
    await advice.copies.check_positions(state, client)
    return _answer(state, explore(state, data))


async def explore_game(
    games: Games, advice: Advice, client: str, live: LiveGame, number: int | None, data: Path | None
) -> dict[str, Any]:
    """Return the same for the first decision of a finished game at or after a number, and what was played in this game."""
    check_over(live, text("error.not_over_explorer"))
    at = number_in(live, number)
    await advice.copies.check(live, at, client)
    decisions = [decision for decision in await games.slices.collect(_decisions(live)) if decision is not None]
    extent = {"last": decisions[-1][0] if decisions else None}
    for decided_at, state, action in decisions:
        if decided_at >= at:
            return _answer(state, explore(state, data)) | extent | {"number": decided_at, "chosen": action}
    return _answer(live.state_at(live.number), Position(False)) | extent


def _decisions(live: LiveGame) -> Iterator[tuple[int, State, str] | None]:
    """Yield the decisions in the opening of a game, each with its number and the state before it; None for other entries."""
    record = live.record_at(live.number)
    state = record.opening()
    for number, entry in zip([0, *live.record_numbers_at(live.number)], record.entries, strict=False):
        is_decision = state.to_move in state.game.seats and entry.action is not None and len(state.legal_actions()) > 1
        if is_decision and state.game.opening(state) is None:
            return
        yield (number, state.clone(), str(entry.action)) if is_decision else None
        play_entry(state, entry)


def _answer(state: State, position: Position) -> dict[str, Any]:
    """Return what is known of a position as JSON data, with the words of its actions as the client wants them."""
    mover = state.to_move if state.to_move in state.game.seats else None
    facts = position.to_json() | {"to_move": mover, "number": None, "last": None, "chosen": None}
    for row, known in zip(facts["rows"], position.rows, strict=True):
        del row["words"]
        row |= messages.message_fields("words", known.choice or "")
    return facts
