"""The positions of the worked examples D-CTRL and D-LEAD, the latter before Rita's leader phase, and of its variant B."""

from __future__ import annotations

from typing import Any

from tests.games.middlesea.support.tables import holdings, tiles

CONTROL: dict[str, Any] = {
    "order": ["S", "N", "E", "W"],
    "sites": tiles("S.BL=S2 S.FL=A5 S.FR=M2 S.FM=C1"),
    "S": holdings("king=4 unrest=2 goods=2 gold=1 1@S.BL 2@S.FL 5@S.FR S.C-S.BL S.C-S.FL S.C-S.FR S.C-S.FM"),
}
"""D-CTRL: S has four cities, one too many to pay for, and two leaders that can put down rebellions."""
SITES = tiles("N.FL=S3 N.FM=M5 N.FR=C2 N.BL=A3 N.BR=C5 E.FM=S1 S.FL=S4 S.BL=M3 S.BR=A1 W.FM=M4 W.BL=M1")
RITA = holdings("king=5 money=1 3@N.BL N.C-N.FL N.C-N.FM N.C-N.FR N.C-N.BL N.C-N.BR N.FL:1")
PHILLIP = holdings("king=3 money=1 unrest=1 2@S.FL 4@S.BL 5@S.BR S.C-S.FL S.C-S.BL S.C-S.BR S.FL:3")
ANDREW = holdings("king=4 money=3 unrest=1 2@W.FM 3@W.BL W.C-W.FM W.C-W.BL W.FM:1")


def lead_example(variant: str = "A") -> tuple[dict[str, Any], dict[str, str]]:
    """Return the possessions of the seats, and the tiles by site."""
    if variant == "A":
        steve, sites = "3@S.FM E.C-E.FM S.FM-S.FR E.FM:1 S.FR:1", "S.FR=M2 S.FM=A5"
    else:
        steve, sites = "3@E.BL E.C-E.FM E.C-E.BL E.FM:1", "E.BL=A5"
    seats = {"N": RITA, "E": holdings(f"king=5 money=0 unrest=1 {steve}"), "S": PHILLIP, "W": ANDREW}
    return seats, SITES | tiles(sites)
