"""Plays one game of an arena, and returns its row."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import orjson

import kingdoms
from kingdoms.arena.errors import write_error
from kingdoms.arena.measuring import Recorder
from kingdoms.arena.plan import ArenaPlan, Pairing
from kingdoms.bots import ProgramBot
from kingdoms.bots.crash import CRASH, Crash, winnings, wrap_failures
from kingdoms.bots.match import MOST_ACTIONS, close
from kingdoms.bots.sightings import Sightings
from kingdoms.core.bot import Bot
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View

FAILED: Final = "failed"
"""The reason in the row of a game that could not be played."""
UNFINISHED: Final = "unfinished"
"""The reason in the row of a game stopped after too many actions."""
QUICK: Final = 0.001
"""A bot that decides in less than this many seconds is quick."""
SOME: Final = 128
"""Decisions of quick bots are only timed once in this many actions, to save the cost of the clock."""
RECORDS: Final = "records"
RECORDS_A_FOLDER: Final = 1_000

Row = dict[str, Any]
Ask = Callable[[View, Sequence[int]], int]


def play(plan: ArenaPlan, number: int, records: Path | None = None) -> Row:
    """Play a game and return its row; if there is a folder for records, write its record there.

    Raises:
        ArenaError: the record cannot be written.
    """
    pairing, game = plan.pairing(number), plan.rules
    failures: dict[str, str] = {}
    bots: dict[str, Bot] = {}
    state: State | None = None
    try:
        for seat, label in zip(game.seats, pairing.bots, strict=True):
            bots[seat] = bot = plan.make(label, plan.seed_of(pairing.opening, f"bot {seat}"))
            if isinstance(bot, ProgramBot):
                bot.report = partial(failures.__setitem__, seat)
        choosers = {seat: wrap_failures(bot) for seat, bot in bots.items()} if plan.crash_loses else bots
        seed = pairing.seed
        actions: list[int] | None = [] if records is not None or plan.crash_loses else None
        recorder = Recorder(game) if plan.measured else None
        state, spent, decided = run(
            game, choosers, seed, plan.seed_of(pairing.opening, "coins"), plan.decisions, plan.percent, actions, recorder
        )
    except Crash as crash:
        winners = [seat for seat in game.seats if seat != crash.seat]
        failures[crash.seat] = str(crash)
        facts: Row = {"reason": CRASH, "winners": winners, "shares": winnings(game.seats, crash.seat)}
        facts["actions"] = crash.played
    finally:
        close(*(bot for bot in bots.values() if hasattr(bot, "close")))  # faster than isinstance with a protocol
    if records is not None:
        _save_record(game, dict(zip(game.seats, pairing.bots, strict=True)), seed, actions or [], path_of(records, number))
    failed = [failures.get(seat) for seat in game.seats]
    if state is None:
        return row_of(plan, pairing, failures=failed, **facts, **({} if recorder is None else {"tables": recorder.tables()}))
    outcome = state.outcome()
    return row_of(
        plan,
        pairing,
        reason=outcome.reason if outcome else UNFINISHED,
        winners=list(outcome.winners) if outcome else [],
        shares=state.returns() if outcome else [0.0] * len(game.seats),
        scores=[_score(outcome.scores.get(seat)) if outcome else None for seat in game.seats],
        rounds=state.view(None).round,
        actions=decided,
        ms=[mean(spent[seat]) for seat in game.seats],
        failures=failed,
        **({} if recorder is None else {"tables": recorder.tables()}),
    )


def row_of(plan: ArenaPlan, game: int | Pairing, **facts: Any) -> Row:
    """Return the row of a game with its results; without results, the row of a game that could not be played."""
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
        "scores": [None] * len(seats),
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
    """Play a game, with some of the opening decisions taken at random.

    Args:
        game: the game.
        bots: the bots by seat.
        seed: the seed of chance.
        coins_seed: the seed of the random opening decisions, independent of the bots.
        decisions: the number of decisions per seat that belong to the opening.
        percent: the percentage of these decisions taken at random.
        actions: a list to append all actions to, including those of chance.
        recorder: records measurements.

    Returns:
        The final state, the seconds that each seat took for decisions of its own, and the number of
        actions other than those of chance.
    """
    state, chance, watch = game.new_initial_state(), Random(seed), Stopwatch(bots)
    opening = Opening(coins_seed, decisions * len(game.seats), percent)
    sightings = Sightings(bots)
    if sightings.observers or recorder is not None or actions is not None:
        try:
            return state, watch.spent, _play_observed(state, chance, opening, watch, sightings, actions, recorder)
        except Crash as crash:
            crash.played = watch.action_count
            raise
    return state, watch.spent, _play_unobserved(state, chance, opening, watch)


def _play_observed(
    state: State,
    chance: Random,
    opening: Opening,
    watch: Stopwatch,
    sightings: Sightings,
    actions: list[int] | None,
    recorder: Recorder | None,
) -> int:
    """Play a game with observers, a recorder or a list of actions; return the number of actions other than those of chance."""
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
            if (random_action := opening.choice(legal)) is not None:
                action = random_action
            else:
                sightings.show(seat)
                action = watch.choice(seat, state.view(seat), legal, played)
                if recorder is not None and len(legal) > 1:
                    recorder.add_choice(seat, legal, action)
        state.apply_action(action)
        if actions is not None:
            actions.append(action)
        if recorder is not None:
            recorder.add_effects(before, action, state)
        if sightings.observers:
            sightings.note(before, state.game.action_to_string(action), state)
    return played


def _play_unobserved(state: State, chance: Random, opening: Opening, watch: Stopwatch) -> int:
    """Play a game like `_play_observed`, but without observers, and with as little overhead as possible."""
    count = played = 0
    while count < MOST_ACTIONS and (seat := state.to_move) is not None:
        if opening.decisions_left < 0 and (free := min(MOST_ACTIONS - count, watch.pause(played))) > 0:
            more, decided = _play_untimed(state, chance, watch.choosers, free)
            count, played = count + more, played + decided
            continue
        count += 1
        if seat == "chance":
            state.apply_action(state.draw_chance_action(chance))
            continue
        played += 1
        legal = state.legal_actions()
        if (action := opening.choice(legal)) is None:
            action = watch.choice(seat, state.view(seat), legal, played)
        state.apply_action(action)
    return played


def _play_untimed(state: State, chance: Random, choosers: Mapping[str, Ask], most: int) -> tuple[int, int]:
    """Play at most `most` actions, without timing or opening decisions.

    Returns:
        The number of actions, and the number of actions other than those of chance.
    """
    by_chance = 0
    for count in range(most):
        seat = state.to_move
        if seat is None:
            return count, count - by_chance
        if seat == "chance":
            by_chance += 1
            state.apply_action(state.draw_chance_action(chance))
        else:
            state.apply_action(choosers[seat](state.view(seat), state.legal_actions()))
    return most, most - by_chance


class Opening:
    """The opening decisions of a game, some of which are taken at random, independent of the bots.

    Args:
        seed: the seed of the random decisions.
        decisions: the number of opening decisions, all seats together.
        percent: the percentage of these taken at random.
    """

    def __init__(self, seed: int, decisions: int, percent: int) -> None:
        self.coins = Random(seed)
        self.decisions_left = decisions
        self.percent = percent

    def choice(self, legal: Sequence[int]) -> int | None:
        """Return a random action, or None if the bot decides."""
        self.decisions_left -= len(legal) > 1
        if self.decisions_left < 0:
            return None
        coin, pick = self.coins.roll(100), self.coins.roll(1 << 30)
        return legal[pick % len(legal)] if coin < self.percent else None


class Stopwatch:
    """Times the decisions of bots: all those of slow bots except the first, and a sample of those of quick bots.

    Args:
        bots: the bots by seat.

    Attributes:
        choosers: the `choose` method of each seat's bot.
        spent: the seconds that each seat took, by decision.
    """

    def __init__(self, bots: Mapping[str, Bot]) -> None:
        self.bots = bots
        self.choosers: dict[str, Ask] = {seat: bot.choose for seat, bot in bots.items()}
        self.spent: dict[str, list[float]] = {seat: [] for seat in bots}
        self.clocks = dict.fromkeys(bots, time.perf_counter)
        self.slow = set(bots)  # every bot counts as slow until its first quick decision
        self.action_count = 0
        self.next_sample = 0  # the number of actions after which a quick bot is timed again

    def choice(self, seat: str, view: View, legal: Sequence[int], played: int) -> int:
        """Return the choice of a seat's bot, timed if a measurement is due after this many actions."""
        self.action_count = played
        if (played < self.next_sample and seat not in self.slow) or len(legal) == 1:
            return self.choosers[seat](view, legal)
        clock = self.clocks[seat]
        began = clock()
        action = self.choosers[seat](view, legal)
        took = clock() - began
        if took < QUICK:
            self.slow.discard(seat)
            self.next_sample = played + SOME
        else:
            self.slow.add(seat)
            # A program thinks in its own process, whose processor time `thread_time` does not include.
            if clock is time.perf_counter and not isinstance(
                getattr(self.bots[seat], "bot", None) or self.bots[seat], ProgramBot
            ):
                self.clocks[seat] = time.thread_time  # from the next decision on: this one may have been interrupted
                return action
        self.spent[seat].append(took)
        return action

    def pause(self, played: int) -> int:
        """Return for how many more actions no timing is due, after this many actions."""
        return 0 if self.slow else self.next_sample - played - 1


def mean(values: Sequence[float]) -> float:
    """Return the mean of times in seconds as milliseconds, 0 if there are none."""
    return 1000 * sum(values) / len(values) if values else 0.0


def path_of(records: Path, number: int) -> Path:
    """Return the path of a game's record.

    Examples:
        >>> path_of(Path("records"), 1234).as_posix()
        'records/00001/0001234.jsonl'
    """
    return records / f"{number // RECORDS_A_FOLDER:05}" / f"{number:07}.jsonl"


def _save_record(game: Game, players: Mapping[str, str], seed: int, actions: Sequence[int], path: Path) -> None:
    record = Record(game, players=players, seed=seed)
    for action in actions:
        record.apply(action)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        record.save(path)
    except OSError as error:
        raise write_error(path.parent, error) from None


def _score(score: object) -> float | None:
    """Return a seat's score as a number: the first one of a score with tiebreaks, None if the game has no numbers."""
    first = score[0] if isinstance(score, list | tuple) and score else score
    return float(first) if isinstance(first, int | float) else None
