"""Plans of arenas with short games between fast bots, and rows of fictitious games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import Row, row_of
from kingdoms.bots.tally import label
from tests.support.games.sample_game import limited, seats
from tests.support.games.tested_games import SAMPLE

QUICK = ("random", "random")


def plan_of(bots: Sequence[str] = QUICK, number: int = 2, games: int = 40, **more: Any) -> ArenaPlan:
    """Return a plan of short games."""
    facts: dict[str, Any] = {"seed": 3, "rulings": limited(1), **more}
    return ArenaPlan(SAMPLE, seats(number), bots=label(bots), games=games, **facts)


def won_row(plan: ArenaPlan, number: int, *winners: str) -> Row:
    """Return the row of a game that these bots have won."""
    row = row_of(plan, number, reason="points", rounds=3, actions=10)
    places = [i for i, bot in enumerate(row["bots"]) if bot in winners]
    row["shares"] = [1 / len(places) if i in places else 0.0 for i in range(len(row["bots"]))]
    row["winners"] = [row["seats"][i] for i in places]
    return row


def reproducible(row: Row) -> Row:
    """Return the reproducible part of a row."""
    return {name: value for name, value in row.items() if name != "ms"}
