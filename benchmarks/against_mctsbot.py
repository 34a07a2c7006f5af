"""A match of one of our bots against OpenSpiel's `MCTSBot`, equal processor time for a decision.

`python benchmarks/against_mctsbot.py --game NAME [--bot level:6] [--games 100]`: two seats, swapped after each game on the same
opening, in which both now and then decide at random. `MCTSBot` is given simulations for as much time as the other has needed
for a decision so far, and as many random actions after each as the other's search plays on average.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from mctsbot import MctsPlayer
from searching import plies_of, positions

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.bots.tally import wilson
from kingdoms.core.bot import Bot, Observer, Seen
from kingdoms.core.view import View

ROUNDS = 60
"""The round limit of games that have one."""
OPENING = 12
"""So many decisions belong to the opening, of both players together ..."""
AT_RANDOM = 15
"""... and so many of 100 are made at random there."""
FIRST_GUESS = 100
"""Simulations of `MCTSBot` in its first decision, before its speed is known."""
LEAST_SAMPLE = 5
"""After so many decisions it is known what one costs."""
SEED_STEP = 7919


class Clock:
    """What a player's decisions have cost, over all games."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.decisions = 0

    def mean(self) -> float:
        """Return the processor time of a decision, in seconds."""
        return self.seconds / max(1, self.decisions)


class Opening:
    """The beginning of one game, in which whoever is to decide now and then does so at random."""

    def __init__(self, seed: int) -> None:
        self.left = OPENING
        self.rng = kingdoms.Random(seed)

    def decides(self) -> bool:
        """Say whether the decision that is due now is made at random."""
        self.left -= 1
        return self.left >= 0 and self.rng.roll(100) < AT_RANDOM


class Timed:
    """A bot whose decisions are timed, and which takes part in an opening."""

    def __init__(self, bot: Bot, clock: Clock, opening: Opening) -> None:
        self.bot = bot
        self.clock = clock
        self.opening = opening

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return what the bot chooses, or chance in its stead."""
        if len(legal) == 1:
            return legal[0]
        if self.opening.decides():
            return legal[self.opening.rng.roll(len(legal))]
        began = time.thread_time()
        action = self.bot.choose(view, legal)
        self.clock.seconds += time.thread_time() - began
        self.clock.decisions += 1
        return action

    def observe(self, seen: Sequence[Seen]) -> None:
        """Hand on what the seat has seen."""
        if isinstance(self.bot, Observer):
            self.bot.observe(seen)


class EqualTime(MctsPlayer):
    """`MCTSBot`, given as much time as another player needs."""

    def __init__(self, game: kingdoms.Game, plies: int, seed: int, exploration: float, own: Clock, other: Clock) -> None:
        super().__init__(game, FIRST_GUESS, plies, seed, exploration)
        self.own = own
        self.other = other

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Choose, with more or fewer simulations if a decision costs less or more than the other's."""
        if min(self.own.decisions, self.other.decisions) >= LEAST_SAMPLE:
            SPEED.simulations = max(2.0, min(1e6, SPEED.done / max(1e-9, self.own.seconds) * self.other.mean()))
        self.bot.max_simulations = round(SPEED.simulations)
        SPEED.done += self.bot.max_simulations
        return super().choose(view, legal)


class Speed:
    """How many simulations `MCTSBot` has done, and how many it does for its next decision."""

    simulations = float(FIRST_GUESS)
    done = 0


SPEED = Speed()


def main() -> None:
    """Play and print how it stands, pair of games by pair of games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=kingdoms.game_names(), required=True)
    parser.add_argument("--bot", default="level:6", help="who plays against it")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first opening")
    parser.add_argument("--exploration", type=float, default=2.0, help="the factor of UCT in MCTSBot")
    parser.add_argument("--plies", type=int, help="random actions after each of its simulations")
    asked = parser.parse_args()
    game: kingdoms.Game = kingdoms.load_game(asked.game, 2).limited(ROUNDS)
    plies = asked.plies or round(plies_of(positions(game)["middle"], 300))
    ours, theirs, won = Clock(), Clock(), 0.0
    for number in range(asked.games):
        seed, seat = asked.seed + number // 2, number % 2
        opening = Opening(seed)
        bot = BOTS.make(asked.bot, game, seed)
        rival = EqualTime(game, plies, seed + SEED_STEP, asked.exploration, theirs, ours)
        players: list[Bot] = [Timed(bot, ours, opening), Timed(rival, theirs, opening)]
        record = kingdoms.play(game, players if seat == 0 else players[::-1], seed)
        won += record.state.returns_by_score()[seat]
        low, high = wilson(won, number + 1)
        if seat:
            print(
                f"{game.title}: {asked.bot} {won / (number + 1):.1%} [{low:.1%}, {high:.1%}] of {number + 1} games;"
                f" {1000 * ours.mean():.1f} ms a decision, MCTSBot {1000 * theirs.mean():.1f} ms,"
                f" {SPEED.done / max(1, theirs.decisions):.0f} simulations, {plies} random actions after each",
                flush=True,
            )


if __name__ == "__main__":
    main()
