"""What cities are: Y-1 to Y-6; Y-3 is with the prices of roads."""

from __future__ import annotations

import pytest

from kingdoms.core.errors import PositionError
from tests.games.middlesea.support.tables import cities, play, question, refused, table


@pytest.mark.parametrize(
    ("tile", "kind", "suppresses"), [("A3", "garrison", 1), ("S3", "market", 0), ("M3", "temple", 1), ("C3", "mine", 0)]
)
def test_Y_1_Y_2_the_suit_is_the_type_and_the_number_the_value(tile: str, kind: str, suppresses: int) -> None:
    south = "money=0 2@S.FL S.C-S.FL S.C-S.FM"
    state = table("control", "S", sites=f"S.FL={tile} S.FM=S1", S=south)
    city = state.view(None).cities["S.FL"]
    assert (city.kind, city.value) == (kind, 3)
    play(state, "rebel S.FM")
    assert (question(state) == ("S", "suppress")) == ("S.FM" in cities(state, "S")) == bool(suppresses)


def test_Y_4_the_capital_is_no_city() -> None:
    state = table("control", "N", N="king=0")
    assert question(state) == ("N", "build")
    assert cities(state, "N") == set()
    assert state.view(None).kingdoms["N"].score == 0


@pytest.mark.parametrize("place", ["N.FL", "N.FL-"])
def test_Y_5_L_4_a_city_with_a_leader_active_or_not_is_governed(place: str) -> None:
    state = table("leader", "N", sites="N.FL=S1", N=f"5@{place}")
    governor = state.view(None).cities["N.FL"].leader
    assert governor is not None
    assert governor.value == 5
    assert cities(state, "N") == {"N.FL"}


@pytest.mark.parametrize("place", ["BL", "BR"])
def test_Y_6_the_back_row_has_none(place: str) -> None:
    state = table("build", "N", sites=f"N.{place}=S1", N=f"N.C-N.{place}")
    assert refused(state, f"port N.{place} 1") == "Y-6"
    with pytest.raises(PositionError) as error:
        table("build", "N", sites=f"N.{place}=S1", N=f"N.{place}:1")
    assert error.value.clause == "Y-6"
