"""Regenerates samples of each game's messages, for the client's tests.

`PYTHONPATH=src python -m tests.support.texts.message_samples` writes them anew.

Python and the client put the same messages into words, each with its own code. For each game, web/src/games/NAME/said.json has
messages from its golden games with their texts, which both have to arrive at.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from kingdoms import Record, State
from kingdoms.bots import BOTS, Adviser
from kingdoms.core.message import Message, Said, Telling
from tests.support.games.golden_games import FOLDER
from tests.support.games.tested_games import TESTED

WEB = Path(__file__).parents[3] / "web" / "src" / "games"
ENOUGH = 3
"""The number of samples for each entry of a catalogue, if the golden games have as many."""
REFUSALS = 23
"""Of this many actions, one is tried for its refusal."""


def messages_of(record: Record) -> Iterator[tuple[Said, Any]]:
    """Yield the messages of a game, each with its state, None for the past; only some of the choices, refusals and reasons."""
    game, before = record.game, record.opening()
    for number, (entry, after) in enumerate(record.replay()):
        yield from ((message, before) for message in about(before, number))
        if entry.action is None:
            events = game.call(before.clone(), entry.call or "")
        else:
            _, public = game.tell(before, entry.action, after, None)
            events = game.narrate(before, entry.action, after) + public
        yield from ((event.said, None) for event in events)
        before = after
    yield from ((message, before) for message in about(before, 0))
    outcome = before.outcome()
    if outcome is not None:
        yield game.ending(outcome), None


def about(state: State, number: int) -> Iterator[Said]:
    """Yield the messages about a state; the state's number selects choices, refusals and reasons."""
    game, player, legal = state.game, state.current_player(), state.legal_actions()
    kinds = {game.action_to_string(action).partition(" ")[0]: action for action in legal}
    yield game.explain(state).question
    view = state.view(state.to_move if state.to_move in game.seats else None)
    view.announced = game.announced(state)
    yield from (alert.said for alert in view.alerts)
    yield from (game.choice(state, action) for action in kinds.values())
    if number % 2 == 0:
        yield from (game.choice(state, action) for action in legal[::5])
    refusals = (game.refusal(state, action) for action in islice(game.action_space(0), number % REFUSALS, None, REFUSALS))
    yield from (refusal.said for refusal in refusals if refusal is not None)
    if player >= 0:
        adviser = BOTS.make("greedy", game, seed=1)
        assert isinstance(adviser, Adviser)
        view = state.view(game.seats[player])
        yield from (adviser.reason(view, action) for action in (*kinds.values(), *legal[::31], adviser.choose(view, legal)))


class Traced(Telling):
    """A message on its way into words that notes the entries it uses."""

    def __init__(self, message: Message, table: Any) -> None:
        super().__init__(message.catalogue, None, table, False)
        self.entries: set[str] = set()
        self.tell(message.id, message.holes)

    def tell(self, key: str, holes: Mapping[str, Any]) -> str:
        """Note an entry, and return it in words."""
        self.entries.add(key)
        return super().tell(key, holes)

    def name(self, kind: str, value: Any) -> str:
        """Return the name of a value. The cache of the catalogue is left out, because it hides the entries of a name."""
        return self.catalogue.namers[kind](self, value)


class Samples:
    """Messages with their texts, and the tables that some texts depend on."""

    def __init__(self) -> None:
        self.tables: list[dict[str, Any]] = []
        self.messages: dict[str, dict[str, Any]] = {}
        self._counts: Counter[str] = Counter()
        self._keys: set[str] = set()  # of all messages that were offered

    def offer(self, message: Message, seats: Sequence[str], state: Any) -> None:
        """Add a message if there are too few samples of an entry that it uses."""
        key = json.dumps(message.to_json())
        if key in self._keys:
            return
        self._keys.add(key)
        entries = Traced(message, state).entries
        if all(self._counts[entry] >= ENOUGH for entry in entries):
            return
        self._counts.update(entries)
        texts = {reader: message.text(reader, state) for reader in (None, *seats)}
        sample: dict[str, Any] = {"said": message.to_json(), "text": texts[None]}
        personal_texts = {reader: text for reader, text in texts.items() if text != texts[None]}
        if personal_texts:
            sample["own"] = personal_texts
        if any(message.text(reader) != text for reader, text in texts.items()):
            sample["table"] = self._table(state)
        self.messages[key] = sample

    def _table(self, state: Any) -> int:
        """Return the number of a table, which is added if it is new."""
        facts = asdict(state.view(None).facts())
        if facts not in self.tables:
            self.tables.append(facts)
        return self.tables.index(facts)


def samples(game: str) -> str:
    """Return the samples of a game as JSON, with a line for each table and each message."""
    collection = Samples()
    for path in sorted((FOLDER / game / "golden").glob("*.jsonl")):
        record = Record.load(path)
        # late positions have more on the table
        for message, state in reversed(list(messages_of(record))):
            if isinstance(message, Message):
                collection.offer(message, record.game.seats, state)
    rows = {
        "tables": collection.tables,
        "messages": sorted(collection.messages.values(), key=lambda sample: sample["said"]["id"]),
    }
    parts = [f'"{name}": [\n' + ",\n".join(map(compact, values)) + "\n]" for name, values in rows.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def compact(value: Any) -> str:
    """Return a value as JSON in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def path_of(game: str) -> Path:
    return WEB / game / "said.json"


if __name__ == "__main__":
    for name in TESTED:
        path_of(name).write_text(samples(name), encoding="utf-8")
