"""The position of the worked example D-LEAD, before Rita's leader phase, and of its variant B."""

from __future__ import annotations

from typing import Any

SITES = {
    "N.FL": "S3",
    "N.FM": "M5",
    "N.FR": "C2",
    "N.BL": "A3",
    "N.BR": "C5",
    "E.FM": "S1",
    "S.FL": "S4",
    "S.BL": "M3",
    "S.BR": "A1",
    "W.FM": "M4",
    "W.BL": "M1",
}
RITA: dict[str, Any] = {
    "king": 5,
    "goods": 1,
    "gold": 1,
    "leaders": {"3": "N.BL"},
    "roads": ["N.C-N.FL", "N.C-N.FM", "N.C-N.FR", "N.C-N.BL", "N.C-N.BR"],
    "ports": {"N.FL": 1},
}
STEVE: dict[str, Any] = {"king": 5, "goods": 0, "gold": 0, "unrest": 1}
PHILLIP: dict[str, Any] = {
    "king": 3,
    "goods": 1,
    "gold": 1,
    "unrest": 1,
    "leaders": {"2": "S.FL", "4": "S.BL", "5": "S.BR"},
    "roads": ["S.C-S.FL", "S.C-S.BL", "S.C-S.BR"],
    "ports": {"S.FL": 3},
}
ANDREW: dict[str, Any] = {
    "king": 4,
    "goods": 3,
    "gold": 3,
    "unrest": 1,
    "leaders": {"2": "W.FM", "3": "W.BL"},
    "roads": ["W.C-W.FM", "W.C-W.BL"],
    "ports": {"W.FM": 1},
}


def lead_example(variant: str = "A") -> tuple[dict[str, Any], dict[str, str]]:
    """Return the possessions of the seats, and the tiles by site."""
    if variant == "A":
        steve = {"leaders": {"3": "S.FM"}, "roads": ["E.C-E.FM", "S.FM-S.FR"], "ports": {"E.FM": 1, "S.FR": 1}}
        sites = SITES | {"S.FR": "M2", "S.FM": "A5"}
    else:
        steve = {"leaders": {"3": "E.BL"}, "roads": ["E.C-E.FM", "E.C-E.BL"], "ports": {"E.FM": 1}}
        sites = SITES | {"E.BL": "A5"}
    return {"N": RITA, "E": STEVE | steve, "S": PHILLIP, "W": ANDREW}, sites
