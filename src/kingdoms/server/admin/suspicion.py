"""Groups of people whose rated games look arranged: one wins against all others, who win nowhere or come from one site."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import aliased

from kingdoms.server.database import Database
from kingdoms.server.ratings.pool import DAY, is_one_site
from kingdoms.server.ratings.store import COUNTED
from kingdoms.server.tables import RatedSeatRow, VisitorRow
from kingdoms.server.times import timestamp

LEAST_GAMES: Final = 5
"""The number of games of a group from which on one-sided results are suspicious."""
ONE_SIDED: Final = 0.85
"""The share of points from which on results are suspicious."""
MOST_SHOWN: Final = 5
"""Number of losers whose names are shown."""


@dataclass(frozen=True)
class Pairing:
    """The games of two people in a pool, as the first of them sees it.

    Attributes:
        winner: the first person.
        loser: the second one.
        pool: the name of the game, and the number of seats.
        games: the number of games.
        points: the number of games that the winner has won, in parts where others share the victory.
        left_early: how often the loser left early.
        same_site: how often both came from one site.
        last: when the last one ended.
        game_ids: the games.
    """

    winner: str
    loser: str
    pool: tuple[str, int]
    games: int
    points: float
    left_early: int
    same_site: int
    last: float
    game_ids: frozenset[str]

    @property
    def is_one_sided(self) -> bool:
        """Whether the winner has won nearly all games."""
        return self.points >= ONE_SIDED * self.games


async def suspicious_groups(database: Database, *, days: float, most: int) -> list[dict[str, Any]]:
    """Return groups of people whose rated games look arranged, those with most games first.

    A group is a winner, and the people who have lost nearly all games to the winner and for whom something else speaks: several
    games with the winner, no victory elsewhere in a game that nobody left early, leaving early, or the site of the winner or of
    another loser.

    Args:
        database: the database.
        days: how far back to look.
        most: the maximum number of groups.
    """
    pairings, sites = await _read(database, days)
    groups = [group for group in _groups(pairings, sites) if sum(pairing.games for pairing in group) >= LEAST_GAMES]
    groups.sort(key=lambda group: (-sum(pairing.games for pairing in group), group[0].winner, group[0].pool))
    people = {person for group in groups[:most] for pairing in group for person in (pairing.winner, pairing.loser)}
    async with database.read_engine.connect() as connection:
        rows = await connection.execute(select(VisitorRow.id, VisitorRow.name).where(VisitorRow.id.in_(people)))
        names = {row.id: row.name for row in rows}
    total: dict[tuple[str, tuple[str, int]], float] = defaultdict(float)
    for pairing in pairings:
        total[pairing.winner, pairing.pool] += pairing.points
    return [_group_json(group, total[group[0].winner, group[0].pool], sites, names) for group in groups[:most]]


async def games_of_groups(database: Database, winner: str, *, days: float) -> list[str]:
    """Return all games in which members of a winner's suspicious groups met each other.

    Args:
        database: the database.
        winner: the id of the winner.
        days: how far back to look.
    """
    pairings, sites = await _read(database, days)
    members: dict[tuple[str, int], set[str]] = {
        group[0].pool: {winner, *(pairing.loser for pairing in group)}
        for group in _groups(pairings, sites)
        if group[0].winner == winner and sum(pairing.games for pairing in group) >= LEAST_GAMES
    }
    return sorted(
        {
            game_id
            for pairing in pairings
            if {pairing.winner, pairing.loser} <= members.get(pairing.pool, set())
            for game_id in pairing.game_ids
        }
    )


async def _read(database: Database, days: float) -> tuple[list[Pairing], dict[str, set[str]]]:
    """Return the pairings of the last days in both directions, and the digests of each person's addresses."""
    own, other = aliased(RatedSeatRow), aliased(RatedSeatRow)
    columns = own.game_id, own.game, own.seats, own.at, own.share, own.place, own.visitor_id.label("winner")
    others = other.visitor_id.label("loser"), other.share.label("lost"), other.left_early, other.place.label("from_place")
    query = (
        select(*columns, *others)
        .join(other, (other.game_id == own.game_id) & (other.seat != own.seat))
        .where(
            own.visitor_id.is_not(None),
            other.visitor_id.is_not(None),
            own.at > time.time() - days * DAY,
            own.status == COUNTED,
        )
    )
    rows: dict[tuple[str, str, str, int], list[Any]] = defaultdict(list)
    sites: dict[str, set[str]] = defaultdict(set)
    async with database.read_engine.connect() as connection:
        for row in await connection.execute(query):
            rows[row.winner, row.loser, row.game, row.seats].append(row)
            if row.place is not None:
                sites[row.winner].add(row.place)
    return [_pairing(winner, loser, (game, seats), games) for (winner, loser, game, seats), games in rows.items()], sites


def _pairing(winner: str, loser: str, pool: tuple[str, int], rows: Iterable[Any]) -> Pairing:
    """Return a pairing by its games; a game that a third one has won is no game of these two."""
    decided = [row for row in rows if row.share + row.lost > 0]
    return Pairing(
        winner,
        loser,
        pool,
        games=len(decided),
        points=sum(row.share / (row.share + row.lost) for row in decided),
        left_early=sum(row.left_early for row in decided),
        same_site=sum(is_one_site(row.place, row.from_place) for row in decided),
        last=max((row.at for row in decided), default=0.0),
        game_ids=frozenset(row.game_id for row in rows),
    )


def _groups(pairings: Iterable[Pairing], sites: Mapping[str, set[str]]) -> list[list[Pairing]]:
    """Return the groups: for each winner in a pool, the pairings with suspicious losers."""
    by_winner: dict[tuple[str, tuple[str, int]], list[Pairing]] = defaultdict(list)
    wins: dict[tuple[str, tuple[str, int]], float] = defaultdict(float)
    for pairing in pairings:
        wins[pairing.winner, pairing.pool] += max(0.0, pairing.points - pairing.left_early)
        if pairing.games and pairing.is_one_sided:
            by_winner[pairing.winner, pairing.pool].append(pairing)
    groups = []
    for (_, pool), beaten in by_winner.items():
        group = [
            pairing
            for pairing in beaten
            if pairing.games >= LEAST_GAMES
            or pairing.left_early
            or not wins[pairing.loser, pool]
            or _shares_site(pairing.loser, [pairing.winner, *(other.loser for other in beaten)], sites)
        ]
        if group:
            groups.append(group)
    return groups


def _shares_site(person: str, others: Iterable[str], sites: Mapping[str, set[str]]) -> bool:
    """Return whether a person has come from the site of another one."""
    places = {place for other in others if other != person for place in sites.get(other, ())}
    return any(is_one_site(place, other) for place in sites.get(person, ()) for other in places)


def _group_json(
    group: list[Pairing], total: float, sites: Mapping[str, set[str]], names: Mapping[str, str | None]
) -> dict[str, Any]:
    """Return a group for the operator, with what speaks against it; `total` are all points of the winner in the pool."""
    winner, (game, seats) = group[0].winner, group[0].pool
    group = sorted(group, key=lambda pairing: (-pairing.games, pairing.loser))
    members = [winner, *(pairing.loser for pairing in group)]
    points = sum(pairing.points for pairing in group)
    return {
        "winner": {"id": winner, "name": names.get(winner)},
        "losers": [
            {"id": pairing.loser, "name": names.get(pairing.loser), "games": pairing.games, "points": round(pairing.points, 2)}
            for pairing in group
        ],
        "game": game,
        "seats": seats,
        "games": sum(pairing.games for pairing in group),
        "points": round(points, 2),
        "of_all_points": round(points / total, 2) if total else 0.0,
        "left_early": sum(pairing.left_early for pairing in group),
        "same_address": sum(pairing.same_site for pairing in group),
        "one_site": sum(_shares_site(member, members, sites) for member in members),
        "last": timestamp(max(pairing.last for pairing in group)),
    }


def names_of_losers(group: Mapping[str, Any]) -> str:
    """Return the first losers of a group as text.

    Examples:
        >>> names_of_losers({"losers": [{"id": "a1", "name": "Bob"}, {"id": "c3", "name": None}]})
        'Bob, c3'
    """
    losers = [loser["name"] or loser["id"] for loser in group["losers"]]
    hidden = len(losers) - MOST_SHOWN
    return ", ".join(losers[:MOST_SHOWN]) + (f" + {hidden}" if hidden > 0 else "")
