"""The calibration of forecasts of conflicts: how often "you win 7 times in 10" comes true.

`python benchmarks/wars.py --wars 10000` plays games between bots of the same level, with each number of seats in turn, until
that many forecasts were tested. A forecast is a bot's reason for an action, such as an attack, that has the number of victories
in 10 (`times`) or the most that the other side can reach (`most`). Only actions that were taken count, and only what the
seat to move knew. The figures are in `docs/bots.md`.
"""

from __future__ import annotations

import argparse
import itertools
import math
import multiprocessing
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import kingdoms
from kingdoms.bots import BOTS, Bot
from kingdoms.core.bot import Observer, Seen
from kingdoms.core.event import Event
from kingdoms.core.message import Message, Said

SEED_STEP = 7919
RESULTS = ("war_won", "revolt_won")
"""The kinds of events that tell who has won."""
ALWAYS = 10
"""The number of victories in 10 of an attack that beats the most that the other side can reach."""


@dataclass(frozen=True)
class Start:
    """A game to play: its name, its number of seats, the level of the bots, and the seed."""

    game: str
    seats: int
    level: int
    seed: int


@dataclass(frozen=True)
class Forecast:
    """A forecast: the seat, the number of victories in 10, and the colour of the conflict if the reason names it."""

    seat: str
    times: int
    side: str | None


def play(start: Start) -> list[tuple[int, bool]]:
    """Play a game, and return the forecasts that were tested: the number of victories in 10, and whether the seat has won."""
    game = kingdoms.load_game(start.game, start.seats)
    bots: dict[str, Bot] = {
        seat: BOTS.make(f"level:{start.level}", game, start.seed + SEED_STEP * place) for place, seat in enumerate(game.seats)
    }
    adviser = BOTS.adviser(game, start.seed)
    assert adviser is not None, "the game's bot gives no reasons"
    state, chance = game.new_initial_state(), kingdoms.Random(start.seed)
    forecasts: list[Forecast] = []
    tested: list[tuple[int, bool]] = []
    while not state.is_terminal():
        before, mover = state.clone(), state.to_move
        if mover in bots:
            view = state.view(mover)
            action = bots[mover].choose(view, state.legal_actions())
            forecasts += _forecasts(str(mover), adviser.reason(view, action))
        else:
            action = state.draw_chance_action(chance)
        state.apply_action(action)
        text = game.action_to_string(action)
        for seat, bot in bots.items():
            if isinstance(bot, Observer):
                bot.observe([Seen.from_seat(seat, before, text, state)])
        for event in game.narrate(before, action, state):
            if event.kind in RESULTS:
                tested += [
                    (forecast.times, forecast.seat == event.seat) for forecast in forecasts if _is_about(forecast, event)
                ]
                forecasts = [forecast for forecast in forecasts if not _is_about(forecast, event)]
            elif event.kind == "turn":
                forecasts = []
    return tested


def _forecasts(seat: str, reason: Said) -> Iterator[Forecast]:
    """Yield the forecast that a reason makes, if any."""
    if not isinstance(reason, Message) or "own" not in reason.holes or not reason.holes.keys() & {"times", "most"}:
        return
    yield Forecast(seat, reason.holes.get("times", ALWAYS), reason.holes.get("side"))


def _is_about(forecast: Forecast, event: Event) -> bool:
    """Return whether an event tells the result of a forecast."""
    is_party = forecast.seat in (event.seat, event.details["loser"])
    return is_party and forecast.side in (None, event.details["colour"])


def main() -> None:
    """Play until enough forecasts were tested, and print how many of them came true."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="rivers", help="a game whose bot forecasts conflicts")
    parser.add_argument("--wars", type=int, default=10_000, help="how many forecasts to test")
    parser.add_argument("--level", type=int, default=2, help="the level of the bots")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    counts = kingdoms.load_game(asked.game).player_counts
    starts = (Start(asked.game, counts[seed % len(counts)], asked.level, seed) for seed in itertools.count(asked.seed))
    results: dict[int, list[bool]] = defaultdict(list)
    games = 0
    with multiprocessing.Pool(asked.processes) as pool:
        for tested in pool.imap(play, itertools.islice(starts, asked.wars)):
            games += 1
            for times, won in tested:
                results[times].append(won)
            if sum(map(len, results.values())) >= asked.wars:
                break
    print(f"{sum(map(len, results.values()))} forecasts in {games} games between bots of level {asked.level}")
    print("| forecast | conflicts | won |")
    print("| --- | --- | --- |")
    for times, outcomes in sorted(results.items()):
        share = sum(outcomes) / len(outcomes)
        half = 1.96 * math.sqrt(share * (1 - share) / len(outcomes))
        name = "certain" if times == ALWAYS else f"{times} in 10"
        print(f"| {name} | {len(outcomes)} | {100 * share:.1f} ± {100 * half:.1f} % |")


if __name__ == "__main__":
    main()
