"""The list of a visitor's games."""

from __future__ import annotations

from kingdoms.core.message import message_text
from tests.support.clients.http import Browser, shared_game
from tests.support.games.sample_game import ONE, STEPS, limited, opening


async def test_games_that_wait_come_first(ida: Browser, bob: Browser, eve: Browser) -> None:
    waits = await shared_game(ida, bob)
    room = (await ida.new_game("me", "open"))["id"]
    over = (await ida.new_game("me", "me", rulings=limited(1), position=None))["id"]
    played = await shared_game(bob, ida)
    answer = await ida.get("/me/games")
    assert answer["waiting"] == sum(row["since"] is not None for row in answer["games"])
    by_id = {row["info"]["id"]: row for row in answer["games"]}
    assert set(by_id) == {waits, room, over, played}
    assert (by_id[room]["since"], by_id[room]["question"]) == (None, None)
    assert (by_id[played]["since"], by_id[played]["question"]) == (None, None)
    assert by_id[waits]["question"] == message_text(opening().game.explain(opening()).question, ONE)
    order = [row["info"]["id"] for row in answer["games"]]
    assert order.index(waits) < order.index(played) < order.index(room)
    since = by_id[waits]["since"]
    await ida.act(waits, 0, STEPS[0])
    games = (await ida.get("/me/games"))["games"]
    if (await ida.get(f"/games/{waits}"))["to_move"] == ONE:
        assert next(row["since"] for row in games if row["info"]["id"] == waits) == since
    assert await eve.get("/me/games") == {"games": [], "waiting": 0, "looked_at": 0}
