"""A match in one call, and what observing bots are shown."""

from __future__ import annotations

import pytest

import kingdoms
from kingdoms import Random
from kingdoms.bots import Seen
from tests.support.bots.watcher import Watcher


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    first, second = (kingdoms.play(name, ["random", "random"], seed=4) for _ in range(2))
    assert first.entries == second.entries
    assert first.players == dict.fromkeys(first.game.seats, "random")
    assert kingdoms.Record.parse(first.lines()).state == first.state
    assert first.entries != kingdoms.play(name, ["random", "random"], seed=5).entries


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_the_dice_of_one_are_not_those_of_another(name: str) -> None:
    record = kingdoms.play(name, ["random", "random"], seed=3)
    chance = [entry.action for entry in record.entries if entry.by == "chance"]
    rng, state = Random(3), record.opening()
    drawn = []
    for entry in record.entries:
        if entry.by == "chance":
            drawn.append(state.game.action_to_string(state.draw_chance_action(rng)))
        assert entry.action is not None
        state.apply_action(entry.action)
    assert drawn == chance, "only chance takes from the seed of chance"


@pytest.mark.parametrize("name", kingdoms.game_names())
def test_an_observing_bot_gets_each_observation_of_its_seat_once(name: str) -> None:
    watcher = Watcher()
    record = kingdoms.play(name, [watcher, "random"], seed=2)
    seat = record.game.seats[0]
    expected, state = [], record.opening()
    decisions = [number for number, entry in enumerate(record.entries) if entry.by == seat]
    for entry in record.entries[: decisions[-1]]:
        before = state.clone()
        assert entry.action is not None
        state.apply_action(entry.action)
        text, events = record.game.tell(before, entry.action, state, seat)
        expected.append(Seen(entry.by or "", text, tuple(events)))
    assert watcher.observations == expected
    assert len(watcher.shown) == len(decisions)
    assert watcher.shown[-1][0].game == record.game


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (["random"] * 9, "players"),
        ({"Q": "random"}, "Q"),
        (["random", "no such bot"], "no such bot"),
        (["random"] * 3, "give as many bots, not 3"),
        ({"A": "random"}, "give a bot for each of the seats"),
    ],
)
def test_wrong_bots_are_refused(bots: list[str] | dict[str, str], message: str) -> None:
    game = kingdoms.load_game("rivers", 2) if "give" in message else kingdoms.game_names()[0]
    with pytest.raises(kingdoms.KingdomsError, match=message):
        kingdoms.play(game, bots)
