"""Games to analyse, and queries in the protocol of analysis."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import kingdoms
from kingdoms import Record, State
from kingdoms.analysis.lines import serve
from kingdoms.bots import BOTS
from tests.support.games.tested_games import TESTED

OPEN = [name for name in TESTED if not kingdoms.load_game(name, 2).has_secrets]
SECRET = [name for name in TESTED if kingdoms.load_game(name, 2).has_secrets]


@cache
def lines_of(game: str, seed: int) -> tuple[str, ...]:
    """Return the record of a game for two seats between bots."""
    return tuple(kingdoms.play(game, ["greedy", "greedy:slips=0.5"], seed=seed).lines())


def record_of(game: str, seed: int = 1, entries: int | None = None) -> Record:
    """Return the record of a game for two seats, up to a number of entries."""
    record = Record.parse(lines_of(game, seed))
    record.take_back(len(record.entries) if entries is None else entries)
    return record


def decision_after(game: str, entries: int) -> Record:
    """Return a game for two seats, at the first real decision after a number of entries."""
    record = record_of(game)
    for number in range(entries, len(record.entries)):
        state = record.state_after(number)
        if state.to_move in state.game.seats and len(state.legal_actions()) > 1:
            record.take_back(number)
            return record
    raise AssertionError("nobody has anything to choose")


def immediate_win(game: str) -> Record:
    """Return a game whose last decision wins it for the seat to move, although there was another choice."""
    for seed in range(1, 40):
        record = record_of(game, seed)
        last = record.entries[-1]
        before = record.state_after(len(record.entries) - 1)
        if before.to_move == last.by and len(before.legal_actions()) > 1 and winners(record.state) == (last.by,):
            return record
    raise AssertionError("no game ends so")


def missed_win(game: str) -> Record:
    """Return a game in which the winner has handed over too soon with the last entry."""
    for seed in range(1, 40):
        record = record_of(game, seed)
        for number in range(len(record.entries) - 8, len(record.entries) - 1):
            before = record.state_after(number)
            seat = before.to_move
            children = {action: before.child(action) for action in before.legal_actions()}
            handing_over = [a for a, child in children.items() if child.to_move in set(record.game.seats) - {seat}]
            goes_on = record.state_after(number + 1).to_move == seat
            if goes_on and handing_over and winners(record.state) == (seat,):
                record.take_back(number)
                record.apply(handing_over[0])
                if winners(continuation(record.state)) not in ((), (seat,)):
                    return record
                record = record_of(game, seed)
    raise AssertionError("no game is let go so")


def continuation(state: State) -> State:
    """Return the state after bots have played on for a while."""
    state, bot = state.clone(), BOTS.make("greedy", state.game, 1)
    for _ in range(200):
        if state.is_terminal():
            break
        state.apply_action(bot.choose(state.view(state.to_move), state.legal_actions()))
    return state


def winners(state: State) -> tuple[str, ...]:
    """Return the winners."""
    outcome = state.outcome()
    return () if outcome is None else outcome.winners


def ask(*queries: Mapping[str, Any] | str, workers: int = 1) -> list[dict[str, Any]]:
    """Return the answers to queries."""
    lines = [query if isinstance(query, str) else json.dumps(query) for query in queries]
    answers = io.BytesIO()
    serve(io.BytesIO("\n".join(lines).encode()), answers, workers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def timeless(value: Any) -> Any:
    """Return JSON data without durations."""
    if isinstance(value, Mapping):
        return {name: timeless(member) for name, member in value.items() if name != "seconds"}
    return [timeless(member) for member in value] if isinstance(value, list) else value
