"""The results of a beginner who follows the coach: three rounds of prudent advice against bots of level 2.

`python benchmarks/advice.py --orders 500` plays each game from that many openings, with each number of seats and each seat in
turn. In games with stacks, each opening has its own order of them; in others, its own draws. The same openings are played once
with the advice that the page's coach gives, and once by level 4 in the same seat. The figures are in `docs/bots.md`.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import kingdoms
from kingdoms.analysis.position import look
from kingdoms.bots import BOTS
from kingdoms.core.bot import Bot, Observer, Seen
from kingdoms.nets import own_net
from kingdoms.search import Limits, Searcher

ROUNDS = 3
OBEYING = "advice"
COMPARED = "level:4"
OTHERS = "level:2"
LIMITS = Limits(simulations=3_000, nodes=400_000)
"""The limits of a quick hint on the server, without its limit on seconds."""
SEED_STEP = 7919
WARNINGS = ("alert.unpaid",)
"""The warnings that beginners must never read about themselves."""


@dataclass(frozen=True)
class Start:
    """The start of a game: its number gives the opening, the seats, and the person's seat."""

    game: str
    number: int


@dataclass(frozen=True)
class Row:
    """The results of the person.

    Attributes:
        warned: how often a warning stood on the table after an action of the person.
        rebelled: how many rebellions the person had in control phases.
        score: the score at the end of the last round.
        points: the sum of the person's points or city values, which tells more of three rounds than the score of some games.
        won: the share of a finished game; NaN if it has not ended.
        decisions: the number of the person's decisions with more than one answer.
    """

    warned: int
    rebelled: int
    score: float
    points: float
    won: float
    decisions: int


class Advised:
    """A bot that follows the coach's advice.

    Args:
        game: the game.
        seed: the seed of the first search; each decision has its own.
    """

    def __init__(self, game: kingdoms.Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.seen: list[Seen] = []

    def observe(self, seen: Sequence[Seen]) -> None:
        """Record the seat's observations."""
        self.seen += seen

    def choose(self, view: kingdoms.View, legal: Sequence[int]) -> int:
        """Return the advised action."""
        if len(legal) == 1:
            return legal[0]
        self.seed += 1
        searcher = Searcher(self.game, self.seed, net=own_net(self.game))
        searcher.observe(self.seen)
        found = look(searcher, view, LIMITS, most_options=1, most_lines=0)
        return self.game.string_to_action(found.best.action)


def opening(game: kingdoms.Game, seed: int) -> kingdoms.State:
    """Return a start of a game, with its stacks shuffled if it has any."""
    rng = kingdoms.Random(seed)
    position: dict[str, Any] = game.new_initial_state().position()
    for stack in position.get("stacks", {}).values():
        for last in range(len(stack) - 1, 0, -1):
            other = rng.roll(last + 1)
            stack[last], stack[other] = stack[other], stack[last]
    state: kingdoms.State = game.read_position(position)
    return state


def play(start: Start, player: str) -> Row:
    """Play the first rounds of a game.

    Args:
        start: the start.
        player: who plays the person's seat: `OBEYING`, or the name of a bot.
    """
    counts = kingdoms.load_game(start.game).player_counts
    number, count = divmod(start.number, len(counts))
    game = kingdoms.load_game(start.game, counts[count])
    person = game.seats[number % len(game.seats)]
    bots: dict[str, Bot] = {}
    for place, seat in enumerate(game.seats):
        seed = start.number + SEED_STEP * place
        name = player if seat == person else OTHERS
        bots[seat] = Advised(game, seed) if name == OBEYING else BOTS.make(name, game, seed)
    state, chance = opening(game, start.number), kingdoms.Random(start.number)
    beat, left = game.measures().beat, ROUNDS * game.measures().beats(game)
    warned = rebelled = decisions = 0
    begun = False
    while not state.is_terminal() and left:
        before, mover = state.clone(), state.to_move
        legal = state.legal_actions()
        action = state.draw_chance_action(chance) if mover not in bots else bots[mover].choose(state.view(mover), legal)
        state.apply_action(action)
        _show(bots, before, action, state)
        if before.view(None).phase == "control":
            events = game.narrate(before, action, state)
            rebelled += sum(event.kind == "rebellion" and event.seat == person for event in events)
        if mover == person:
            decisions += len(legal) > 1
            warned += _is_warned(state, person)
        begun = begun or mover in bots
        left -= begun and beat(before) != beat(state)
    return _row(state, person, warned, rebelled, decisions)


def _show(bots: Mapping[str, Bot], before: kingdoms.State, action: int, after: kingdoms.State) -> None:
    """Show an action to the bots that observe."""
    if before.game.has_secrets:
        for seat, bot in bots.items():
            if isinstance(bot, Observer):
                bot.observe([Seen.from_seat(seat, before, before.game.action_to_string(action), after)])


def _is_warned(state: kingdoms.State, person: str) -> bool:
    """Return whether one of `WARNINGS` concerns a seat."""
    own = [alert.said for alert in state.view(None).alerts if alert.seat == person]
    return any(not isinstance(said, str) and said.id in WARNINGS for said in own)


def _row(state: kingdoms.State, person: str, warned: int, rebelled: int, decisions: int) -> Row:
    """Return the results of a seat."""
    game: kingdoms.Game = state.game
    place = game.seats.index(person)
    measured = dict(zip(game.measures().columns, game.measures().of(state)[place], strict=True))
    points = measured["value"] if "value" in measured else sum(measured[name] for name in measured if name.endswith("_points"))
    won = state.returns()[place] if state.is_terminal() else math.nan
    return Row(warned, rebelled, game.open_view(state, None).scores[person], points, won, decisions)


def _both(start: Start) -> tuple[Row, Row]:
    """Play a start as the advised person, and as the bot to compare with."""
    return play(start, OBEYING), play(start, COMPARED)


def main() -> None:
    """Play the starts given by the command line, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="a game; by default, all games")
    parser.add_argument("--orders", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    print("| game | player | games | warned | rebellions | score | points | won | lost | decisions |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in asked.game or kingdoms.game_names():
        starts = [Start(name, asked.seed + number) for number in range(asked.orders)]
        with multiprocessing.Pool(asked.processes) as pool:
            found = pool.map(_both, starts, chunksize=5)
        for player, rows in zip((OBEYING, COMPARED), zip(*found, strict=True), strict=True):
            print(f"| {name} | {player} | {_summary(rows)} |", flush=True)


def _summary(rows: Sequence[Row]) -> str:
    """Return the columns of a player in the table."""
    over = [row.won for row in rows if not math.isnan(row.won)]
    score, points = _mean([row.score for row in rows]), _mean([row.points for row in rows])
    warned, rebelled = sum(row.warned > 0 for row in rows), sum(row.rebelled > 0 for row in rows)
    decisions = statistics.fmean(row.decisions for row in rows)
    won, lost = sum(share > 0 for share in over), sum(share == 0 for share in over)
    return f"{len(rows)} | {warned} | {rebelled} | {score} | {points} | {won} | {lost} | {decisions:.1f}"


def _mean(values: Sequence[float]) -> str:
    """Return the mean of some values and half the width of its interval, with 95 % confidence."""
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return f"{statistics.fmean(values):.2f} ± {half:.2f}"


if __name__ == "__main__":
    main()
