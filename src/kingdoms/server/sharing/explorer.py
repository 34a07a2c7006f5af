"""Routes of the explorer of openings: on analysis boards, and in reviews of finished games; never for a running game.

A file `explorer.bin` in the server's data folder goes before those that come with the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from kingdoms.core.entry import play_entry
from kingdoms.core.state import State
from kingdoms.explorer import Position, explore
from kingdoms.server.advice.routes import Advises, ClientAccount
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.sharing.routes import played
from kingdoms.server.sharing.schemas import BoardRequest, ExplorerAnswer
from kingdoms.server.table.access import CHANGES, Games, Live, answers, app_service, json
from kingdoms.table import messages
from kingdoms.table.errors import ApiError
from kingdoms.table.live import LiveGame
from kingdoms.table.viewing import number_in
from kingdoms.texts import text

router = APIRouter()
Settings = Annotated[ServerSettings, app_service("settings")]
AtNumber = Annotated[int | None, Query(ge=0)]


@router.post("/explorer", **answers(ExplorerAnswer, *CHANGES))
async def explorer(games: Games, advice: Advises, settings: Settings, account: ClientAccount, body: BoardRequest) -> Response:
    """Return what was played in the position of an analysis board, by whom, how often, and how well it went."""
    state = (await played(games, body.model_copy(update={"on": True}))).state
    await advice.copies.check_positions(state, account.client)
    return json(_answer(state, explore(state, settings.data)))


@router.get("/games/{game_id}/explorer", **answers(ExplorerAnswer, 403, 404, 409, 422))
async def explorer_of_game(
    games: Games, advice: Advises, settings: Settings, account: ClientAccount, live: Live, number: AtNumber = None
) -> Response:
    """Return the same for the first decision of a finished game at or after a number, and what was played in this game."""
    if not live.is_over:
        raise ApiError(409, "not_over", text("error.not_over_explorer"))
    at = number_in(live, number)
    await advice.copies.check(live, at, account.client)
    decisions = [decision for decision in await games.slices.collect(_decisions(live)) if decision is not None]
    extent = {"last": decisions[-1][0] if decisions else None}
    for decided_at, state, action in decisions:
        if decided_at >= at:
            return json(_answer(state, explore(state, settings.data)) | extent | {"number": decided_at, "chosen": action})
    return json(_answer(live.state_at(live.number), Position(False)) | extent)


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
