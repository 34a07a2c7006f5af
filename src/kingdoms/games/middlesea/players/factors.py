"""What the features of the net mean to people: groups of them, each with words that compare two tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kingdoms.core.factor import Factor, Figures
from kingdoms.core.message import Said
from kingdoms.games.middlesea.texts import say

Tell = Callable[[str, Figures, Figures], Said]


def number(key: str, name: str, more: int = 0) -> Tell:
    """Return a function that tells one number.

    Args:
        key: the entry of the catalogue.
        name: the feature.
        more: what is added to the feature.
    """

    def tell(seat: str, worse: Figures, better: Figures) -> Said:
        if worse[name] == better[name]:
            return ""
        return say(key, seat=seat, n=better[name] + more, old=worse[name] + more)

    return tell


def tell_money(seat: str, worse: Figures, better: Figures) -> Said:
    """Compare goods and gold."""
    money, before = ([figures["goods"], figures["gold"]] for figures in (better, worse))
    return say("factor.money", seat=seat, money=money, before=before) if money != before else ""


def tell_control(seat: str, worse: Figures, better: Figures) -> Said:
    """Compare the kings, or the cities beyond what they control."""
    if worse["king"] != better["king"]:
        return say("factor.king", seat=seat, n=better["king"], old=worse["king"])
    return number("factor.unpaid", "unpaid_cities")(seat, worse, better)


FACTORS: Final = (
    Factor(
        ("home_cities", "free_home", "free_home_to_3", "free_home_to_2", "lost_home", "all_home"),
        number("factor.home", "home_cities"),
    ),
    Factor(("cities_abroad",), number("factor.abroad", "cities_abroad")),
    Factor(("values", "moon_values"), number("factor.values", "values")),
    Factor(("suns",), number("factor.markets", "suns")),
    Factor(("crowns",), number("factor.mines", "crowns")),
    Factor(("arms",), number("factor.garrisons", "arms")),
    Factor(("ports", "piers", "home_port"), number("factor.piers", "piers")),
    Factor(("roads",), number("factor.roads", "roads")),
    Factor(("goods", "gold", "pairs", "singles"), tell_money),
    Factor(("king", "unpaid_cities", "spare_control"), tell_control),
    Factor(("unrest",), number("factor.unrest", "unrest")),
    Factor(
        ("leaders", "leader_values", "reserve_top", "reserve_values", "home_leaders"), number("factor.leaders", "leader_values")
    ),
    Factor(("awake", "awake_values", "home_awake"), number("factor.awake", "awake")),
    Factor(("income", "earners"), number("factor.income", "income")),
    Factor(("fighters",), number("factor.fighters", "fighters")),
    Factor(("rank",), number("factor.rank", "rank", more=1)),
)
"""The groups of features that have words. Where a turn stands, the score and the trade victory have none."""
