"""Groups of people whose rated games look arranged: one wins against all others, who win nowhere or come from one site."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Final

from sqlalchemy import select

from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import RatedSeatRow, VisitorRow
from kingdoms.server.ratings.pool import DAY, is_one_site
from kingdoms.server.ratings.store import COUNTED
from kingdoms.table.base.times import timestamp

LEAST_GAMES: Final = 5
"""The number of games of a group from which on one-sided results are suspicious."""
ONE_SIDED: Final = 0.85
"""The share of points from which on results are suspicious."""
MOST_SHOWN: Final = 5
"""Number of losers whose names are shown."""


@dataclass
class OpponentPair:
    """The games of two people in a pool, as the first of them sees it; a game that a third one has won is not counted.

    Attributes:
        pool: the name of the game, and the number of seats.
        points: the number of games that the winner has won, in parts where others share the victory.
        left_early: how often the loser left early.
        same_site: how often both came from one site.
        game_ids: all games, also those that are not counted.
    """

    winner: str
    loser: str
    pool: tuple[str, int]
    games: int = 0
    points: float = 0.0
    left_early: int = 0
    same_site: int = 0
    last: float = 0.0
    game_ids: set[str] = field(default_factory=set)

    def add(self, winner: Any, loser: Any) -> None:
        """Add a game, by the rated seats of the winner and the loser."""
        self.game_ids.add(winner.game_id)
        if winner.share or loser.share:
            self.games += 1
            self.points += winner.share / (winner.share + loser.share)
            self.left_early += loser.left_early
            self.same_site += is_one_site(winner.place, loser.place)
            self.last = max(self.last, winner.at)


Group = list[OpponentPair]
"""The suspicious pairings of a winner in a pool."""
Sites = Mapping[str, set[str]]
"""Person -> the digests of their addresses."""


async def suspicious_groups(database: Database, *, days: float, most: int) -> list[dict[str, Any]]:
    """Return groups of people whose rated games look arranged, those with most games first.

    Farming points takes opponents that lose on purpose: friends, or further accounts. So a group is a winner, and the people
    who have lost to this winner nearly every time, in at least five games together. A strong player beats people too; each
    loser therefore needs one more sign: five games with the winner alone, a game with the winner left early, no victory in the
    pool but by others who left early, or the site of the winner or of another loser.
    """
    pairings, sites = await _read(database, days)
    groups = sorted(_groups(pairings, sites), key=lambda group: (-_games(group), group[0].winner, group[0].pool))[:most]
    people = {person for group in groups for pairing in group for person in (pairing.winner, pairing.loser)}
    rows = await database.rows(select(VisitorRow.id, VisitorRow.name).where(VisitorRow.id.in_(people)))
    names = {row.id: row.name for row in rows}
    points: dict[Any, float] = defaultdict(float)
    for pairing in pairings:
        points[pairing.winner, pairing.pool] += pairing.points
    return [_group_json(group, points[group[0].winner, group[0].pool], sites, names) for group in groups]


async def games_of_groups(database: Database, winner: str, *, days: float) -> list[str]:
    """Return all games of the last days in which members of a winner's suspicious groups met each other."""
    pairings, sites = await _read(database, days)
    groups = [group for group in _groups(pairings, sites) if group[0].winner == winner]
    members = {group[0].pool: {winner, *(pairing.loser for pairing in group)} for group in groups}
    inside = (pairing for pairing in pairings if {pairing.winner, pairing.loser} <= members.get(pairing.pool, set()))
    return sorted(set().union(*(pairing.game_ids for pairing in inside)))


async def _read(database: Database, days: float) -> tuple[list[OpponentPair], Sites]:
    """Return the pairings of the last days in both directions, and where people came from."""
    seat = RatedSeatRow
    columns = seat.game_id, seat.game, seat.seats, seat.at, seat.visitor_id, seat.share, seat.left_early, seat.place
    recent = seat.visitor_id.is_not(None), seat.at > time.time() - days * DAY, seat.status == COUNTED
    games, pairings, sites = defaultdict[str, list[Any]](list), dict[Any, OpponentPair](), defaultdict[str, set[str]](set)
    for row in await database.rows(select(*columns).where(*recent)):
        games[row.game_id].append(row)
    for winner, loser in (pair for rows in games.values() for pair in permutations(rows, 2)):
        key = winner.visitor_id, loser.visitor_id, (winner.game, winner.seats)
        pairings.setdefault(key, OpponentPair(*key)).add(winner, loser)
        sites[winner.visitor_id].update({winner.place} - {None})
    return list(pairings.values()), sites


def _groups(pairings: Iterable[OpponentPair], sites: Sites) -> list[Group]:
    """Return the groups: for each winner in a pool, the pairings with suspicious losers."""
    beaten, wins = defaultdict[Any, Group](list), defaultdict[Any, float](float)
    for pairing in pairings:
        wins[pairing.winner, pairing.pool] += max(0.0, pairing.points - pairing.left_early)
        if pairing.games and pairing.points >= ONE_SIDED * pairing.games:
            beaten[pairing.winner, pairing.pool].append(pairing)
    groups = [
        [
            pairing
            for pairing in group
            if pairing.games >= LEAST_GAMES
            or pairing.left_early
            or not wins[pairing.loser, pool]
            or _shares_site(pairing.loser, [winner, *(member.loser for member in group)], sites)
        ]
        for (winner, pool), group in beaten.items()
    ]
    return [group for group in groups if _games(group) >= LEAST_GAMES]


def _games(group: Group) -> int:
    return sum(pairing.games for pairing in group)


def _shares_site(person: str, candidates: Iterable[str], sites: Sites) -> bool:
    """Return whether a person has come from the site of another one."""
    places = {place for candidate in candidates if candidate != person for place in sites[candidate]}
    return any(is_one_site(own_place, place) for own_place in sites[person] for place in places)


def _group_json(group: Group, total: float, sites: Sites, names: Mapping[str, str | None]) -> dict[str, Any]:
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
        "games": _games(group),
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
