"""How good a net is: its judgement of games that it hasn't learned from, its speed, and its strength."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from kingdoms.arena import playing
from kingdoms.core.bot import Bot
from kingdoms.core.game import Game
from kingdoms.core.registry import load_game
from kingdoms.core.rng import Random
from kingdoms.learning.matching import Mapped, NetParts, parts_of
from kingdoms.learning.plan import ROUND_LIMIT
from kingdoms.learning.sampling import DECISIONS, PERCENT, SEED_STEP
from kingdoms.learning.thinking import search_player
from kingdoms.nets import Net
from kingdoms.search import Limits, Searcher

PHASES: Final = ("beginning", "middle", "end")
"""The thirds of a game, by decisions."""
BINS: Final = 10
EVERY: Final = 7
"""One in so many decisions is judged; all are close relatives of their neighbours."""
SPEED_SIMULATIONS: Final = 2_000
SPEED_POSITIONS: Final = 20
LEAST: Final = 1e-6
"""The least chance in a log loss."""


@dataclass(frozen=True)
class JudgedPosition:
    """A position of a finished game.

    Attributes:
        phase: the third of the game, from 0.
        net: the chances that the net gives, by seat.
        hand: the chances that the hand-made evaluation gives.
        shares: the share that each seat got.
    """

    phase: int
    net: Sequence[float]
    hand: Sequence[float]
    shares: Sequence[float]


@dataclass(frozen=True)
class OpeningGame:
    """A game on an opening.

    Attributes:
        share: the share of the seat that plays with the net.
        seconds: the processor time of a decision with the net, and by hand.
        judged: positions of the game.
    """

    share: float
    seconds: tuple[float, float]
    judged: Sequence[JudgedPosition]


def evaluate(
    game: Game, net: Net, openings: int, seed: int, simulations: tuple[int, int], mapped: Mapped = map
) -> dict[str, Any]:
    """Play games of a net against the hand-made evaluation, and return the measurements.

    On each opening, the net plays alone against the others, once from each seat. The openings are new: none is of a training.

    Args:
        game: the game.
        net: the net.
        openings: the number of openings.
        seed: the seed of the openings.
        simulations: the simulations a decision with the net, and by hand.
        mapped: a function like `map`.

    Returns:
        "judgement" with the log loss and Brier score of both evaluations in each phase, "calibration", "speed" and "strength".
    """
    played = list(mapped(partial(_play_opening, game.name, len(game.seats), parts_of(net), seed, simulations), range(openings)))
    judged = [position for games in played for played_game in games for position in played_game.judged]
    shares = [sum(played_game.share for played_game in games) / len(games) for games in played]
    mean = sum(shares) / len(shares)
    scatter = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1) / len(shares))
    times = [[played_game.seconds[side] for games in played for played_game in games] for side in (0, 1)]
    return {
        "game": game.name,
        "seats": len(game.seats),
        "judgement": [
            {"phase": name, **_scores([position for position in judged if phase in (position.phase, len(PHASES))])}
            for phase, name in enumerate((*PHASES, "all"))
        ],
        "calibration": _calibration(judged),
        "speed": _speed(game, net, seed),
        "strength": {
            "games": sum(map(len, played)),
            "openings": openings,
            "share": round(mean, 4),
            "low": round(max(0.0, mean - 1.96 * scatter), 4),
            "high": round(min(1.0, mean + 1.96 * scatter), 4),
            "even": round(1 / len(game.seats), 4),
            "simulations": list(simulations),
            "ms": [round(1000 * sum(seconds) / len(seconds), 3) for seconds in times],
        },
    }


def _play_opening(
    name: str, seats: int, parts: NetParts, seed: int, simulations: tuple[int, int], opening: int
) -> list[OpeningGame]:
    """Play the games on an opening, with the net at each seat in turn."""
    game = load_game(name, seats).limited(ROUND_LIMIT)
    return [_play(game, Net(*parts), seed + opening, simulations, place) for place in range(seats)]


def _play(game: Game, net: Net, seed: int, simulations: tuple[int, int], place: int) -> OpeningGame:
    sides = [(simulations[0], net) if i == place else (simulations[1], None) for i in range(len(game.seats))]
    bots: dict[str, Bot] = {seat: search_player(game, seed + SEED_STEP * i, *sides[i]) for i, seat in enumerate(game.seats)}
    actions: list[int] = []
    end, spent, _ = playing.run(game, bots, seed, Random(seed).roll(1 << 30), DECISIONS, PERCENT, actions)
    net_seconds = spent.pop(game.seats[place])
    hand_seconds = [seconds for seat in spent for seconds in spent[seat]]
    return OpeningGame(
        end.returns()[place], (_mean(net_seconds), _mean(hand_seconds)), _judge(game, net, actions, end.returns(), seed)
    )


def _judge(game: Game, net: Net, actions: Sequence[int], shares: Sequence[float], seed: int) -> list[JudgedPosition]:
    """Return what both evaluations expect at some decisions of a game."""
    state, judged = game.new_initial_state(), list[JudgedPosition]()
    knowledge = game.knowledge(state)
    for step, action in enumerate(actions):
        if state.current_player() >= 0 and step % EVERY == seed % EVERY:
            knowledge.begin(state)
            phase = len(PHASES) * step // len(actions)
            judged.append(JudgedPosition(phase, net.evaluation(knowledge), knowledge.evaluation(), shares))
        state.apply_action(action)
    return judged


def _mean(values: Sequence[float]) -> float:
    """Return the mean; 0 if there is nothing."""
    return sum(values) / len(values) if values else 0.0


def _scores(judged: Sequence[JudgedPosition]) -> dict[str, Any]:
    """Return the log loss and the Brier score of both evaluations and of even chances."""
    scores: dict[str, Any] = {"positions": len(judged)}
    seats = len(judged[0].shares) if judged else 1
    for name in ("net", "hand", "even"):
        pairs = [
            (chance, share)
            for position in judged
            for chance, share in zip(
                [1 / seats] * seats if name == "even" else getattr(position, name), position.shares, strict=True
            )
        ]
        scores[name] = {
            "loss": round(-sum(share * math.log(max(chance, LEAST)) for chance, share in pairs) / max(1, len(judged)), 4),
            "brier": round(_mean([(chance - share) ** 2 for chance, share in pairs]), 4),
        }
    return scores


def _calibration(judged: Sequence[JudgedPosition]) -> list[dict[str, Any]]:
    """Return the calibration of the net: for bins of its predictions, the mean result of the seats."""
    pairs = [pair for position in judged for pair in zip(position.net, position.shares, strict=True)]
    bins = []
    for number in range(BINS):
        inside = [pair for pair in pairs if min(BINS - 1, int(BINS * pair[0])) == number]
        if inside:
            expected, share = (_mean([pair[i] for pair in inside]) for i in (0, 1))
            bins.append({"from": number / BINS, "count": len(inside), "expected": round(expected, 4), "got": round(share, 4)})
    return bins


def _speed(game: Game, net: Net, seed: int) -> dict[str, int]:
    """Return simulations a second of processor time with the net and by hand, from positions of a game."""
    state, rng = game.new_initial_state(), Random(seed)
    knowledge, states = game.knowledge(state), list[Any]()
    while len(states) < SPEED_POSITIONS and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.draw_chance_action(rng))
            continue
        states.append(state.clone())
        knowledge.begin(state)
        state.apply_action(knowledge.decide(rng))
    speeds = {}
    for name, judge in (("net", net), ("hand", None)):
        began, simulations = time.process_time(), 0
        for position in states:
            view = position.view(position.to_move)
            simulations += Searcher(game, seed, net=judge).weigh(view, Limits(SPEED_SIMULATIONS // 10)).simulations
        speeds[name] = round(simulations / max(time.process_time() - began, 1e-9))
    return speeds
