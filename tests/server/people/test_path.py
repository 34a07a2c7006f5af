"""The path: what games against levels come to, and which level comes next."""

from __future__ import annotations

import pytest

from kingdoms.table.answers.path import CURVE, PlayedGame, path_of
from tests.support.clients.authenticator import add_passkey, sign_in
from tests.support.clients.http import Browser, Json, eventually, play_random
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import SAMPLE


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
