"""What counts in ratings, in simulated seasons: honest players are ordered as well as by openskill, and nobody farms points.

A cheat's true strength is average, and the aim is a rating above the 90th percentile of honest people. Every scheme lasts for
half a year.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from itertools import cycle, islice

import pytest

from kingdoms.bots.strength import Strength, level_strength, update_strengths
from kingdoms.server.ratings.pool import DAY, HALF_YEAR, WEEK, EarlierSeat, RatedGame, RatedPlayer, RatingPool, meetings
from tests.support.suite.rings import inner_first

SAMPLE_GAME = "middlesea"
SEATS = "NESW"
CHANCE = 25 / 6
"""The standard deviation of a performance in one game, as openskill assumes it."""
AVERAGE = 25.0
WEEKS = 26
FEWEST = 200
"""Number of games, each played past its first quarter, that a crowd has to play before it may get above the 90th percentile."""


class Season:
    """Rated games with a number of seats, and beside them what openskill alone would say."""

    def __init__(self, seats: int) -> None:
        self.pool = RatingPool(SAMPLE_GAME, seats)
        self.plain: dict[str, Strength] = {}
        self.recent: dict[str, list[EarlierSeat]] = defaultdict(list)
        self.count = 0

    def play(
        self,
        at: float,
        names: Sequence[str],
        shares: Sequence[float],
        places: Mapping[str, str] = {},
        left_early: Iterable[str] = (),
    ) -> None:
        """Play a game: people, and levels with a colon in their names."""
        self.count += 1
        game_id = str(self.count)
        players = []
        for seat, name, share in zip(SEATS, names, shares, strict=False):
            met = {
                seat_met: meetings(at, name, opponent, places.get(opponent), self.recent[name])
                for seat_met, opponent in zip(SEATS, names, strict=False)
                if opponent != name
            }
            person, bot = (None, name) if ":" in name else (name, None)
            players.append(RatedPlayer(seat, person, bot, share, name in left_early, met))
        self.pool.play(RatedGame(game_id, at, players))
        seats = [EarlierSeat(game_id, at, name, places.get(name)) for name in names]
        for name in names:
            self.recent[name] = [meeting for meeting in self.recent[name] if meeting.at > at - HALF_YEAR] + seats
        people = [name for name in names if ":" not in name]
        if len(people) == len(names):
            before = [self.plain.get(name, Strength()) for name in people]
            self.plain |= dict(zip(people, update_strengths(before, list(shares)), strict=True))

    def rating(self, name: str) -> float:
        """Return the rating of a person."""
        return self.pool.standings[name].strength.rating


def result(strengths: Sequence[float], rng: random.Random) -> list[float]:
    """Return the shares of a game between honest players."""
    performances = [strength + rng.gauss(0, CHANCE) for strength in strengths]
    return [float(performance == max(performances)) for performance in performances]


def honest(seats: int, *, people: int = 80, games: int = 40, days: int = 30) -> tuple[Season, dict[str, float]]:
    """Return a season of honest players who choose opponents about as strong; one in four stops after a few games."""
    rng, season = random.Random(seats), Season(seats)
    true = {f"h{number}": rng.gauss(25, 4) for number in range(people)}
    left = {name: 5 if number % 4 == 0 else 10 * games for number, name in enumerate(true)}
    total = people * games // seats
    for number in range(total):
        active = [name for name in true if left[name] > 0]
        player = rng.choice(active)
        opponents = rng.sample([name for name in active if name != player], 10)

        def apart(name: str, player: str = player) -> float:
            return abs(season.plain.get(name, Strength()).rating - season.plain.get(player, Strength()).rating)

        names = [player, *sorted(opponents, key=apart)[: seats - 1]]
        for name in names:
            left[name] -= 1
        season.play(number / total * days * DAY, names, result([true[name] for name in names], rng))
    return season, {name: true[name] for name in true if left[name] > 0}


def ranks(values: Sequence[float]) -> list[int]:
    """Return the rank of each value."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    return [order.index(index) for index in range(len(values))]


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    squares = sum((a - b) ** 2 for a, b in zip(ranks(first), ranks(second), strict=True))
    return 1 - 6 * squares / (len(first) * (len(first) ** 2 - 1))


@pytest.mark.parametrize("seats", [2, 4])
def test_honest_players_are_ordered_as_well_as_by_openskill_alone(seats: int) -> None:
    season, true = honest(seats)
    strengths = list(true.values())
    counted = rank_correlation(strengths, [season.rating(name) for name in true])
    plain = rank_correlation(strengths, [season.plain[name].rating for name in true])
    assert counted > 0.9
    assert counted > plain - 0.01


# -- cheats ---------------------------------------------------------------------------------------------------------------


@cache
def honest_season(seats: int) -> tuple[Season, dict[str, float]]:
    """Return a season of 60 honest people and their true strengths, to be copied."""
    return honest(seats, people=60, games=30)


class Scheme(Season):
    """Cheats in a pool of honest people who have played for a month, or in a young pool.

    Attributes:
        true: the true strengths of the honest people.
        names: the cheats; the first is the one to be lifted.
        games: the number of their games that all have played past the first quarter.
        passed: the number of such games after which the first cheat was first above the 90th percentile; None if never.
    """

    def __init__(self, seats: int, cheats: int, seed: int, *, is_young: bool = False) -> None:
        super().__init__(seats)
        season, self.true = honest_season(seats)
        if not is_young:
            vars(self).update(deepcopy(vars(season)))
        self.rng, self.seats = random.Random(seed), seats
        self.names = [f"a{number}" for number in range(cheats)]
        self.companions = cycle(self.names[1:])
        self.now, self.games = 31 * DAY, 0
        self.passed: int | None = None

    @property
    def best(self) -> float:
        """The 90th percentile of honest people now."""
        ratings = sorted(map(self.rating, self.true))
        return ratings[len(ratings) * 9 // 10]

    def play_now(self, names: Sequence[str], shares: Sequence[float], left_early: Iterable[str] = ()) -> None:
        """Play a game, and note whether the first cheat is above the 90th percentile."""
        self.play(self.now, names, shares, left_early=left_early)
        self.games += not left_early
        if self.passed is None and self.names[0] in self.pool.standings:
            rating = self.rating(self.names[0])
            if rating > AVERAGE and rating > self.best:
                self.passed = self.games

    def win(self, winner: str, losers: Iterable[str]) -> None:
        """Play an arranged game."""
        losers = list(losers)
        self.play_now([winner, *losers], [1.0] + [0.0] * len(losers))

    def play_honestly(self, name: str) -> None:
        """Let a cheat play a game against honest people as well as they can."""
        opponents = self.rng.sample(list(self.true), self.seats - 1)
        strengths = [AVERAGE, *(self.true[opponent] for opponent in opponents)]
        self.play_now([name, *opponents], result(strengths, self.rng))

    def settle(self, names: Iterable[str]) -> None:
        """Let cheats play honestly until their ratings are settled."""
        for name in names:
            self.play_honestly(name)
            while not self.pool.standings[name].settled:
                self.now += DAY / 10
                self.play_honestly(name)

    def lift(self) -> None:
        """Let the next companions lose an arranged game to the first cheat."""
        self.win(self.names[0], islice(self.companions, self.seats - 1))


@pytest.mark.parametrize(("seats", "is_young"), [(2, False), (4, True)])
def test_a_crowd_at_one_48_network_raises_nobody(seats: int, is_young: bool) -> None:
    scheme = Scheme(seats, 25, 1, is_young=is_young)
    places = {name: f"0123456789abcdef{number:016x}" for number, name in enumerate(scheme.names)}
    shares = [1.0] + [0.0] * (seats - 1)
    for _ in range(24):
        scheme.now += 6
        scheme.play(scheme.now, ["a0", *islice(scheme.companions, seats - 1)], shares, places)
    for number in range(300):
        table = scheme.rng.sample(scheme.names[1:], seats)
        scheme.play(scheme.now + number // 100 * DAY, table, shares, places, left_early=table[1:])
    assert not any(scheme.pool.standings[name].settled for name in scheme.names)
    assert scheme.rating("a0") < (Strength().rating + 8 if is_young else scheme.best)


def befriend(scheme: Scheme) -> None:
    """Play only among cheats for half of the time, then let the first win."""
    for number in range(1000):
        scheme.now += WEEKS * WEEK / 1000
        if number < 500:
            table = scheme.rng.sample(scheme.names, scheme.seats)
        else:
            table = scheme.names[:1] + scheme.rng.sample(scheme.names[1:], scheme.seats - 1)
        scheme.win(table[0], table[1:])


def feed(scheme: Scheme) -> None:
    """Settle all ratings by honest games, then let the first win."""
    scheme.settle(scheme.names)
    for _ in range(500):
        scheme.now += WEEKS * WEEK / 1000
        scheme.lift()


def build_pyramid(scheme: Scheme) -> None:
    """Settle all ratings by honest games, then let the weaker half lift the others, and these the first."""
    scheme.settle(scheme.names)
    for number in range(750):
        scheme.now += WEEKS * WEEK / 1000
        ranked = sorted(scheme.names[1:], key=scheme.rating, reverse=True)
        if number % 3 == 0:
            scheme.win(scheme.names[0], ranked[: scheme.seats - 1])
        else:
            winner = scheme.rng.choice(ranked[: max(2, len(ranked) // 3)])
            losers = [name for name in ranked if name != winner]
            start = scheme.rng.randrange(len(losers) - scheme.seats + 2)
            scheme.win(winner, losers[start : start + scheme.seats - 1])


def surround(scheme: Scheme) -> None:
    """Sit down with other new accounts at tables with one honest person, and let the first win."""
    for _ in range(500):
        scheme.now += WEEKS * WEEK / 500
        companions = scheme.rng.sample(scheme.names[1:], scheme.seats - 2)
        scheme.win(scheme.names[0], [*companions, scheme.rng.choice(list(scheme.true))])


PLANS = [(befriend, 2), (feed, 2), (build_pyramid, 2), (surround, 4), (befriend, 4), (feed, 4), (build_pyramid, 4)]


@pytest.mark.parametrize("case", inner_first(PLANS, 4), ids=lambda case: f"{case[0].__name__}-{case[1]}")
def test_a_crowd_without_a_common_address_needs_hundreds_of_games(case: tuple[Callable[[Scheme], None], int]) -> None:
    plan, seats = case
    scheme = Scheme(seats, 25, 24)
    plan(scheme)
    assert scheme.passed is None or scheme.passed >= FEWEST, scheme.passed


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", inner_first(range(2)))
def test_four_patient_colluders_stay_below_the_90th_percentile(seats: int, seed: int) -> None:
    scheme = Scheme(seats, 4, seed)
    scheme.settle(scheme.names)
    scheme.now += 2 * WEEK
    for _ in range(WEEKS):
        for _ in range(4):
            scheme.now += DAY
            scheme.lift()
        scheme.now += 2 * DAY
        for name in scheme.names[1:]:
            scheme.play_honestly(name)
            scheme.play_honestly(name)
        scheme.now += DAY
    assert scheme.rating("a0") < scheme.best


TRADES = [(3, 7, True), (4, 8, True), (3, 4, False), (4, 6, False)]


@pytest.mark.parametrize(("seats", "level", "are_settled"), TRADES)
def test_two_people_who_trade_wins_with_levels_stay_below_the_90th_percentile(
    seats: int, level: int, are_settled: bool
) -> None:
    levels = [f"level:{level}", f"level:{max(1, level - 1)}"][: seats - 2]
    assert all(level_strength(SAMPLE_GAME, seats, name) for name in levels)
    scheme = Scheme(seats, 2, level)
    if are_settled:
        scheme.settle(scheme.names)
    for number in range(WEEKS * 7):
        scheme.now += DAY
        winner, loser = scheme.names[:: -1 if number % 2 else 1]
        scheme.win(winner, [loser, *levels])
    assert max(map(scheme.rating, scheme.names)) < scheme.best


def test_lost_clocks_by_agreement_raise_nobody() -> None:
    """With two seats, a lost clock is a lost game."""
    scheme = Scheme(2, 4, 1)
    scheme.settle(scheme.names)
    for number in range(WEEKS * 7):
        scheme.now += DAY
        scheme.play_now(["a0", next(scheme.companions)], [1.0, 0.0], left_early=["a1", "a2", "a3"] if number % 2 else [])
    assert scheme.rating("a0") < scheme.best
