"""What counts in ratings, in simulated seasons: honest players are ordered as well as ever, and nobody farms points."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import cycle, islice

import pytest

from kingdoms.server.ratings import pool as rules
from kingdoms.server.ratings.pool import DAY, WEEK, Met, Player, Pool, RatedGame, meetings
from kingdoms.server.ratings.strength import Strength, after, of_level

SAMPLE_GAME = "middlesea"
SEATS = "NESW"
CHANCE = 25 / 6
"""The standard deviation of a performance in one game, as openskill assumes it."""
HOUR_OF_GAMES = 60


class Season:
    """Rated games with a number of seats, and beside them what openskill alone would say."""

    def __init__(self, seats: int) -> None:
        self.pool = Pool(SAMPLE_GAME, seats)
        self.plain: dict[str, Strength] = {}
        self.recent: dict[str, list[Met]] = defaultdict(list)
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
                other: meetings(at, name, who, places.get(who), self.recent[name])
                for other, who in zip(SEATS, names, strict=False)
                if who != name
            }
            person, bot = (None, name) if ":" in name else (name, None)
            players.append(Player(seat, person, bot, share, name in left_early, met))
        self.pool.play(RatedGame(game_id, at, players))
        seats = [Met(game_id, at, name, places.get(name)) for name in names]
        for name in names:
            self.recent[name] = [each for each in self.recent[name] if each.at > at - WEEK] + seats
        people = [name for name in names if ":" not in name]
        if len(people) == len(names):
            before = [self.plain.get(name, Strength()) for name in people]
            self.plain |= dict(zip(people, after(before, list(shares)), strict=True))

    def rating(self, name: str) -> float:
        """Return the rating that counts."""
        return self.pool.standings[name].strength.rating


def result(strengths: Sequence[float], rng: random.Random) -> list[float]:
    """Return the shares of a game between honest players."""
    performances = [strength + rng.gauss(0, CHANCE) for strength in strengths]
    return [float(each == max(performances)) for each in performances]


def honest(seats: int, *, people: int = 80, games: int = 40, days: int = 30) -> tuple[Season, dict[str, float]]:
    """Return a season of honest players who choose opponents about as strong; one in four stops after a few games."""
    rng, season = random.Random(seats), Season(seats)
    true = {f"h{number}": rng.gauss(25, 4) for number in range(people)}
    left = {name: 5 if number % 4 == 0 else 10 * games for number, name in enumerate(true)}
    total = people * games // seats
    for number in range(total):
        here = [name for name in true if left[name] > 0]
        one = rng.choice(here)
        others = rng.sample([name for name in here if name != one], 10)

        def apart(name: str, one: str = one) -> float:
            return abs(season.plain.get(name, Strength()).rating - season.plain.get(one, Strength()).rating)

        names = [one, *sorted(others, key=apart)[: seats - 1]]
        for name in names:
            left[name] -= 1
        season.play(number / total * days * DAY, names, result([true[name] for name in names], rng))
    return season, {name: true[name] for name in true if left[name] > 0}


def ranks(values: Sequence[float]) -> list[int]:
    """Return the rank of each value."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    return [order.index(index) for index in range(len(values))]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    squares = sum((a - b) ** 2 for a, b in zip(ranks(one), ranks(other), strict=True))
    return 1 - 6 * squares / (len(one) * (len(one) ** 2 - 1))


@cache
def correlations(seats: int) -> tuple[float, float]:
    """Return the rank correlation of ratings with true strength: as they count, and by openskill alone."""
    season, true = honest(seats)
    strengths = list(true.values())
    return (
        rank_correlation(strengths, [season.rating(name) for name in true]),
        rank_correlation(strengths, [season.plain[name].rating for name in true]),
    )


@pytest.mark.parametrize("seats", [2, 4])
def test_honest_players_are_ordered_as_well_as_by_openskill_alone(seats: int) -> None:
    counted, plain = correlations(seats)
    assert counted > 0.85
    assert counted > plain - 0.015


def farm(seats: int, crew: str, *, settled: bool, places: bool = False) -> tuple[float, float]:
    """Return the highest rating of a crew after an hour of a game a minute, all won by one, and the honest 90th percentile."""
    season, true = honest(seats, people=60, games=30)
    names = crew.split()
    end = 31 * DAY
    if settled:
        rng, people = random.Random(1), list(true)
        for day in range(25):
            for name in names:
                opponents = rng.sample(people, seats - 1)
                shares = result([25.0, *(true[each] for each in opponents)], rng)
                season.play(end + day * DAY / 5, [name, *opponents], shares)
        assert all(season.pool.standings[name].settled for name in names)
        end += 14 * DAY
    victims = cycle(names[1:])
    for minute in range(HOUR_OF_GAMES):
        table = [names[0], *islice(victims, seats - 1)]
        where = dict.fromkeys(names, "here") if places else {}
        season.play(end + 60 * minute, table, [1.0] + [0.0] * (len(table) - 1), where)
    honest_ratings = sorted(season.rating(name) for name in true)
    return max(season.rating(name) for name in names), honest_ratings[len(honest_ratings) * 9 // 10]


CROWD = " ".join(f"a{number}" for number in range(25))


@pytest.mark.parametrize("seats", [2, 4])
def test_25_new_accounts_raise_no_rating(seats: int) -> None:
    highest, best = farm(seats, CROWD, settled=False)
    assert highest <= Strength().rating + rules.LEEWAY < best


@pytest.mark.parametrize("seats", [2, 4])
def test_four_colluding_accounts_stay_below_the_90th_percentile(seats: int) -> None:
    highest, best = farm(seats, "a0 a1 a2 a3", settled=True)
    assert highest < best


@pytest.mark.parametrize("seats", [2, 4])
def test_25_settled_accounts_at_one_address_stay_below_the_90th_percentile(seats: int) -> None:
    highest, best = farm(seats, CROWD, settled=True, places=True)
    assert highest < best


def test_beating_masters_often_counts_as_less_than_two_games_a_week() -> None:
    table = ["a0", "a1", "level:8", "level:8"]
    once, often = Season(4), Season(4)
    once.play(0.0, table, [1.0, 0.0, 0.0, 0.0])
    for minute in range(HOUR_OF_GAMES):
        often.play(60.0 * minute, table, [1.0, 0.0, 0.0, 0.0])
    gain = once.rating("a0") - Strength().rating
    assert gain < often.rating("a0") - Strength().rating < 2 * gain


# -- the rules one by one -------------------------------------------------------------------------------------------------


def pair(*, settled: bool = True, met: int = 0, left_early: bool = False, shares: tuple[float, float] = (1.0, 0.0)) -> Pool:
    """Return the ratings after a game of Ida against Bob."""
    pool = Pool(SAMPLE_GAME, 2)
    for name in ("ida", "bob"):
        pool.standings[name] = rules.Standing(settled=settled)
    players = [
        Player("N", "ida", None, shares[0], False, {"S": met}),
        Player("S", "bob", None, shares[1], left_early, {"N": met}),
    ]
    pool.play(RatedGame("a", 0.0, players))
    return pool


def gained(pool: Pool, name: str) -> float:
    """Return what a game has changed in a rating, as far as it counts."""
    return pool.standings[name].strength.rating - Strength().rating


def test_a_game_between_settled_players_counts_as_openskill_says() -> None:
    won, lost = after([Strength(), Strength()], [1.0, 0.0])
    pool = pair()
    assert pool.standings["ida"].strength == pytest.approx(won)
    assert pool.standings["bob"].strength == pytest.approx(lost)


def test_each_earlier_game_of_the_week_halves_the_weight() -> None:
    whole = gained(pair(), "ida")
    for met in (1, 2, 5):
        pool = pair(met=met)
        assert gained(pool, "ida") == pytest.approx(whole / 2**met)
        assert gained(pool, "bob") == pytest.approx(-whole / 2**met)


def test_nothing_is_won_against_a_player_who_left_early_and_they_lose() -> None:
    pool = pair(left_early=True)
    assert gained(pool, "ida") == 0.0
    assert pool.standings["ida"].strength.spread == Strength().spread
    assert gained(pool, "bob") == pytest.approx(gained(pair(), "bob"))


def test_unsettled_opponents_count_a_little_until_they_are_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "LEEWAY", 1.0)  # less than a single game changes
    pool, whole = pair(settled=False), gained(pair(), "ida")
    assert whole > rules.LEEWAY
    assert (gained(pool, "ida"), gained(pool, "bob")) == (rules.LEEWAY, -rules.LEEWAY)
    assert pool.standings["ida"].waiting == pytest.approx(whole - rules.LEEWAY)
    at = 0.0
    for number in range(rules.SETTLED_GAMES):
        at += DAY / 4
        opponent = f"o{number % rules.SETTLED_OPPONENTS}"
        pool.play(RatedGame(str(number), at, [Player("N", "bob", None, 0.5), Player("S", opponent, None, 0.5)]))
    assert pool.standings["bob"].settled
    assert gained(pool, "ida") == pytest.approx(whole)
    assert "bob" in pool.released
    assert pool.standings["ida"].held == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("games", "opponents", "days", "settled"), [(20, 8, 3, True), (19, 8, 3, False), (20, 7, 3, False), (20, 8, 2, False)]
)
def test_a_rating_is_settled_by_enough_games(games: int, opponents: int, days: int, settled: bool) -> None:
    pool = Pool(SAMPLE_GAME, 2)
    for number in range(games):
        opponent = f"o{number % opponents}"
        at = (number % days) * DAY
        pool.play(RatedGame(str(number), at, [Player("N", "ida", None, 1.0), Player("S", opponent, None, 0.0)]))
    assert pool.standings["ida"].settled is settled


def test_a_level_lifts_a_rating_only_to_its_own_band() -> None:
    level = of_level(SAMPLE_GAME, 2, "level:4")
    assert level is not None
    for start, most in ((20.0, level.rating + rules.BAND), (40.0, 40.0)):
        pool = Pool(SAMPLE_GAME, 2, {"ida": rules.Standing(Strength(start))})
        for number in range(30):
            pool.play(RatedGame(str(number), 0.0, [Player("N", "ida", None, 1.0), Player("S", None, "level:4", 0.0)]))
        assert pool.standings["ida"].strength.rating <= most
    pool = Pool(SAMPLE_GAME, 2, {"ida": rules.Standing(Strength(40.0))})
    pool.play(RatedGame("a", 0.0, [Player("N", "ida", None, 0.0), Player("S", None, "level:4", 1.0)]))
    assert pool.standings["ida"].strength.rating < 39.0


def test_a_level_without_a_rating_changes_nothing() -> None:
    pool = Pool(SAMPLE_GAME, 2)
    assert pool.play(RatedGame("a", 0.0, [Player("N", "ida", None, 1.0), Player("S", None, "random", 0.0)])) == []
    assert pool.standings.get("ida", rules.Standing()).games == 0


def test_meetings_are_counted_within_a_week_by_person_and_by_address() -> None:
    seats = [Met("a", 0.0, "ida"), Met("a", 0.0, "bob", "there"), Met("b", DAY, "ida"), Met("b", DAY, "eve", "there")]
    assert meetings(2 * DAY, "ida", "bob", None, seats) == 1
    assert meetings(2 * DAY, "ida", "bob", "there", seats) == 2
    assert meetings(2 * DAY, "ida", "carl", "elsewhere", seats) == 0
    assert meetings(WEEK + 1, "ida", "bob", "there", seats) == 1
    assert meetings(2 * DAY, "bob", "ida", None, seats) == 1
