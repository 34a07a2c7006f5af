"""Pairs of people in the soak: they play with clocks, talk, take moves back, agree, resign, and get notifications."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import Any

import asyncpg

from tests.support.clients.honest import Findings, Honest
from tests.support.games.sample_game import OTHER, limited, seated
from tests.support.games.tested_games import SAMPLE
from tests.support.server.push_service import Phone, PushService
from tests.support.suite.timeouts import SOON

A_TURN = 30
CLOCK = {"kind": "turn", "seconds": A_TURN, "then": "decided"}
ENDS = ("given up", "agreed", "out of time", "played out")
PAUSE = 0.2
ANY = (
    "stale",
    "not_your_turn",
    "over",
    "gone",
    "proposed",
    "declined",
    "nothing_to_take_back",
    "lapsed",
    "withdrawn",
    "own",
    "agreed",
)
"""Error codes of proposals and resignations that are expected while a game goes on, or after a lost answer."""


class Pair:
    """Two people who play one game after the other, each with a device for notifications.

    Args:
        urls: the URLs of the servers.
        number: the number of the first player.
        findings: where results are recorded.
        pushes: the push service.
        database: the URL of the servers' database.
    """

    def __init__(self, urls: list[str], number: int, findings: Findings, pushes: PushService, database: str) -> None:
        self.people = [Honest(urls, number, findings), Honest(urls, number + 1, findings)]
        self.phones = [Phone(pushes.origin, person.address) for person in self.people]
        self.findings = findings
        self.pushes = pushes
        self.database = database
        self.rng = self.people[0].rng
        self.words = itertools.count()
        self.said: dict[int, str] = {}
        self.taken_back = 0
        self.ended: str | None = None
        self.called_before = [0, 0]

    async def play(self) -> None:
        """Play one game after the other, for ever."""
        for person, phone in zip(self.people, self.phones):
            await person.ask("device", "PUT", "/push", phone.subscription(talk=True))
        for how in itertools.cycle(ENDS):
            await self.begin()
            is_over = await self.go_on(None if how == "played out" else self.rng.randrange(3, 9))
            if not is_over:
                await self.end(how)
            self.findings.finished += 1
            await self.check()

    async def begin(self) -> None:
        """Begin a game."""
        first, second = self.people
        body = {"game": SAMPLE, "seats": seated("me", "open"), "rulings": limited(2), "clock": CLOCK}
        game = await first.ask("new game", "POST", "/games", body)
        self.said, self.taken_back, self.ended = {}, 0, None
        for person in self.people:
            person.game, person.sent, person.numbers, person.waiting = game["id"], {}, {}, None
        await second.ask("join", "POST", f"{self.path}/seats/{OTHER}/join", {}, may=("taken", "begun"))
        for person in self.people:  # one server may learn of it later than the other
            while (await person.ask("info", "GET", self.path))["status"] == "lobby":
                await asyncio.sleep(PAUSE)

    @property
    def path(self) -> str:
        """The path of their game."""
        return f"/games/{self.people[0].game}"

    async def go_on(self, steps: int | None) -> bool:
        """Play a number of steps, or to the end; talk, and sometimes take something back. Return whether the game is over."""
        for step in itertools.count():
            if steps is not None and step >= steps:
                return False
            self.called_before = [len(self.turns(index)) for index in range(2)]
            for person in self.people:
                if await person.step():
                    return True
                if self.rng.random() < 0.2:
                    await self.say(person)
            if (await self.info())["status"] == "over":
                return True  # not by time: no game is long enough for that
            if self.rng.random() < 0.05:
                self.taken_back += await self.propose("take_back")
        return True

    async def say(self, person: Honest) -> None:
        """Send a remark; an unacknowledged one is sent again with another text, since it may have arrived."""
        remark = await person.ask(
            "talk", "POST", f"{self.path}/talk", lambda: {"text": f"{person.address} says {next(self.words)}"}
        )
        if remark is not None:
            self.said[remark["number"]] = remark["text"]

    async def propose(self, kind: str) -> bool:
        """Let one propose something and the other agree; return whether that was acknowledged."""
        proposer, partner = self.rng.sample(self.people, 2)
        info = await proposer.ask("proposal", "POST", f"{self.path}/proposals", {"kind": kind}, may=ANY)
        if info is None or info["proposal"] is None:
            return False
        address = f"{self.path}/proposals/{info['proposal']['id']}"
        return await partner.ask("answer", "POST", address, {"answer": "agree"}, may=ANY) is not None

    async def end(self, how: str) -> None:
        """End the game outside the rules."""
        if how == "agreed":
            succeeded = await self.propose("end")
        elif how == "given up":
            succeeded = await self.people[1].ask("resign", "POST", f"{self.path}/seats/{OTHER}/resign", {}, may=ANY) is not None
        else:
            succeeded = await self.let_time_run_out()
        if succeeded:
            self.ended = how
        else:
            await self.go_on(None)

    async def let_time_run_out(self) -> bool:
        """Wait until the clock has ended the game; the seat to move gets one notification at most."""
        to_move = None
        began, before = time.monotonic(), [len(self.turns(index)) for index in range(2)]
        while (info := await self.info())["status"] != "over":
            if time.monotonic() - began > A_TURN + SOON:
                self.findings.faults.append(
                    f"{self.path}: nobody's time ran out: {info['status']} at {info['number']}, {info['clocks']}"
                )
                return False
            to_move = info["to_move"]
            await asyncio.sleep(PAUSE)
        if to_move is None:
            return True
        index = 0 if to_move in info["you"] else 1
        if (calls := len(self.turns(index)) - before[index]) > 1:
            self.findings.faults.append(f"{self.path}: {calls} calls in one turn")
        if len(self.turns(index)) > self.called_before[index]:
            self.findings.events["turns that somebody was called to"] += 1
        else:
            await self.explain_silence(index)
        return True

    def turns(self, index: int) -> list[Any]:
        """Return the notifications of turns in this game that one of the two has got."""
        calls = self.pushes.of(self.phones[index])
        return [call for call in calls if call["kind"] == "turn" and call["id"] == self.people[0].game]

    async def explain_silence(self, index: int) -> None:
        """Record why a player was not called to the last turn. If a killed server has the lease, others take it over later."""
        query = "SELECT n.number, n.until FROM notifications n JOIN devices d USING (visitor_id) WHERE n.kind = 'turn'"
        connection = await asyncpg.connect(self.database)
        notification = await connection.fetchrow(
            f"{query} AND n.game_id = $1 AND d.endpoint = $2", self.people[0].game, self.phones[index].endpoint
        )
        newest = await connection.fetchval("SELECT max(number) FROM entries WHERE game_id = $1", self.people[0].game)
        await connection.close()
        if notification is not None and notification["until"] is not None:
            self.findings.events["turns that ended before their call was taken over from a killed server"] += 1
        else:
            self.findings.faults.append(f"{self.path}: nobody was called to the last turn: {notification}, {newest} entries")

    async def info(self) -> Any:
        """Return the info of the game."""
        return await self.people[0].ask("info", "GET", self.path)

    async def check(self) -> None:
        """Check that everything acknowledged is there: actions, remarks, moves taken back, and the end."""
        newest = max((number for person in self.people for number in person.numbers.values()), default=0)
        await self.people[0].catch_up(newest, None if self.ended is None else "over")
        info, entries = await self.info(), await self.people[0].entries()
        back = sum(entry["undo"] is not None and entry["call"] is None for entry in entries)
        self.prove("moves taken back", self.taken_back, min(back, self.taken_back))
        self.prove(
            "ends beside the rules", int(self.ended is not None), int(self.ended is not None and info["status"] == "over")
        )
        talk = await self.talk()
        texts = {remark["number"]: remark["text"] for remark in talk}
        self.prove("remarks", len(self.said), sum(texts.get(number) == text for number, text in self.said.items()))
        self.findings.doubled += len(talk) - len({remark["text"] for remark in talk})
        for person in self.people:
            await person.check()

    def prove(self, kind: str, acknowledged: int, count: int) -> None:
        """Record how many of the acknowledged actions were found."""
        self.findings.events[f"{kind}, acknowledged and found"] += count
        if count < acknowledged:
            self.findings.lost += acknowledged - count
            self.findings.faults.append(f"{self.path}: {acknowledged} {kind} were acknowledged, {count} found")

    async def talk(self) -> list[Any]:
        """Return all remarks."""
        remarks: list[Any] = []
        while True:
            before = {"before": remarks[0]["number"]} if remarks else {}
            page = await self.people[0].ask("read talk", "GET", f"{self.path}/talk", **before)
            remarks = page["remarks"] + remarks
            if not page["more"]:
                return remarks

    async def finish(self) -> None:
        """Wait until pending actions are acknowledged, and check the game."""
        if self.people[0].game is not None:
            for person in self.people:
                if person.waiting is not None:
                    await person.step()
            await self.check()
        for person in self.people:
            await person.leave()
