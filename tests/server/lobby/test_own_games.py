"""The list of a visitor's games."""

from __future__ import annotations

from playing import Browser, shared
from sample import ONE, STEPS, limited, opening

from kingdoms.core.message import message_text

# -- the list of one's games ----------------------------------------------------------------------------------------------


async def test_games_that_wait_come_first(ida: Browser, bob: Browser, eve: Browser) -> None:
    waits = await shared(ida, bob)
    room = (await ida.new_game("me", "open"))["id"]
    over = (await ida.new_game("me", "me", rulings=limited(1), position=None))["id"]
    played = await shared(bob, ida)
    found = await ida.get("/me/games")
    assert found["waiting"] == sum(each["since"] is not None for each in found["games"])
    by_id = {each["info"]["id"]: each for each in found["games"]}
    assert set(by_id) == {waits, room, over, played}
    assert (by_id[room]["since"], by_id[room]["question"]) == (None, None)
    assert (by_id[played]["since"], by_id[played]["question"]) == (None, None)
    assert by_id[waits]["question"] == message_text(opening().game.explain(opening()).question, ONE)
    order = [each["info"]["id"] for each in found["games"]]
    assert order.index(waits) < order.index(played) < order.index(room)
    since = by_id[waits]["since"]
    await ida.act(waits, 0, STEPS[0])
    again = (await ida.get("/me/games"))["games"]
    if (await ida.get(f"/games/{waits}"))["to_move"] == ONE:
        assert next(each["since"] for each in again if each["info"]["id"] == waits) == since
    assert await eve.get("/me/games") == {"games": [], "waiting": 0, "looked_at": 0}
