"""Steps of the state machine about games and their seats: right and wrong requests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.support.games.hidden_hands import HiddenHands
from tests.support.games.sample_game import limited, seated
from tests.support.games.tested_games import SAMPLE
from tests.support.model.local_server import Visitor
from tests.support.model.state_machine import PICK, VisitorMachine, step
from tests.support.model.tables import NO_ADVICE, NO_GAME, NO_SEAT, NOT_YOURS, OVER, TAKEN, Chair, Entry, No, Table
from tests.support.model.world import MOST_TABLES, RESTARTS

KINDS = (
    *(("me", "open"), ("me", "me"), ("open", "me"), ("me", "program")),
    *(("me", "bot:random"), ("me", "shared"), ("program", "open")),
)
SEATS = {HiddenHands.name: ("N", "S"), SAMPLE: tuple(row["seat"] for row in seated("me", "me"))}
NO_BOTS = ("program:cat", "greedy:slips=1")
CLOCKS = (
    None,
    None,
    {"kind": "turn", "seconds": 30 * 24 * 3600, "then": "decided"},
    {"kind": "budget", "seconds": 7 * 24 * 3600, "increment": 9},
)
"""Clocks that never run out during a test."""
WRONG_GAMES: tuple[Any, ...] = (
    *(b"{", {}, {"seats": []}, {"seats": "NS"}, {"seats": [{}] * 9}),
    *({"game": "chess", "seats": seated("me", "me")}, {"game": SAMPLE, "seats": seated("me", "me")[:1]}),
    *({"game": SAMPLE, "seats": seated("me", "king")}, {"game": SAMPLE, "seats": seated("me", "bot:program:cat")}),
    *({"game": SAMPLE, "seats": seated("me", "bot:greedy:slips=1")}, {"game": SAMPLE, "seats": seated("me", "bot:level:99")}),
    *(
        {"game": SAMPLE, "seats": [*seated("me", "me"), *seated("me", "me")]},
        {"seats": seated("me", "me"), "record": "{" * 9999},
    ),
    *({"seats": seated("me", "me"), "record": ""}, {"seats": seated("me", "me"), "record": "\n" * 20_000}),
    *({"seats": seated("me", "me"), "position": {}}, {"seats": seated("me", "me"), "position": {"game": SAMPLE, "x": [[]]}}),
    *({"seats": seated("me", "me"), "clock": clock} for clock in ({}, 5, {"kind": "turn", "seconds": 1})),
    *({"seats": seated("me", "me"), "minutes": -1}, {"seats": seated("me", "me"), "rulings": {"no": "such"}}),
)
"""Invalid bodies for new games."""


class HostingSteps(VisitorMachine):
    """Steps about games and seats: creating, joining, leaving and cancelling games."""

    async def sit_down(self) -> None:
        """Let two visitors begin a game of each kind, and subscribe to it with a spectator."""
        await super().sit_down()
        for game, seats in SEATS.items():
            await self.make_a_game(self.visitor(0), game, ("me", "open"), False, None)
            table = self.world.tables[-1]
            for visitor in self.world.visitors[:3]:  # two players and a spectator
                await self.world.listen(visitor, table.id, None, 0, None)
            await self.join(self.visitor(1), table, seats[1])
            await self.world.check()

    # -- creating and ending games ---------------------------------------------------------------------------------------------

    @step(
        often=2,
        visitor=PICK,
        game=st.sampled_from(sorted(SEATS)),
        kinds=st.sampled_from(KINDS),
        public=st.booleans(),
        clock=st.sampled_from(CLOCKS),
    )
    async def make_a_game(self, visitor: Visitor, game: str, kinds: tuple[str, ...], public: bool, clock: Any) -> None:
        body = {"game": game, "rulings": limited(1) if game == SAMPLE else {}, "public": public, "clock": clock}
        await self.make(visitor, kinds, body, [], game)

    @step(visitor=PICK, body=st.sampled_from(WRONG_GAMES))
    async def make_no_game(self, visitor: Visitor, body: Any) -> None:
        await self.send_invalid(visitor, "/games", body)

    @step(visitor=PICK, table=PICK, number=PICK, kinds=st.sampled_from(KINDS))
    async def begin_from_a_moment(self, visitor: Visitor, table: Table, number: int, kinds: tuple[str, ...]) -> None:
        at = number % (table.number + 2)
        secret = NOT_YOURS if table.game.has_secrets and not table.is_open else None
        no = secret or (No(422, "invalid") if at > table.number else NO_ADVICE if table.is_without_hints else None)
        entries = [] if no else [table.entries[entry_number - 1] for entry_number in table.moments[at].standing]
        await self.make(visitor, kinds, {"from": {"id": table.id, "number": at}}, entries, table.game.name, no)

    @step(visitor=PICK, record_pick=PICK, spoil=PICK)
    async def import_a_record(self, visitor: Visitor, record_pick: int, spoil: int) -> None:
        if not self.world.records:
            return
        text, game, entries = self.world.records[record_pick % len(self.world.records)]
        lines = text.splitlines()
        if spoil % 3 == 0:
            spoilt = [lines[:1] * 2 + lines[1:], [text[: len(text) // 2] + "}"], [*lines, '{"by": "X", "action": "x"}'], ["x"]]
            body = {"seats": seated("me", "me", game=game), "record": "\n".join(spoilt[spoil % len(spoilt)])}
            await self.send_invalid(visitor, "/games", body)
        else:
            await self.make(visitor, ("me", "me"), {"record": text}, entries, game)

    async def make(
        self, visitor: Visitor, kinds: tuple[str, ...], body: Any, begun_with: list[Entry], game: str, no: No | None = None
    ) -> None:
        """Create a game unless there are enough, and check the result."""
        if len(self.world.tables) >= MOST_TABLES:
            return
        is_copy = "from" in body or "record" in body
        may_be_held = is_copy and any(table.is_without_hints for table in self.world.tables)  # of which games: test_copies.py
        or_no, body = NO_ADVICE if may_be_held else None, body | {"seats": seated(*kinds, game=game)}
        answer = await self.world.ask(visitor, no, "POST", "/games", body, status=201, or_no=or_no)
        if answer is not None:
            chairs = {}
            for seat, kind in zip(SEATS[game], kinds, strict=True):
                is_visitors = kind in ("me", "shared")
                chairs[seat] = Chair("person", visitor.id) if is_visitors else Chair(kind.partition(":")[0])
            table = self.world.learn(visitor, answer, chairs, begun_with)
            assert answer.json()["you"] == table.seats_of(visitor.id)

    @step(host=PICK, table=PICK)
    async def cancel(self, host: Visitor, table: Table) -> None:
        no = NOT_YOURS if table.host != host.id else None if table.status == "lobby" else No(409, "begun")
        if await self.world.ask(host, no, "DELETE", f"/games/{table.id}", status=204):
            await self.note_deletion(table)

    @step(visitor=PICK, table=PICK)
    async def play_again(self, visitor: Visitor, table: Table) -> None:
        if table.rematch is None and len(self.world.tables) >= MOST_TABLES:
            return
        no = None if table.seats_of(visitor.id) else NOT_YOURS
        no = no or (None if table.status == "over" else No(409, "not_over"))
        if no is None and table.rematch in self.world.deleted_ids:
            no = NO_GAME
        answer = await self.world.ask(visitor, no, "POST", f"/games/{table.id}/rematch", {})
        if answer is None:
            return
        if table.rematch is None:
            chairs = {seat: Chair(chair.kind, chair.holder, chair.token) for seat, chair in table.chairs.items()}
            table.rematch = self.world.learn(visitor, answer, chairs, []).id
            for chair in table.chairs.values():
                chair.token = None
        assert answer.json()["id"] == table.rematch

    async def note_deletion(self, table: Table) -> None:
        """Note that a game is deleted: its sockets must receive a message and be closed."""
        self.world.forget(table)
        listeners = [listener for listener in self.world.listeners if listener.game_id == table.id]
        await self.world.closed_by_the_server(RESTARTS, *listeners)
        assert all(listener.counts["gone"] == 1 for listener in listeners)

    # -- seats -----------------------------------------------------------------------------------------------------------------

    @step(visitor=PICK, table=PICK, seat_name=PICK)
    async def join(self, visitor: Visitor, table: Table, seat_name: str) -> None:
        no = NO_SEAT if seat_name not in table.chairs else None if table.chairs[seat_name].kind == "open" else TAKEN
        if await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{seat_name}/join", {}):
            table.chairs[seat_name].give("person", visitor.id)

    @step(holder=PICK, table=PICK, seat_name=PICK)
    async def leave(self, holder: Visitor, table: Table, seat_name: str) -> None:
        no = table.ownership_refusal(holder.id, seat_name) or (None if table.status == "lobby" else No(409, "begun"))
        if await self.world.ask(holder, no, "POST", f"/games/{table.id}/seats/{seat_name}/leave", {}):
            table.chairs[seat_name].give("open", None)

    @step(host=PICK, holder=PICK, table=PICK, seat_name=PICK, bot=st.sampled_from((None, None, "random", *NO_BOTS)))
    async def put_a_bot(self, host: Visitor, holder: Visitor, table: Table, seat_name: str, bot: str | None) -> None:
        visitor = host if table.status == "lobby" else holder
        if table.status == "lobby" and seat_name in table.chairs and bot in NO_BOTS:
            await self.send_invalid(visitor, f"/games/{table.id}/seats/{seat_name}/bot", {"bot": bot})
            return
        no = self.bot_refused(table, visitor, seat_name, bot)
        if await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{seat_name}/bot", {"bot": bot}):
            if table.chairs[seat_name].kind == "open":
                table.chairs[seat_name].give("bot", None)
            else:
                table.chairs[seat_name].stood_in = True

    def bot_refused(self, table: Table, visitor: Visitor, seat: str, bot: str | None) -> No | None:
        """Return the refusal of a bot for a seat, or of a stand-in; None if it is allowed."""
        if seat not in table.chairs:
            return NO_SEAT
        chair = table.chairs[seat]
        if table.status == "lobby":
            return NOT_YOURS if table.host != visitor.id else None if chair.kind == "open" else TAKEN
        if bot is not None:
            return No(409, "stand_in")
        if table.status == "over":
            return OVER
        if not table.seats_of(visitor.id):
            return NOT_YOURS
        if chair.is_bots:
            return No(409, "bot")
        return None if chair.holder == visitor.id else No(409, "present")  # no one is absent for long enough

    @step(holder=PICK, table=PICK, seat_name=PICK)
    async def come_back(self, holder: Visitor, table: Table, seat_name: str) -> None:
        no = table.ownership_refusal(holder.id, seat_name)
        if await self.world.ask(holder, no, "POST", f"/games/{table.id}/seats/{seat_name}/return", {}):
            table.chairs[seat_name].stood_in = False

    @step(often=2, holder=PICK, table=PICK, seat_name=PICK)
    async def make_a_link(self, holder: Visitor, table: Table, seat_name: str) -> None:
        no = table.ownership_refusal(holder.id, seat_name)
        if answer := await self.world.ask(holder, no, "POST", f"/games/{table.id}/seats/{seat_name}/link", {}):
            token = answer.json()["token"]
            table.chairs[seat_name].links.add(token)
            self.world.links.append((token, table, seat_name))
            self.world.words[token.encode()] = holder

    @step(often=2, visitor=PICK, link=PICK)
    async def claim(self, visitor: Visitor, link: int) -> None:
        links = self.world.links[-3:] or [("made up", None, "")]
        token, table, seat = links[link % len(links)]
        chair = None if table is None else table.chairs[seat]
        no = None if chair is not None and token in chair.links else No(404, "no_link")
        if await self.world.ask(visitor, no, "POST", "/claims", {"token": token}) and chair is not None:
            chair.give(chair.kind, visitor.id)

    @step(host=PICK, table=PICK, seat_name=PICK)
    async def make_a_token(self, host: Visitor, table: Table, seat_name: str) -> None:
        no = NOT_YOURS if table.host != host.id else NO_SEAT if seat_name not in table.chairs else None
        no = no or (None if table.chairs[seat_name].kind == "program" else No(409, "no_program"))
        if answer := await self.world.ask(host, no, "POST", f"/games/{table.id}/seats/{seat_name}/token", {}):
            table.chairs[seat_name].token = token = answer.json()["token"]
            self.world.tokens.append(token)
            self.world.words[token.encode()] = host
