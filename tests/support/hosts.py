"""Steps of the state machine about games and their seats: right and wrong requests."""

from __future__ import annotations

from typing import Any

from allowed import NO_ADVICE, NO_GAME, NO_SEAT, NOT_YOURS, OVER, TAKEN, Chair, Happened, No, Table
from hidden_hands import HiddenHands
from house import Visitor
from hypothesis import strategies as st
from mischief import PICK, Mischief, step
from of_games import SAMPLE
from sample import limited, seated
from watched import MOST_TABLES, RESTARTS

KINDS = (
    ("me", "open"),
    ("me", "me"),
    ("open", "me"),
    ("me", "program"),
    ("me", "bot:random"),
    ("me", "shared"),
    ("program", "open"),
)
SEATS = {HiddenHands.name: ("N", "S"), SAMPLE: tuple(each["seat"] for each in seated("me", "me"))}
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


class Hosts(Mischief):
    """Steps about games and seats: creating, joining, leaving and cancelling games."""

    async def sit_down(self) -> None:
        """Let two visitors begin a game of each kind, and subscribe to it with a spectator."""
        await super().sit_down()
        for game, seats in SEATS.items():
            kinds = ("me", "open")
            body = {"game": game, "seats": self.seats(game, kinds), "rulings": self.rulings(game)}
            await self.make(self.visitor(0), kinds, body, [])
            table = self.world.tables[-1]
            for visitor in self.world.visitors[:3]:  # two players and a spectator
                await self.world.hear(visitor, table.id, None, 0, None)
            await self.take(self.visitor(1), table, seats[1])
            await self.world.check()

    # -- creating and ending games ---------------------------------------------------------------------------------------------

    @step(
        who=PICK,
        game=st.sampled_from(sorted(SEATS)),
        kinds=st.sampled_from(KINDS),
        public=st.booleans(),
        clock=st.sampled_from(CLOCKS),
    )
    async def make_a_game(self, who: int, game: str, kinds: tuple[str, ...], public: bool, clock: Any) -> None:
        if len(self.world.tables) < MOST_TABLES:
            body = {"game": game, "seats": self.seats(game, kinds), "rulings": self.rulings(game), "public": public}
            body |= {"clock": clock}
            await self.make(self.visitor(who), kinds, body, [])

    @step(who=PICK, kinds=st.sampled_from(KINDS))
    async def deal_hidden_hands(self, who: int, kinds: tuple[str, ...]) -> None:
        if len(self.world.tables) < MOST_TABLES:
            await self.make(
                self.visitor(who), kinds, {"game": HiddenHands.name, "seats": self.seats(HiddenHands.name, kinds)}, []
            )

    @step(who=PICK, body=st.sampled_from(WRONG_GAMES))
    async def make_no_game(self, who: int, body: Any) -> None:
        await self.send_invalid(self.visitor(who), "/games", body)

    @step(who=PICK, table=PICK, number=PICK, kinds=st.sampled_from(KINDS))
    async def begin_from_a_moment(self, who: int, table: Table, number: int, kinds: tuple[str, ...]) -> None:
        if len(self.world.tables) >= MOST_TABLES:
            return
        at = number % (table.number + 2)
        secret = NOT_YOURS if table.game.has_secrets and not table.is_open else None
        no = secret or (No(422, "invalid") if at > table.number else NO_ADVICE if table.is_without_hints else None)
        entries = [] if no else [table.entries[each - 1] for each in table.moments[at].standing]
        body = {"seats": self.seats(table.game.name, kinds), "from": {"id": table.id, "number": at}}
        await self.make(self.visitor(who), kinds, body, entries, no)

    @step(who=PICK, which=PICK, spoil=PICK)
    async def import_a_record(self, who: int, which: int, spoil: int) -> None:
        if not self.world.records or len(self.world.tables) >= MOST_TABLES:
            return
        text, game, entries = self.world.records[which % len(self.world.records)]
        visitor, body = self.visitor(who), {"seats": self.seats(game, ("me", "me"))}
        lines = text.splitlines()
        if spoil % 3 == 0:
            spoilt = [lines[:1] * 2 + lines[1:], [text[: len(text) // 2] + "}"], [*lines, '{"by": "X", "action": "x"}'], ["x"]]
            await self.send_invalid(visitor, "/games", body | {"record": "\n".join(spoilt[spoil % len(spoilt)])})
            return
        await self.make(visitor, ("me", "me"), body | {"record": text}, entries)

    async def make(
        self, who: Visitor, kinds: tuple[str, ...], body: Any, begun_with: list[Happened], no: No | None = None
    ) -> None:
        """Create a game, and check the result."""
        is_copy = "from" in body or "record" in body
        may_be_held = is_copy and any(table.is_without_hints for table in self.world.tables)  # of which games: test_copies.py
        answer = await self.world.ask(who, no, "POST", "/games", body, status=201, or_no=NO_ADVICE if may_be_held else None)
        if answer is not None:
            chairs = {each["seat"]: self.chair(kind, who) for each, kind in zip(body["seats"], kinds, strict=True)}
            table = self.world.learn(who, answer, chairs, begun_with)
            assert answer.json()["you"] == table.seats_of(who.id)

    @staticmethod
    def chair(kind: str, who: Visitor) -> Chair:
        """Return a seat of a new game."""
        kind = kind.partition(":")[0]
        return Chair("person", who.id) if kind in ("me", "shared") else Chair(kind)

    @staticmethod
    def seats(game: str, kinds: tuple[str, ...]) -> list[dict[str, Any]]:
        """Return the seats for a request."""
        split = [kind.partition(":") for kind in kinds]
        return [
            {"seat": seat, "kind": kind} | ({"bot": bot} if bot else {})
            for seat, (kind, _, bot) in zip(SEATS[game], split, strict=True)
        ]

    @staticmethod
    def rulings(game: str) -> dict[str, Any]:
        """Return rulings that make a game short."""
        return limited(1) if game == SAMPLE else {}

    @step(who=PICK, table=PICK)
    async def cancel(self, who: int, table: Table) -> None:
        visitor = self.host(who, table)
        no = NOT_YOURS if table.host != visitor.id else None if table.status == "lobby" else No(409, "begun")
        if await self.world.ask(visitor, no, "DELETE", f"/games/{table.id}", status=204):
            await self.gone(table)

    @step(who=PICK, table=PICK)
    async def play_again(self, who: int, table: Table) -> None:
        visitor = self.visitor(who)
        if table.rematch is None and len(self.world.tables) >= MOST_TABLES:
            return
        no = None if table.seats_of(visitor.id) else NOT_YOURS
        no = no or (None if table.status == "over" else No(409, "not_over"))
        if no is None and table.rematch in self.world.gone:
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

    async def gone(self, table: Table) -> None:
        """Note that a game is deleted: its sockets must receive a message and be closed."""
        self.world.forget(table)
        here = [ear for ear in self.world.ears if ear.game_id == table.id]
        await self.world.closed_by_the_server(RESTARTS, *here)
        assert all(ear.counts["gone"] == 1 for ear in here)

    # -- seats -----------------------------------------------------------------------------------------------------------------

    @step(who=PICK, table=PICK, seat=PICK)
    async def join(self, who: int, table: Table, seat: int) -> None:
        visitor = self.visitor(who)
        await self.take(visitor, table, self.seat(table, seat))

    async def take(self, who: Visitor, table: Table, seat: str) -> None:
        """Request a seat."""
        no = NO_SEAT if seat not in table.chairs else None if table.chairs[seat].kind == "open" else TAKEN
        if await self.world.ask(who, no, "POST", f"/games/{table.id}/seats/{seat}/join", {}):
            table.chairs[seat].give("person", who.id)

    @step(who=PICK, table=PICK, seat=PICK)
    async def leave(self, who: int, table: Table, seat: int) -> None:
        wanted = self.seat(table, seat)
        visitor = self.holder(who, table, wanted)
        no = table.own(visitor.id, wanted) or (None if table.status == "lobby" else No(409, "begun"))
        if await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{wanted}/leave", {}):
            table.chairs[wanted].give("open", None)

    @step(who=PICK, table=PICK, seat=PICK, bot=st.sampled_from((None, None, "random", "program:cat", "greedy:slips=1")))
    async def put_a_bot(self, who: int, table: Table, seat: int, bot: str | None) -> None:
        wanted = self.seat(table, seat)
        visitor = self.host(who, table) if table.status == "lobby" else self.holder(who, table, wanted)
        if table.status == "lobby" and wanted in table.chairs and bot not in (None, "random"):
            await self.send_invalid(visitor, f"/games/{table.id}/seats/{wanted}/bot", {"bot": bot})
            return
        no = self.bot_refused(table, visitor, wanted, bot)
        if await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{wanted}/bot", {"bot": bot}):
            if table.chairs[wanted].kind == "open":
                table.chairs[wanted].give("bot", None)
            else:
                table.chairs[wanted].stood_in = True

    def bot_refused(self, table: Table, who: Visitor, seat: str, bot: str | None) -> No | None:
        """Return the refusal of a bot for a seat, or of a stand-in; None if it is allowed."""
        if seat not in table.chairs:
            return NO_SEAT
        chair = table.chairs[seat]
        if table.status == "lobby":
            return NOT_YOURS if table.host != who.id else None if chair.kind == "open" else TAKEN
        if bot is not None:
            return No(409, "stand_in")
        if table.status == "over":
            return OVER
        if not table.seats_of(who.id):
            return NOT_YOURS
        if chair.is_bots:
            return No(409, "bot")
        return None if chair.holder == who.id else No(409, "present")  # no one is absent for long enough

    @step(who=PICK, table=PICK, seat=PICK)
    async def come_back(self, who: int, table: Table, seat: int) -> None:
        wanted = self.seat(table, seat)
        visitor = self.holder(who, table, wanted)
        no = table.own(visitor.id, wanted)
        if await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{wanted}/return", {}):
            table.chairs[wanted].stood_in = False

    @step(often=2, who=PICK, table=PICK, seat=PICK)
    async def make_a_link(self, who: int, table: Table, seat: int) -> None:
        wanted = self.seat(table, seat)
        visitor = self.holder(who, table, wanted)
        no = table.own(visitor.id, wanted)
        if answer := await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{wanted}/link", {}):
            token = answer.json()["token"]
            table.chairs[wanted].links.add(token)
            self.world.links.append((token, table, wanted))
            self.world.words[token.encode()] = visitor

    @step(often=2, who=PICK, link=PICK)
    async def claim(self, who: int, link: int) -> None:
        visitor = self.visitor(who)
        known = self.world.links[-3:] or [("made up", None, "")]
        token, table, seat = known[link % len(known)]
        chair = None if table is None else table.chairs[seat]
        no = None if chair is not None and token in chair.links else No(404, "no_link")
        if await self.world.ask(visitor, no, "POST", "/claims", {"token": token}) and chair is not None:
            chair.give(chair.kind, visitor.id)

    @step(who=PICK, table=PICK, seat=PICK)
    async def make_a_token(self, who: int, table: Table, seat: int) -> None:
        visitor = self.host(who, table)
        wanted = self.seat(table, seat)
        no = NOT_YOURS if table.host != visitor.id else NO_SEAT if wanted not in table.chairs else None
        no = no or (None if table.chairs[wanted].kind == "program" else No(409, "no_program"))
        if answer := await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{wanted}/token", {}):
            table.chairs[wanted].token = token = answer.json()["token"]
            self.world.tokens.append(token)
            self.world.words[token.encode()] = visitor
