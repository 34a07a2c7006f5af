"""The positions of the worked examples D-CTRL and D-LEAD, the latter before Rita's leader phase, and of its variant B."""

from __future__ import annotations

from typing import Any

CONTROL: dict[str, Any] = {
    "order": ["S", "N", "E", "W"],
    "sites": {"S.BL": "S2", "S.FL": "A5", "S.FR": "M2", "S.FM": "C1"},
    "S": {
        "king": 4,
        "unrest": 2,
        "goods": 2,
        "gold": 1,
        "leaders": {"1": "S.BL", "2": "S.FL", "5": "S.FR"},
        "roads": ["S.C-S.BL", "S.C-S.FL", "S.C-S.FR", "S.C-S.FM"],
    },
}
"""D-CTRL: S has four cities, one too many to pay for, and two leaders that can put down rebellions."""
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
