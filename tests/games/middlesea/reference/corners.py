"""Positions of the worked examples (section D) and of rare cases, from which the engine and the naive model are compared."""

from __future__ import annotations

from typing import Any

from tests.games.middlesea.support.worked_example import CONTROL, lead_example

HOME = {"N.BL": "S1", "N.FL": "S2", "N.FM": "S3", "N.FR": "S4", "N.BR": "S5"}
ALL_HOME = [f"N.C-{site}" for site in HOME]
"""Roads from the Capital of N to all its home cities."""


def at(phase: str, sites: dict[str, str], order: str = "NESW", **fields: Any) -> dict[str, Any]:
    """Return a position; `fields` are seats ("N", ...) and fields of the position ("turn", "rulings", ...)."""
    seats = {seat: fields.pop(seat, {}) for seat in sorted(order)}
    return {"game": "middlesea", "phase": phase, "order": list(order), "sites": sites, "seats": seats} | fields


def before_lead(variant: str, **fields: Any) -> dict[str, Any]:
    """Return the position of D-LEAD."""
    seats, sites = lead_example(variant)
    return at("leader", sites, **seats, **fields)


def besieged(tile: str) -> dict[str, Any]:
    """Return a position in which N stands on S's continent; S has only its king."""
    attacker = {"goods": 9, "gold": 9, "leaders": {"5": "S.FM"}, "roads": ["N.C-N.FM"], "ports": {"N.FM": 1}}
    return at("leader", {"N.FM": "S1", "S.FM": tile}, "NS", N=attacker, S={"king": 3, "goods": 1, "gold": 5})


def ruler(king: int, unrest: int, seat: str) -> dict[str, Any]:
    """Return a seat with one city, as in D-DOM."""
    return {"king": king, "unrest": unrest, "roads": [f"{seat}.C-{seat}.FM"]}


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
        {"N.FM": "M5", "E.FM": "M3", "S.FM": "M2", "W.FM": "M1"},
        "EWSN",
        **{seat: ruler(4, unrest, seat) for seat, unrest in zip("NESW", (2, 0, 2, 1), strict=True)},
    ),
    at("dominance", {}, "WSEN", E={"king": 5}),
    at("dominance", {"N.FM": "M1"}, "WSEN", N={"roads": ["N.C-N.FM"]}, **{seat: {"king": 5} for seat in "ESW"}),
    at(  # D-PROD
        "production",
        {"N.FL": "S3", "N.BL": "C3", "S.FM": "S2"},
        N={"king": 4, "goods": 0, "gold": 0, "leaders": {"3": "N.BL", "5": "S.FM"}}
        | {"roads": ["N.C-N.FL", "N.C-N.BL"], "ports": {"N.FL": 1, "S.FM": 1}},
    ),
    *(
        at(
            "production",
            {"S.FM": "S5", "N.FL": "C4"},
            S={"king": 3, "goods": 0, "gold": 0, "leaders": {"0": "S.FM", "4": leader}, "roads": ["S.C-S.FM"], "ports": ports},
        )
        for leader, ports in (("N.FL", {}), ("N.FL-", {}), ("N.FL", {"N.FL": 1, "S.FM": 1}))
    ),
    at("build", {}, turn="S", S={"goods": 10, "gold": 6, "unrest": 1}),  # D-BUILD
    at("build", {"S.FL": "A4", "S.FR": "M2"}, turn="S", S={"goods": 10, "gold": 10, "unrest": 2}),
    at("build", {"S.FL": "A4", "S.FR": "M2"}, turn="S", S={"goods": 3, "gold": 10}),
    at("build", {"N.FM": "S3"}, N={"unrest": 1, "roads": ["N.C-N.FM"]}),
    at("build", {"N.FM": "S3"}, N={"unrest": 1, "roads": ["N.C-N.FM"], "ports": {"N.FM": 4}}),
    at("leader", {}, N={"king": 1, "goods": 3, "gold": 3}),  # D-KING
    at("leader", {}, N={"king": 4, "goods": 1, "gold": 1}),
    at("leader", {}, N={"goods": 2, "gold": 3}),
    near_conquest("NESW", ["E.FL", "S.FL", "W.FL"], "leaders"),
    near_conquest("NES", ["E.FL", "E.FM", "S.FL"], "ports"),
    near_conquest("NES", ["S.FL", "S.FM", "S.FR"], "leaders"),
    near_conquest("NS", ["S.FL", "S.FM", "S.FR"], "ports"),
    before_lead("A"),
    before_lead("A", rulings={"round_limit": 1}),
    before_lead("B"),
]
RARE = [
    besieged("A5"),
    besieged("M5"),
    *(  # the reach of missionaries
        at(
            "leader",
            {"N.BL": "M1", "N.FR": "S1", "N.FM": "S2", "S.BL": "S3", "S.FL": "S4"},
            "NES",
            N={"leaders": {"5": "N.BL"}, "roads": ["N.C-N.BL", *more], "ports": {"N.FR": 1}},
            S={"leaders": {"0": "S.BL"}, "king": 5},
        )
        for more in ([], ["N.C-N.FR"])
    ),
    at(  # the neighbours of the Capital
        "leader",
        {"N.BL": "A1", "N.FM": "S1", "N.FR": "S2", "N.BR": "S3"},
        "NS",
        N={"leaders": {"5": "N.BL"}, "roads": ["N.C-N.BL"]},
    ),
    at(  # a conquest that cuts off other cities of both seats
        "leader",
        {"N.BL": "A5", "N.FM": "S5", "N.FL": "S1", "N.FR": "S2", "N.BR": "S3"},
        "NS",
        N={"unrest": 1, "leaders": {"5": "N.BL"}},
        S={"unrest": 1, "goods": 0, "leaders": {"2": "N.FM-", "4": "N.FR"}, "ports": {"N.FL": 1}}
        | {"roads": ["N.FL-N.FM", "N.FM-N.FR", "N.BR-N.FM"]},
    ),
    at(  # a city held by its port alone
        "leader",
        {"N.BL": "A1", "N.FM": "S5", "N.FR": "S1"},
        "NS",
        N={"unrest": 2, "leaders": {"5": "N.BL"}, "ports": {"N.FR": 1}},
        S={"unrest": 2, "goods": 0, "ports": {"N.FM": 4}},
    ),
    at(  # civil war after a conquest
        "leader",
        {"N.BL": "A5", "N.FM": "S5"},
        "NES",
        N={"unrest": 1, "leaders": {"5": "N.BL"}},
        S={"unrest": 4, "goods": 0, "leaders": {"2": "N.FM-"}},
    ),
    at(  # a rebellion caused by missionaries
        "leader",
        {"N.BL": "M5", "N.FM": "S1", "S.FL": "S4", "S.BL": "A3", "S.BR": "M4"},
        "NS",
        N={"leaders": {"5": "N.BL"}, "ports": {"N.FM": 1}},
        S={"king": 5, "goods": 0, "leaders": {"1": "S.FL-", "2": "S.BL", "3": "S.BR"}, "ports": {"S.FL": 1}},
    ),
    at(  # negative control
        "control",
        {"N.BL": "S1", "N.BR": "S2"},
        "NS",
        N={"king": 1, "unrest": 3, "roads": ["N.C-N.BL", "N.C-N.BR"]},
    ),
    at(  # replaced tiles
        "build",
        HOME,
        "NS",
        N={"leaders": {"2": "N.BL-"}, "roads": ["N.C-N.FL"]},
        S={"roads": ["N.FM-N.FR"]},
    ),
    at("build", {"N.BL": "S1", "N.FL": "S2", "N.FM": "S3"}, "NS", N={"leaders": {"2": "N.BL-"}, "roads": ["N.C-N.FL"]}),
    near_trade({}),
    near_trade(dict(zip("02345", HOME, strict=True))),
    near_trade(dict(zip("02345", HOME, strict=True)) | {"3": "N.FM-"}),
    at("leader", {}, "SNE", rulings={"round_limit": 1}),  # a tie of scores
]
CORNERS = EXAMPLES + RARE
