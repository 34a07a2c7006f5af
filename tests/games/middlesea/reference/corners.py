"""Positions of the worked examples (section D) and of rare cases, from which the engine and the naive model are compared."""

from __future__ import annotations

from typing import Any

from tests.games.middlesea.support.tables import holdings, tiles
from tests.games.middlesea.support.worked_example import CONTROL, lead_example

HOME = {"N.BL": "S1", "N.FL": "S2", "N.FM": "S3", "N.FR": "S4", "N.BR": "S5"}
ALL_HOME = [f"N.C-{site}" for site in HOME]
"""Roads from the Capital of N to all its home cities."""


def at(phase: str, sites: dict[str, str] | str, order: str = "NESW", **fields: Any) -> dict[str, Any]:
    """Return a position; `fields` are what seats have ("N", ...) and fields of the position ("turn", "rulings", ...)."""
    seats = {seat: holdings(fields.pop(seat, "")) for seat in sorted(order)}
    return {"game": "middlesea", "phase": phase, "order": list(order), "sites": tiles(sites), "seats": seats} | fields


def before_lead(variant: str, **fields: Any) -> dict[str, Any]:
    """Return the position of D-LEAD."""
    seats, sites = lead_example(variant)
    return at("leader", sites, **seats, **fields)


def besieged(tile: str) -> dict[str, Any]:
    """Return a position in which N stands on S's continent; S has only its king."""
    attacker = "money=9 5@S.FM N.C-N.FM N.FM:1"
    return at("leader", f"N.FM=S1 S.FM={tile}", "NS", N=attacker, S="king=3 goods=1 gold=5")


def near_conquest(order: str, provinces: list[str], hold: str) -> dict[str, Any]:
    """Return a position in which N holds its home cities and some provinces, before the last seat's turn, as in D-CONQ."""
    leaders = {f"{value}": f"{site}-" for value, site in enumerate(provinces, 2)}
    holdings = {"leaders": leaders} if hold == "leaders" else {"ports": dict.fromkeys(provinces, 1)}
    sites = HOME | {site: f"C{value}" for value, site in enumerate(provinces, 1)}
    return at("leader", sites, order, turn=order[-1], N={"roads": ALL_HOME} | holdings)


def near_trade(leaders: dict[str, str]) -> dict[str, Any]:
    """Return a position in which N holds five home cities with these leaders, before the last seat's turn."""
    return at("leader", HOME, "NS", turn="S", N={"roads": ALL_HOME, "leaders": leaders})


EXAMPLES = [
    at("control", CONTROL["sites"], S=CONTROL["S"], turn="S"),
    at(  # D-DOM
        "dominance",
        "N.FM=M5 E.FM=M3 S.FM=M2 W.FM=M1",
        "EWSN",
        **{seat: f"king=4 unrest={unrest} {seat}.C-{seat}.FM" for seat, unrest in zip("NESW", (2, 0, 2, 1), strict=True)},
    ),
    at("dominance", {}, "WSEN", E="king=5"),
    at("dominance", "N.FM=M1", "WSEN", N="N.C-N.FM", **dict.fromkeys("ESW", "king=5")),
    at(  # D-PROD
        "production",
        "N.FL=S3 N.BL=C3 S.FM=S2",
        N="king=4 money=0 3@N.BL 5@S.FM N.C-N.FL N.C-N.BL N.FL:1 S.FM:1",
    ),
    *(
        at("production", "S.FM=S5 N.FL=C4", S=f"king=3 money=0 0@S.FM S.C-S.FM {more}")
        for more in ("4@N.FL", "4@N.FL-", "4@N.FL N.FL:1 S.FM:1")
    ),
    at("build", {}, turn="S", S="goods=10 gold=6 unrest=1"),  # D-BUILD
    at("build", "S.FL=A4 S.FR=M2", turn="S", S="money=10 unrest=2"),
    at("build", "S.FL=A4 S.FR=M2", turn="S", S="goods=3 gold=10"),
    at("build", "N.FM=S3", N="unrest=1 N.C-N.FM"),
    at("build", "N.FM=S3", N="unrest=1 N.C-N.FM N.FM:4"),
    at("leader", {}, N="king=1 money=3"),  # D-KING
    at("leader", {}, N="king=4 money=1"),
    at("leader", {}, N="goods=2 gold=3"),
    near_conquest("NESW", ["E.FL", "S.FL", "W.FL"], "leaders"),
    near_conquest("NES", ["E.FL", "E.FM", "S.FL"], "ports"),
    near_conquest("NES", ["S.FL", "S.FM", "S.FR"], "leaders"),
    near_conquest("NS", ["S.FL", "S.FM", "S.FR"], "ports"),
    before_lead("A"),
    before_lead("A", rulings={"round_limit": 1}),
    before_lead("B"),
]
MISSIONARIES = "N.BL=M1 N.FR=S1 N.FM=S2 S.BL=S3 S.FL=S4"
CUT_OFF = "unrest=1 goods=0 2@N.FM- 4@N.FR N.FL:1 N.FL-N.FM N.FM-N.FR N.BR-N.FM"
RARE = [
    besieged("A5"),
    besieged("M5"),
    # the reach of missionaries
    at("leader", MISSIONARIES, "NES", N="5@N.BL N.FR:1 N.C-N.BL", S="0@S.BL king=5"),
    at("leader", MISSIONARIES, "NES", N="5@N.BL N.FR:1 N.C-N.BL N.C-N.FR", S="0@S.BL king=5"),
    # the neighbours of the Capital
    at("leader", "N.BL=A1 N.FM=S1 N.FR=S2 N.BR=S3", "NS", N="5@N.BL N.C-N.BL"),
    # a conquest that cuts off other cities of both seats
    at("leader", "N.BL=A5 N.FM=S5 N.FL=S1 N.FR=S2 N.BR=S3", "NS", N="unrest=1 5@N.BL", S=CUT_OFF),
    # a city held by its port alone
    at("leader", "N.BL=A1 N.FM=S5 N.FR=S1", "NS", N="unrest=2 5@N.BL N.FR:1", S="unrest=2 goods=0 N.FM:4"),
    # civil war after a conquest
    at("leader", "N.BL=A5 N.FM=S5", "NES", N="unrest=1 5@N.BL", S="unrest=4 goods=0 2@N.FM-"),
    # a rebellion caused by missionaries
    at(
        "leader",
        "N.BL=M5 N.FM=S1 S.FL=S4 S.BL=A3 S.BR=M4",
        "NS",
        N="5@N.BL N.FM:1",
        S="king=5 goods=0 1@S.FL- 2@S.BL 3@S.BR S.FL:1",
    ),
    at("control", "N.BL=S1 N.BR=S2", "NS", N="king=1 unrest=3 N.C-N.BL N.C-N.BR"),  # negative control
    at("build", HOME, "NS", N="2@N.BL- N.C-N.FL", S="N.FM-N.FR"),  # replaced tiles
    at("build", "N.BL=S1 N.FL=S2 N.FM=S3", "NS", N="2@N.BL- N.C-N.FL"),
    near_trade({}),
    near_trade(dict(zip("02345", HOME, strict=True))),
    near_trade(dict(zip("02345", HOME, strict=True)) | {"3": "N.FM-"}),
    at("leader", {}, "SNE", rulings={"round_limit": 1}),  # a tie of scores
]
CORNERS = EXAMPLES + RARE
