"""Writes real questions and entries for the tests of this folder.

To be run from the root: `PYTHONPATH=src python web/src/games/middlesea/play/testing/generate.py`. As for the page, sentences
are messages without texts.

For every kind of decision the positions of games between greedy bots are searched for the one that offers the most kinds of
choices, under rulings that let every kind of decision occur: asks.json. The entries of one of these games are in entries.json.
first-round.json has the questions of a first round for two, each with the action that the coach is to advise.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.table.game import messages

RULINGS = {"production": "choice", "suppress_hire": True, "round_limit": 14}
DECISIONS = ("pay", "rebel", "suppress", "rank", "produce", "build", "leader", "hire", "defend")
MOST_CHOICES = 150
BUILDING = ("explore suns N.FL", "road N.C N.FL", "explore crowns N.FM", "road N.C N.FM", "end")
LEADING = ("king 2", "move 4 N.FM", "move 5 N.FL", "end")


def asked(state: Any) -> dict[str, Any]:
    """Return what a seat is asked and sees, as the server sends it."""
    return {"ask": messages.pending_question(state), "view": asdict(state.view(state.to_move).facts())}


def variety(state: Any) -> int:
    """Return how much there is to choose from in a state, for comparing."""
    legal = state.legal_actions()
    if len(legal) > MOST_CHOICES:
        return -1
    kinds = {state.game.action_to_string(action).split(" ")[0] for action in legal}
    return 1000 * len(kinds) + len(legal)


def first_round() -> list[dict[str, Any]]:
    """Play a first round by the script; return North's questions and actions."""
    state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
    state.apply_action("first N")
    steps = []
    for action in BUILDING:
        steps.append({**asked(state), "played": action})
        state.apply_action(action)
    while state.view(None).phase == "build":
        state.apply_action("end")
    for action in LEADING:
        steps.append({**asked(state), "played": action})
        state.apply_action(action)
    return steps


def main() -> None:
    """Play games and keep the richest question of each kind, and the entries of one short game."""
    game = kingdoms.load_game("middlesea", rulings=RULINGS)
    best: dict[str, Any] = {}
    entries: list[dict[str, Any]] = []
    for seed in range(24):
        bots = [BOTS.make("greedy:slips=0.15" if seed % 2 else "greedy", game, seed=seed * 10 + number) for number in range(4)]
        state = game.new_initial_state()
        state.apply_action("first " + game.seats[seed % 4])
        while not state.is_terminal():
            decision = str(state.decision())
            if decision not in best or variety(state) > variety(best[decision]):
                best[decision] = state.clone()
            player = state.current_player()
            action = bots[player].choose(state.view(game.seats[player]), state.legal_actions())
            before = state.clone()
            state.apply_action(action)
            if seed == 3 and len(entries) < 130:
                events = [messages.event(event) | {"changes": []} for event in game.narrate(before, action, state)]
                facts = asdict(state.view(None).facts())
                entries.append(
                    {
                        "number": len(entries) + 1,
                        "by": game.seats[player],
                        "action": game.action_to_string(action),
                        "call": None,
                        "undo": None,
                        "at": "2026-01-01T12:00:00Z",
                        "round": before.view(None).round,
                        "phase": before.view(None).phase,
                        "scores": {seat: kingdom["score"] for seat, kingdom in facts["kingdoms"].items()},
                        "events": events,
                    }
                )
    here = Path(__file__).parent
    (here / "asks.json").write_text(json.dumps({name: asked(best[name]) for name in DECISIONS if name in best}) + "\n")
    (here / "entries.json").write_text(json.dumps(entries) + "\n")
    (here / "first-round.json").write_text(json.dumps(first_round()) + "\n")
    print({name: len(best[name].legal_actions()) for name in best}, len(entries))


if __name__ == "__main__":
    with messages.wording(messages.Wording.MESSAGES):
        main()
