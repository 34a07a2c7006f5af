"""A state machine of right and wrong requests about games, seats and playing."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Any

from allowed import (
    NO_GAME,
    NO_SEAT,
    NOT_BEGUN,
    NOT_YOUR_TURN,
    NOT_YOURS,
    OVER,
    STALE,
    TAKEN,
    Chair,
    Happened,
    No,
    Proposed,
    Table,
)
from hidden_hands import HiddenHands
from house import House, Visitor
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from of_games import SAMPLE
from sample import END, limited, seated
from watched import MOST_TABLES, RESTARTS, World

PICK = st.integers(0, 999)
"""An index into a list that depends on earlier steps; it is taken modulo the length."""
BASE = st.sampled_from((0, 0, 0, -1, 1, -2, 7))
"""The difference between the number that a request is based on and the current one."""
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
IDS = (None, None, "one", "other")
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


Does = Callable[..., Awaitable[None]]


def step(often: int = 1, **given: st.SearchStrategy[Any]) -> Callable[[Does], Does]:
    """Mark a step of the state machine with its strategies and its weight."""

    def mark(does: Does) -> Does:
        vars(does).update(often=often, given=given)
        return does

    return mark


class Mischief(RuleBasedStateMachine):
    """Four visitors, their games, and the operator.

    There is only one rule, so that all steps occur in each run: with several, Hypothesis would disable some of them.
    """

    def __init__(self, runner: asyncio.Runner, house: House) -> None:
        super().__init__()
        self.runner = runner
        self.house = house
        self.world = World(house)
        self.restarts = 0
        self.trail: list[str] = []

    @initialize()
    def begin(self) -> None:
        """Let all visitors arrive, and two of them begin a game of each kind."""
        self.runner.run(self.sit_down())

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """Do a random step, and check everything."""
        name = data.draw(st.sampled_from(self.steps()))
        drawn = {what: data.draw(strategy) for what, strategy in vars(getattr(type(self), name))["given"].items()}
        self.trail.append(f"{name} {drawn}"[:200])
        try:
            self.runner.run(self.do(name, drawn))
        except BaseException as error:
            self.house.failed(error, self.trail)
            raise

    @classmethod
    @functools.cache
    def steps(cls) -> list[str]:
        """Return the names of all steps, each as often as its weight."""
        marked = {name: vars(each) for name in dir(cls) if "given" in getattr(each := getattr(cls, name), "__dict__", {})}
        return [name for name, marks in marked.items() for _ in range(marks["often"])]

    async def do(self, name: str, drawn: dict[str, Any]) -> None:
        """Do a step, and check everything."""
        await getattr(self, name)(**drawn)
        await self.world.check()

    async def sit_down(self) -> None:
        """Begin games and subscribe to them."""
        await self.world.open()
        for game, seats in SEATS.items():
            kinds = ("me", "open")
            body = {"game": game, "seats": self.seats(game, kinds), "rulings": self.rulings(game)}
            await self.make(self.visitor(0), kinds, body, [])
            table = self.world.tables[-1]
            for visitor in self.world.visitors[:3]:  # two players and a spectator
                await self.world.hear(visitor, table.id, None, 0, None)
            await self.take(self.visitor(1), table, seats[1])
            await self.world.check()

    def teardown(self) -> None:
        """Let all visitors leave."""
        self.runner.run(self.world.close())

    def visitor(self, pick: int) -> Visitor:
        """Return a visitor."""
        return self.world.visitors[pick % len(self.world.visitors)]

    def table(self, pick: int) -> Table | None:
        """Return a game, or None if there is none."""
        return self.world.tables[pick % len(self.world.tables)] if self.world.tables else None

    def seat(self, table: Table, pick: int) -> str:
        """Return a seat of a game, or sometimes a seat that does not exist."""
        return [*table.chairs, *table.chairs, "X"][pick % (2 * len(table.chairs) + 1)]

    def whose_turn(self, table: Table) -> Visitor | None:
        """Return the visitor to move, or None if there is none who isn't banned."""
        chair = table.chairs.get(table.to_move or "")
        holders = (each for each in self.world.visitors if chair is not None and each.id == chair.holder)
        return next((each for each in holders if not each.banned), None)

    def holder(self, pick: int, table: Table, seat: str) -> Visitor:
        """Return the holder of a seat, or any visitor."""
        held = [each for each in self.world.visitors if seat in table.seats_of(each.id)]
        return held[0] if held and pick % 2 else self.visitor(pick)

    def host(self, pick: int, table: Table) -> Visitor:
        """Return the host of a game, or any visitor."""
        return next(each for each in self.world.visitors if each.id == table.host) if pick % 2 else self.visitor(pick)

    def mover(self, pick: int, table: Table) -> Visitor:
        """Return the visitor to move, or any visitor."""
        return (self.whose_turn(table) if pick % 2 else None) or self.visitor(pick)

    # -- creating and ending games ------------------------------------------------------------------------------------------

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
        visitor = self.visitor(who)
        answer = await visitor.send("POST", "/games", body)
        assert answer.status_code in ((403,) if visitor.banned else (400, 422)), answer.text

    @step(who=PICK, which=PICK, number=PICK, kinds=st.sampled_from(KINDS))
    async def begin_from_a_moment(self, who: int, which: int, number: int, kinds: tuple[str, ...]) -> None:
        table = self.table(which)
        if table is None or len(self.world.tables) >= MOST_TABLES:
            return
        at = number % (table.number + 2)
        secret = NOT_YOURS if table.game.has_secrets and not table.is_open else None
        no = secret or (No(422, "invalid") if at > table.number else None)
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
            answer = await visitor.send("POST", "/games", body | {"record": "\n".join(spoilt[spoil % len(spoilt)])})
            assert answer.status_code in ((403,) if visitor.banned else (400, 422)), answer.text
            return
        await self.make(visitor, ("me", "me"), body | {"record": text}, entries)

    async def make(
        self, who: Visitor, kinds: tuple[str, ...], body: Any, begun_with: list[Happened], no: No | None = None
    ) -> None:
        """Create a game, and check the result."""
        answer = await self.world.ask(who, no, "POST", "/games", body, status=201)
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

    @step(who=PICK, which=PICK)
    async def cancel(self, who: int, which: int) -> None:
        table = self.table(which)
        if table is not None:
            visitor = self.host(who, table)
            no = NOT_YOURS if table.host != visitor.id else None if table.status == "lobby" else No(409, "begun")
            if await self.world.ask(visitor, no, "DELETE", f"/games/{table.id}", status=204):
                await self.gone(table)

    @step(who=PICK, which=PICK)
    async def play_again(self, who: int, which: int) -> None:
        visitor, table = self.visitor(who), self.table(which)
        if table is None or (table.rematch is None and len(self.world.tables) >= MOST_TABLES):
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

    # -- seats --------------------------------------------------------------------------------------------------------------

    @step(who=PICK, which=PICK, seat=PICK)
    async def join(self, who: int, which: int, seat: int) -> None:
        visitor, table = self.visitor(who), self.table(which)
        if table is not None:
            await self.take(visitor, table, self.seat(table, seat))

    async def take(self, who: Visitor, table: Table, seat: str) -> None:
        """Request a seat."""
        no = NO_SEAT if seat not in table.chairs else None if table.chairs[seat].kind == "open" else TAKEN
        if await self.world.ask(who, no, "POST", f"/games/{table.id}/seats/{seat}/join", {}):
            table.chairs[seat].give("person", who.id)

    @step(who=PICK, which=PICK, seat=PICK)
    async def leave(self, who: int, which: int, seat: int) -> None:
        table = self.table(which)
        if table is not None:
            wanted = self.seat(table, seat)
            visitor = self.holder(who, table, wanted)
            no = table.own(visitor.id, wanted) or (None if table.status == "lobby" else No(409, "begun"))
            if await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{wanted}/leave", {}):
                table.chairs[wanted].give("open", None)

    @step(who=PICK, which=PICK, seat=PICK, bot=st.sampled_from((None, None, "random", "program:cat", "greedy:slips=1")))
    async def put_a_bot(self, who: int, which: int, seat: int, bot: str | None) -> None:
        table = self.table(which)
        if table is None:
            return
        wanted = self.seat(table, seat)
        visitor = self.host(who, table) if table.status == "lobby" else self.holder(who, table, wanted)
        if table.status == "lobby" and wanted in table.chairs and bot not in (None, "random"):
            answer = await visitor.send("POST", f"/games/{table.id}/seats/{wanted}/bot", {"bot": bot})
            assert answer.status_code in ((403,) if visitor.banned else (400, 422)), answer.text
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

    @step(who=PICK, which=PICK, seat=PICK)
    async def come_back(self, who: int, which: int, seat: int) -> None:
        table = self.table(which)
        if table is not None:
            wanted = self.seat(table, seat)
            visitor = self.holder(who, table, wanted)
            no = table.own(visitor.id, wanted)
            if await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{wanted}/return", {}):
                table.chairs[wanted].stood_in = False

    @step(often=2, who=PICK, which=PICK, seat=PICK)
    async def make_a_link(self, who: int, which: int, seat: int) -> None:
        table = self.table(which)
        if table is not None:
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

    @step(who=PICK, which=PICK, seat=PICK)
    async def make_a_token(self, who: int, which: int, seat: int) -> None:
        table = self.table(which)
        if table is not None:
            visitor = self.host(who, table)
            wanted = self.seat(table, seat)
            no = NOT_YOURS if table.host != visitor.id else NO_SEAT if wanted not in table.chairs else None
            no = no or (None if table.chairs[wanted].kind == "program" else No(409, "no_program"))
            if answer := await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{wanted}/token", {}):
                table.chairs[wanted].token = token = answer.json()["token"]
                self.world.tokens.append(token)
                self.world.words[token.encode()] = visitor

    # -- playing ------------------------------------------------------------------------------------------------------------

    @step(often=4, which=PICK, choices=st.lists(PICK, min_size=1, max_size=8), client_id=st.sampled_from(IDS))
    async def play_on(self, which: int, choices: list[int], client_id: str | None) -> None:
        """Play legal actions in turn."""
        table = self.table(which)
        for choice in choices:
            visitor = None if table is None else self.whose_turn(table)
            if table is None or visitor is None or table.turn(table.seats_of(visitor.id)):
                return
            legal = table.legal()
            await self.act(visitor, table, table.number, legal[choice % len(legal)], client_id)
            await self.world.check()

    @step(
        often=2,
        who=PICK,
        which=PICK,
        base=st.sampled_from((0, 0, 0, -1, 1, -2, 7)),
        choice=PICK,
        client_id=st.sampled_from(IDS),
    )
    async def act_somehow(self, who: int, which: int, base: int, choice: int, client_id: str | None) -> None:
        """Play any action as any visitor, based on any number, possibly a repeated one."""
        table = self.table(which)
        if table is not None:
            actions = [*table.legal()[:6], END, "dance", "Card1007", "Card9999", "\ud800"]
            base = max(0, table.number + base)
            await self.act(self.mover(who, table), table, base, actions[choice % len(actions)], client_id)

    @step(often=2, which=PICK, late=st.integers(1, 9))
    async def act_late(self, which: int, late: int) -> None:
        """Play on an old number: the answer contains the missed entries, as far as the visitor may see them."""
        table = self.table(which)
        visitor = None if table is None else self.whose_turn(table)
        if table is not None and visitor is not None and table.number:
            await self.act(visitor, table, max(0, table.number - late), table.legal()[0], None)

    async def act(self, who: Visitor, table: Table, base: int, action: str, client_id: str | None) -> None:
        """Send an action, and check the answer."""
        seats = table.seats_of(who.id)
        body = {"base": base, "action": action} | ({} if client_id is None else {"client_id": client_id})
        if action == "\ud800":  # not valid Unicode
            await self.world.ask(who, No(422, "invalid"), "POST", f"/games/{table.id}/actions", body)
            return
        come_to = table.played(seats, base, action, client_id)
        no = come_to if isinstance(come_to, No) else None
        if no == STALE and not who.banned:
            late = await who.send("POST", f"/games/{table.id}/actions", body)
            assert late.status_code == STALE.status, late.text
            missed = late.json()
            told = table.told(seats[0] if len(seats) == 1 else None)[base:]
            assert [(each["by"], each["action"]) for each in missed["missed"]] == told
            assert missed["number"] == table.number
            return
        answer = await self.world.ask(who, no, "POST", f"/games/{table.id}/actions", body)
        if answer is not None:
            assert answer.json() == {"number": come_to}
            self.played(table, int(answer.json()["number"]), action, client_id)

    def played(self, table: Table, number: int, action: str, client_id: str | None) -> None:
        """Note an acknowledged action; it may be a repeated one."""
        if number > table.number:
            by = str(table.to_move)
            self.world.acknowledge(table, number, Happened(by, action))
            if client_id is not None:
                table.sent[by, client_id] = number

    @step(token=PICK, base=st.sampled_from((0, 0, 0, -1, 1)), choice=PICK)
    async def a_program_acts(self, token: int, base: int, choice: int) -> None:
        """Play with a program's token, which may be invalid by now."""
        if not self.world.tokens:
            return
        shown = self.world.tokens[token % len(self.world.tokens)]
        found = ((table, seat) for table in self.world.tables for seat, chair in table.chairs.items() if chair.token == shown)
        table, seat = next(found, (None, ""))
        stranger = self.visitor(token)
        actions = [] if table is None else table.legal()
        action = actions[choice % len(actions)] if actions else END
        at = 0 if table is None else max(0, table.number + base)
        come_to = No(401, "no_token") if table is None else table.played([seat], at, action, None)
        no = come_to if isinstance(come_to, No) else None
        body, headers = {"base": at, "action": action}, {"Authorization": f"Bearer {shown}"}
        done = await self.world.ask(stranger, no, "POST", "/program/actions", body, headers=headers)
        if done is not None and table is not None:
            self.played(table, int(done.json()["number"]), action, None)

    @step(which=PICK, first=PICK, second=PICK, same=st.booleans())
    async def act_twice_at_once(self, which: int, first: int, second: int, same: bool) -> None:
        """Send two actions based on the same number at once, or the same one twice: only one is accepted, once."""
        table = self.table(which)
        visitor = None if table is None else self.whose_turn(table)
        if table is None or visitor is None or table.turn(table.seats_of(visitor.id)):
            return
        legal, client_id = table.legal(), f"{'once' if same else 'both'} {table.number}"
        chosen = [legal[first % len(legal)]] * 2 if same else [legal[first % len(legal)], legal[second % len(legal)]]
        bodies = [
            {"base": table.number, "action": action, "client_id": client_id + ("" if same else str(number))}
            for number, action in enumerate(chosen)
        ]
        answers = await asyncio.gather(*(visitor.send("POST", f"/games/{table.id}/actions", body) for body in bodies))
        done = [(answer, body) for answer, body in zip(answers, bodies, strict=True) if answer.status_code == 200]
        assert len(done) == 1 + same, [answer.text for answer in answers]
        for answer in answers:
            refused = answer.status_code == 409 and answer.json()["error"]["code"]
            assert refused in (False, STALE.code, NOT_YOUR_TURN.code, OVER.code)
        number = table.number + 1
        assert all(answer.json() == {"number": number} for answer, _ in done)
        self.played(table, number, str(done[0][1]["action"]), str(done[0][1]["client_id"]))

    @step(often=2, who=PICK, which=PICK, base=st.sampled_from((0, 0, 0, -1, 3)), choice=PICK)
    async def undo(self, who: int, which: int, base: int, choice: int) -> None:
        """Undo the last action, sometimes right after another one."""
        table = self.table(which)
        visitor = None if table is None else self.mover(who, table)
        if table is None or visitor is None:
            return
        if choice % 2 and table.legal():
            await self.act(visitor, table, table.number, table.legal()[choice % len(table.legal())], None)
            await self.world.check()
        at = max(0, table.number + base)
        back = table.undone(table.seats_of(visitor.id), at)
        no = back if isinstance(back, No) else None
        if answer := await self.world.ask(visitor, no, "POST", f"/games/{table.id}/undo", {"base": at}):
            number = int(answer.json()["number"])
            assert number == table.number + 1
            assert isinstance(back, int)
            self.world.acknowledge(table, number, Happened(table.to_move, undo=back))

    # -- ending and leaving -------------------------------------------------------------------------------------------------

    @step(who=PICK, which=PICK, seat=PICK)
    async def resign(self, who: int, which: int, seat: int) -> None:
        """Resign: all games here have two seats, and end."""
        table = self.table(which)
        if table is None:
            return
        wanted = self.seat(table, seat)
        visitor = self.holder(who, table, wanted)
        no = table.own(visitor.id, wanted) or {"lobby": NOT_BEGUN, "over": OVER, "playing": None}[table.status]
        if answer := await self.world.ask(visitor, no, "POST", f"/games/{table.id}/seats/{wanted}/resign", {}):
            assert answer.json()["outcome"]["loser"] == wanted
            self.world.acknowledge(table, table.number + 1, Happened(wanted, undo=table.number))

    @step(often=2, who=PICK, which=PICK, kind=st.sampled_from(("end", "take_back", "take_back")))
    async def propose(self, who: int, which: int, kind: str) -> None:
        """Make a proposal."""
        table = self.table(which)
        if table is not None:
            visitor = self.mover(who, table)
            come_to = table.proposing(visitor.id, kind)
            no = come_to if isinstance(come_to, No) else None
            answer = await self.world.ask(visitor, no, "POST", f"/games/{table.id}/proposals", {"kind": kind})
            if answer is not None and isinstance(come_to, Proposed):
                self.proposal_is(table, come_to, answer.json()["proposal"])

    @step(often=2, who=PICK, which=PICK, said=st.sampled_from(("agree", "agree", "decline", "withdraw")), right=PICK)
    async def answer_a_proposal(self, who: int, which: int, said: str, right: int) -> None:
        """Answer a proposal, which may have lapsed or never existed."""
        table = self.table(which)
        if table is not None:
            visitor = self.visitor(who)
            proposal_id = table.proposed.id if table.proposed is not None and right % 5 else "madeup"
            come_to = table.answering(visitor.id, proposal_id, said)
            no = come_to if isinstance(come_to, No) else None
            path = f"/games/{table.id}/proposals/{proposal_id}"
            answer = await self.world.ask(visitor, no, "POST", path, {"answer": said})
            if answer is not None and isinstance(come_to, Proposed):
                self.proposal_is(table, come_to, answer.json()["proposal"])

    def proposal_is(self, table: Table, proposed: Proposed, told: Any) -> None:
        """Check the state of a proposal, or note its effect if all have agreed."""
        waits = [seat for seat in table.deciding if seat not in proposed.agreed]
        if proposed.status == "open" and not waits:
            by = None if proposed.to is None else proposed.seats[0]
            to = table.number if proposed.to is None else proposed.to
            self.world.acknowledge(table, table.number + 1, Happened(by, undo=to))
            return
        assert (told["status"], told["agreed"]) == (proposed.status, proposed.agreed)
        assert told["waits"] == (waits if proposed.status == "open" else [])
        proposed.id = told["id"]
        table.proposed = proposed
