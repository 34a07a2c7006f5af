"""One game of an arena, from its number to the row that is kept of it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import kingdoms
from kingdoms.arena.errors import unwritable
from kingdoms.arena.measuring import Recorder
from kingdoms.arena.plan import Pairing, Plan
from kingdoms.bots import BOTS, ProgramBot
from kingdoms.bots.match import MOST_ACTIONS, close
from kingdoms.bots.sightings import Sightings
from kingdoms.core.bot import Bot
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.rng import Random
from kingdoms.core.state import State

FAILED: Final = "failed"
"""How a game has ended that could not be played."""
UNFINISHED: Final = "unfinished"
"""How one has ended that was broken off after too many actions."""
SURELY: Final = 4
"""So many first decisions of a bot are timed in each game; if it is quick in these, ..."""
QUICK: Final = 0.001
"""... deciding in less than so many seconds, ..."""
SOME: Final = 8
"""... only each of so many actions is timed from then on, since clocks take time too: a power of 2."""
RECORDS: Final = "records"
RECORDS_A_FOLDER: Final = 1_000

Row = dict[str, Any]

_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def play(plan: Plan, number: int, records: Path | None = None) -> Row:
    """Play a game, and return its row; with a folder for records, its record is written there.

    Raises:
        ArenaError: the record cannot be written.
    """
    pairing, game = plan.pairing(number), plan.rules
    failures: dict[str, str] = {}
    bots: dict[str, Bot] = {}
    try:
        for seat, who in zip(game.seats, pairing.bots, strict=True):
            bots[seat] = bot = BOTS.make(plan.bots[who], game, plan.seed_of(pairing.opening, f"bot {seat}"))
            if isinstance(bot, ProgramBot):
                bot.report = partial(failures.__setitem__, seat)
        seed = pairing.seed
        actions: list[int] | None = None if records is None else []
        recorder = Recorder(game) if plan.measured else None
        state, spent, decided = run(
            game, bots, seed, plan.seed_of(pairing.opening, "coins"), plan.decisions, plan.percent, actions, recorder
        )
    finally:
        close(*(bot for bot in bots.values() if hasattr(bot, "close")))  # which is quick to ask, unlike a protocol
    if records is not None:
        _keep(game, dict(zip(game.seats, pairing.bots, strict=True)), seed, actions or [], path_of(records, number))
    outcome = state.outcome()
    return row_of(
        plan,
        pairing,
        reason=outcome.reason if outcome else UNFINISHED,
        winners=list(outcome.winners) if outcome else [],
        shares=state.returns() if outcome else [0.0] * len(game.seats),
        scores=[_text(outcome.scores.get(seat)) if outcome else "" for seat in game.seats],
        rounds=state.view(None).round,
        actions=decided,
        ms=[mean(spent[seat]) for seat in game.seats],
        failures=[failures.get(seat) for seat in game.seats],
        **({} if recorder is None else {"tables": recorder.tables()}),
    )


def row_of(plan: Plan, game: int | Pairing, **facts: Any) -> Row:
    """Return the row of a game with what has come of it; without, it is that of a game that could not be played."""
    pairing, seats = plan.pairing(game) if isinstance(game, int) else game, plan.seats
    return {
        "number": pairing.number,
        "opening": pairing.opening,
        "lineup": pairing.lineup,
        "rotation": pairing.rotation,
        "seed": pairing.seed,
        "game": plan.game,
        "seats": list(seats),
        "bots": list(pairing.bots),
        "winners": [],
        "shares": [0.0] * len(seats),
        "scores": [""] * len(seats),
        "reason": FAILED,
        "rounds": None,
        "actions": 0,
        "ms": [0.0] * len(seats),
        "failures": [None] * len(seats),
        "trouble": None,
        "version": kingdoms.__version__,
        **({"tables": {}} if plan.measured else {}),
        **facts,
    }


def line_of(row: Row) -> bytes:
    """Return a row as a line of JSON."""
    return (_encode(row) + "\n").encode()


def run(
    game: Game,
    bots: Mapping[str, Bot],
    seed: int,
    coins_seed: int,
    decisions: int,
    percent: int,
    actions: list[int] | None = None,
    recorder: Recorder | None = None,
) -> tuple[State, dict[str, list[float]], int]:
    """Play a game, with some of its first decisions taken at random.

    Args:
        game: what is played.
        bots: who plays, by seat.
        seed: of chance.
        coins_seed: of what is taken at random in the opening: the same whoever plays.
        decisions: how many decisions of each seat belong to the opening.
        percent: how many of 100 of these are taken at random.
        actions: is filled with what was played, chance included.
        recorder: notes what happens.

    Returns:
        How it ended, how many seconds each seat took for decisions of its own, and how many actions
        were played, those of chance not counted.
    """
    state, chance, coins = game.new_initial_state(), Random(seed), Random(coins_seed)
    sightings, decided, played = Sightings(bots), 0, 0
    observed = bool(sightings.observers)
    opening = decisions * len(game.seats)
    spent: dict[str, list[float]] = {seat: [] for seat in game.seats}
    # A program thinks in a process of its own, whose processor time is not seen from here.
    clocks = {seat: time.perf_counter if isinstance(bot, ProgramBot) else time.thread_time for seat, bot in bots.items()}
    untimed = dict.fromkeys(game.seats, 0)
    for _ in range(MOST_ACTIONS):
        seat = state.to_move
        if seat is None:
            break
        before = state.clone() if observed or recorder is not None else None
        if seat == "chance":
            action = state.draw_chance_action(chance)
        else:
            legal = state.legal_actions()
            several = len(legal) > 1
            played += 1
            decided += several
            if decided <= opening:
                coin, which = coins.roll(100), coins.roll(1 << 30)
            else:
                coin, which = 100, 0
            if coin < percent:
                action = legal[which % len(legal)]
            else:
                if observed:
                    sightings.show(seat)
                if not several or played & untimed[seat]:
                    action = bots[seat].choose(state.view(seat), legal)
                else:
                    began = clocks[seat]()
                    action = bots[seat].choose(state.view(seat), legal)
                    spent[seat].append(clocks[seat]() - began)
                    if len(spent[seat]) == SURELY and sum(spent[seat]) < SURELY * QUICK:
                        untimed[seat] = SOME - 1
                if recorder is not None and several:
                    recorder.chose(seat, legal, action)
        if actions is not None:
            actions.append(action)
        state.apply_action(action)
        if before is not None:
            if recorder is not None:
                recorder.note(before, action, state)
            if observed:
                sightings.note(before, game.action_to_string(action), state)
    return state, spent, played


def mean(values: Sequence[float]) -> float:
    """Return the mean of seconds in milliseconds, 0 of nothing."""
    return 1000 * sum(values) / len(values) if values else 0.0


def path_of(records: Path, number: int) -> Path:
    """Return the file of a game's record.

    Examples:
        >>> path_of(Path("records"), 1234).as_posix()
        'records/00001/0001234.jsonl'
    """
    return records / f"{number // RECORDS_A_FOLDER:05}" / f"{number:07}.jsonl"


def _keep(game: Game, players: Mapping[str, str], seed: int, actions: Sequence[int], path: Path) -> None:
    """Write the record of a game.

    Raises:
        ArenaError: it cannot be written.
    """
    record = Record(game, players=players, seed=seed)
    for action in actions:
        record.apply(action)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        record.save(path)
    except OSError as error:
        raise unwritable(path.parent, error) from None


def _text(score: object) -> str:
    """Return a seat's score as text: its form is the game's own."""
    return str(score) if type(score) is int else json.dumps(score)
