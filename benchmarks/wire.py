"""The size of the server's messages, and the processor time of narration: `python benchmarks/wire.py`.

Random games of four players are played. Each event, and the question of about every tenth decision, is measured as programs get
it, with texts or with messages alone, and as the page gets it, with short messages.
"""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Iterator
from typing import Any

import kingdoms
from kingdoms.core.event import Event
from kingdoms.core.state import State
from kingdoms.server.game import messages

GAMES, ACTIONS, SEED = 4, 250, 5


def main() -> None:
    """Print the figures of both games, in each wording."""
    for name in ("middlesea", "rivers"):
        for wording in messages.Wording:
            with messages.wording(wording):
                report(name, wording)


def report(name: str, wording: messages.Wording) -> None:
    """Print the figures of one game."""
    questions, events, spent = list[dict[str, Any]](), list[dict[str, Any]](), 0.0
    for before, action, after in moves(name):
        if before.current_player() >= 0 and len(events) % 10 == 0:
            questions += [messages.pending_question(before) or {}]
        started = time.process_time()
        told: list[Event] = before.game.narrate(before, action, after)
        spent += time.process_time() - started
        events += [messages.event(each) for each in told]
    sizes = {
        "bytes a choice": len(messages.pack(questions)) / sum(len(each["choices"]) for each in questions),
        "bytes an event": len(messages.pack(events)) / len(events),
        "µs to narrate an event": spent / len(events) * 1e6,
    }
    largest = messages.pack(max(questions, key=lambda each: len(each["choices"])))
    figures = ", ".join(f"{size:.0f} {what}" for what, size in sizes.items())
    print(f"{name}, {wording.name.lower()}: {figures}")
    print(f"    the largest question: {len(largest):,} bytes, {len(zlib.compress(largest)):,} compressed")


def moves(name: str) -> Iterator[tuple[State, int, State]]:
    """Yield the moves of random games: the state before, the action, and the state after."""
    rng = random.Random(SEED)
    for _ in range(GAMES):
        state = kingdoms.load_game(name, seats=4).new_initial_state()
        for _ in range(ACTIONS):
            if state.is_terminal():
                break
            before, action = state.clone(), rng.choice(state.legal_actions())
            state.apply_action(action)
            yield before, action, state


if __name__ == "__main__":
    main()
