"""Random visitors act in random order: allowed requests take effect, all others change nothing.

`model.tables` predicts the result of each request; `model.world` compares it with the answers, the sockets, every byte
sent to any visitor, and the database. `make soak` tries many more orders than a usual run of the tests.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from kingdoms.core import registry
from kingdoms.server.admin import games as admin_games
from kingdoms.server.admin import visitors as admin_visitors
from kingdoms.server.app import services
from kingdoms.server.bots import processes as thinking
from kingdoms.server.presence.routes import NO_SUCH_GAME, NOT_YOUR_SEAT, TOO_MANY
from kingdoms.server.talk import service as talk
from kingdoms.server.talk import store as talk_store
from kingdoms.server.visitors.admission import BANNED
from kingdoms.table.game import seeds
from kingdoms.table.game.live import LiveGame
from tests.support.games.hidden_hands import register_hidden_hands
from tests.support.games.sample_game import END
from tests.support.model.conversation import OFF, Remark
from tests.support.model.local_server import LocalServer, Visitor
from tests.support.model.people import PeopleSteps
from tests.support.model.state_machine import PICK, step
from tests.support.model.tables import NO_GAME, NOT_BEGUN, NOT_YOUR_TURN, NOT_YOURS, Entry, No, Table
from tests.support.model.world import MOST_LISTENERS, RESTARTS
from tests.support.server.launch import MakeSettings
from tests.support.suite.rings import inner_first
from tests.support.suite.timeouts import SOON

EXAMPLES = {"sqlite": 4, "postgres": 2}
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


class Hostile(PeopleSteps):
    """They also look, listen, and send invalid input; the operator intervenes, and restarts the server."""

    # -- looking ------------------------------------------------------------------------------------------------------------

    @step(visitor=PICK, table=PICK, seat_pick=PICK, number=PICK)
    async def view(self, visitor: Visitor, table: Table, seat_pick: int, number: int) -> None:
        params = self.looks(table, seat_pick)
        eyes = table.viewing_seat(visitor.id, params.get("seat"))
        no = NOT_BEGUN if table.status == "lobby" else eyes if isinstance(eyes, No) else None
        at = number % (table.number + 2)
        if number % 2:
            params["number"] = at
            no = no or (No(404, "no_number") if at > table.number else None)
        answer = await self.world.ask(visitor, no, "GET", f"/games/{table.id}/view", **params)
        if answer is not None and not isinstance(eyes, No):
            assert answer.json()["view"] == table.facts(eyes, at if number % 2 else None)
            if "number" not in params:
                self.check_question(table, visitor, answer.json()["ask"], None if "seat" not in params else eyes)

    @step(visitor=PICK, table=PICK, seat_pick=PICK)
    async def legal(self, visitor: Visitor, table: Table, seat_pick: int) -> None:
        params = self.looks(table, seat_pick)
        eyes = table.viewing_seat(visitor.id, params.get("seat"))
        if answer := await self.world.ask(visitor, eyes, "GET", f"/games/{table.id}/legal", **params):
            assert answer.json()["number"] == table.number
            self.check_question(table, visitor, answer.json()["ask"], params.get("seat"))

    def looks(self, table: Table, pick: int) -> dict[str, Any]:
        """Return the view that a visitor requests: none by name, or a seat's."""
        return {} if pick % 3 == 0 else {"seat": self.seat(table, pick)}

    def check_question(self, table: Table, visitor: Visitor, ask: Any, seat: str | None) -> None:
        """Check that the right seats are asked, and that no other visitor receives the choices."""
        eyes = table.viewing_seat(visitor.id, None)
        seats = [seat] if seat is not None else [eyes] if table.game.has_secrets else table.seats_of(visitor.id)
        if table.to_move is None or table.to_move not in seats or table.goes_on_alone:
            assert ask is None
        else:
            assert ask["seat"] == table.to_move
            assert [choice["action"] for choice in ask["choices"]] == table.legal()

    @step(visitor=PICK, table=PICK, seat_pick=PICK, after=PICK)
    async def history(self, visitor: Visitor, table: Table, seat_pick: int, after: int) -> None:
        params = self.looks(table, seat_pick)
        eyes = table.viewing_seat(visitor.id, params.get("seat"))
        after = after % (table.number + 2)
        answer = await self.world.ask(visitor, eyes, "GET", f"/games/{table.id}/history", after=after, **params)
        if answer is not None and not isinstance(eyes, No):
            pairs = [(entry["by"], entry["action"]) for entry in answer.json()["entries"]]
            assert pairs == ([] if table.status == "lobby" else table.visible_actions(eyes)[after:])

    @step(visitor=PICK, table=PICK)
    async def record(self, visitor: Visitor, table: Table) -> None:
        no = No(409, "not_over") if table.game.has_secrets and not table.is_open else None
        if answer := await self.world.ask(visitor, no, "GET", f"/games/{table.id}/record"):
            entries = [table.entries[number - 1] for number in table.moments[-1].standing]
            self.world.records.append((answer.text, table.game.name, entries))

    @step(visitor=PICK, table=PICK, number=PICK, choice=PICK)
    async def ask_around(self, visitor: Visitor, table: Table, number: int, choice: int) -> None:
        """Send every other request about a game."""
        path, lobby = f"/games/{table.id}", NOT_BEGUN if table.status == "lobby" else None
        info = await self.world.ask(visitor, None, "GET", path)
        if info is not None:
            values = {name: info.json()[name] for name in ("status", "number", "to_move", "host", "you")}
            expected = (table.status, table.number, table.to_move, table.host == visitor.id, table.seats_of(visitor.id))
            assert tuple(values.values()) == expected
        await self.world.ask(visitor, lobby, "GET", f"{path}/explain")
        actions = [*table.legal()[:3], END, "dance"]
        action = actions[choice % len(actions)]
        no = lobby or (None if table.to_move in table.seats_of(visitor.id) else NOT_YOUR_TURN)
        unread = table.action_refusal(action)
        no = no or (unread if unread and unread.code == "notation" else None)
        if answer := await self.world.ask(visitor, no, "GET", f"{path}/explain", action=action):
            assert answer.json()["legal"] is (table.action_refusal(action) is None)
        refusal = table.preview_refusal(table.seats_of(visitor.id), table.number - number % 2, action)
        body = {"base": max(0, table.number - number % 2), "actions": [action]}
        await self.world.ask(visitor, refusal, "POST", f"{path}/preview", body)
        over = None if table.is_open else No(409, "not_over")
        await self.world.ask(visitor, over, "POST", f"{path}/line", {"number": 0, "actions": [action]})
        if over:
            await self.world.ask(visitor, over, "GET", f"{path}/analysis/game")

    @step(visitor=PICK)
    async def list_own_games(self, visitor: Visitor) -> None:
        if answer := await self.world.ask(visitor, None, "GET", "/games", which="mine"):
            game_ids = {table.id for table in self.world.tables if table.seats_of(visitor.id) or table.host == visitor.id}
            assert {game["id"] for game in answer.json()["games"]} == game_ids

    # -- talk ---------------------------------------------------------------------------------------------------------------

    @step(often=3, visitor=PICK, table=PICK)
    async def speak(self, visitor: Visitor, table: Table) -> None:
        """Send a remark, and check by the bytes on all sockets that only its recipients receive it."""
        conversation = self.world.conversation
        text, no = conversation.new_text(), OFF if table.id in conversation.off else None
        room = conversation.room(table, visitor.id)
        remark = Remark(table, 0, room, visitor.id, text, {visitor.id})
        if answer := await self.world.ask(visitor, no, "POST", f"/games/{table.id}/talk", {"text": text}):
            sent = answer.json()
            assert (sent["room"], sent["text"], sent["you"]) == (room, text, True)
            remark.number = sent["number"]
            conversation.remarks.append(remark)

    @step(visitor=PICK, table=PICK, body=st.sampled_from(NOTHING_SAID))
    async def say_what_cannot_be_said(self, visitor: Visitor, table: Table, body: Any) -> None:
        await self.world.ask(visitor, No(422, "invalid"), "POST", f"/games/{table.id}/talk", body)

    @step(often=2, visitor=PICK, table=PICK)
    async def read_talk(self, visitor: Visitor, table: Table) -> None:
        conversation = self.world.conversation
        if answer := await self.world.ask(visitor, None, "GET", f"/games/{table.id}/talk"):
            page = answer.json()
            assert [remark["text"] for remark in page["remarks"]] == conversation.visible_texts(table, visitor.id)
            assert (page["on"], page["room"]) == (table.id not in conversation.off, conversation.room(table, visitor.id))

    @step(often=2, visitor=PICK, table=PICK, pick=PICK, muted=st.sampled_from((True, False, None, None)))
    async def mute_or_report(self, visitor: Visitor, table: Table, pick: int, muted: bool | None) -> None:
        """Mute the author of a remark, or hear them again, or report the remark."""
        conversation = self.world.conversation
        if not (remarks := conversation.at(table)):
            return
        remark = remarks[pick % len(remarks)]
        path, no = f"/games/{table.id}/talk/{remark.number}", conversation.refusal(remark, visitor.id)
        if muted is None:
            if await self.world.ask(visitor, no, "POST", f"{path}/report", {}, status=204):
                remark.reported = True
        elif await self.world.ask(visitor, no, "PUT", f"{path}/mute", {"muted": muted}, status=204):
            change = conversation.mutes.add if muted else conversation.mutes.discard
            change((visitor.id, remark.author))

    @step(visitor_pick=PICK, table=PICK, on=st.booleans())
    async def switch_talk(self, visitor_pick: int, table: Table, on: bool) -> None:
        """As the host, switch talk off or on, and read the reports."""
        conversation = self.world.conversation
        visitor = self.host(visitor_pick, table)
        no = None if table.host == visitor.id else NOT_YOURS
        if await self.world.ask(visitor, no, "PUT", f"/games/{table.id}/talk", {"on": on}):
            (conversation.off.discard if on else conversation.off.add)(table.id)
        if answer := await self.world.ask(visitor, no, "GET", f"/games/{table.id}/talk/reports"):
            texts = {report["remark"]["text"] for report in answer.json()["reported"]}
            assert texts == {remark.text for remark in conversation.at(table) if remark.reported}

    # -- nonsense -----------------------------------------------------------------------------------------------------------

    @step(visitor=PICK, table=PICK, shape=st.sampled_from(SHAPES))
    async def send_what_is_no_action(self, visitor: Visitor, table: Table, shape: Any) -> None:
        no = No(400, "bad_request") if shape == TOO_DEEP else No(422, "invalid")
        await self.world.ask(visitor, no, "POST", f"/games/{table.id}/actions", shape)

    @step(visitor=PICK, table=PICK, legal=PICK)
    async def come_from_another_page(self, visitor: Visitor, table: Table, legal: int) -> None:
        """Send a visitor's request from the page of another site, and with another visitor's cookie."""
        visitor = self.whose_turn(table) or visitor
        actions = table.legal() or [END]
        body = {"base": table.number, "action": actions[legal % len(actions)]}
        for headers in ({"Origin": "https://elsewhere.example"}, {"Origin": "null"}):
            answer = await visitor.send("POST", f"/games/{table.id}/actions", body, headers=headers)
            assert answer.status_code == 403
        forged = visitor.id + ".aaaaaa." + "b" * 43
        answer = await visitor.send("POST", f"/games/{table.id}/actions", body, headers={"Cookie": f"kingdoms={forged}"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no_seat")

    @step(visitor=PICK, game_pick=PICK, path=st.sampled_from(("", "/view", "/history", "/record", "/legal", "/explain")))
    async def ask_for_what_is_gone(self, visitor: Visitor, game_pick: int, path: str) -> None:
        game_id = self.world.deleted_ids[game_pick % len(self.world.deleted_ids)]
        await self.world.ask(visitor, NO_GAME, "GET", f"/games/{game_id}{path}")
        await self.world.ask(visitor, NO_GAME, "POST", f"/games/{game_id}/actions", {"base": 0, "action": END})

    @step(visitor=PICK)
    async def send_too_much(self, visitor: Visitor) -> None:
        await self.world.ask(visitor, No(413, "too_large"), "PUT", "/me", b"[" * 1_000_001)
        await self.world.ask(visitor, No(405, "method"), "DELETE", "/me")
        await self.world.ask(visitor, No(404, "not_found"), "POST", "/games/x/y/z", {})

    # -- sockets ------------------------------------------------------------------------------------------------------------

    @step(often=2, visitor=PICK, table_pick=PICK, seat_pick=PICK, after=st.sampled_from((None, 0, 3, 10_000)))
    async def listen(self, visitor: Visitor, table_pick: int, seat_pick: int, after: int | None) -> None:
        table = self.table(table_pick)
        if len(self.world.listeners) >= MOST_LISTENERS:
            await self.world.hang_up(self.world.listeners[0])
        if table is None:
            await self.world.listen(visitor, "nonsense", None, after, NO_SUCH_GAME)
        else:
            seat_name = self.looks(table, seat_pick).get("seat")
            code = NOT_YOUR_SEAT if isinstance(table.viewing_seat(visitor.id, seat_name), No) else None
            await self.world.listen(visitor, table.id, seat_name, after, code)

    @step(listener_pick=PICK)
    async def hang_up(self, listener_pick: int) -> None:
        if self.world.listeners:
            await self.world.hang_up(self.world.listeners[listener_pick % len(self.world.listeners)])

    @step(listener_pick=PICK)
    async def turn_away_or_back(self, listener_pick: int) -> None:
        """Stop reading a socket for a while; messages sent meanwhile arrive afterwards."""
        if self.world.listeners:
            listener = self.world.listeners[listener_pick % len(self.world.listeners)]
            listener.turn_away() if listener.reads else listener.hear_again()

    @step(listener_pick=PICK, words=st.sampled_from((1, 3, 200)), size=st.sampled_from((0, 10, 1000)))
    async def babble(self, listener_pick: int, words: int, size: int) -> None:
        """Send messages on a socket that expects none: one is ignored, many close it."""
        listener = self.world.listeners[listener_pick % len(self.world.listeners)] if self.world.listeners else None
        if listener is not None and (listener.sent + words < FEW or words > FEW):
            listener.sent += words
            for number in range(words):
                await listener.connection.send("x" * size if number % 2 else b"\xff" * size)
            if words > FEW:
                listener.hear_again()
                await self.world.closed_by_the_server(TOO_MANY, listener)

    # -- the operator -------------------------------------------------------------------------------------------------------

    @step(visitor=PICK)
    async def ban_or_unban(self, visitor: Visitor) -> None:
        """Ban a visitor, or lift the ban; one visitor is never banned."""
        database = self.server.services.database
        if visitor.banned:
            await admin_visitors.unban(database, [visitor.id])
        elif sum(person.banned for person in self.world.visitors) < 2:
            await admin_visitors.ban(database, visitor_id=visitor.id, network=None, reason="noise", until=None)
        else:
            return
        visitor.banned = not visitor.banned
        await self.comes_about(lambda: (self.server.services.house.bans.find(visitor.id, "") is not None) is visitor.banned)
        if visitor.banned:
            await self.world.closed_by_the_server(
                BANNED, *(listener for listener in self.world.listeners if listener.visitor is visitor)
            )

    @step(table=PICK)
    async def end_by_force(self, table: Table) -> None:
        if table.status == "playing":
            await admin_games.end(self.server.services.database, [table.id])
            self.world.acknowledge(table, table.number + 1, Entry(None, undo=table.number))
            await self.comes_about(lambda: (live := self.in_memory(table)) is None or live.number > table.number)

    @step(table=PICK)
    async def delete(self, table: Table) -> None:
        await admin_games.remove(self.server.services.database, [table.id])
        await self.comes_about(lambda: self.in_memory(table) is None)
        await self.note_deletion(table)
        for before in [game for game in self.world.tables if game.rematch == table.id]:  # it may have another one
            before.rematch = None
            await self.comes_about(partial(self.has_no_rematch, before))

    def has_no_rematch(self, table: Table) -> bool:
        """Say whether the server knows of no game that follows one."""
        live = self.in_memory(table)
        return live is None or live.header.rematch is None

    def in_memory(self, table: Table) -> LiveGame | None:
        """Return a game in the server's memory, None if it is not loaded."""
        return self.server.services.games.by_id.get(table.id)

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
        if visitor is None or table.turn_refusal(table.seats_of(visitor.id)) or not self.may_start_again():
            return
        action = table.legal()[choice % len(table.legal())]
        body = {"base": table.number, "action": action, "client_id": f"in the middle {table.number}"}
        sending = asyncio.create_task(visitor.act_from_elsewhere(f"/games/{table.id}/actions", body))
        for _ in range(choice % 30):
            await asyncio.sleep(0)
        await self.restart()
        answer = await sending
        if answer is not None and answer.status_code == 200:
            self.note_action(table, answer.json()["number"], action, str(body["client_id"]))
        else:
            assert answer is None or answer.status_code == 503, answer.text
            self.world.unconfirmed[table.id] = Entry(table.to_move, action), str(body["client_id"])

    def may_start_again(self) -> bool:
        """Say whether it may be done once more; it takes long."""
        self.restarts += 1
        return self.restarts <= MOST_RESTARTS

    async def restart(self) -> None:
        """Stop the server, and start another one on its database."""
        for listener in self.world.listeners:
            listener.hear_again()
        stopping = asyncio.create_task(self.server.stop())
        await self.world.closed_by_the_server(RESTARTS, *list(self.world.listeners))
        await stopping
        await self.server.start()


@pytest.mark.long
@pytest.mark.parametrize("kind", inner_first(["sqlite", "postgres"]))
def test_hostile_visitors_get_only_what_is_allowed(
    kind: str, request: pytest.FixtureRequest, make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    register_hidden_hands()
    monkeypatch.setattr(services, "READ_NOTICES_EVERY", 0.05)
    monkeypatch.setattr(talk, "PLACE_RATE", 10_000)  # they all come from one address
    monkeypatch.setattr(talk_store, "MOST_PER_PERIOD", 10_000)
    # deterministic draws, so that Hypothesis can reproduce a failure
    numbers = itertools.count()
    monkeypatch.setattr(seeds, "new", lambda: random.Random(next(numbers)).getrandbits(seeds.BITS))
    monkeypatch.setattr(thinking.Thinkers, "choose", choose_here)
    soaks = settings.get_current_profile_name() == "soak"
    server = LocalServer(make_settings(database=request.getfixturevalue(f"{kind}_url"), durability="normal"))
    with asyncio.Runner() as runner:

        class Here(Hostile):
            def __init__(self) -> None:
                super().__init__(runner, server)

        runner.run(server.start())
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
            if server.fault is None:
                raise
            raise server.fault from None
        finally:
            runner.run(server.stop())


async def choose_here(_: thinking.Thinkers, live: LiveGame, bot: str) -> str:
    """Decide for a bot in this process: to begin another one would take longer than all else here."""
    legal = [live.game.action_to_string(action) for action in live.state.legal_actions()]
    return END if END in legal else legal[0]
