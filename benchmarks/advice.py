"""The results of a player who follows the advice of coach and hints, against bots of level 2.

`python benchmarks/advice.py --games 200` plays each game that often with each number of seats, each seat in turn, to the end or
for some `--rounds`. In games with stacks, each opening has its own order of them; in others, its own draws. The same openings
are played once with the advice, and once by level 5 in the same seat. The figures are in `docs/bots.md`.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import kingdoms
from kingdoms.analysis import prudence
from kingdoms.analysis.position import look
from kingdoms.bots import BOTS
from kingdoms.core.bot import Bot, Observer, Seen
from kingdoms.core.message import Message
from kingdoms.nets import own_net
from kingdoms.search import Searcher

OBEYING = "advice"
COMPARED = "level:5"
OTHERS = "level:2"
MOST_ROUNDS = 60
"""The maximum number of rounds; a game that is not over by then counts as none."""
LIMITS = replace(prudence.ADVICE, seconds=None)
"""The limits of advice, without its limit on seconds."""
SEED_STEP = 7919
WARNINGS = ("alert.unpaid",)
"""The warnings that beginners must never read about themselves."""


@dataclass(frozen=True)
class Start:
    """The start of a game: its number gives the opening and the person's seat.

    Attributes:
        rounds: the number of rounds to play.
    """

    game: str
    seats: int
    number: int
    rounds: int


@dataclass(frozen=True)
class Row:
    """The results of the person.

    Attributes:
        warned: how often a warning stood on the table after an action of the person.
        rebelled: how many rebellions the person had in control phases.
        avoidable: how many of these the person could have avoided: an action of that round had risked more than another choice.
        decisions: the number of the person's decisions with more than one answer.
        score: the score at the end of the last round.
        points: the sum of the person's points or city values, which tells more of three rounds than the score of some games.
        won: the share of a finished game; NaN if it has not ended.
    """

    warned: int
    rebelled: int
    avoidable: int
    decisions: int
    score: float = 0.0
    points: float = 0.0
    won: float = math.nan


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
        analysis = look(searcher, view, LIMITS, most_options=1, most_lines=0)
        return self.game.string_to_action(analysis.best.action)


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
    """Play a game, or its first rounds.

    Args:
        start: the start.
        player: who plays the person's seat: `OBEYING`, or the name of a bot.
    """
    game = kingdoms.load_game(start.game, start.seats)
    person = game.seats[start.number % len(game.seats)]
    bots: dict[str, Bot] = {}
    for place, seat in enumerate(game.seats):
        seed = start.number + SEED_STEP * place
        name = player if seat == person else OTHERS
        bots[seat] = Advised(game, seed) if name == OBEYING else BOTS.make(name, game, seed)
    state, chance = opening(game, start.number), kingdoms.Random(start.number)
    beat, left = game.measures().beat, start.rounds * game.measures().beats(game)
    warned = rebelled = avoidable = decisions = 0
    begun = risked = False
    while not state.is_terminal() and left:
        before, mover = state.clone(), state.to_move
        legal = state.legal_actions()
        action = state.draw_chance_action(chance) if mover not in bots else bots[mover].choose(state.view(mover), legal)
        if mover == person:
            risked = risked or game.hazard(state, action) > min(game.hazard(state, choice) for choice in legal)
        state.apply_action(action)
        _show(bots, before, action, state)
        if before.view(None).phase == "control":
            events = game.narrate(before, action, state)
            rebellions = sum(event.kind == "rebellion" and event.seat == person for event in events)
            rebelled += rebellions
            avoidable += rebellions * risked
            risked = risked and state.view(None).phase == "control"
        if mover == person:
            decisions += len(legal) > 1
            warned += _is_warned(state, person)
        begun = begun or mover in bots
        left -= begun and beat(before) != beat(state)
    return _row(state, person, Row(warned, rebelled, avoidable, decisions))


def _show(bots: Mapping[str, Bot], before: kingdoms.State, action: int, after: kingdoms.State) -> None:
    """Show an action to the bots that observe."""
    if before.game.has_secrets:
        for seat, bot in bots.items():
            if isinstance(bot, Observer):
                bot.observe([Seen.from_seat(seat, before, before.game.action_to_string(action), after)])


def _is_warned(state: kingdoms.State, person: str) -> bool:
    """Return whether one of `WARNINGS` concerns a seat."""
    own = [alert.said for alert in state.view(None).alerts if alert.seat == person]
    return any(isinstance(said, Message) and said.id in WARNINGS for said in own)


def _row(state: kingdoms.State, person: str, counts: Row) -> Row:
    """Return the counts of a seat with its results."""
    game: kingdoms.Game = state.game
    place = game.seats.index(person)
    measured = dict(zip(game.measures().columns, game.measures().of(state)[place], strict=True))
    points = measured["value"] if "value" in measured else sum(measured[name] for name in measured if name.endswith("_points"))
    won = state.returns()[place] if state.is_terminal() else math.nan
    return replace(counts, score=game.open_view(state, None).scores[person], points=points, won=won)


def _both(start: Start) -> tuple[Row, Row]:
    """Play a start as the advised person, and as the bot to compare with."""
    return play(start, OBEYING), play(start, COMPARED)


def _limit_cost(cost: float) -> None:
    """Set how much of the game prudence may cost, in a worker."""
    prudence.MOST_COST = cost  # type: ignore[misc]


def main() -> None:
    """Play the games given by the command line, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="a game; by default, all games")
    parser.add_argument("--seats", action="append", type=int, help="a number of seats; by default, all numbers")
    parser.add_argument("--games", type=int, default=200, help="how many games of each with each number of seats")
    parser.add_argument("--rounds", type=int, default=MOST_ROUNDS, help="how many rounds; by default, to the end")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--cost", type=float, default=prudence.MOST_COST, help="how much of the game prudence may cost")
    asked = parser.parse_args()
    print("| game | seats | player | games | warned | rebellions | avoidable | score | points | won | decisions |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in asked.game or kingdoms.game_names():
        for seats in asked.seats or kingdoms.load_game(name).player_counts:
            starts = [Start(name, seats, asked.seed + number, asked.rounds) for number in range(asked.games)]
            with multiprocessing.Pool(asked.processes, _limit_cost, [asked.cost]) as pool:
                pairs = pool.map(_both, starts, chunksize=1)
            for player, rows in zip((OBEYING, COMPARED), zip(*pairs, strict=True), strict=True):
                print(f"| {name} | {seats} | {player} | {_summary(rows)} |", flush=True)


def _summary(rows: Sequence[Row]) -> str:
    """Return the columns of a player in the table."""
    over = [100 * row.won for row in rows if not math.isnan(row.won)]
    score, points = _mean([row.score for row in rows]), _mean([row.points for row in rows])
    warned, rebelled, avoidable = (
        sum(count > 0 for count in counts)
        for counts in zip(*((row.warned, row.rebelled, row.avoidable) for row in rows), strict=True)
    )
    decisions = statistics.fmean(row.decisions for row in rows)
    won = f"{_mean(over)} % of {len(over)}" if over else ""
    return f"{len(rows)} | {warned} | {rebelled} | {avoidable} | {score} | {points} | {won} | {decisions:.1f}"


def _mean(values: Sequence[float]) -> str:
    """Return the mean of some values and half the width of its interval, with 95 % confidence."""
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return f"{statistics.fmean(values):.2f} ± {half:.2f}"


if __name__ == "__main__":
    main()
