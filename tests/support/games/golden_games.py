"""Narrates the golden games again after an intended change of sentences: `python -m tests.support.games.golden_games`.

With `--play`, it also replays them with today's bots after an intended change of the rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import kingdoms
from kingdoms import Event, Record
from kingdoms.bots import BOTS
from kingdoms.core.entry import RecordEntry
from kingdoms.core.message import Message
from kingdoms.core.registry import game_class
from kingdoms.core.rulings import Ruling
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


def narrated(record: Record) -> Iterator[tuple[RecordEntry, list[Event]]]:
    """Yield each entry of a game with its events, as everybody is told when the game is over."""
    before = record.opening()
    for entry, after in record.replay():
        if entry.call is not None:
            yield entry, record.game.call(before.clone(), entry.call)
        else:
            yield entry, record.game.narrate(before, str(entry.action), after)
        before = after


def narration(record: Record) -> str:
    """Return the narrated game, with a line for each entry of the record."""
    return "".join(" ".join(event.text for event in events) + "\n" for _, events in narrated(record))


def kinds_of_game(game: str) -> set[str]:
    """Return all kinds that golden games should have: of tables, options, actions, calls, events and endings."""
    rules = game_class(game)
    catalogue = import_module(f"kingdoms.games.{game}.texts").CATALOGUE
    kinds = {f"{count} seats" for count in rules.player_counts}
    for ruling in (*rules.known_rulings, *rules.variants):
        kinds |= {option_kind(ruling, value) for value in (*ruling.values, *([1] if ruling.counts else []))}
    kinds |= {f"the action {kind}" for kind in rules.action_kinds} | {f"the call {name}" for name in rules.record_calls}
    for kind, event_kind in rules.event_kinds.items():
        kinds |= {f"the event {kind}", *(f"the event {kind} with {detail}" for detail in event_kind.details)}
    return kinds | {f"the ending {name}" for name in catalogue.texts("ending")}


def kinds_in_record(record: Record) -> set[str]:
    """Return the kinds in a game, in the words of `kinds_of_game`."""
    game, outcome = record.game, record.state.outcome()
    rulings = (*game.known_rulings, *game.variants)
    kinds = {
        f"{len(game.seats)} seats",
        *(option_kind(ruling, game.rulings.get(ruling.name, ruling.default)) for ruling in rulings),
    }
    for entry, events in narrated(record):
        kinds.add(f"the call {entry.call}" if entry.call else f"the action {str(entry.action).partition(' ')[0]}")
        for event in events:
            kinds |= {f"the event {event.kind}", *(f"the event {event.kind} with {detail}" for detail in event.details)}
    if outcome is not None and isinstance(ending := game.ending(outcome), Message):
        kinds.add(f"the ending {ending.id.partition('.')[2]}")
    return kinds


def option_kind(ruling: Ruling, value: object) -> str:
    """Return the kind of an option with a value; all numbers of an option that counts are alike."""
    return f"the option {ruling.name}={'a number' if ruling.counts and value is not None else value}"


if __name__ == "__main__":
    for game in TESTED:
        if "--play" in sys.argv:
            for name, record in game_module(game, "golden_games").records():
                record.save(FOLDER / game / "golden" / f"{name}.jsonl")
        for path in sorted((FOLDER / game / "golden").glob("*.jsonl")):
            record = Record.load(path)
            path.with_suffix(".txt").write_text(narration(record))
            print(game, path.stem, len(record.entries), record.state.outcome())
