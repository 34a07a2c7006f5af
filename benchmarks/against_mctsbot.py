"""A match of one of our bots against OpenSpiel's `MCTSBot`, with equal processor time per decision.

`python benchmarks/against_mctsbot.py --game NAME [--bot level:6] [--games 100]` plays each opening twice, with seats swapped.
Some decisions of the opening are random. `MCTSBot` gets as many simulations as fit into the mean decision time of the other bot
so far. Each of its rollouts has as many actions as a simulation of our search plays on average.
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
"""The round limit, in games that can have one."""
OPENING = 12
"""The number of decisions in the opening, for both players together."""
AT_RANDOM = 15
"""The percentage of these decisions that are random."""
FIRST_GUESS = 100
"""The simulations of `MCTSBot` per decision before its speed is known."""
LEAST_SAMPLE = 5
"""The number of decisions after which the mean time of one is used."""
SEED_STEP = 7919


class Clock:
    """The time that a player's decisions have taken in all games."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.decisions = 0

    def mean(self) -> float:
        """Return the mean processor time of a decision, in seconds."""
        return self.seconds / max(1, self.decisions)


class Opening:
    """The opening of one game, in which some decisions are random."""

    def __init__(self, seed: int) -> None:
        self.left = OPENING
        self.rng = kingdoms.Random(seed)

    def decides(self) -> bool:
        """Return whether the current decision is random."""
        self.left -= 1
        return self.left >= 0 and self.rng.roll(100) < AT_RANDOM


class Timed:
    """A bot whose decisions are timed, except the random ones of an opening."""

    def __init__(self, bot: Bot, clock: Clock, opening: Opening) -> None:
        self.bot = bot
        self.clock = clock
        self.opening = opening

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the bot's choice, or a random action in the opening."""
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
        """Pass on the seat's observations."""
        if isinstance(self.bot, Observer):
            self.bot.observe(seen)


class EqualTime(MctsPlayer):
    """`MCTSBot` with as much time per decision as another player."""

    def __init__(self, game: kingdoms.Game, plies: int, seed: int, exploration: float, own: Clock, other: Clock) -> None:
        super().__init__(game, FIRST_GUESS, plies, seed, exploration)
        self.own = own
        self.other = other

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Choose, with as many simulations as fit into the other player's mean decision time."""
        if min(self.own.decisions, self.other.decisions) >= LEAST_SAMPLE:
            SPEED.simulations = max(2.0, min(1e6, SPEED.done / max(1e-9, self.own.seconds) * self.other.mean()))
        self.bot.max_simulations = round(SPEED.simulations)
        SPEED.done += self.bot.max_simulations
        return super().choose(view, legal)


class Speed:
    """The number of simulations that `MCTSBot` has run, and the number for its next decision."""

    simulations = float(FIRST_GUESS)
    done = 0


SPEED = Speed()


def main() -> None:
    """Play the games, and print the score after each pair."""
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
