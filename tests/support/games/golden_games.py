"""Narrates the golden games again after an intended change of sentences: `python -m tests.support.games.golden_games`.

With `--play`, it also replays them with today's bots after an intended change of the rules.
"""

from __future__ import annotations

import sys
from pathlib import Path

import kingdoms
from kingdoms import Record
from kingdoms.bots import BOTS
from tests.support.games.tested_games import TESTED, game_module

FOLDER = Path(__file__).parents[2] / "games"
"""Each game has its golden games in golden/, and support/golden_games.py to generate them."""


def play_out(
    game_name: str, seats: list[str], bots: list[str], rulings: dict[str, object], seed: int, time_up: int | None = None
) -> Record:
    """Return a whole game between bots; time is called after a number of entries, if given."""
    game = kingdoms.load_game(game_name, seats, rulings)
    players = dict(zip(game.seats, bots, strict=True))
    record = Record(game, players=players, seed=seed, started="2026-01-01T00:00:00Z")
    programs = [BOTS.make(bot, game, 100 * seed + i) for i, bot in enumerate(bots)]
    rng = kingdoms.Random(seed)
    while not record.state.is_terminal():
        state = record.state
        player = state.current_player()
        if player < 0:
            record.apply(state.draw_chance_action(rng))
        else:
            record.apply(programs[player].choose(state.view(game.seats[player]), state.legal_actions()))
        if len(record.entries) == time_up:
            record.call("time")
    return record


def tell(record: Record) -> str:
    """Return the narrated game."""
    lines = []
    before = record.opening()
    for entry, after in record.replay():
        if entry.call is not None:
            events = record.game.call(before.clone(), entry.call)
        else:
            assert entry.action is not None
            events = record.game.narrate(before, entry.action, after)
        lines += [f"{entry.by or ''} {entry.action or entry.call}".strip(), *(f"  {event.text}" for event in events)]
        before = after
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for game in TESTED:
        if "--play" in sys.argv:
            for name, record in game_module(game, "golden_games").records():
                record.save(FOLDER / game / "golden" / f"{name}.jsonl")
        for path in sorted((FOLDER / game / "golden").glob("*.jsonl")):
            record = Record.load(path)
            path.with_suffix(".txt").write_text(tell(record))
            print(game, path.stem, len(record.entries), record.state.outcome())
