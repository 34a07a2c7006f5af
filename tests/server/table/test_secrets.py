"""Secrets, checked on the bytes: no visitor receives another seat's, by any request or socket."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator

import httpx
import orjson
import pytest
from fastapi import FastAPI

from kingdoms.core import constants, registry
from kingdoms.server.app.services import Services
from kingdoms.server.bots import processes as thinking
from kingdoms.server.bots.worker import BotFailed
from kingdoms.server.database.engine import hash_of
from tests.support.clients.http import Browser, Json, Live, eventually, legal_now, play_random
from tests.support.games import hidden_hands
from tests.support.games.hidden_hands import CARDS, HAND
from tests.support.games.sample_game import END, limited, seats, soonest


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

    async def keep_up(self, number: int) -> None:
        """Wait until the socket has received a number; a task must be reading it."""
        await eventually(
            lambda: self.live is not None and any(message.get("number", 0) >= number for message in self.live.messages)
        )

    @property
    def received(self) -> bytes:
        """All bytes so far."""
        messages = [] if self.live is None else self.live.messages
        return bytes(self.wire.received) + orjson.dumps(messages)


@contextlib.asynccontextmanager
async def three_visitors(app: FastAPI) -> AsyncIterator[tuple[Ears, Ears, Ears]]:
    """Two who play and one who looks on."""
    ears = Ears(app), Ears(app), Ears(app)
    for visitor, name in zip(ears, ("Ida", "Bob", "Eve"), strict=True):
        await visitor.browser.ask("PUT", "/me", {"name": name})
    try:
        yield ears
    finally:
        for visitor in ears:
            await visitor.browser.http.aclose()


async def ask_everything(browser: Browser, game_id: str, number: int, actions: list[str]) -> None:
    """Send every request about a game; the answers are checked elsewhere."""
    for seat in (None, "N", "S"):
        for path in ("view", "legal"):
            await browser.send("GET", f"/games/{game_id}/{path}", **({} if seat is None else {"seat": seat}))
        for at in range(number + 1):
            await browser.send("GET", f"/games/{game_id}/view", number=at, **({} if seat is None else {"seat": seat}))
    for path in ("", "/history", "/record", "/explain", "/analysis", "/analysis/game", "/picture", "/film"):
        for seat in (None, "N", "S"):
            await browser.send("GET", f"/games/{game_id}{path}", **({} if seat is None else {"seat": seat}))
    for at in range(number + 1):
        await browser.send("GET", f"/games/{game_id}/analysis", number=at)
        await browser.send("POST", f"/games/{game_id}/line", {"number": at, "actions": actions})
        seats = [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "me"}]
        await browser.send("POST", "/games", {"seats": seats, "game": "hidden_hands", "from": {"id": game_id, "number": at}})
    for action in actions:
        await browser.send("GET", f"/games/{game_id}/explain", action=action)
        await browser.send("POST", f"/games/{game_id}/preview", {"base": number, "actions": [action]})
        await browser.send("POST", f"/games/{game_id}/preview", {"base": number, "actions": [action, action]})
    for base in (0, number - 1, number):
        await browser.send("POST", f"/games/{game_id}/actions", {"base": base, "action": "nonsense"})
        await browser.send("POST", f"/games/{game_id}/undo", {"base": base - 1})
    for kind in ("mine", "open", "running"):
        await browser.send("GET", "/games", which=kind)


def cards_in(content: bytes) -> set[int]:
    return {CARDS.index(word.decode()) for word in re.findall(rb"Card\d{4}", content) if word.decode() in CARDS}


async def test_hidden_hands_stay_hidden(app: FastAPI, hidden: str, address: str) -> None:
    async with three_visitors(app) as (ida, bob, eve), contextlib.AsyncExitStack() as stack:
        info = await ida.browser.new_game("me", "open", game=hidden, public=True)
        game_id = info["id"]
        for visitor in (ida, bob, eve):
            visitor.live = await stack.enter_async_context(visitor.browser.live(address, game_id))
            await visitor.live.next("hello")
        await bob.browser.post(f"/games/{game_id}/seats/S/join")
        # he took a seat while listening; her socket was open before
        listeners = [asyncio.create_task(listen(visitor.live)) for visitor in (ida, bob, eve) if visitor.live]
        info = await ida.browser.settled(game_id)
        services: Services = app.state.services
        state = services.games.by_id[game_id].state
        assert isinstance(state, hidden_hands.Hands)
        hands = {seat: {CARDS[card] for card in state.hand(number)} for number, seat in enumerate("NS")}
        players = {"N": ida, "S": bob}
        for turn in range(2 * HAND - 1):
            info = await ida.browser.get(f"/games/{game_id}")
            choices = (await players[info["to_move"]].browser.get(f"/games/{game_id}/legal"))["ask"]["choices"]
            assert {choice["action"] for choice in choices} <= hands[info["to_move"]]
            await players[info["to_move"]].browser.act(game_id, info["number"], choices[-1]["action"])
            number = info["number"] + 1
            if turn % 2:
                await ask_everything(ida.browser, game_id, number, sorted(hands["N"]))
                await ask_everything(bob.browser, game_id, number, sorted(hands["S"]))
                await ask_everything(eve.browser, game_id, number, [])
        for visitor in (ida, bob, eve):
            await visitor.keep_up(number)
        # late or reconnected sockets receive what they missed
        for visitor, seat in ((ida, "N"), (bob, "S"), (eve, None)):
            params = {"after": 0} | ({} if seat is None else {"seat": seat})
            async with visitor.browser.live(address, game_id, **params) as hears:
                hello = await hears.next("hello")
                assert len(hello["missed"]) == number
                assert visitor.live is not None
                visitor.live.messages.append(hello)
        numbers = {seat: {CARDS.index(card) for card in hand} for seat, hand in hands.items()}
        for visitor, seat, opponent in ((ida, "N", "S"), (bob, "S", "N")):
            cards = cards_in(visitor.received)
            assert numbers[seat] <= cards, "what is one's own is told"
            assert not numbers[opponent] & cards, "what is the other's is not"
        assert cards_in(eve.received) == set()
        for task in listeners:
            task.cancel()


async def listen(live: Live) -> None:
    with contextlib.suppress(Exception):
        while True:
            await live.next(within=60)


async def test_everything_is_revealed_at_the_end(ida: Browser, bob: Browser, hidden: str) -> None:
    game_id = (await ida.new_game("me", "open", game=hidden))["id"]
    await bob.post(f"/games/{game_id}/seats/S/join")
    info = await ida.settled(game_id)
    assert await ida.refused("GET", f"/games/{game_id}/record") == (409, "not_over")
    branch = {"seats": [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "me"}], "from": {"id": game_id, "number": 7}}
    assert await ida.refused("POST", "/games", branch) == (403, "not_yours")
    while info["status"] == "playing":
        browser = {"N": ida, "S": bob}[info["to_move"]]
        await browser.act(game_id, info["number"], (await browser.choices(game_id))[0])
        info = await ida.get(f"/games/{game_id}")
    record = await ida.send("GET", f"/games/{game_id}/record")
    assert len(cards_in(record.content)) == 2 * HAND
    assert (await ida.post("/games", branch, status=201))["number"] == 7


async def test_a_game_that_does_not_declare_secrets_still_has_a_record(
    ida: Browser, bob: Browser, hidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = (await ida.new_game("me", "open", game=hidden))["id"]
    await bob.post(f"/games/{game_id}/seats/S/join")
    await ida.settled(game_id)
    monkeypatch.setattr(hidden_hands.HiddenHands, "has_secrets", False)
    assert await ida.refused("GET", f"/games/{game_id}/record") == (409, "not_over")
    branch = {"seats": [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "me"}], "from": {"id": game_id, "number": 7}}
    assert await ida.refused("POST", "/games", branch) == (403, "not_yours")


async def test_a_finished_game_is_open_at_every_moment(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, hidden: str, address: str
) -> None:
    game_id, hands = await shared_hands(app, ida, bob)
    dealt = hands["N"] | hands["S"]
    number = await play_a_card_to_the_end(ida, game_id, eve)
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
    services: Services = app.state.services
    live = services.games.by_id[game_id]
    live.seats["S"].stand_in = "random"  # Bob is away: a bot decides for him, but his hand stays his
    state = live.state
    assert isinstance(state, hidden_hands.Hands)
    his = set(state.hand(1))
    del services.games.by_id[game_id]  # without visitors for a while, it is evicted and loaded again
    for number in range(live.number + 1):
        assert not cards_in((await ida.send("GET", f"/games/{game_id}/view", number=number)).content) & his
    assert not cards_in((await ida.send("GET", f"/games/{game_id}/history")).content) & his
    with pytest.raises(AssertionError, match="keeps its secrets"):
        next(live.known_entries(0, live.number, with_secrets=True))


async def test_a_game_continued_from_a_finished_one_has_its_own_secrets(
    app: FastAPI, ida: Browser, bob: Browser, eve: Browser, hidden: str
) -> None:
    game_id, hands = await shared_hands(app, ida, bob)
    await play_a_card_to_the_end(ida, game_id)
    record = (await ida.send("GET", f"/games/{game_id}/record")).text
    seats = [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "me"}]
    over = await ida.post("/games", {"seats": seats, "record": record}, status=201)
    assert over["status"] == "over"
    assert cards_in((await eve.send("GET", f"/games/{over['id']}/history")).content) == hands["N"] | hands["S"]
    unfinished = "\n".join(record.splitlines()[:-3]) + "\n"
    for begun in ({"record": unfinished}, {"from": {"id": game_id, "number": 2 * HAND + 1}}):
        continued = await ida.post("/games", {"seats": seats} | begun, status=201)
        assert continued["status"] == "playing"
        for path, params in (("view", {}), ("history", {}), ("history", {"after": 3}), ("view", {"number": 7})):
            assert not cards_in((await eve.send("GET", f"/games/{continued['id']}/{path}", **params)).content), path
        for path in ("picture", "film", "record"):
            answer = await eve.send("GET", f"/games/{continued['id']}/{path}")
            assert answer.status_code in (404, 409)
            assert not cards_in(answer.content)


async def test_undone_actions_stay_hidden(ida: Browser, bob: Browser, hidden: str) -> None:
    game_id = (await ida.new_game("me", "me", game=hidden))["id"]
    info = await ida.settled(game_id)
    card = (await ida.choices(game_id))[0]
    await ida.act(game_id, info["number"], card)
    # South is hers too, so no other visitor was asked; but South decides now
    assert await ida.refused("POST", f"/games/{game_id}/undo", {"base": info["number"] + 1}) == (409, "nothing_to_undo")
    assert card not in (await bob.send("GET", f"/games/{game_id}/history")).text


async def shared_hands(app: FastAPI, ida: Browser, bob: Browser) -> tuple[str, dict[str, set[int]]]:
    """Return a game in which one visitor holds both seats, and the hands."""
    game_id = (await ida.new_game("me", "shared", game="hidden_hands"))["id"]
    await ida.settled(game_id)
    services: Services = app.state.services
    state = services.games.by_id[game_id].state
    assert isinstance(state, hidden_hands.Hands)
    return game_id, {seat: set(state.hand(number)) for number, seat in enumerate("NS")}


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
    for turn, (mover, opponent) in enumerate((("N", "S"), ("S", "N"))):
        for seat, paths in ((mover, ("view", "legal", "history")), (opponent, ("view", "legal", "history"))):
            for path in paths:
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
    assert await bob.refused("GET", f"/games/{game_id}/history", seat="N") == (403, "not_yours")
    assert await bob.refused("GET", f"/games/{game_id}/analysis", seat="N") == (403, "not_yours")


async def test_a_game_is_replayed_from_ones_own_seat(app: FastAPI, ida: Browser, bob: Browser, hidden: str) -> None:
    game_id, hands = await shared_hands(app, ida, bob)
    for number in range(1, 2 * HAND + 1):
        for seat, opponent in (("N", "S"), ("S", "N")):
            answer = await ida.send("GET", f"/games/{game_id}/view", seat=seat, number=number)
            assert len(cards_in(answer.content)) == len(hands[seat] & cards_in(answer.content)) <= HAND, "a hand as it grew"
            assert not cards_in(answer.content) & hands[opponent]
        assert not cards_in((await bob.send("GET", f"/games/{game_id}/view", number=number)).content)


async def test_trials_end_where_a_secret_is_revealed(app: FastAPI, ida: Browser, bob: Browser, hidden: str) -> None:
    game_id, hands = await shared_hands(app, ida, bob)
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


async def test_an_action_that_revealed_a_secret_is_not_undone(
    app: FastAPI, ida: Browser, hidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # one seat plays several times in a row, so that it could take back
    monkeypatch.setattr(hidden_hands.Hands, "current_player", only_north)
    switch = {"shows": False}
    monkeypatch.setattr(hidden_hands.HiddenHands, "reveals", lambda *_: switch["shows"])
    game_id = (await ida.new_game("me", "me", game=hidden))["id"]
    number = (await ida.settled(game_id))["number"]
    cards = await ida.choices(game_id)
    await ida.act(game_id, number, cards[0])
    assert (await ida.get(f"/games/{game_id}/legal"))["ask"]["undo"]
    await ida.post(f"/games/{game_id}/undo", {"base": number + 1})
    switch["shows"] = True
    await ida.act(game_id, number + 2, cards[0])
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
    services: Services = app.state.services
    state = services.games.by_id[game_id].state
    assert isinstance(state, hidden_hands.Hands)
    hands = {seat: set(state.hand(at)) for at, seat in enumerate("NS")}
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient() as program, program.stream("GET", f"{address}/api/program/stream", headers=headers) as lines:
        stream = lines.aiter_lines()
        text = await anext(stream)
        await ida.act(game_id, number, (await ida.choices(game_id))[0])
        text += await anext(stream)
    assert cards_in(text.encode()) == hands["S"]


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


async def test_a_game_without_a_clock_is_not_played_for_a_time(ida: Browser, hidden: str) -> None:
    seats = [{"seat": "N", "kind": "me"}, {"seat": "S", "kind": "me"}]
    body = {"game": hidden, "seats": seats, "minutes": 10}
    assert await ida.refused("POST", "/games", body) == (422, "not_timed")
    (game,) = [entry for entry in (await ida.get("/catalogue"))["games"] if entry["name"] == hidden]
    assert (game["secrets"], game["timed"]) == (True, False)


# -- what visitors are known by -----------------------------------------------------------------------------------------


async def test_followers_learn_only_what_their_seats_know(app: FastAPI, address: str) -> None:
    async with three_visitors(app) as (ida, bob, eve), contextlib.AsyncExitStack() as stack:
        ida_seat, bob_seat, programs, _ = seats(4)
        info = await ida.browser.new_game("me", "open", "program", "bot:random", public=True)
        game_id = info["id"]
        for visitor in (ida, bob, eve):
            visitor.live = await stack.enter_async_context(visitor.browser.live(address, game_id))
            await visitor.live.next("hello")
        listeners = [asyncio.create_task(listen(visitor.live)) for visitor in (ida, bob, eve) if visitor.live]
        token = (await ida.browser.post(f"/games/{game_id}/seats/{programs}/token"))["token"]
        link = (await ida.browser.post(f"/games/{game_id}/seats/{ida_seat}/link"))["token"]
        await bob.browser.post(f"/games/{game_id}/seats/{bob_seat}/join")
        await bob.browser.post(f"/games/{game_id}/seats/{bob_seat}/link")
        number = await play_a_while(app, {ida_seat: ida, bob_seat: bob}, game_id, token)
        for visitor in (ida, bob, eve):
            await ask_everything(visitor.browser, game_id, number, [END])
        for visitor in (ida, bob, eve):
            await visitor.keep_up(number)
        services: Services = app.state.services
        live = services.games.by_id[game_id]
        visitors = {"ida": live.header.host, "bob": str(live.seats[bob_seat].visitor_id)}
        secret = {
            "Ida's id": visitors["ida"],
            "Bob's id": visitors["bob"],
            "Ida's cookie": ida.browser.http.cookies["kingdoms"],
            "Bob's cookie": bob.browser.http.cookies["kingdoms"],
            "the token": token,
            "the link": link,
            "the hash of the token": hash_of(token),
            "the hash of the link": hash_of(link),
            "the seed": str(live.header.seed),
            "the secret": "a secret for tests only",
            "ids that clients give": "told to the server alone",
        }
        allowed = {
            "ida": {"Ida's id", "Ida's cookie", "the token", "the link"},
            "bob": {"Bob's id", "Bob's cookie"},
            "eve": set(),
        }
        for name, visitor in (("ida", ida), ("bob", bob), ("eve", eve)):
            for secret_name, text in secret.items():
                assert secret_name in allowed[name] or text.encode() not in visitor.received, f"{name} is told {secret_name}"
        for task in listeners:
            task.cancel()
        # the cookie is signed, not encrypted: it shows the visitor's own id, and no other
        assert visitors["bob"].encode() not in ida.received


async def play_a_while(app: FastAPI, people: dict[str, Ears], game_id: str, token: str) -> int:
    """Play some actions at each seat, including a program's, and return the game's number."""
    host = next(iter(people.values())).browser
    for _ in range(30):
        info: Json = await host.settled(game_id)
        if info["status"] == "over":
            break
        action = soonest(legal_now(app, game_id))
        if info["to_move"] in people:
            browser = people[info["to_move"]].browser
            await browser.act(game_id, info["number"], action, client_id="told to the server alone" + str(info["number"]))
        else:
            body, headers = {"base": info["number"], "action": action}, {"Authorization": f"Bearer {token}"}
            assert (await host.http.post("/api/program/actions", json=body, headers=headers)).status_code == 200
    return int((await host.get(f"/games/{game_id}"))["number"])


async def test_the_seed_is_revealed_at_the_end(app: FastAPI, ida: Browser) -> None:
    game_id = (await ida.new_game("me", "me", rulings=limited(1)))["id"]
    services: Services = app.state.services
    seed = str(services.games.by_id[game_id].header.seed)
    await play_random(ida, game_id, seed=1, most=2)
    assert seed not in (await ida.send("GET", f"/games/{game_id}/record")).text
    await play_random(ida, game_id, seed=1)
    assert seed in (await ida.send("GET", f"/games/{game_id}/record")).text


async def test_forged_cookies_give_no_seat(app: FastAPI, ida: Browser, eve: Browser) -> None:
    game_id = (await ida.new_game("me", "me"))["id"]
    cookie = ida.http.cookies["kingdoms"]
    visitor_id, _, rest = cookie.partition(".")
    forged = visitor_id[:-1] + ("0" if visitor_id[-1] != "0" else "1") + "." + rest
    for wrong in (visitor_id, forged, cookie[:-1], "kingdoms=" + cookie):
        eve.http.cookies.set("kingdoms", wrong)
        assert (await eve.get(f"/games/{game_id}"))["you"] == []
