"""Routes of trees of variations and of boards; see docs/server.md."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from kingdoms.server.advice.routes import ClientAccount, lines
from kingdoms.server.base.errors import error_responses
from kingdoms.server.boards import schemas
from kingdoms.server.boards.service import Boards, Reader
from kingdoms.server.http.security import bearer
from kingdoms.server.table.access import (
    CHANGES,
    Games,
    KnownVisitorId,
    Live,
    VisitorId,
    answers,
    app_service,
    chunked_response,
    fails,
    json,
)
from kingdoms.table.answers.trees import tree_of, tree_of_game, write_tree
from kingdoms.table.answers.viewing import RECORD_TYPE
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.packing import pack

router = APIRouter()
Keeps = Annotated[Boards, app_service("boards")]
BoardId = Annotated[str, Path(max_length=24, pattern="^[A-Za-z0-9_-]+$")]


async def reader(request: Request, visitor_id: KnownVisitorId) -> Reader:
    """Return who sends a request; the key of a link is its bearer token, so that no log has it."""
    return Reader(visitor_id, bearer(request))


Asks = Annotated[Reader, Depends(reader)]


@router.post(
    "/positions/record",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}, **error_responses(*CHANGES)},
)
async def write_record(games: Games, body: schemas.RootAndTree) -> Response:
    """Return a tree of variations as a record, to download."""
    game, lines = await write_tree(games, body)
    headers = {"Content-Disposition": f'attachment; filename="{game}.jsonl"'}
    return chunked_response(lines, headers=headers, media_type=RECORD_TYPE)


@router.post("/records/tree", **answers(schemas.RootAndTreeAnswer, *CHANGES))
async def read_record(games: Games, body: schemas.RecordRequest) -> Response:
    """Return a record as a tree of variations."""
    return json(await tree_of(games, body.record.split("\n")))


@router.get("/games/{game_id}/tree", **answers(schemas.GameTreeAnswer, 404, 409, 422))
async def game_tree(games: Games, live: Live, number: Annotated[int | None, Query(ge=0)] = None) -> Response:
    """Return a finished game as a tree, and the node of a moment. A running game would be analysed by its players."""
    return json(await tree_of_game(games, live, number))


@router.post("/boards", status_code=201, response_model=schemas.BoardKeysAnswer, **fails(*CHANGES, 409))
async def create(boards: Keeps, visitor_id: VisitorId, body: schemas.NewBoardRequest) -> Any:
    """Keep a board for a person who is signed in."""
    return await boards.create(visitor_id, body)


@router.get("/boards", **answers(schemas.BoardsAnswer))
async def list_own(boards: Keeps, visitor_id: KnownVisitorId) -> Response:
    """List the visitor's boards."""
    return json({"boards": await boards.own_boards(visitor_id)})


@router.get("/boards/{board_id}", **answers(schemas.KeptBoardAnswer, 404, 422))
async def read(
    boards: Keeps, asks: Asks, board_id: BoardId, since: Annotated[int, Query(ge=0, le=schemas.NEWEST)] = 0
) -> Response:
    """Return a board, and its nodes that have changed since a version."""
    return json(await boards.read(board_id, asks, since))


@router.get("/boards/{board_id}/live", **lines("KeptBoardAnswer", 404, 422))
async def follow(
    boards: Keeps,
    asks: Asks,
    account: ClientAccount,
    board_id: BoardId,
    since: Annotated[int, Query(ge=0, le=schemas.NEWEST)] = 0,
) -> Response:
    """Stream a board: a line at each change, with the nodes that have changed since the last one."""
    stream = boards.follow(board_id, asks, since, account.client)
    first = await anext(stream)
    return StreamingResponse(_lines(stream, first), media_type="application/x-ndjson")


async def _lines(stream: AsyncGenerator[dict[str, Any] | None], first: dict[str, Any] | None) -> AsyncIterator[bytes]:
    """Yield the lines of a stream, which ends when its board is deleted or its reader may not see it any longer."""
    try:
        yield pack(first) + b"\n"
        async for board in stream:
            yield b"\n" if board is None else pack(board) + b"\n"
    except ApiError:
        return
    finally:
        await stream.aclose()


@router.post("/boards/{board_id}/nodes", **answers(schemas.VersionAnswer, *CHANGES, 404, 409))
async def write(boards: Keeps, asks: Asks, board_id: BoardId, body: schemas.WriteRequest) -> Response:
    """Write nodes of a board; the last writer of each node wins."""
    return json({"version": await boards.write(board_id, asks, body)})


@router.put("/boards/{board_id}", **answers(schemas.BoardKeysAnswer, *CHANGES, 404))
async def change(boards: Keeps, asks: Asks, board_id: BoardId, body: schemas.BoardChangeRequest) -> Response:
    """Change the title of a board, or who may look and edit by link."""
    return json(await boards.change(board_id, asks, body))


@router.delete("/boards/{board_id}", status_code=204, **fails(*CHANGES, 404))
async def delete(boards: Keeps, asks: Asks, board_id: BoardId) -> None:
    """Delete a board, with all that others have added."""
    await boards.delete(board_id, asks)
