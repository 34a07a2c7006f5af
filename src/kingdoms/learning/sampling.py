"""Samples from self-play: positions with the results of all seats, and likely positions with a value by search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kingdoms.arena import playing
from kingdoms.core.bot import Bot
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.files import open_replacement
from kingdoms.learning.plan import TrainingPlan
from kingdoms.learning.thinking import SelfPlayer, Thinker, deal
from kingdoms.nets import Net

FIRST_PLAYERS: Final = (30, 100)
LATER_PLAYERS: Final = (100, 300)
"""The simulations of the players in the first round, and of the players with nets in later rounds: each seat draws one."""
DECISIONS: Final = 12
PERCENT: Final = 15
"""The opening: the number of decisions per seat, and the percentage of them taken at random."""
EVERY: Final = 3
"""One in so many decisions is sampled with the outcome of the game."""
STRAYS: Final = (16, 40)
"""The most actions, mostly and sometimes, from a decision of the game to a position that is labelled by search."""
ODD: Final = 10
"""The percentage of these actions drawn evenly from the choices, instead of from the prior."""
LATER_LABELS: Final = 3
SEED_STEP: Final = 7919
RESOLUTION: Final = 1 << 20


@dataclass(frozen=True)
class Samples:
    """Samples for a fit.

    Attributes:
        inputs: the features: sample, seat, feature.
        shares: the target: sample, seat.
        hand: the shares that the hand-made evaluation expects: sample, seat.
        games: the seed of the game that each sample is from.
    """

    inputs: NDArray[np.int16]
    shares: NDArray[np.float32]
    hand: NDArray[np.float32]
    games: NDArray[np.int64]

    def save(self, path: Path) -> None:
        """Write the samples to a file atomically."""
        with open_replacement(path) as file:
            np.savez_compressed(file, inputs=self.inputs, shares=self.shares, hand=self.hand, games=self.games)

    @classmethod
    def load(cls, paths: list[Path]) -> Samples:
        """Read and join samples."""
        parts: list[Mapping[str, NDArray[np.generic]]] = [np.load(path) for path in paths]
        return cls(*(np.concatenate([part[name] for part in parts]) for name in ("inputs", "shares", "hand", "games")))


class Sampler:
    """Plays games of a round, and samples positions from them.

    Args:
        plan: the plan of the training.
        round_number: the round.
        net: the net of the round before, or None in the first round.

    Attributes:
        at_chance: whether chance right after a decision is sampled. With secrets search often evaluates there, before hands are
            filled. Without, the nets in the package have not learned such states.
    """

    def __init__(self, plan: TrainingPlan, round_number: int, net: Net | None) -> None:
        self.plan = plan
        self.round_number = round_number
        self.net = net
        self.game: Game = plan.rules
        self.knowledge: Knowledge = self.game.knowledge(self.game.new_initial_state())
        self.at_chance = self.game.has_secrets
        self.rows: list[tuple[list[list[int]], list[float], list[float], int]] = []

    def sample(self, numbers: range) -> Samples:
        """Return the samples from games, by their numbers in the round."""
        self.rows = []
        for number in numbers:
            self._sample_game(self.plan.seed_of(self.round_number, number))
        inputs, shares, hand, games = zip(*self.rows)
        return Samples(
            np.array(inputs, np.int16), np.array(shares, np.float32), np.array(hand, np.float32), np.array(games, np.int64)
        )

    def _sample_game(self, seed: int) -> None:
        rng = Random(seed * 31 + 7)
        actions: list[int] = []
        expected: dict[int, tuple[float, ...]] = {}
        bots = {seat: self._player(rng, seed + SEED_STEP * i, actions, expected) for i, seat in enumerate(self.game.seats)}
        end, _, _ = playing.run(self.game, bots, seed, rng.roll(1 << 30), DECISIONS, PERCENT, actions)
        if not end.is_terminal():
            return
        steps = {rng.roll(len(actions)) for _ in range(self.plan.leaves)}
        state = self.game.new_initial_state()
        decided, was_decision = 0, False
        for step, action in enumerate(actions):
            is_decision = state.current_player() >= 0
            decided = step if is_decision else decided
            if (is_decision or (was_decision and self.at_chance)) and step % EVERY == seed % EVERY:
                self.knowledge.begin(state)
                self._add(self._blend(end.returns(), expected.get(decided)), seed)
            if step in steps:
                self._label(state.clone(), seed, seed + step, rng)
            was_decision = is_decision
            state.apply_action(action)

    def _player(self, rng: Random, seed: int, actions: list[int], expected: dict[int, tuple[float, ...]]) -> Bot:
        strengths = FIRST_PLAYERS if self.net is None else LATER_PLAYERS
        simulations = strengths[rng.roll(len(strengths))]
        return SelfPlayer(self._thinker(seed), simulations, actions, expected)

    def _thinker(self, seed: int) -> Thinker:
        return Thinker(self.game, seed, self.net, self.plan.explore == "wide", self.plan.priors == "greedy")

    def _blend(self, returns: list[float], expected: tuple[float, ...] | None) -> list[float]:
        """Return the shares to learn, from how a game ended and what the player to move expected."""
        if expected is None or not self.plan.blend:
            return returns
        part = self.plan.blend / 100
        return [part * mean + (1 - part) * share for mean, share in zip(expected, returns, strict=True)]

    def _label(self, state: State, seed: int, search_seed: int, rng: Random) -> None:
        """Play on from a state as a search might, and add a sample with the shares that a search expects there.

        Left out are the end, and chance: in a game with secrets, unless it follows a decision at once.
        """
        was_decision = False
        for _ in range(rng.roll(STRAYS[0] if rng.roll(4) else STRAYS[1])):
            if state.is_terminal():
                return
            was_decision = state.current_player() >= 0
            if was_decision:
                self.knowledge.begin(state)
                state.apply_action(self._draw_action(rng))
            else:
                state.apply_action(state.draw_chance_action(rng))
        seat = state.current_player()
        if seat < 0:
            if state.is_terminal() or not (was_decision and self.at_chance):
                return
            seat = rng.roll(len(self.game.seats))
        simulations = self.plan.simulations * (1 if self.net is None else LATER_LABELS)
        _, shares = self._thinker(search_seed).think(state, seat, simulations)
        deal(self.knowledge, state, seat, rng)
        self._add(list(shares), seed)

    def _draw_action(self, rng: Random) -> int:
        """Draw an action from the prior, or sometimes evenly."""
        policy = self.knowledge.policy()
        actions = list(policy)
        if rng.roll(100) < ODD:
            return actions[rng.roll(len(actions))]
        left = rng.roll(RESOLUTION) / RESOLUTION
        for action in actions:
            left -= policy[action]
            if left < 0:
                return action
        return actions[-1]

    def _add(self, shares: list[float], seed: int) -> None:
        self.rows.append((self.knowledge.description(), shares, self.knowledge.evaluation(), seed))
