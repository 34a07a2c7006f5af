"""Profiles and the path: what games come to, who may read it, and which level comes next."""

from __future__ import annotations

import pytest

from kingdoms.core.registry import game_class
from kingdoms.server.visitors.identity import COOKIE
from kingdoms.table.answers.path import CURVE, PlayedGame, path_of
from tests.support.clients.authenticator import add_passkey, sign_in
from tests.support.clients.http import Browser, Json, eventually, finish, play_random, shared_game
from tests.support.games.sample_game import ONE, OTHER, limited
from tests.support.games.tested_games import SAMPLE


async def play_game(browser: Browser, *kinds: str) -> Json:
    """Play a short game to its end and return its info."""
    game_id = (await browser.new_game(*kinds, rulings=limited(1)))["id"]
    return await play_random(browser, game_id, seed=1)


async def results(browser: Browser, games: int = 1) -> list[Json]:
    """Return the results of a visitor, once they include a number of games."""
    profile = await browser.until("/me/profile", lambda answer: sum(row["games"] for row in answer["results"]) == games)
    return list(profile["results"])


def share(info: Json, seat: str) -> float:
    """Return the results of a seat in a game."""
    winners = info["outcome"]["winners"]
    return 1 / len(winners) if seat in winners else 0.0


async def test_games_against_bots_and_people_are_counted(ida: Browser, bob: Browser) -> None:
    """Those against oneself, or from a position in the middle, are not."""
    empty = {"name": "Ida", "listed": False, "address": None, "results": [], "ratings": [], "steps": []}
    assert await ida.get("/me/profile") == empty
    alone = await play_game(ida, "me", "me")
    seats = [{"seat": ONE, "kind": "me"}, {"seat": OTHER, "kind": "bot", "bot": "random"}]
    branch = (await ida.post("/games", {"seats": seats, "from": {"id": alone["id"], "number": 5}}, status=201))["id"]
    await play_random(ida, branch, seed=1)
    info = await play_game(ida, "me", "bot:random")
    (result,) = await results(ida)
    points = share(info, ONE)
    against = 0.5 if points == 0.5 else float(points > 0)
    bot = {"bot": "random", "title": "Random", "games": 1, "points": against}
    assert result == {"game": SAMPLE, "seats": 2, "games": 1, "points": points, "against": [bot]}
    game_id = await shared_game(ida, bob, rulings=limited(1), position=None)
    info = await finish(ida, bob, game_id=game_id)
    (ida_result,), (bob_result,) = await results(ida, 2), await results(bob)
    assert bob_result["points"] == share(info, OTHER)
    assert [row["bot"] for row in ida_result["against"]] == [None, "random"]
    assert ida_result["against"][0]["points"] + bob_result["against"][0]["points"] == 1


async def test_agreed_ends_and_resignations_are_counted(ida: Browser, bob: Browser) -> None:
    """An agreed end is a win for the leader, or shared; a resignation is a loss, against levels as against people."""
    game_id = await shared_game(ida, bob, position=None)
    proposal = (await ida.post(f"/games/{game_id}/proposals", {"kind": "end"}))["proposal"]
    info = await bob.post(f"/games/{game_id}/proposals/{proposal['id']}", {"answer": "agree"})
    points = share(info, ONE)
    (ida_result,), (bob_result,) = await results(ida), await results(bob)
    assert points + share(info, OTHER) == 1
    assert [result["points"] for result in (ida_result, bob_result)] == [points, 1 - points]
    assert ida_result["against"] == [{"bot": None, "title": None, "games": 1, "points": points}]
    level = f"level:{len(game_class(SAMPLE).levels())}"
    alone = (await ida.new_game("me", f"bot:{level}"))["id"]
    await ida.post(f"/games/{alone}/seats/{ONE}/resign")
    (ida_result,) = await results(ida, 2)
    assert ida_result["points"] == points
    assert [(row["bot"], row["games"], row["points"]) for row in ida_result["against"]] == [(None, 1, points), (level, 1, 0)]


async def test_an_unlisted_profile_is_private(ida: Browser, bob: Browser, eve: Browser) -> None:
    """In the bytes: the answer is the same as for an unknown address."""
    assert await ida.refused("PUT", "/me/profile", {"listed": True}) == (403, "no_passkey")
    device = await add_passkey(ida)
    address = (await ida.ask("PUT", "/me/profile", {"listed": True}))["address"]
    assert (await eve.get(f"/people/{address}"))["name"] == "Ida"
    assert (await eve.get("/people"))["people"] == [{"address": address, "name": "Ida"}]
    assert (await ida.ask("PUT", "/me/profile", {"listed": False}))["address"] is None
    for browser in (ida, bob, eve):
        nobody = await browser.send("GET", "/people/nobody")
        for path in (f"/people/{address}", f"/people/{ida.http.cookies[COOKIE][:16]}"):
            answer = await browser.send("GET", path)
            assert (answer.status_code, answer.content) == (404, nobody.content)
        assert b"Ida" not in (await browser.send("GET", "/people")).content
    new_address = (await ida.ask("PUT", "/me/profile", {"listed": True}))["address"]
    assert new_address != address
    assert ida.visitor_id not in (await eve.send("GET", f"/people/{new_address}")).text
    (key,) = (await ida.get("/me/passkeys"))["passkeys"]
    await ida.post(f"/me/passkeys/{key['id']}/remove", {"proof": (await sign_in(ida, device))["proof"]})
    assert await eve.refused("GET", f"/people/{new_address}") == (404, "nobody"), "it goes with the last passkey"
    assert (await eve.get("/people"))["people"] == []
    await add_passkey(eve)
    assert await eve.refused("PUT", "/me/profile", {"listed": True}) == (409, "no_name")


def played(*results: tuple[float, tuple[str | None, ...]], moves: int = 50) -> list[PlayedGame]:
    """Return games on one day after the other, each by the share of the victory and the opponents."""
    return [
        PlayedGame(
            str(number),
            SAMPLE,
            len(bots) + 1,
            share,
            moves - number,
            (number % 3, number),
            number * 86_400.0,
            tuple((bot, (1 - share) / len(bots)) for bot in bots),
        )
        for number, (share, bots) in enumerate(results)
    ]


def level(number: int, count: int = 1) -> tuple[str | None, ...]:
    """Return opponents of a level."""
    return (f"level:{number}",) * count


def next_level(*results: tuple[float, tuple[str | None, ...]]) -> int | None:
    """Return the level that comes next."""
    step: dict[str, int] | None = path_of(played(*results))["next"]
    return None if step is None else step["level"]


@pytest.mark.parametrize(
    ("results", "following"),
    [
        ([], None),
        ([(1, (None,))], None),
        ([(1, ("random",))], None),
        ([(1, level(1))], 2),
        ([(0, level(1))], 1),
        ([(0, level(1)), (0, level(1))], 1),
        ([(0, level(3))], 3),
        ([(0, level(3)), (0, level(3))], 2),
        ([(0, level(3)), (0, level(2)), (0, level(3))], 2),
        ([(0, level(3)), (1, level(3)), (0, level(3))], 3),
        ([(0, level(3)), (0, level(3)), (1, level(2))], 3),
        ([(0.5, level(3))], 3),
        ([(1, level(8))], 8),
        ([(1, level(2)), (0, (None,))], 3),
        ([(0, level(3, 1)), (0, level(3, 2))], 3),
    ],
)
def test_a_victory_leads_up_and_two_losses_lead_down(
    results: list[tuple[float, tuple[str | None, ...]]], following: int | None
) -> None:
    assert next_level(*results) == following


def test_a_table_with_three_levels_is_one_game_against_the_weakest() -> None:
    mixed = ("level:3", "level:2", "level:5")
    (table,) = path_of(played((1, mixed), (1, level(2, 3)), (0, level(2, 3))))["tables"]
    assert (table["seats"], table["games"], table["streak"]) == (4, 3, 0)
    assert {row["level"]: (row["games"], row["wins"]) for row in table["levels"] if row["games"]} == {2: (3, 2)}
    assert table["fastest"] == {"id": "1", "moves": 49, "level": 2}
    assert table["best"] == {"id": "1", "score": [1, 1], "level": 2}
    assert len(table["curve"]) == 3
    assert table["curve"][0]["points"] > 1000
    assert table["rating"]["points"] == table["curve"][-1]["points"] < table["curve"][1]["points"]


def test_people_and_programs_are_on_no_rung_and_give_no_rating() -> None:
    (table,) = path_of(played((1, (None,)), (1, ("random",))))["tables"]
    assert (table["games"], table["streak"], table["fastest"], table["best"], table["rating"], table["curve"]) == (
        (2, 2, None, None, None, [])
    )


def test_a_long_curve_is_thinned_and_keeps_its_ends() -> None:
    games = played(*[(number % 2, level(4)) for number in range(3 * CURVE)], moves=900)
    (table,) = path_of(games)["tables"]
    curve = table["curve"]
    assert len(curve) == CURVE
    assert (curve[0]["at"], curve[-1]["points"]) == ("1970-01-01T00:00:00Z", table["rating"]["points"])


async def path(browser: Browser, games: int) -> Json:
    """Return a visitor's path, once it includes a number of games."""
    answer: Json = {}

    async def is_complete() -> bool:
        answer.update(await browser.get("/me/path"))
        return sum(int(table["games"]) for table in answer["tables"]) == games

    await eventually(is_complete)
    return answer


async def test_own_games_by_the_usual_rules_are_counted_and_go_to_the_person(ida: Browser, eve: Browser) -> None:
    assert await ida.get("/me/path") == {"tables": [], "next": None}
    device = await add_passkey(ida)
    await play_random(eve, (await eve.new_game("me", "bot:level:1", rulings=limited(1)))["id"], seed=1)
    alone = (await eve.new_game("me", "bot:level:2"))["id"]
    await eve.post(f"/games/{alone}/seats/{(await eve.get(f'/games/{alone}'))['you'][0]}/resign")
    answer = await path(eve, 1)  # the short one is not counted
    (table,) = answer["tables"]
    assert (table["game"], table["seats"], table["streak"]) == (SAMPLE, 2, 0)
    assert [(row["games"], row["wins"]) for row in table["levels"]][:2] == [(0, 0), (1, 0)]
    assert answer["next"]["after"] == {"id": alone, "level": 2, "title": "Learner", "won": False, "lost": 1}
    await sign_in(eve, device)
    assert await path(ida, 1) == answer
