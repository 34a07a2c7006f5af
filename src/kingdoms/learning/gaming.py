"""Samples from whole games among several kinds of players, with targets that mix later expectations and the outcome.

With three and four seats a short search doesn't get around the table, so its labels teach little. Here a position's target is
the outcome of its game, mixed with what searches at later decisions expected (TD(lambda) with a trace of `TRACE`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.bots import BOTS
from kingdoms.bots.levels import SearchBot
from kingdoms.core.bot import Bot
from kingdoms.core.game import Game
from kingdoms.core.registry import load_game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.learning.plan import TrainingPlan
from kingdoms.learning.sampling import DECISIONS, EVERY, PERCENT, SEED_STEP, STRAYS, Sampler
from kingdoms.learning.thinking import search_player
from kingdoms.nets import Net

TRACE: Final = 0.97
"""How much of a target is passed back from decision to decision; the rest is what search expected at the decision."""
STRAYING: Final = 1
"""The percentage of decisions after the opening at which the game leaves its path for some likely actions."""
SHORT: Final = 10
"""The percentage of games with a limit of 2 to 9 rounds, if the game has such a limit: nets learn what counts at its end."""
LONGEST: Final = 3_000
"""The number of decisions after which a game is given up."""

OWN: Final = 80
FORMER: Final = 88
HAND: Final = 94
"""Bounds of percentages: players below the first one use the last net, then the net before it, then the hand-made evaluation;
the rest are quick players."""
OWN_SIMULATIONS: Final = (40, 100, 200)
OTHER_SIMULATIONS: Final = 100
HAND_SIMULATIONS: Final = 30
QUICK: Final = "level:4"
FIRST_SIMULATIONS: Final = ((20, 1), (40, 1), (80, 0))
"""In the first round, the simulations of searches with the hand-made evaluation, each with its option `rollouts`."""


@dataclass
class GameDecision:
    """A decision of a game: what search expected, None if the action was random, and the sample to take there, if any."""

    expected: Sequence[float] | None
    sample: tuple[list[list[int]], list[float]] | None


class GameSampler(Sampler):
    """Plays games of a round, and samples their positions with targets from what follows.

    Args:
        plan: the plan of the training.
        round_number: the round.
        nets: the nets accepted so far, in order.
    """

    def __init__(self, plan: TrainingPlan, round_number: int, nets: Sequence[Net] = ()) -> None:
        super().__init__(plan, round_number, nets[-1] if nets else None)
        self.nets = nets
        self.short = [load_game(plan.game, plan.seats).limited(rounds) for rounds in range(2, 10)]

    def _sample_game(self, seed: int) -> None:
        """Play a game, and sample it unless it is given up."""
        rng = Random(seed * 31 + 7)
        game = self.short[rng.roll(len(self.short))] if rng.roll(100) < SHORT else self.game
        bots = {seat: self._drawn_player(game, rng, seed + SEED_STEP * i) for i, seat in enumerate(game.seats)}
        state, chance, steps = game.new_initial_state(), Random(seed), list[GameDecision]()
        astray = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.draw_chance_action(chance))
                continue
            if len(steps) == LONGEST:
                return
            legal, opening, drawn = state.legal_actions(), len(steps) < DECISIONS * len(game.seats), rng.roll(100)
            sampled = self._describe(state) if astray == 1 or len(steps) % EVERY == seed % EVERY else None
            expected = None
            if opening and drawn < PERCENT:
                action = legal[rng.roll(len(legal))]
            elif astray:
                astray -= 1
                action = self._draw_action_in(state, rng)
            elif not opening and drawn < STRAYING:
                astray = rng.roll(STRAYS[0])
                action = self._draw_action_in(state, rng)
            else:
                bot = bots[state.to_move or ""]
                action = bot.choose(state.view(state.to_move), legal)
                if len(legal) > 1 and isinstance(bot, SearchBot) and bot.result is not None:
                    expected = bot.result.chances
            steps.append(GameDecision(expected, sampled))
            state.apply_action(action)
        self._add_game(steps, state.returns(), seed)

    def _add_game(self, steps: Sequence[GameDecision], returns: Sequence[float], seed: int) -> None:
        """Add the samples of a finished game, from its end to its beginning."""
        target = list(returns)
        for step in reversed(steps):
            if step.expected is not None:
                target = [TRACE * later + (1 - TRACE) * now for later, now in zip(target, step.expected, strict=True)]
            if step.sample is not None:
                self.rows.append((step.sample[0], target, step.sample[1], seed))

    def _describe(self, state: State) -> tuple[list[list[int]], list[float]]:
        self.knowledge.begin(state)
        return self.knowledge.description(), self.knowledge.evaluation()

    def _draw_action_in(self, state: State, rng: Random) -> int:
        """Draw an action of a state from the prior, or sometimes evenly."""
        self.knowledge.begin(state)
        return self._draw_action(rng)

    def _drawn_player(self, game: Game, rng: Random, seed: int) -> Bot:
        kind, index = rng.roll(100), rng.roll(len(OWN_SIMULATIONS))
        if self.nets and kind < OWN:
            return search_player(game, seed, OWN_SIMULATIONS[index], self.nets[-1], rollouts=0)
        if len(self.nets) > 1 and kind < FORMER:
            return search_player(game, seed, OTHER_SIMULATIONS, self.nets[-2], rollouts=0)
        if not self.nets and kind < OWN:
            simulations, rollouts = FIRST_SIMULATIONS[index]
            return search_player(game, seed, simulations, None, rollouts=rollouts)
        if kind < HAND:
            return search_player(game, seed, HAND_SIMULATIONS, None, rollouts=1)
        return BOTS.make(QUICK, game, seed)
