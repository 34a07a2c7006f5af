"""Visitors at a server, whose every step is checked against the model (`tables`) and the database."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

import kingdoms
from tests.support.games.hidden_hands import CARDS, Hands
from tests.support.model.conversation import Conversation
from tests.support.model.local_server import Listener, LocalServer, StoredGame, Visitor, listen
from tests.support.model.tables import BANNED, Chair, Entry, No, Table

NAMES = ("Ida", "Bob", "Eve", "Mal")
MOST_TABLES, MOST_LISTENERS = 5, 8
RESTARTS = 1012
"""The close code of sockets when the server restarts."""


class World:
    """The expected state of a server.

    Args:
        server: the server.

    Attributes:
        tables: the games.
        deleted_ids: ids of deleted games.
        listeners: open sockets.
        links: tokens of links with their table and seat, used or not.
        records: downloaded games: the text, the name of the game, and the entries.
        acknowledged: numbers and entries that were acknowledged since the last check, by game.
        unconfirmed: requests without an answer since the last check, which may have succeeded, with their client ids.
        tokens: current and former tokens of programs.
        words: words that only one visitor may receive, with the visitor; None for no one.
        conversation: the model of remarks.
    """

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self.visitors: list[Visitor] = []
        self.tables: list[Table] = []
        self.deleted_ids: list[str] = ["nonsense"]
        self.listeners: list[Listener] = []
        self.links: list[tuple[str, Table | None, str]] = []
        self.records: list[tuple[str, str, list[Entry]]] = []
        self.acknowledged: dict[str, list[tuple[int, Entry]]] = defaultdict(list)
        self.unconfirmed: dict[str, tuple[Entry, str]] = {}
        self.tokens: list[str] = []
        self.words: dict[bytes, Visitor | None] = {}
        self.conversation = Conversation()

    async def open(self) -> None:
        """Let all visitors arrive."""
        for name in NAMES:
            visitor = Visitor(self.server, name)
            self.visitors.append(visitor)
            await visitor.arrive()
            self.words[visitor.id.encode()] = visitor

    async def close(self) -> None:
        """Let all visitors leave."""
        await asyncio.gather(*(self.hang_up(listener) for listener in list(self.listeners)))
        for visitor in self.visitors:
            await visitor.leave()

    # -- requests ---------------------------------------------------------------------------------------------------------

    async def ask(
        self,
        visitor: Visitor,
        result: object,
        method: str,
        path: str,
        body: Any = None,
        *,
        status: int = 200,
        or_no: No | None = None,
        **params: Any,
    ) -> httpx.Response | None:
        """Send a request that must be refused if `result` is a refusal, or else must succeed; return the answer if it succeeds.

        A request that must succeed may be refused by `or_no`.
        """
        no = BANNED if visitor.banned else result if isinstance(result, No) else None
        answer = await visitor.send(method, path, body, **params)
        no = or_no if no is None and answer.status_code != status else no
        if no is None:
            assert answer.status_code == status, (method, path, body, answer.text)
            return answer
        assert answer.status_code == no.status, (method, path, body, no, answer.text)
        assert answer.json()["error"]["code"] == no.code, (method, path, body, no, answer.text)
        return None

    def acknowledge(self, table: Table, number: int, entry: Entry) -> None:
        """Note an acknowledged entry."""
        if (number, entry) not in self.acknowledged[table.id]:
            self.acknowledged[table.id].append((number, entry))

    # -- games ------------------------------------------------------------------------------------------------------------

    def learn(self, maker: Visitor, answer: httpx.Response, chairs: dict[str, Chair], begun_with: list[Entry]) -> Table:
        """Add a game that was created, from the answer."""
        info = answer.json()
        game = kingdoms.load_game(info["game"], [seat["seat"] for seat in info["seats"]], info["rulings"])
        table = Table(info["id"], game, maker.id, chairs, begun_with)
        self.tables.append(table)
        return table

    def forget(self, table: Table) -> None:
        """Note that a game is deleted."""
        self.tables.remove(table)
        self.conversation.forget(table)
        self.deleted_ids.append(table.id)
        self.links = [link for link in self.links if link[1] is not table]

    # -- sockets ----------------------------------------------------------------------------------------------------------

    async def listen(self, visitor: Visitor, game_id: str, seat: str | None, after: int | None, code: int | None) -> None:
        """Open a socket that stays open, or is closed with a code."""
        if visitor.banned:
            with pytest.raises(InvalidStatus) as refused:
                await listen(visitor, game_id, seat, after)
            assert refused.value.response.status_code == BANNED.status
            return
        listener = await listen(visitor, game_id, seat, after)
        if code is not None:
            assert await listener.closed() == code
            return
        await listener.keep_up(0)
        self.listeners.append(listener)

    async def hang_up(self, listener: Listener) -> None:
        """Close a socket, and process the messages that are still on it."""
        self.listeners.remove(listener)
        listener.hear_again()
        closing = asyncio.create_task(listener.connection.close())
        await listener.closed()
        await closing

    async def closed_by_the_server(self, code: int, *listeners: Listener) -> None:
        """Check that the server closes sockets with a code."""
        for listener in listeners:
            self.listeners.remove(listener)
            assert await listener.closed() == code, (listener.connection.close_code, code)

    # -- checks -----------------------------------------------------------------------------------------------------------

    async def check(self) -> None:
        """Check everything."""
        await self.server.settle()
        stored_games = await self.server.stored_games([table.id for table in self.tables] + self.deleted_ids)
        assert set(stored_games) == {table.id for table in self.tables}, "games that were made are there, others are not"
        for table in self.tables:
            self.follow(table, stored_games[table.id])
            self.compare(table, stored_games[table.id])
        self.note_what_may_be_known()
        await self.check_sockets()
        for table in self.tables:
            seed = str(stored_games[table.id].row.seed).encode()
            self.words.pop(seed, None) if table.is_open else self.words.setdefault(seed, None)
        self.check_secrets()

    def follow(self, table: Table, stored: StoredGame) -> None:
        """Add new entries of a game; each must have been acknowledged, or be by a bot or by chance."""
        assert stored.numbers == list(range(1, len(stored.numbers) + 1))
        assert stored.entries[: table.number] == table.entries, "what has happened stays"
        acknowledged, unconfirmed = sorted(self.acknowledged.pop(table.id, [])), self.unconfirmed.pop(table.id, None)
        for number, entry in enumerate(stored.entries[table.number :], table.number + 1):
            if acknowledged and acknowledged[0] == (number, entry):
                acknowledged.pop(0)
            elif unconfirmed is not None and unconfirmed[0] == entry:
                table.sent[str(entry.by), unconfirmed[1]] = number
                unconfirmed = None
            else:
                assert table.goes_on_alone, ("nobody has been allowed this", number, entry)
                assert entry.by == table.to_move, "chance and bots decide when they are asked"
                assert entry.undo is None
            table.add(entry)
        assert not acknowledged, "what was acknowledged is there"
        assert not table.goes_on_alone, "chance and bots decide as soon as they are asked"

    def compare(self, table: Table, stored: StoredGame) -> None:
        """Check the row of a game and its seats."""
        row = stored.row
        assert (row.status, row.host, row.rematch) == (table.status, table.host, table.rematch)
        assert table.status == "lobby" or row.to_move == table.to_move
        for seat, chair in table.chairs.items():
            seat_row = stored.seats[seat]
            assert (seat_row.kind, seat_row.visitor_id) == (chair.kind, chair.holder), (seat, chair)
            assert (seat_row.stand_in is not None) == chair.stood_in
        assert stored.seats.keys() == table.chairs.keys()

    def note_what_may_be_known(self) -> None:
        """Note the cards that each visitor may know: those of their seats, and all cards when a game is over."""
        for table in self.tables:
            state = table.state
            if isinstance(state, Hands):
                for number, chair in enumerate(table.chairs.values()):
                    hand = {CARDS[card] for card in state.dealt[number::2]}
                    for visitor in self.visitors:
                        if table.is_open or visitor.id == chair.holder:
                            visitor.may_know |= hand

    async def check_sockets(self) -> None:
        """Check that sockets have received exactly the new entries."""
        tables = {table.id: table for table in self.tables}
        for listener in [listener for listener in self.listeners if listener.reads]:
            table = tables[listener.game_id]
            await listener.keep_up(table.number if table.status != "lobby" else 0)
            for number, action in listener.actions.items():
                assert action in (None, table.entries[number - 1].action), (number, action)
            listener.actions.clear()

    def check_secrets(self) -> None:
        """Check that no visitor has received another's secrets."""
        self.conversation.note_who_may_read([visitor.id for visitor in self.visitors])
        for visitor in self.visitors:
            self.conversation.check(visitor.id, visitor.bytes)
            leaked = visitor.cards - visitor.may_know
            assert not leaked, f"{visitor.name} is told of {sorted(leaked)}"
            for word, owner in self.words.items():
                assert owner is visitor or word not in visitor.bytes, f"{visitor.name} is told {word!r}"
            visitor.bytes.clear()
