"""Secrets, checked on the bytes: no visitor receives another seat's, by any request or socket."""

from __future__ import annotations

import asyncio
import contextlib
import re

import httpx
import orjson
import pytest
from fastapi import FastAPI

from kingdoms.core import constants, registry
from kingdoms.server.bots import processes as thinking
from kingdoms.server.database.engine import hash_of
from kingdoms.table.advice.thinking import BotFailed
from tests.support.clients.http import Browser, Json, Live, eventually
from tests.support.games import hidden_hands
from tests.support.games.hidden_hands import CARDS, HAND

pytestmark = pytest.mark.sqlite
BOTH = [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "me"}]
"""One visitor has both seats."""
CLIENT_ID = "told to the server alone"


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a game with hidden hands, known while a test runs."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    hidden_hands.register_hidden_hands()
    return hidden_hands.HiddenHands.name


class Wire(httpx.AsyncBaseTransport):
    """Keeps all bytes of the answers that it passes on, with their headers."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner = inner
        self.received = bytearray()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer = await self.inner.handle_async_request(request)
        body = await answer.aread()
        headers = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
        self.received += headers + b"\n\n" + body + b"\n"
        return answer


class Ears:
    """All bytes that one visitor receives, by requests and by a socket."""

    def __init__(self, app: FastAPI) -> None:
        self.browser = Browser(app)
        self.wire = Wire(self.browser.http._transport)
        self.browser.http._transport = self.wire
        self.live: Live | None = None

    @property
    def messages(self) -> list[Json]:
        """All messages of the socket so far."""
        return [] if self.live is None else self.live.messages

    @property
    def received(self) -> bytes:
        """All bytes so far."""
        return bytes(self.wire.received) + orjson.dumps(self.messages)


async def ask_everything(browser: Browser, game_id: str, number: int, actions: list[str]) -> None:
    """Send every request about a game; the answers are checked elsewhere."""
    path, no_action = f"/games/{game_id}", {"action": "nonsense"}
    paths = ("", "/view", "/legal", "/history", "/record", "/explain", "/analysis", "/analysis/game", "/picture", "/film")
    for params in ({}, {"seat": "N"}, {"seat": "S"}):
        for at in range(number + 1):
            await browser.send("GET", f"{path}/view", number=at, **params)
        for end in paths:
            await browser.send("GET", f"{path}{end}", **params)
    for at in range(number + 1):
        await browser.send("GET", f"{path}/analysis", number=at)
        await browser.send("POST", f"{path}/line", {"number": at, "actions": actions})
        await browser.send("POST", "/games", {"seats": BOTH, "game": "hidden_hands", "from": {"id": game_id, "number": at}})
        await browser.send("GET", f"{path}/mistakes/{at}")
        bodies = {"answer": no_action, "solution": {}, "preview": {"actions": actions}, "explain": no_action}
        for end, body in bodies.items():
            await browser.send("POST", f"{path}/mistakes/{at}/{end}", body)
    for action in actions:
        await browser.send("GET", f"{path}/explain", action=action)
        for tried in ([action], [action, action]):
            await browser.send("POST", f"{path}/preview", {"base": number, "actions": tried})
    for base in (0, number - 1, number):
        await browser.send("POST", f"{path}/actions", {"base": base} | no_action)
        await browser.send("POST", f"{path}/undo", {"base": base - 1})
    for kind in ("mine", "open", "running"):
        await browser.send("GET", "/games", which=kind)


def cards_in(content: bytes) -> set[int]:
    return {CARDS.index(word.decode()) for word in re.findall(rb"Card\d{4}", content) if word.decode() in CARDS}


async def test_hidden_hands_stay_hidden(app: FastAPI, hidden: str, address: str) -> None:
    async with contextlib.AsyncExitStack() as stack:
        ida, bob, eve = Ears(app), Ears(app), Ears(app)
        for visitor, name in ((ida, "Ida"), (bob, "Bob"), (eve, "Eve")):
            await stack.enter_async_context(visitor.browser)
            await visitor.browser.ask("PUT", "/me", {"name": name})
        game_id = (await ida.browser.new_game("me", "open", game=hidden, public=True))["id"]
        link = (await ida.browser.post(f"/games/{game_id}/seats/N/link"))["token"]
        for visitor in (ida, bob, eve):
            visitor.live = await stack.enter_async_context(visitor.browser.live(address, game_id))
            await visitor.live.next("hello")
        await bob.browser.post(f"/games/{game_id}/seats/S/join")
        # he took a seat while listening; her socket was open before
        listeners = [asyncio.create_task(visitor.live.closed()) for visitor in (ida, bob, eve) if visitor.live]
        await ida.browser.settled(game_id)
        numbers = hands_of(app, game_id)
        hands = {seat: {CARDS[card] for card in numbers[seat]} for seat in numbers}
        players = {"N": ida, "S": bob}
        for turn in range(2 * HAND - 1):
            info = await ida.browser.get(f"/games/{game_id}")
            browser, number = players[info["to_move"]].browser, info["number"] + 1
            choices = await browser.choices(game_id)
            assert {*choices} <= hands[info["to_move"]]
            await browser.act(game_id, info["number"], choices[-1], client_id=f"{CLIENT_ID} {number}")
            if turn in (1, 2 * HAND - 2):
                for visitor, actions in ((ida, sorted(hands["N"])), (bob, sorted(hands["S"])), (eve, [])):
                    await ask_everything(visitor.browser, game_id, number, actions)
        for visitor in (ida, bob, eve):
            messages = visitor.messages
            await eventually(lambda messages=messages: any(message.get("number", 0) >= number for message in messages))  # type: ignore[misc]
        # late or reconnected sockets receive what they missed
        for visitor, seat in ((ida, "N"), (bob, "S"), (eve, None)):
            params = {"after": 0} | ({} if seat is None else {"seat": seat})
            async with visitor.browser.live(address, game_id, **params) as hears:
                hello = await hears.next("hello")
                assert len(hello["missed"]) == number
                visitor.messages.append(hello)
        for visitor, seat, opponent in ((ida, "N", "S"), (bob, "S", "N")):
            cards = cards_in(visitor.received)
            assert numbers[seat] <= cards, "what is one's own is told"
            assert not numbers[opponent] & cards, "what is the other's is not"
        assert cards_in(eve.received) == set()
        check_identities(app, game_id, link, ida, bob, eve)
        for task in listeners:
            task.cancel()


def check_identities(app: FastAPI, game_id: str, link: str, ida: Ears, bob: Ears, eve: Ears) -> None:
    """Check that nobody is told by what others are known, or what the server alone knows."""
    seed = app.state.services.games.by_id[game_id].header.seed
    for visitor in (ida, bob, eve):
        # a cookie is signed, not encrypted: it shows the visitor's own id, and no other
        others = [other.browser for other in (ida, bob, eve) if other is not visitor]
        words = [word for other in others for word in (other.visitor_id, other.http.cookies["kingdoms"])]
        words += [hash_of(link), str(seed), "a secret for tests only", CLIENT_ID, *([] if visitor is ida else [link])]
        assert not [word for word in words if word.encode() in visitor.received]


async def test_a_finished_game_is_open_at_every_moment(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, hidden: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, hands = await shared_hands(app, ida, bob)
    branch = {"seats": BOTH, "from": {"id": game_id, "number": 7}}
    for declares_secrets in (True, False):
        with monkeypatch.context() as declaring:
            declaring.setattr(hidden_hands.HiddenHands, "has_secrets", declares_secrets)
            assert await ida.refused("GET", f"/games/{game_id}/record") == (409, "not_over")
            assert await bob.refused("POST", "/games", branch) == (403, "not_yours")
    dealt = hands["N"] | hands["S"]
    number = await play_a_card_to_the_end(ida, game_id, eve)
    assert cards_in((await ida.send("GET", f"/games/{game_id}/record")).content) == dealt
    assert (await bob.post("/games", branch, status=201))["number"] == 7
    for browser in (ida, bob, eve):
        history = await browser.send("GET", f"/games/{game_id}/history")
        assert cards_in(history.content) == dealt
        assert all(entry["action"] in CARDS and set(entry["scores"]) == {"N", "S"} for entry in history.json()["entries"])
        answer = await browser.send("GET", f"/games/{game_id}/view", number=2 * HAND)
        assert cards_in(answer.content) == dealt
        late = (await browser.get(f"/games/{game_id}/history", after=number - 1))["entries"]
        assert late == history.json()["entries"][-1:]
        async with browser.live(address, game_id, after=0) as live:
            assert (await live.next("hello"))["missed"] == history.json()["entries"]
    line = await eve.post(f"/games/{game_id}/line", {"number": 2 * HAND, "actions": [CARDS[min(hands["N"])]]})
    assert cards_in(orjson.dumps(line["steps"])) == dealt


async def test_a_game_that_is_left_keeps_its_secrets(app: FastAPI, ida: Browser, bob: Browser, hidden: str) -> None:
    game_id = (await ida.new_game("me", "open", game=hidden))["id"]
    await bob.post(f"/games/{game_id}/seats/S/join")
    await ida.settled(game_id)
    live = app.state.services.games.by_id[game_id]
    live.seats["S"].stand_in = "random"  # Bob is away: a bot decides for him, but his hand stays his
    his = hands_of(app, game_id)["S"]
    del app.state.services.games.by_id[game_id]  # without visitors for a while, it is evicted and loaded again
    for path in ("history", *(f"view?number={number}" for number in range(live.number + 1))):
        assert not cards_in((await ida.send("GET", f"/games/{game_id}/{path}")).content) & his
    with pytest.raises(AssertionError, match="keeps its secrets"):
        next(live.known_entries(0, live.number, with_secrets=True))


async def test_a_game_continued_from_a_finished_one_has_its_own_secrets(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, hidden: str
) -> None:
    game_id, hands = await shared_hands(app, ida, bob)
    await play_a_card_to_the_end(ida, game_id)
    record = (await ida.send("GET", f"/games/{game_id}/record")).text
    over = await ida.post("/games", {"seats": BOTH, "record": record}, status=201)
    assert over["status"] == "over"
    assert cards_in((await eve.send("GET", f"/games/{over['id']}/history")).content) == hands["N"] | hands["S"]
    unfinished = "\n".join(record.splitlines()[:-3]) + "\n"
    for begun in ({"record": unfinished}, {"from": {"id": game_id, "number": 2 * HAND + 1}}):
        continued = await ida.post("/games", {"seats": BOTH} | begun, status=201)
        assert continued["status"] == "playing"
        for path, params in (("view", {}), ("history", {}), ("history", {"after": 3}), ("view", {"number": 7})):
            assert not cards_in((await eve.send("GET", f"/games/{continued['id']}/{path}", **params)).content), path
        for path in ("picture", "film", "record"):
            answer = await eve.send("GET", f"/games/{continued['id']}/{path}")
            assert answer.status_code in (404, 409)
            assert not cards_in(answer.content)


def hands_of(app: FastAPI, game_id: str) -> dict[str, set[int]]:
    """Return the hands in a game."""
    state = app.state.services.games.by_id[game_id].state
    assert isinstance(state, hidden_hands.Hands)
    return {seat: set(state.hand(number)) for number, seat in enumerate("NS")}


async def shared_hands(app: FastAPI, ida: Browser, bob: Browser) -> tuple[str, dict[str, set[int]]]:
    """Return a game in which one visitor holds both seats, and the hands."""
    game_id = (await ida.new_game("me", "shared", game="hidden_hands"))["id"]
    await ida.settled(game_id)
    return game_id, hands_of(app, game_id)


async def play_a_card_to_the_end(browser: Browser, game_id: str, looks_on: Browser | None = None) -> int:
    """Play the first card until none is left; onlookers see none until then. Return the last number."""
    while (info := await browser.get(f"/games/{game_id}"))["status"] == "playing":
        for path in ("view", "history") if looks_on is not None else ():
            assert looks_on is not None
            assert not cards_in((await looks_on.send("GET", f"/games/{game_id}/{path}")).content), "it is not over yet"
        ask = (await browser.get(f"/games/{game_id}/legal", seat=info["to_move"]))["ask"]
        await browser.act(game_id, info["number"], ask["choices"][0]["action"])
    return int(info["number"])


async def test_around_one_screen_one_hand_is_shown_at_a_time(
    app: FastAPI, ida: Browser, bob: Browser, hidden: str, address: str
) -> None:
    game_id, hands = await shared_hands(app, ida, bob)
    for number in range(1, 2 * HAND + 1):
        for seat in hands:
            cards = cards_in((await ida.send("GET", f"/games/{game_id}/view", seat=seat, number=number)).content)
            assert cards <= hands[seat], "a hand as it grew"
        assert not cards_in((await bob.send("GET", f"/games/{game_id}/view", number=number)).content)
    for turn, (mover, opponent) in enumerate((("N", "S"), ("S", "N"))):
        for seat in hands:
            for path in ("view", "legal", "history"):
                answer = (await ida.send("GET", f"/games/{game_id}/{path}", seat=seat)).content
                assert not cards_in(answer) & hands[opponent if seat == mover else mover], (path, seat)
        assert cards_in((await ida.send("GET", f"/games/{game_id}/legal", seat=mover)).content) == hands[mover]
        assert (await ida.get(f"/games/{game_id}/view", seat=opponent))["ask"] is None
        async with (
            ida.live(address, game_id, seat=opponent, after=0) as opponent_socket,
            ida.live(address, game_id, seat=mover) as mover_socket,
        ):
            hello = await opponent_socket.next("hello")
            assert (hello["ask"], hello["view"]["to_move"]) == (None, mover)
            assert (await mover_socket.next("hello"))["ask"]["seat"] == mover
            if turn == 0:
                await ida.act(game_id, hello["number"], min(CARDS[card] for card in hands[mover]))
                # the other seat is asked now, where it is listened for
                assert (await opponent_socket.next("entry"))["ask"]["seat"] == opponent
                assert (await mover_socket.next("entry"))["ask"] is None
            assert not cards_in(orjson.dumps(opponent_socket.messages)) & hands[mover]
            assert not cards_in(orjson.dumps(mover_socket.messages)) & hands[opponent]
    late = await ida.send("POST", f"/games/{game_id}/actions", {"base": 0, "action": "nonsense"})
    assert len(late.json()["missed"]) > 2 * HAND
    assert not cards_in(late.content), "it is not said with whose eyes the missed is looked at"
    assert not cards_in((await bob.send("GET", f"/games/{game_id}/history")).content)
    for path in ("history", "analysis"):
        assert await bob.refused("GET", f"/games/{game_id}/{path}", seat="N") == (403, "not_yours")


async def test_trials_end_where_a_secret_is_revealed(app: FastAPI, ida: Browser, bob: Browser, hidden: str) -> None:
    game_id, hands = await shared_hands(app, ida, bob)
    seed = str(app.state.services.games.by_id[game_id].header.seed)
    for played in range(2 * HAND):
        seat, opponent = ("N", "S") if played % 2 == 0 else ("S", "N")
        number = (await ida.get(f"/games/{game_id}"))["number"]
        card = (await ida.get(f"/games/{game_id}/legal", seat=seat))["ask"]["choices"][0]["action"]
        preview = await ida.post(f"/games/{game_id}/preview", {"base": number, "actions": [card]})
        last = played == 2 * HAND - 1
        assert preview["known"] is not last
        assert len(preview["view"]["hand"]) == HAND - played // 2 - (not last)
        assert (preview["view"]["outcome"], preview["ask"]) == (None, None)
        assert bool(preview["events"]) is not last
        assert not cards_in(orjson.dumps(preview)) & hands[opponent]
        await ida.act(game_id, number, card)
    assert (await ida.get(f"/games/{game_id}"))["status"] == "over"
    assert seed in (await ida.send("GET", f"/games/{game_id}/record")).text


async def test_an_action_that_revealed_a_secret_is_not_undone(
    app: FastAPI, ida: Browser, bob: Browser, hidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = (await ida.new_game("me", "me", game=hidden))["id"]
    number = (await ida.settled(game_id))["number"]
    card = (await ida.choices(game_id))[0]
    await ida.act(game_id, number, card)
    # South is hers too, so no other visitor was asked; but South decides now
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": number + 1}) == (409, "nothing_to_undo")
    assert card not in (await bob.send("GET", f"/games/{game_id}/history")).text
    # one seat plays several times in a row, so that it could take back
    monkeypatch.setattr(hidden_hands.Hands, "current_player", only_north)
    switch = {"shows": False}
    monkeypatch.setattr(hidden_hands.HiddenHands, "reveals", lambda *_: switch["shows"])
    game_id = (await ida.new_game("me", "me", game=hidden))["id"]
    number = (await ida.settled(game_id))["number"]
    card = (await ida.choices(game_id))[0]
    await ida.act(game_id, number, card)
    assert (await ida.get(f"/games/{game_id}/legal"))["ask"]["undo"]
    await ida.post(f"/games/{game_id}/undo", {"base": number + 1})
    switch["shows"] = True
    await ida.act(game_id, number + 2, card)
    assert not (await ida.get(f"/games/{game_id}/legal"))["ask"]["undo"]
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": number + 3}) == (409, "nothing_to_undo")


def only_north(state: hidden_hands.Hands) -> int:
    """Let North decide as long as it has a card."""
    if len(state.dealt) < 2 * HAND:
        return constants.CHANCE
    return 0 if state.hand(0) else constants.TERMINAL


async def test_programs_hear_what_their_seat_knows(app: FastAPI, ida: Browser, hidden: str, address: str) -> None:
    game_id = (await ida.new_game("me", "program", game=hidden))["id"]
    token = (await ida.post(f"/games/{game_id}/seats/S/token"))["token"]
    number = (await ida.settled(game_id))["number"]
    hand = hands_of(app, game_id)["S"]
    async with Browser(address) as program, program.stream("/program/stream", token) as messages:
        hello = await anext(messages)
        await ida.act(game_id, number, (await ida.choices(game_id))[0])
        assert cards_in(orjson.dumps([hello, await anext(messages)])) == hand


async def test_the_log_quotes_no_hand(
    app: FastAPI, ida: Browser, hidden: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> str:
        raise BotFailed(f"a hand with {CARDS[7]}", "in the middle of the hand")

    monkeypatch.setattr(thinking.ProcessSession, "ask", fail)
    game_id = (await ida.new_game("me", "me", game=hidden))["id"]
    await ida.settled(game_id)
    assert await ida.refused("GET", f"/games/{game_id}/analysis") == (503, "bot_failed")
    assert "in the middle of the hand" in caplog.text
    assert CARDS[7] not in caplog.text
    # a game without a clock is not played for a time
    assert await ida.refused("POST", "/games", {"game": hidden, "seats": BOTH, "minutes": 10}) == (422, "not_timed")
    (game,) = [entry for entry in (await ida.get("/catalogue"))["games"] if entry["name"] == hidden]
    assert (game["secrets"], game["timed"]) == (True, False)
