"""Routes of a visitor's own data; see docs/server.md."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from kingdoms.server.people.routes import AllSessions, Keys
from kingdoms.server.people.schemas import ProofRequest
from kingdoms.server.ratings.ratings import has_passkey, plays_rated
from kingdoms.server.retention import own_data
from kingdoms.server.table.access import CHANGES, Games, VisitorId, fails
from kingdoms.server.visitors.identity import new_visitor, switch_visitor, visitor
from kingdoms.table.base.errors import ApiError
from kingdoms.texts import text

router = APIRouter()


@router.get(
    "/me/data",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/json": {}}, "description": "All that the server knows of the visitor."}},
)
async def give_data(request: Request, games: Games, sessions: AllSessions) -> StreamingResponse:
    """Return all that the server knows of the visitor, to download."""
    sender = visitor(request)
    await sessions.flush()
    headers = {"Content-Disposition": 'attachment; filename="kingdoms.json"'}
    lines = own_data.data(games.database, "" if sender is None else sender.id)
    return StreamingResponse(lines, headers=headers, media_type="application/json")


@router.post("/me/delete", status_code=204, **fails(*CHANGES, 409))
async def delete_me(
    request: Request, games: Games, keys: Keys, sessions: AllSessions, visitor_id: VisitorId, body: ProofRequest
) -> None:
    """Delete the visitor's data, and end all their sessions."""
    sender = visitor(request)
    assert sender is not None
    await sessions.flush()
    async with games.database.engine.begin() as connection:
        if await has_passkey(connection, visitor_id):
            await keys.check_proof(connection, visitor_id, body.proof)
        if await plays_rated(connection, visitor_id):
            raise ApiError(409, "rated", text("error.rated_delete"))
        ended, changed = await own_data.forget(connection, games.store.notify, visitor_id) or ([], [])
    for game_id in ended:
        games.forget(game_id)
    for game_id in changed:
        if (live := games.by_id.get(game_id)) is not None:
            await games.refresh(live)
    await sessions.end_all(sender)
    switch_visitor(request, new_visitor())
