"""One game of an arena, from its number to the row that is kept of it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import orjson

import kingdoms
from kingdoms.arena.errors import unwritable
from kingdoms.arena.measuring import Recorder
from kingdoms.arena.plan import Pairing, Plan
from kingdoms.bots import ProgramBot
from kingdoms.bots.match import MOST_ACTIONS, close
from kingdoms.bots.sightings import Sightings
from kingdoms.core.bot import Bot
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View

FAILED: Final = "failed"
"""How a game has ended that could not be played."""
UNFINISHED: Final = "unfinished"
"""How one has ended that was broken off after too many actions."""
QUICK: Final = 0.001
"""A bot that has decided in less than so many seconds is quick, ..."""
SOME: Final = 128
"""... and of quick ones one decision in so many actions is timed, since clocks take time too."""
RECORDS: Final = "records"
RECORDS_A_FOLDER: Final = 1_000

Row = dict[str, Any]
Ask = Callable[[View, Sequence[int]], int]


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
            bots[seat] = bot = plan.make(who, plan.seed_of(pairing.opening, f"bot {seat}"))
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
    return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)


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
    state, chance, watch = game.new_initial_state(), Random(seed), Stopwatch(bots)
    opening = Opening(coins_seed, decisions * len(game.seats), percent)
    sightings = Sightings(bots)
    if sightings.observers or recorder is not None or actions is not None:
        return state, watch.spent, _noting(state, chance, opening, watch, sightings, actions, recorder)
    return state, watch.spent, _swiftly(state, chance, opening, watch)


def _noting(
    state: State,
    chance: Random,
    opening: Opening,
    watch: Stopwatch,
    sightings: Sightings,
    actions: list[int] | None,
    recorder: Recorder | None,
) -> int:
    """Play a game that somebody looks at; return how many actions were played, those of chance not counted."""
    played = 0
    for _ in range(MOST_ACTIONS):
        if (seat := state.to_move) is None:
            break
        before = state.clone()
        if seat == "chance":
            action = state.draw_chance_action(chance)
        else:
            legal = state.legal_actions()
            played += 1
            if (taken := opening.choice(legal)) is not None:
                action = taken
            else:
                sightings.show(seat)
                action = watch.choice(seat, state.view(seat), legal, played)
                if recorder is not None and len(legal) > 1:
                    recorder.chose(seat, legal, action)
        state.apply_action(action)
        if actions is not None:
            actions.append(action)
        if recorder is not None:
            recorder.note(before, action, state)
        if sightings.observers:
            sightings.note(before, state.game.action_to_string(action), state)
    return played


def _swiftly(state: State, chance: Random, opening: Opening, watch: Stopwatch) -> int:
    """Play a game as `_noting` does, but note nothing, and do as little as possible beside the bots' thinking."""
    done = played = 0
    while done < MOST_ACTIONS and (seat := state.to_move) is not None:
        if opening.left < 0 and (free := min(MOST_ACTIONS - done, watch.pause(played))) > 0:
            more, decided = _hurry(state, chance, watch.asked, free)
            done, played = done + more, played + decided
            continue
        done += 1
        if seat == "chance":
            state.apply_action(state.draw_chance_action(chance))
            continue
        played += 1
        legal = state.legal_actions()
        if (action := opening.choice(legal)) is None:
            action = watch.choice(seat, state.view(seat), legal, played)
        state.apply_action(action)
    return played


def _hurry(state: State, chance: Random, asked: Mapping[str, Ask], most: int) -> tuple[int, int]:
    """Play on with nothing to do but to ask bots, for so many actions at most.

    Returns:
        How many actions were played, and how many of them were not chance's.
    """
    by_chance = 0
    for done in range(most):
        seat = state.to_move
        if seat is None:
            return done, done - by_chance
        if seat == "chance":
            by_chance += 1
            state.apply_action(state.draw_chance_action(chance))
        else:
            state.apply_action(asked[seat](state.view(seat), state.legal_actions()))
    return most, most - by_chance


class Opening:
    """The first decisions of a game, some of which are taken at random, whoever plays.

    Args:
        seed: of what is taken.
        decisions: how many belong to it, of all seats together.
        percent: how many of 100 of these are taken at random.
    """

    def __init__(self, seed: int, decisions: int, percent: int) -> None:
        self.coins = Random(seed)
        self.left = decisions
        self.percent = percent

    def choice(self, legal: Sequence[int]) -> int | None:
        """Return what is taken at random, None if it is up to the bot."""
        self.left -= len(legal) > 1
        if self.left < 0:
            return None
        coin, which = self.coins.roll(100), self.coins.roll(1 << 30)
        return legal[which % len(legal)] if coin < self.percent else None


class Stopwatch:
    """Times the decisions of bots: all of slow ones but the first, which tells what they are, and some of quick ones.

    Args:
        bots: who plays, by seat.

    Attributes:
        asked: what each seat's bot chooses with.
        spent: how many seconds each seat took, decision by decision.
    """

    def __init__(self, bots: Mapping[str, Bot]) -> None:
        self.bots = bots
        self.asked: dict[str, Ask] = {seat: bot.choose for seat, bot in bots.items()}
        self.spent: dict[str, list[float]] = {seat: [] for seat in bots}
        self.clocks = dict.fromkeys(bots, time.perf_counter)
        self.slow = set(bots)  # until they have been quick
        self.due = 0  # how many actions have been played when a quick one is timed again

    def choice(self, seat: str, view: View, legal: Sequence[int], played: int) -> int:
        """Return what the bot of a seat chooses in an action that is so far on, and time it if that is due."""
        if (played < self.due and seat not in self.slow) or len(legal) == 1:
            return self.asked[seat](view, legal)
        clock = self.clocks[seat]
        began = clock()
        action = self.asked[seat](view, legal)
        took = clock() - began
        if took < QUICK:
            self.slow.discard(seat)
            self.due = played + SOME
        else:
            self.slow.add(seat)
            # A program thinks in a process of its own, whose processor time is not seen from here.
            if clock is time.perf_counter and not isinstance(self.bots[seat], ProgramBot):
                self.clocks[seat] = time.thread_time  # for the next one: this one may have been interrupted
                return action
        self.spent[seat].append(took)
        return action

    def pause(self, played: int) -> int:
        """Return for how many more actions no decision is to be timed, after so many were played."""
        return 0 if self.slow else self.due - played - 1


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
