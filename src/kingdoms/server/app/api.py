"""All routes below /api."""

from __future__ import annotations

from fastapi import APIRouter

from kingdoms.server.advice import routes as advice
from kingdoms.server.base.errors import error_responses
from kingdoms.server.boards import routes as boards
from kingdoms.server.ending import routes as ending
from kingdoms.server.entrance import routes as entrance
from kingdoms.server.lobby import routes as lobby
from kingdoms.server.people import routes as people
from kingdoms.server.pictures import routes as pictures
from kingdoms.server.presence import program_routes as programs
from kingdoms.server.presence import routes as presence
from kingdoms.server.push import routes as push
from kingdoms.server.puzzles import mistakes
from kingdoms.server.puzzles import routes as puzzles
from kingdoms.server.retention import routes as retention
from kingdoms.server.sandbox import routes as sandbox
from kingdoms.server.sharing import routes as sharing
from kingdoms.server.table import routes as table
from kingdoms.server.talk import routes as talk

# these errors come from middleware, for any request
router = APIRouter(prefix="/api", responses=error_responses(403, 421, 429, 503))
for room in (
    lobby,
    table,
    presence,
    programs,
    ending,
    advice,
    pictures,
    puzzles,
    mistakes,
    sharing,
    boards,
    talk,
    push,
    sandbox,
    people,
    retention,
    entrance,
):
    router.include_router(room.router)
