"""Random visitors act in random order: allowed requests take effect, all others change nothing.

`allowed` predicts the result of each request; `watched` compares it with the answers, the sockets, every byte
sent to any visitor, and the database. `make soak` tries many more orders than a usual run of the tests.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from functools import partial
from typing import Any

import pytest
from allowed import NO_GAME, NOT_BEGUN, NOT_YOUR_TURN, NOT_YOURS, Happened, No, Table
from gossip import OFF, Said
from hidden_hands import known
from house import House, Visitor
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from mischief import PICK, step
from persons import Persons
from rings import inner_first
from sample import END
from serving import MakeSettings
from waiting import SOON
from watched import MOST_EARS, RESTARTS

from kingdoms.core import registry
from kingdoms.server import services
from kingdoms.server.admin import games as admin_games
from kingdoms.server.admin import visitors as admin_visitors
from kingdoms.server.bots import processes as thinking
from kingdoms.server.game import seeds
from kingdoms.server.game.live import LiveGame
from kingdoms.server.house import BANNED
from kingdoms.server.presence.routes import NO_SUCH_GAME, NOT_YOUR_SEAT, TOO_MANY
from kingdoms.server.talk import service as talk
from kingdoms.server.talk import store as talk_store

EXAMPLES = {"sqlite": 8, "postgres": 4}
"""How many orders are tried in the usual run; the profile `soak` of Hypothesis says how many there."""
STEPS = 60
"""Steps of each of them."""
MOST_RESTARTS = 3
FEW = 15
"""Messages that any visitor may send on a socket, all at once."""

TOO_DEEP = b"[" * 10_000
SHAPES: tuple[Any, ...] = (
    *(b"", b"{", b"\xff\xfe", b"null", TOO_DEEP, {}, [], "act", {"base": 0}, {"base": -1, "action": END}),
    *({"base": "x", "action": END}, {"base": 0, "action": ""}, {"base": 0, "action": "x" * 101}, {"base": 0, "action": 7}),
    *({"base": 0, "action": END, "seat": "N"}, {"base": 10**9, "action": END}, {"base": 0.5, "action": END}),
    *({"base": 0, "action": END, "client_id": "x" * 65}, {"base": 0, "action": END, "client_id": "\x00"}),
)
"""Bodies that are no action."""
NOTHING_SAID: tuple[Any, ...] = (
    *({}, {"text": ""}, {"text": " "}, {"text": "x" * 301}, {"text": "a\x00"}, {"text": "a\u202eb"}, {"text": "\ud800"}),
    *({"phrase": "dance"}, {"text": "a", "phrase": "hello"}, {"text": "a", "room": "players"}, b"{", []),
)
"""Bodies that say nothing."""


class Hostile(Persons):
    """They also look, listen, and send invalid input; the operator intervenes, and restarts the server."""

    # -- looking ------------------------------------------------------------------------------------------------------------

    @step(who=PICK, table=PICK, seat=PICK, number=PICK)
    async def view(self, who: int, table: Table, seat: int, number: int) -> None:
        visitor = self.visitor(who)
        params = self.looks(table, seat)
        eyes = table.seen(visitor.id, params.get("seat"))
        no = NOT_BEGUN if table.status == "lobby" else eyes if isinstance(eyes, No) else None
        at = number % (table.number + 2)
        if number % 2:
            params["number"] = at
            no = no or (No(404, "no_number") if at > table.number else None)
        answer = await self.world.ask(visitor, no, "GET", f"/games/{table.id}/view", **params)
        if answer is not None and not isinstance(eyes, No):
            assert answer.json()["view"] == table.facts(eyes, at if number % 2 else None)
            if "number" not in params:
                self.asked(table, visitor, answer.json()["ask"], None if "seat" not in params else eyes)

    @step(who=PICK, table=PICK, seat=PICK)
    async def legal(self, who: int, table: Table, seat: int) -> None:
        visitor = self.visitor(who)
        params = self.looks(table, seat)
        eyes = table.seen(visitor.id, params.get("seat"))
        no = eyes if isinstance(eyes, No) else None
        if answer := await self.world.ask(visitor, no, "GET", f"/games/{table.id}/legal", **params):
            assert answer.json()["number"] == table.number
            self.asked(table, visitor, answer.json()["ask"], params.get("seat"))

    def looks(self, table: Table, pick: int) -> dict[str, Any]:
        """Return the view that a visitor requests: none by name, or a seat's."""
        return {} if pick % 3 == 0 else {"seat": self.seat(table, pick)}

    def asked(self, table: Table, who: Visitor, ask: Any, seat: str | None) -> None:
        """Check that the right seats are asked, and that no other visitor receives the choices."""
        eyes = table.seen(who.id, None)
        seats = [seat] if seat is not None else [eyes] if table.game.has_secrets else table.seats_of(who.id)
        if table.to_move is None or table.to_move not in seats or table.goes_on_alone:
            assert ask is None
        else:
            assert ask["seat"] == table.to_move
            assert [choice["action"] for choice in ask["choices"]] == table.legal()

    @step(who=PICK, table=PICK, seat=PICK, after=PICK)
    async def history(self, who: int, table: Table, seat: int, after: int) -> None:
        visitor = self.visitor(who)
        params = self.looks(table, seat)
        eyes = table.seen(visitor.id, params.get("seat"))
        no, after = (eyes if isinstance(eyes, No) else None), after % (table.number + 2)
        answer = await self.world.ask(visitor, no, "GET", f"/games/{table.id}/history", after=after, **params)
        if answer is not None and not isinstance(eyes, No):
            told = [(each["by"], each["action"]) for each in answer.json()["entries"]]
            assert told == ([] if table.status == "lobby" else table.told(eyes)[after:])

    @step(who=PICK, table=PICK)
    async def record(self, who: int, table: Table) -> None:
        visitor = self.visitor(who)
        no = No(409, "not_over") if table.game.has_secrets and not table.is_open else None
        if answer := await self.world.ask(visitor, no, "GET", f"/games/{table.id}/record"):
            entries = [table.entries[number - 1] for number in table.moments[-1].standing]
            self.world.records.append((answer.text, table.game.name, entries))

    @step(who=PICK, table=PICK, number=PICK, choice=PICK)
    async def ask_around(self, who: int, table: Table, number: int, choice: int) -> None:
        """Send every other request about a game."""
        visitor = self.visitor(who)
        where, lobby = f"/games/{table.id}", NOT_BEGUN if table.status == "lobby" else None
        info = await self.world.ask(visitor, None, "GET", where)
        if info is not None:
            told = {name: info.json()[name] for name in ("status", "number", "to_move", "host", "you")}
            expected = (table.status, table.number, table.to_move, table.host == visitor.id, table.seats_of(visitor.id))
            assert tuple(told.values()) == expected
        await self.world.ask(visitor, lobby, "GET", f"{where}/explain")
        actions = [*table.legal()[:3], END, "dance"]
        action = actions[choice % len(actions)]
        no = lobby or (None if table.to_move in table.seats_of(visitor.id) else NOT_YOUR_TURN)
        unread = table.refused(action)
        no = no or (unread if unread and unread.code == "notation" else None)
        if answer := await self.world.ask(visitor, no, "GET", f"{where}/explain", action=action):
            assert answer.json()["legal"] is (table.refused(action) is None)
        tried = table.tried(table.seats_of(visitor.id), table.number - number % 2, action)
        body = {"base": max(0, table.number - number % 2), "actions": [action]}
        await self.world.ask(visitor, tried, "POST", f"{where}/preview", body)
        over = None if table.is_open else No(409, "not_over")
        await self.world.ask(visitor, over, "POST", f"{where}/line", {"number": 0, "actions": [action]})
        if over:
            await self.world.ask(visitor, over, "GET", f"{where}/analysis/game")

    @step(who=PICK)
    async def list_own_games(self, who: int) -> None:
        visitor = self.visitor(who)
        if answer := await self.world.ask(visitor, None, "GET", "/games", which="mine"):
            own = {table.id for table in self.world.tables if table.seats_of(visitor.id) or table.host == visitor.id}
            assert {each["id"] for each in answer.json()["games"]} == own

    # -- talk ---------------------------------------------------------------------------------------------------------------

    @step(often=3, who=PICK, table=PICK)
    async def speak(self, who: int, table: Table) -> None:
        """Send a remark, and check by the bytes on all sockets that only its recipients receive it."""
        visitor, gossip = self.visitor(who), self.world.gossip
        text, no = gossip.word(), OFF if table.id in gossip.off else None
        room = gossip.room(table, visitor.id)
        said = Said(table, 0, room, visitor.id, text, {visitor.id})
        if answer := await self.world.ask(visitor, no, "POST", f"/games/{table.id}/talk", {"text": text}):
            told = answer.json()
            assert (told["room"], told["text"], told["you"]) == (room, text, True)
            said.number = told["number"]
            gossip.said.append(said)

    @step(who=PICK, table=PICK, body=st.sampled_from(NOTHING_SAID))
    async def say_what_cannot_be_said(self, who: int, table: Table, body: Any) -> None:
        await self.world.ask(self.visitor(who), No(422, "invalid"), "POST", f"/games/{table.id}/talk", body)

    @step(often=2, who=PICK, table=PICK)
    async def read_talk(self, who: int, table: Table) -> None:
        visitor, gossip = self.visitor(who), self.world.gossip
        if answer := await self.world.ask(visitor, None, "GET", f"/games/{table.id}/talk"):
            page = answer.json()
            assert [each["text"] for each in page["remarks"]] == gossip.shown(table, visitor.id)
            assert (page["on"], page["room"]) == (table.id not in gossip.off, gossip.room(table, visitor.id))

    @step(who=PICK, table=PICK, pick=PICK, muted=st.booleans())
    async def mute(self, who: int, table: Table, pick: int, muted: bool) -> None:
        said = self.said(table, pick)
        if said is not None:
            visitor, path = self.visitor(who), f"/games/{said.table.id}/talk/{said.number}/mute"
            no = self.world.gossip.refused(said, visitor.id)
            if await self.world.ask(visitor, no, "PUT", path, {"muted": muted}, status=204):
                change = self.world.gossip.mutes.add if muted else self.world.gossip.mutes.discard
                change((visitor.id, said.author))

    @step(who=PICK, table=PICK, pick=PICK)
    async def report(self, who: int, table: Table, pick: int) -> None:
        said = self.said(table, pick)
        if said is not None:
            visitor, path = self.visitor(who), f"/games/{said.table.id}/talk/{said.number}/report"
            no = self.world.gossip.refused(said, visitor.id)
            if await self.world.ask(visitor, no, "POST", path, {}, status=204):
                said.reported = True

    def said(self, table: Table, pick: int) -> Said | None:
        """Return something that was said at a table, None if nothing was."""
        found = self.world.gossip.at(table)
        return found[pick % len(found)] if found else None

    @step(who=PICK, table=PICK, on=st.booleans())
    async def switch_talk(self, who: int, table: Table, on: bool) -> None:
        """As the host, switch talk off or on, and read the reports."""
        gossip = self.world.gossip
        visitor = self.host(who, table)
        no = None if table.host == visitor.id else NOT_YOURS
        if await self.world.ask(visitor, no, "PUT", f"/games/{table.id}/talk", {"on": on}):
            (gossip.off.discard if on else gossip.off.add)(table.id)
        if answer := await self.world.ask(visitor, no, "GET", f"/games/{table.id}/talk/reports"):
            told = {each["remark"]["text"] for each in answer.json()["reported"]}
            assert told == {each.text for each in gossip.at(table) if each.reported}

    # -- nonsense -----------------------------------------------------------------------------------------------------------

    @step(who=PICK, table=PICK, shape=st.sampled_from(SHAPES))
    async def send_what_is_no_action(self, who: int, table: Table, shape: Any) -> None:
        no = No(400, "bad_request") if shape == TOO_DEEP else No(422, "invalid")
        await self.world.ask(self.visitor(who), no, "POST", f"/games/{table.id}/actions", shape)

    @step(who=PICK, table=PICK, legal=PICK)
    async def come_from_another_page(self, who: int, table: Table, legal: int) -> None:
        """Send a visitor's request from the page of another site, and with another visitor's cookie."""
        asked = self.whose_turn(table) or self.visitor(who)
        actions = table.legal() or [END]
        body = {"base": table.number, "action": actions[legal % len(actions)]}
        for headers in ({"Origin": "https://elsewhere.example"}, {"Origin": "null"}):
            answer = await asked.send("POST", f"/games/{table.id}/actions", body, headers=headers)
            assert answer.status_code == 403
        forged = asked.id + ".aaaaaa." + "b" * 43
        answer = await asked.send("POST", f"/games/{table.id}/actions", body, headers={"Cookie": f"kingdoms={forged}"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no_seat")

    @step(who=PICK, which=PICK, path=st.sampled_from(("", "/view", "/history", "/record", "/legal", "/explain")))
    async def ask_for_what_is_gone(self, who: int, which: int, path: str) -> None:
        game_id = self.world.gone[which % len(self.world.gone)]
        await self.world.ask(self.visitor(who), NO_GAME, "GET", f"/games/{game_id}{path}")
        await self.world.ask(self.visitor(who), NO_GAME, "POST", f"/games/{game_id}/actions", {"base": 0, "action": END})

    @step(who=PICK)
    async def send_too_much(self, who: int) -> None:
        await self.world.ask(self.visitor(who), No(413, "too_large"), "PUT", "/me", b"[" * 1_000_001)
        await self.world.ask(self.visitor(who), No(405, "method"), "DELETE", "/me")
        await self.world.ask(self.visitor(who), No(404, "not_found"), "POST", "/games/x/y/z", {})

    # -- sockets ------------------------------------------------------------------------------------------------------------

    @step(often=2, who=PICK, which=PICK, seat=PICK, after=st.sampled_from((None, 0, 3, 10_000)))
    async def listen(self, who: int, which: int, seat: int, after: int | None) -> None:
        visitor, table = self.visitor(who), self.table(which)
        if len(self.world.ears) >= MOST_EARS:
            await self.world.hang_up(self.world.ears[0])
        if table is None:
            await self.world.hear(visitor, "nonsense", None, after, NO_SUCH_GAME)
        else:
            wanted = self.looks(table, seat).get("seat")
            code = NOT_YOUR_SEAT if isinstance(table.seen(visitor.id, wanted), No) else None
            await self.world.hear(visitor, table.id, wanted, after, code)

    @step(ear=PICK)
    async def hang_up(self, ear: int) -> None:
        if self.world.ears:
            await self.world.hang_up(self.world.ears[ear % len(self.world.ears)])

    @step(ear=PICK)
    async def turn_away_or_back(self, ear: int) -> None:
        """Stop reading a socket for a while; messages sent meanwhile arrive afterwards."""
        if self.world.ears:
            found = self.world.ears[ear % len(self.world.ears)]
            found.turn_away() if found.reads else found.hear_again()

    @step(ear=PICK, words=st.sampled_from((1, 3, 200)), size=st.sampled_from((0, 10, 1000)))
    async def babble(self, ear: int, words: int, size: int) -> None:
        """Send messages on a socket that expects none: one is ignored, many close it."""
        found = self.world.ears[ear % len(self.world.ears)] if self.world.ears else None
        if found is not None and (found.said + words < FEW or words > FEW):
            found.said += words
            for number in range(words):
                await found.connection.send("x" * size if number % 2 else b"\xff" * size)
            if words > FEW:
                found.hear_again()
                await self.world.closed_by_the_server(TOO_MANY, found)

    # -- the operator -------------------------------------------------------------------------------------------------------

    @step(who=PICK)
    async def ban_or_unban(self, who: int) -> None:
        """Ban a visitor, or lift the ban; one visitor is never banned."""
        visitor = self.visitor(who)
        database = self.house.services.database
        if visitor.banned:
            await admin_visitors.unban(database, [visitor.id])
        elif sum(each.banned for each in self.world.visitors) < 2:
            await admin_visitors.ban(database, visitor_id=visitor.id, network=None, reason="noise", until=None)
        else:
            return
        visitor.banned = not visitor.banned
        await self.comes_about(lambda: (self.house.services.house.bans.find(visitor.id, "") is not None) is visitor.banned)
        if visitor.banned:
            await self.world.closed_by_the_server(BANNED, *(ear for ear in self.world.ears if ear.visitor is visitor))

    @step(table=PICK)
    async def end_by_force(self, table: Table) -> None:
        if table.status == "playing":
            await admin_games.end(self.house.services.database, [table.id])
            self.world.acknowledge(table, table.number + 1, Happened(None, undo=table.number))
            await self.comes_about(lambda: (live := self.in_memory(table)) is None or live.number > table.number)

    @step(table=PICK)
    async def delete(self, table: Table) -> None:
        await admin_games.remove(self.house.services.database, [table.id])
        await self.comes_about(lambda: self.in_memory(table) is None)
        await self.gone(table)
        for before in [each for each in self.world.tables if each.rematch == table.id]:  # it may have another one
            before.rematch = None
            await self.comes_about(partial(self.has_no_rematch, before))

    def has_no_rematch(self, table: Table) -> bool:
        """Say whether the server knows of no game that follows one."""
        live = self.in_memory(table)
        return live is None or live.header.rematch is None

    def in_memory(self, table: Table) -> LiveGame | None:
        """Return a game in the server's memory, None if it is not loaded."""
        return self.house.services.games.by_id.get(table.id)

    async def comes_about(self, check: Any) -> None:
        """Wait until the server has processed a notice."""
        async with asyncio.timeout(SOON):
            while not check():
                await asyncio.sleep(0.005)

    # -- the server ---------------------------------------------------------------------------------------------------------

    @step()
    async def start_again(self) -> None:
        """Start the server again: all is as it was, but that sockets are closed."""
        if self.may_start_again():
            await self.restart()

    @step(table=PICK, choice=PICK)
    async def start_again_while_somebody_acts(self, table: Table, choice: int) -> None:
        """Start the server again in the middle of an action: it has happened if that was said, and not twice if not."""
        visitor = self.whose_turn(table)
        if visitor is None or table.turn(table.seats_of(visitor.id)) or not self.may_start_again():
            return
        action = table.legal()[choice % len(table.legal())]
        body = {"base": table.number, "action": action, "client_id": f"in the middle {table.number}"}
        sending = asyncio.create_task(visitor.act_from_elsewhere(f"/games/{table.id}/actions", body))
        for _ in range(choice % 30):
            await asyncio.sleep(0)
        await self.restart()
        answer = await sending
        if answer is not None and answer.status_code == 200:
            self.played(table, answer.json()["number"], action, str(body["client_id"]))
        else:
            assert answer is None or answer.status_code == 503, answer.text
            self.world.perhaps[table.id] = Happened(table.to_move, action), str(body["client_id"])

    def may_start_again(self) -> bool:
        """Say whether it may be done once more; it takes long."""
        self.restarts += 1
        return self.restarts <= MOST_RESTARTS

    async def restart(self) -> None:
        """Stop the server, and start another one on its database."""
        for ear in self.world.ears:
            ear.hear_again()
        stopping = asyncio.create_task(self.house.stop())
        await self.world.closed_by_the_server(RESTARTS, *list(self.world.ears))
        await stopping
        await self.house.start()


@pytest.mark.long
@pytest.mark.parametrize("kind", inner_first(["sqlite", "postgres"]))
def test_hostile_visitors_get_only_what_is_allowed(
    kind: str, request: pytest.FixtureRequest, make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    known()
    monkeypatch.setattr(services, "READ_NOTICES_EVERY", 0.05)
    monkeypatch.setattr(talk, "PLACE_RATE", 10_000)  # they all come from one address
    monkeypatch.setattr(talk_store, "MOST_PER_PERIOD", 10_000)
    # deterministic draws, so that Hypothesis can reproduce a failure
    numbers = itertools.count()
    monkeypatch.setattr(seeds, "new", lambda: random.Random(next(numbers)).getrandbits(seeds.BITS))
    monkeypatch.setattr(thinking.Thinkers, "choose", choose_here)
    soaks = settings.get_current_profile_name() == "soak"
    house = House(make_settings(database=request.getfixturevalue(f"{kind}_url"), durability="normal"))
    with asyncio.Runner() as runner:

        class Here(Hostile):
            def __init__(self) -> None:
                super().__init__(runner, house)

        runner.run(house.start())
        try:
            run_state_machine_as_test(
                Here,
                settings=settings(
                    max_examples=settings.get_profile("soak").max_examples if soaks else EXAMPLES[kind],
                    stateful_step_count=STEPS,
                    deadline=None,
                    suppress_health_check=list(HealthCheck),
                    phases=[Phase.generate],  # shrinking takes minutes, and the full trail is readable
                    report_multiple_bugs=False,
                    database=None,
                ),
            )
        except Exception:
            if house.fault is None:
                raise
            raise house.fault from None
        finally:
            runner.run(house.stop())


async def choose_here(_: thinking.Thinkers, live: LiveGame, bot: str) -> str:
    """Decide for a bot in this process: to begin another one would take longer than all else here."""
    legal = [live.game.action_to_string(action) for action in live.state.legal_actions()]
    return END if END in legal else legal[0]
