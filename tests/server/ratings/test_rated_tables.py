"""Rated tables: their clocks, and ends that no accomplice can choose and no loser can put off."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import update

from kingdoms.core.registry import game_class
from kingdoms.server.database.tables import GameRow
from tests.support.clients.admin import Admin
from tests.support.clients.authenticator import add_passkey
from tests.support.clients.http import Browser, Json, eventually, seat_in
from tests.support.games.sample_game import ONE, OTHER, seated, seats
from tests.support.server.calendar import DAY, Calendar
from tests.support.server.rows import execute

pytestmark = pytest.mark.sqlite

USUAL = {"kind": "turn", "seconds": 3 * DAY, "increment": 0, "then": "bot"}
BUDGET = {"kind": "budget", "seconds": 600, "increment": 0, "then": "decided"}


@pytest_asyncio.fixture
async def people(app: FastAPI) -> AsyncIterator[list[Browser]]:
    """Three people with passkeys."""
    async with AsyncExitStack() as stack:
        browsers = [await stack.enter_async_context(Browser(app)) for _ in range(3)]
        for number, browser in enumerate(browsers):
            await browser.ask("PUT", "/me", {"name": f"Person {number}"})
            await add_passkey(browser)
        yield browsers


async def table(people: list[Browser], **more: object) -> str:
    """Begin a rated game in which each person has a seat, in the order of the seats; return its id."""
    game_id = str((await people[0].new_game("me", *["open"] * (len(people) - 1), rated=True, **more))["id"])
    await join(people, game_id)
    return game_id


async def join(people: list[Browser], game_id: str) -> None:
    """Give the open seats of a game to all people but the first."""
    for person, seat in zip(people[1:], seats(len(people))[1:], strict=True):
        await person.post(f"/games/{game_id}/seats/{seat}/join")


async def has_counted(people: list[Browser]) -> None:
    """Wait until a rated game has counted for people."""
    for person in people:
        await person.until("/me/profile", lambda profile: sum(row["games"] for row in profile["ratings"]) == 1)


async def seat_is(person: Browser, game_id: str, name: str, condition: Callable[[Json], bool]) -> None:
    """Wait until a seat fulfils a condition."""
    await person.until(f"/games/{game_id}", lambda info: condition(seat_in(info, name)))


async def test_a_rated_table_has_a_clock_for_each_seat(people: list[Browser]) -> None:
    """With more than two, it does not decide the game."""
    ida, *_ = people
    assert (await ida.new_game("me", "open", rated=True))["clock"] == USUAL
    assert (await ida.get("/catalogue"))["rated_clock"] == USUAL
    assert (await ida.new_game("me", "open", rated=True, clock=BUDGET))["clock"] == BUDGET
    assert (await ida.new_game("me", "open"))["clock"] is None
    body = {"seats": seated("me", "open"), "rated": True, "minutes": 60}
    assert await ida.refused("POST", "/games", body) == (422, "not_rated")
    for count in (3, 4):
        body = {"seats": seated("me", *["open"] * (count - 1)), "rated": True, "clock": BUDGET}
        assert await ida.refused("POST", "/games", body) == (422, "not_rated")
        assert (await ida.new_game("me", *["open"] * (count - 1), clock=BUDGET))["clock"] == BUDGET, "without ratings it is"


async def test_an_accomplice_cannot_end_a_game_by_the_clock(app: FastAPI, people: list[Browser], calendar: Calendar) -> None:
    """All but one let their time run out: each loses the seat for good, and the game goes on until nobody else is left.

    Such a clock can no longer be chosen for three people; with two, it decides.
    """
    game_id = str((await people[0].new_game("me", "open", "open", rated=True, clock=BUDGET | {"then": "bot"}))["id"])
    await execute(app, update(GameRow).where(GameRow.id == game_id).values(clock=BUDGET))
    await app.state.games.refresh(app.state.games.by_id[game_id])
    await join(people, game_id)
    for remaining in (2, 1):
        info = await people[0].settled(game_id)
        assert (info["status"], sum(seat["gone"] is None for seat in info["seats"])) == ("playing", remaining + 1)
        calendar.passes(601)
        await seat_is(people[0], game_id, info["to_move"], lambda seat: bool(seat["gone"] == "clock"))
    info = await people[0].settled(game_id)
    assert info["status"] == "playing", "the last one plays against bots"
    assert [seat["seat"] for seat in info["seats"] if seat["gone"] is None] == [info["to_move"]]
    for last_game_id in (game_id, await table(people[:2], clock=BUDGET)):
        info = await people[0].settled(last_game_id)
        calendar.passes(601)
        await eventually(lambda game_id=last_game_id: people[0].is_over(game_id))  # type: ignore[misc]
        assert (await people[0].get(f"/games/{last_game_id}"))["outcome"]["loser"] == info["to_move"]


async def test_an_absent_leader_does_not_win_by_the_clocks_of_accomplices(people: list[Browser], calendar: Calendar) -> None:
    """Bots play for all of them until somebody comes back; nobody has chosen the end."""
    game_id = await table(people)
    for _ in range(3):
        info = await people[0].get(f"/games/{game_id}")
        if all(seat["stand_in"] for seat in info["seats"]):
            break
        late = (await people[0].settled(game_id))["to_move"]
        calendar.passes(3 * DAY + 1)
        await seat_is(people[0], game_id, late, lambda seat: seat["stand_in"] is not None)
    info = await people[0].get(f"/games/{game_id}")
    assert info["outcome"] is None or info["outcome"]["reason"] != "clock"
    assert [seat["gone"] for seat in info["seats"]] == [None] * 3
    await people[0].post(f"/games/{game_id}/seats/{seats(3)[0]}/return")


async def test_a_lost_rated_game_is_not_agreed_away(people: list[Browser], calendar: Calendar) -> None:
    """Neither those who have left nor an absent opponent are passed over."""
    game_id = await table(people)
    await people[2].post(f"/games/{game_id}/seats/{seats(3)[2]}/resign")
    for person in people[:2]:
        assert await person.refused("POST", f"/games/{game_id}/proposals", {"kind": "end"}) == (409, "rated")

    game_id = await table(people[:2])
    late = (await people[0].settled(game_id))["to_move"]
    calendar.passes(3 * DAY + 1)
    await seat_is(people[0], game_id, late, lambda seat: seat["stand_in"] is not None)
    opponent = people[0] if late == OTHER else people[1]
    info = await opponent.post(f"/games/{game_id}/proposals", {"kind": "end"})
    assert (info["status"], info["proposal"]["waits"]) == ("playing", [late])


# -- the operator -------------------------------------------------------------------------------------------------------


async def test_an_operator_decides_a_game_as_it_stands(admin: Admin, people: list[Browser], address: str) -> None:
    game_id = await table(people)
    resigned_seat = seats(3)[2]
    await people[2].post(f"/games/{game_id}/seats/{resigned_seat}/resign")
    await people[0].settled(game_id)
    async with people[0].listening(address, game_id) as hears:
        assert await admin.answers("games", "end", "--decide", game_id) == {"ended": [game_id]}
        message = await hears.until(lambda message: message["type"] == "entry" and message["entry"]["call"] == "decided")
    assert message["entry"]["events"][0]["text"] == "The server's operator has ended the game as it stands."
    info = message["info"]
    assert (info["status"], info["outcome"]["reason"], info["outcome"]["loser"]) == ("over", "decided", None)
    assert info["ending"]["text"] == message["entry"]["events"][0]["text"]
    assert info["outcome"]["winners"]
    assert resigned_seat not in info["outcome"]["winners"]
    await has_counted(people)
    assert (await admin.answers("check"))["faults"] == 0


async def test_an_operator_decides_a_game_against_a_seat(admin: Admin, people: list[Browser]) -> None:
    game_id = await table(people[:2])
    await people[0].settled(game_id)
    assert await admin.refuses("games", "end", "--lost-by", "X", game_id) == (
        f"the game {game_id} has no seat X; its seats are {ONE}, {OTHER}"
    )
    output = await admin.does("games", "end", "--lost-by", OTHER, game_id)
    assert output.strip() == f"1 game ended: {game_id}."
    await has_counted(people[1:2])
    info = await people[0].get(f"/games/{game_id}")
    assert (info["outcome"]["reason"], info["outcome"]["winners"], info["outcome"]["loser"]) == ("forfeited", [ONE], OTHER)
    game = game_class(info["game"])
    assert info["ending"]["text"] == f"The server's operator has decided the game against {game.seat_name(OTHER)}."
    (rating,) = (await people[1].get("/me/profile"))["ratings"]
    assert rating["points"] < 1000, "it counts like a game that the loser has resigned"


async def test_a_game_ended_by_agreement_or_without_an_outcome_is_not_rated(
    app: FastAPI, admin: Admin, people: list[Browser]
) -> None:
    agreed, ended = [await table(people[:2]) for _ in range(2)]
    info = await people[0].post(f"/games/{agreed}/proposals", {"kind": "end"})
    await people[1].post(f"/games/{agreed}/proposals/{info['proposal']['id']}", {"answer": "agree"})
    await people[0].settled(ended)
    await admin.does("games", "end", ended)
    await eventually(lambda: people[0].is_over(ended))
    assert (await people[0].get(f"/games/{ended}"))["outcome"] is None
    for game_id in (agreed, ended):
        live = await app.state.services.games.get(game_id)
        assert live.header.status == "over"
        await app.state.services.results.settle(live)
    for person in people[:2]:
        profile = await person.get("/me/profile")
        assert (profile["ratings"], profile["steps"]) == ([], [])
