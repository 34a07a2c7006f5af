"""Boards that people keep and share: who may see and change them, what is written, and who hears of it.

A board only grows: a deleted node is marked as such, and its text is removed. So nothing is lost that others have added
below it, and a client that was away asks for all nodes that have changed since the last version it knows.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.core.entry import RecordEntry
from kingdoms.core.state import State
from kingdoms.core.tree import GameTree
from kingdoms.export.position_text import LARGEST
from kingdoms.server.boards.schemas import BoardChangeRequest, NewBoardRequest, Notes, TreeNode, WriteRequest, WrittenNode
from kingdoms.server.database.tables import BoardNodeRow, BoardRow
from kingdoms.server.ratings.ratings import has_passkey
from kingdoms.server.sharing.schemas import MOST_ACTIONS, BoardRoot
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.table.store import Notify
from kingdoms.table.answers.board import call_in, play_text, read_root
from kingdoms.table.answers.trees import MOST_NODES, marks_json, notes_of, read_node, read_tree
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.times import fields_json
from kingdoms.texts import text

BOARD: Final = "*board"
"""The subject of a notice about a board, with its id after it."""
MOST_BOARDS: Final = 200
"""The maximum number of boards of a person."""
MOST_TEXT: Final = 500_000
"""The maximum number of characters of all comments and marks of a board."""
MOST_STREAMS: Final = 20
"""The maximum number of boards that a client follows at once."""
KEEP_ALIVE: Final = 10.0
"""Seconds between the empty lines of a stream in which nothing happens."""
STREAM_FOR: Final = 600.0
"""Seconds after which a stream ends, so that its client asks again and is checked again."""


@dataclass(frozen=True)
class Reader:
    """A request for a board: its visitor, if any, and the key of its link."""

    visitor_id: str | None
    key: str | None

    def owns(self, board: Any) -> bool:
        """Return whether the board is theirs."""
        return self.visitor_id is not None and board.owner == self.visitor_id

    def may_edit(self, board: Any) -> bool:
        """Return whether they may change the board."""
        return self.owns(board) or self._has(board.edit_key)

    def may_look(self, board: Any) -> bool:
        """Return whether they may see the board."""
        return self.may_edit(board) or self._has(board.look_key)

    def _has(self, key: str | None) -> bool:
        return key is not None and self.key is not None and secrets.compare_digest(key.encode(), self.key.encode())


class Boards:
    """Keeps boards, and tells those who follow them of changes.

    Args:
        notify: tells the other servers of a change.
    """

    def __init__(self, games: LiveGames, notify: Notify) -> None:
        self.database = games.database
        self.slices = games.slices
        self.notify = notify
        self.followers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.streams: Counter[str] = Counter()
        self.is_closed = False

    # -- owners -----------------------------------------------------------------------------------------------------------

    async def create(self, owner: str, request: NewBoardRequest) -> dict[str, Any]:
        """Keep a board, and return its id and its key for looking.

        Raises:
            ApiError: 403, the visitor has no passkey; 409, they have too many boards; 422, the tree is not valid.
        """
        async with self.database.read_engine.connect() as connection:
            await self._check_owner(connection, owner)
        begun, root = read_root(request.root), request.root.model_dump(exclude_none=True)
        if len(orjson.dumps(root)) > LARGEST:
            raise ApiError(422, "invalid", text("error.root_too_large", most=LARGEST))
        nodes = await self.slices.collect(read_tree(begun, request.tree, GameTree(begun.record())))
        rows = [_row(node, entry) for node, entry in nodes]
        _check_text(sum(len(row["comment"]) + len(row["marks"]) for row in rows))
        now, board_id = time.time(), secrets.token_urlsafe(12)
        keys = {"look_key": secrets.token_urlsafe(18), "edit_key": None}
        board: dict[str, Any] = {"id": board_id, "owner": owner, "title": request.title, "root": root, "version": 1}
        board |= {"game": begun.state.game.name, "created": now, "changed": now, **keys, **_notes_row(request.tree)}
        async with self.database.engine.begin() as connection:
            await self._check_owner(connection, owner)
            await connection.execute(insert(BoardRow).values(**board))
            if rows:
                more = {"board_id": board_id, "version": 1, "deleted": False}
                await connection.execute(insert(BoardNodeRow), [row | more for row in rows])
        return {"id": board_id, "key": keys["look_key"], "edit_key": None}

    async def _check_owner(self, connection: AsyncConnection, owner: str) -> None:
        if not await has_passkey(connection, owner):
            raise ApiError(403, "sign_in", text("error.sign_in_board"))
        if (await connection.scalar(select(func.count()).where(BoardRow.owner == owner)) or 0) >= MOST_BOARDS:
            raise ApiError(409, "too_many_boards", text("error.too_many_boards", most=MOST_BOARDS))

    async def own_boards(self, owner: str | None) -> list[dict[str, Any]]:
        """Return the boards of a visitor, those changed last first."""
        is_node = (BoardNodeRow.board_id == BoardRow.id) & BoardNodeRow.deleted.is_(False)
        nodes = select(func.count()).where(is_node).scalar_subquery().label("nodes")
        query = select(BoardRow, nodes).where(BoardRow.owner == owner).order_by(BoardRow.changed.desc(), BoardRow.id)
        rows = [] if owner is None else await self.database.rows(query)
        return [fields_json(row, "id title game nodes created changed edit_key") | {"key": row.look_key} for row in rows]

    async def change(self, board_id: str, reader: Reader, request: BoardChangeRequest) -> dict[str, Any]:
        """Change the title of a board, or who may look and edit by link, and return its keys.

        Raises:
            ApiError: 403, it is somebody else's; 404, there is no such board.
        """
        async with self.database.engine.begin() as connection:
            board = await self._locked(connection, board_id, reader)
            _check_owns(board, reader)
            keys = {"look_key": board.look_key, "edit_key": board.edit_key}
            for name, wanted in (("look_key", request.look), ("edit_key", request.edit)):
                if wanted is not None:
                    keys[name] = (keys[name] or secrets.token_urlsafe(18)) if wanted else None
            title = board.title if request.title is None else request.title
            values = {"title": title, "version": board.version + 1, "changed": time.time(), **keys}
            await connection.execute(update(BoardRow).where(BoardRow.id == board_id).values(**values))
            await self.notify(connection, f"{BOARD} {board_id}")
        self.wake(board_id)
        return {"id": board_id, "key": keys["look_key"], "edit_key": keys["edit_key"]}

    async def delete(self, board_id: str, reader: Reader) -> None:
        """Delete a board with all that others have added.

        Raises:
            ApiError: 403, it is somebody else's; 404, there is no such board.
        """
        async with self.database.engine.begin() as connection:
            _check_owns(await self._locked(connection, board_id, reader), reader)
            await connection.execute(delete(BoardRow).where(BoardRow.id == board_id))
            await self.notify(connection, f"{BOARD} {board_id}")
        self.wake(board_id)

    # -- writing ----------------------------------------------------------------------------------------------------------

    async def write(self, board_id: str, reader: Reader, request: WriteRequest) -> int:
        """Write nodes, the last writer of each node wins; return the new version of the board.

        Raises:
            ApiError: 403, the reader may only look; 404, there is no such board; 409, it is full, or the id of a node is taken;
                422, a node is not legal at its parent.
        """
        board = await self._find(board_id, reader)
        if not reader.may_edit(board):
            raise ApiError(403, "read_only", text("error.read_only_board"))
        query = select(BoardNodeRow.id, BoardNodeRow.parent, BoardNodeRow.action, BoardNodeRow.by)
        rows_before = {row.id: row for row in await self.database.rows(query.where(BoardNodeRow.board_id == board_id))}
        checked = await self.slices.collect(_check_nodes(BoardRoot(**board.root), rows_before, request.nodes))
        rows = {row["id"]: row for row in checked if row is not None}
        async with self.database.engine.begin() as connection:
            board = await self._locked(connection, board_id, reader)
            if not reader.may_edit(board):
                raise ApiError(403, "read_only", text("error.read_only_board"))
            version: int = board.version + 1
            await self._write_rows(connection, board_id, version, rows)
            values: dict[str, Any] = {"version": version, "changed": time.time()}
            notes = Notes(comment=request.comment or "", marks=request.marks or [])
            values |= {name: value for name, value in _notes_row(notes).items() if getattr(request, name) is not None}
            await connection.execute(update(BoardRow).where(BoardRow.id == board_id).values(**values))
            await self.notify(connection, f"{BOARD} {board_id}")
        self.wake(board_id)
        return version

    async def _write_rows(
        self, connection: AsyncConnection, board_id: str, version: int, rows: dict[str, dict[str, Any]]
    ) -> None:
        of_board = BoardNodeRow.board_id == board_id
        query = select(BoardNodeRow.id, BoardNodeRow.parent, BoardNodeRow.action).where(of_board, BoardNodeRow.id.in_(rows))
        before = {row.id: row for row in (await connection.execute(query)).all()}
        for node_id, row in rows.items():
            if node_id in before:  # somebody may have written it since it was checked
                _check_same(before[node_id], node_id, row["parent"], row["action"])
                values = {name: row[name] for name in ("comment", "marks", "order", "deleted")}
                is_node = of_board, BoardNodeRow.id == node_id
                await connection.execute(update(BoardNodeRow).where(*is_node).values(version=version, **values))
        added = [row | {"board_id": board_id, "version": version} for name, row in rows.items() if name not in before]
        if added:
            await connection.execute(insert(BoardNodeRow), added)
        size = func.sum(func.length(BoardNodeRow.comment) + func.length(BoardNodeRow.marks))
        count, characters = (await connection.execute(select(func.count(), size).where(of_board))).one()
        if count > MOST_NODES:
            raise ApiError(409, "board_full", text("error.board_full", most=MOST_NODES))
        _check_text(characters or 0)

    async def _find(self, board_id: str, reader: Reader) -> Any:
        return _visible(await self.database.row(select(BoardRow).where(BoardRow.id == board_id)), reader)

    async def _locked(self, connection: AsyncConnection, board_id: str, reader: Reader) -> Any:
        """Return the row of a board, which others cannot change until the end of the transaction."""
        query = select(*BoardRow.__table__.columns).where(BoardRow.id == board_id).with_for_update()
        return _visible((await connection.execute(query)).one_or_none(), reader)

    # -- reading ----------------------------------------------------------------------------------------------------------

    async def read(self, board_id: str, reader: Reader, since: int) -> dict[str, Any]:
        """Return a board, and its nodes that have changed since a version.

        Raises:
            ApiError: 404, there is no such board, or the reader may not see it.
        """
        board = await self._find(board_id, reader)
        changed = BoardNodeRow.board_id == board_id, BoardNodeRow.version > since
        query = select(*BoardNodeRow.__table__.columns).where(*changed).order_by(BoardNodeRow.version, BoardNodeRow.id)
        nodes = await self.database.rows(query)
        fields = "id parent by action comment order version deleted"
        return fields_json(board, "id title root comment version") | {
            "marks": orjson.loads(board.marks),
            "nodes": [fields_json(node, fields) | {"marks": orjson.loads(node.marks)} for node in nodes],
            "people": len(self.followers.get(board_id, ())),
            "is_owner": reader.owns(board),
            "can_edit": reader.may_edit(board),
        }

    async def follow(self, board_id: str, reader: Reader, since: int, client: str) -> AsyncGenerator[dict[str, Any] | None]:
        """Yield a board at each change, with its nodes that have changed since the last one, and None now and then.

        Raises:
            ApiError: as `read`; 429, the client follows too many boards.
        """
        if self.streams[client] >= MOST_STREAMS:
            raise ApiError(429, "too_many", text("error.too_many_connections"))
        change, until = asyncio.Event(), time.monotonic() + STREAM_FOR
        self.streams[client] += 1
        self.followers[board_id].add(change)
        self.wake(board_id)  # for the others, there is one more now
        try:
            while not self.is_closed and time.monotonic() < until:
                change.clear()
                board = await self.read(board_id, reader, since)
                since = board["version"]
                yield board
                while not change.is_set() and time.monotonic() < until:
                    try:
                        await asyncio.wait_for(change.wait(), KEEP_ALIVE)
                    except TimeoutError:
                        yield None
        finally:
            self.followers[board_id].discard(change)
            self.streams -= Counter([client])  # drops a count of zero
            self.wake(board_id)

    def wake(self, board_id: str | None = None) -> None:
        """Tell those who follow a board here that it has changed; None for all boards."""
        for name in [*self.followers] if board_id is None else [board_id]:
            for change in self.followers.get(name, ()):
                change.set()
            if not self.followers.get(name):
                self.followers.pop(name, None)

    def close(self) -> None:
        """End all streams: the server would wait for them."""
        self.is_closed = True
        self.wake()


def _visible(board: Any, reader: Reader) -> Any:
    """Return a board that a reader may see."""
    if board is None or not reader.may_look(board):
        raise ApiError(404, "no_board", text("error.no_board"))
    return board


def _check_owns(board: Any, reader: Reader) -> None:
    if not reader.owns(board):
        raise ApiError(403, "not_your_board", text("error.not_your_board"))


def _check_text(characters: int) -> None:
    if characters > MOST_TEXT:
        raise ApiError(409, "board_full", text("error.board_text", most=MOST_TEXT))


def _check_same(row: Any, name: str, parent: str | None, action: str) -> None:
    """Raise a 409 error if a node that exists is elsewhere in the tree than the one to be written."""
    if (row.parent, row.action) != (parent, action):
        raise ApiError(409, "node_taken", text("error.node_taken"), extra={"node": name})


def _notes_row(notes: Notes) -> dict[str, str]:
    """Return a comment and marks as columns."""
    comment, marks = notes_of(notes)
    return {"comment": comment, "marks": orjson.dumps(marks_json(marks)).decode()}


def _row(node: TreeNode, entry: RecordEntry) -> dict[str, Any]:
    """Return a node that was played as columns."""
    marks = orjson.dumps(marks_json(entry.marks)).decode()
    place = {"id": node.id, "parent": node.parent, "action": node.action, "order": node.order}
    return place | {"by": entry.by, "comment": entry.comment, "marks": marks}


@dataclass(frozen=True)
class _Place:
    """A node in a tree: its parent and what is played there."""

    parent: str | None
    action: str
    by: str | None


def _check_nodes(root: BoardRoot, places: dict[str, Any], nodes: list[WrittenNode]) -> Iterator[dict[str, Any] | None]:
    """Yield the rows of nodes that are legal at their parents, and None between steps of replaying.

    Args:
        places: the nodes of the board; the new ones are added.

    Raises:
        ApiError: 409 or 422, one is not; its field `node` is the id.
    """
    states: dict[str | None, State] = {None: read_root(root).state}
    for node in nodes:
        if (row := places.get(node.id)) is not None:
            _check_same(row, node.id, node.parent, node.action)
            call = call_in(node.action)
            entry = RecordEntry(row.by, None if call else node.action, call, *notes_of(node))
        else:
            if node.parent is not None and node.parent not in places:
                raise ApiError(422, "no_parent", text("error.no_parent"), extra={"node": node.id})
            path, at = [], node.parent
            while at not in states:
                path.append(at)
                at = places[str(at)].parent
                if len(path) > MOST_ACTIONS:
                    raise ApiError(422, "too_long", text("error.line_too_long", most=MOST_ACTIONS), extra={"node": node.id})
            state = states[at].clone()
            for name in reversed(path):
                play_text(state, places[str(name)].action)
                yield None
            states[node.parent] = state.clone()
            entry = read_node(state, node)
            states[node.id] = state
            places[node.id] = _Place(node.parent, node.action, entry.by)
        yield (_row(node, entry) | {"deleted": node.deleted}) | ({"comment": "", "marks": "[]"} if node.deleted else {})
