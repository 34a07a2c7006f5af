"""The path of a person: levels beaten, streaks, a rating by all games against levels, and the next step.

Only games by the usual rules count: those with variants or other limits are no measure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from kingdoms.bots.levels import LEVEL
from kingdoms.bots.strength import Strength, level_strength, update_strengths
from kingdoms.core.registry import game_class
from kingdoms.table.base.bot_titles import bot_title
from kingdoms.table.base.times import timestamp

COUNTED: Final = 1000
"""Maximum number of a person's newest games that are counted."""
LOSSES: Final = 2
"""The number of losses in a row against a level after which the level below comes next."""
CURVE: Final = 60
"""Maximum number of points of a curve."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game of a person.

    Attributes:
        share: the person's share of the victory.
        moves: the number of actions of all seats.
        score: the person's final score, by its figures; those of a game compare from the first figure on.
        at: when it ended, in seconds since 1970.
        opponents: the bots at the other seats, None for people; and the share of each.
    """

    id: str
    game: str
    seats: int
    share: float
    moves: int
    score: tuple[float, ...]
    at: float
    opponents: tuple[tuple[str | None, float], ...]

    @property
    def won(self) -> bool:
        """Whether the person has won alone."""
        return self.share == 1

    @property
    def level(self) -> int | None:
        """The level of the weakest opponent, if all opponents are levels."""
        levels = [_level(bot) for bot, _ in self.opponents]
        return min(level for level in levels if level) if levels and all(levels) else None


def path_of(games: Sequence[PlayedGame]) -> dict[str, Any]:
    """Return what a person's games, the oldest first, come to, by game and number of seats, and the next step."""
    tables: dict[tuple[str, int], list[PlayedGame]] = defaultdict(list)
    for game in games:
        tables[game.game, game.seats].append(game)
    return {
        "tables": [_table_json(game, seats, played) for (game, seats), played in sorted(tables.items())],
        "next": _next_step(games),
    }


def _table_json(name: str, seats: int, games: list[PlayedGame]) -> dict[str, Any]:
    """Return what the games with a number of seats come to."""
    levels: dict[int, list[PlayedGame]] = defaultdict(list)
    for game in games:
        if game.level is not None:
            levels[game.level].append(game)
    victories = [game for game in games if game.won and game.level]
    fastest = min(victories, key=lambda game: (game.moves, game.at), default=None)
    best = max(victories, key=lambda game: (game.score, game.level, -game.at), default=None)
    strengths = _strengths(games)
    return {
        "game": name,
        "seats": seats,
        "games": len(games),
        "streak": sum(1 for _ in takewhile(lambda game: game.won, reversed(games))),
        "levels": [
            {"level": level, "title": bot_title(f"{LEVEL}:{level}", name), "games": len(played), "wins": _wins(played)}
            for level in range(1, len(game_class(name).levels()) + 1)
            for played in [levels[level]]
        ],
        "fastest": fastest and {"id": fastest.id, "moves": fastest.moves, "level": fastest.level},
        "best": best and {"id": best.id, "score": list(best.score), "level": best.level},
        "rating": strengths[-1][1].to_json() if strengths else None,
        "curve": [{"at": timestamp(at), "points": strength.points} for at, strength in _thinned(strengths)],
    }


def _wins(games: Sequence[PlayedGame]) -> int:
    return sum(game.won for game in games)


def _strengths(games: Sequence[PlayedGame]) -> list[tuple[float, Strength]]:
    """Return the rating after each game whose opponents all have fixed ratings: a table with three levels is one game."""
    result: list[tuple[float, Strength]] = []
    strength = Strength()
    for game in games:
        levels = [level_strength(game.game, game.seats, bot or "") for bot, _ in game.opponents]
        rated = [level for level in levels if level is not None]
        if len(rated) == len(levels):
            strength = update_strengths([strength, *rated], [game.share, *(share for _, share in game.opponents)])[0]
            result.append((game.at, strength))
    return result


def _thinned(strengths: list[tuple[float, Strength]]) -> list[tuple[float, Strength]]:
    """Return at most `CURVE` of the ratings, evenly spread; the first and the newest are among them."""
    last = len(strengths) - 1
    if last < CURVE:
        return strengths
    return [strengths[round(number * last / (CURVE - 1))] for number in range(CURVE)]


def _next_step(games: Sequence[PlayedGame]) -> dict[str, Any] | None:
    """Return the level to play next: the one above after a victory, the one below after losses in a row, else the same."""
    against = [game for game in games if game.level]
    if not against:
        return None
    last = against[-1]
    level = last.level or 1
    same = [game for game in against if (game.game, game.seats, game.level) == (last.game, last.seats, level)]
    lost = sum(1 for _ in takewhile(lambda game: game.share == 0, reversed(same)))
    step = int(last.won) - int(lost >= LOSSES)
    following = min(max(level + step, 1), len(game_class(last.game).levels()))
    return {
        "game": last.game,
        "seats": last.seats,
        "level": following,
        "title": bot_title(f"{LEVEL}:{following}", last.game),
        "after": {
            "id": last.id,
            "level": level,
            "title": bot_title(f"{LEVEL}:{level}", last.game),
            "won": last.won,
            "lost": lost,
        },
    }


def _level(bot: str | None) -> int | None:
    """Return the number of a level, None for another bot or a person."""
    kind, _, number = (bot or "").partition(":")
    return int(number) if kind == LEVEL and number.isdecimal() else None
