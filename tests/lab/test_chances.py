"""Calibration: chances are corrected by outcomes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import polars
import pytest

from kingdoms.lab.chances import Calibration, calibrate

Seen = tuple[float | None, int, int]
"""A chance, how often there was one like it, and how often that seat won."""


def rounds(*chances: Seen) -> polars.DataFrame:
    """Return rounds in which chances were seen."""
    rows = [(chance, float(number < won)) for chance, times, won in chances for number in range(times)]
    table = polars.DataFrame(rows, schema={"chance": polars.Float64, "won": polars.Float64}, orient="row")
    return table.with_columns(other=None)


def logit(chance: float) -> float:
    return math.log(chance / (1 - chance))


def calibrated(calibration: Calibration, *chances: float) -> Sequence[float]:
    """Return chances set right."""
    return polars.DataFrame({"chance": chances}).select(right=calibration.apply(polars.col("chance")))["right"].to_list()


def test_biased_chances_are_corrected() -> None:
    calibration = calibrate(rounds((0.25, 50, 20), (0.75, 50, 40), (None, 30, 30)))
    slope = (logit(0.8) - logit(0.4)) / (logit(0.75) - logit(0.25))
    assert (calibration.slope, calibration.shift) == pytest.approx((slope, logit(0.8) - slope * logit(0.75)))
    assert calibration.rows == 100
    assert calibrated(calibration, 0.25, 0.75) == pytest.approx([0.4, 0.8])
    assert calibrated(calibration, 0.5) == pytest.approx([1 / (1 + math.exp(-calibration.shift))])
    forty_rows = calibrate(rounds((0.25, 20, 8), (0.75, 20, 16)))
    assert calibrated(forty_rows, 0.25, 0.75) == pytest.approx([0.4, 0.8]), "these are enough"
    assert [list(row) for row in calibration.table] == [["rows", "predicted", "won"]] * 2
    assert [list(row.values()) for row in calibration.table] == [pytest.approx([50, 0.4, 0.4]), pytest.approx([50, 0.8, 0.8])]


@pytest.mark.parametrize(
    "chances",
    [
        [(0.25, 20, 8), (0.75, 19, 15)],
        [(0.25, 60, 20)],
        [(0.25, 30, 0), (0.75, 30, 0)],
        [(0.25, 50, 40), (0.75, 50, 20)],
        [(None, 60, 20)],
    ],
    ids=["too few", "all alike", "never won", "the wrong way round", "not known"],
)
def test_uninformative_chances_are_unchanged(chances: list[Seen]) -> None:
    calibration = calibrate(rounds(*chances))
    assert (calibration.slope, calibration.shift) == (1.0, 0.0)
    assert calibration.rows == sum(times for chance, times, _ in chances if chance is not None)
    assert calibrated(calibration, 0.25, 0.5) == pytest.approx([0.25, 0.5])


def test_certain_chances_count_as_nearly_certain() -> None:
    assert calibrate(rounds((0.4, 30, 0), (0.6, 30, 30))).slope == 20.0, "these were always right"
    as_it_is = Calibration(1.0, 0.0, 0, [])
    assert calibrated(as_it_is, 0.0, 0.004, 1.0, 0.996) == pytest.approx([0.005, 0.005, 0.995, 0.995])
    calibration, nearby = (calibrate(rounds((0.0, 40, 10), (1.0, 40, 30))), calibrate(rounds((0.005, 40, 10), (0.995, 40, 30))))
    assert (calibration.slope, calibration.shift) == pytest.approx((nearby.slope, nearby.shift))
    assert calibrated(calibration, 0.0, 1.0) == pytest.approx([0.25, 0.75])


def test_the_table_goes_by_tenths() -> None:
    calibration = calibrate(rounds(*((chance, 1, 1) for chance in (0.0, 0.04, 0.11, 0.16, 0.85, 0.95, 1.0))))
    assert [row["rows"] for row in calibration.table] == [2, 2, 1, 2]
    assert [row["predicted"] for row in calibration.table] == pytest.approx([0.0225, 0.135, 0.85, 0.9725])
    assert [row["won"] for row in calibration.table] == [1.0] * 4
    sure = calibrate(rounds((0.001, 30, 0), (0.47, 30, 0), (0.53, 30, 30), (0.999, 30, 30)))
    assert calibrated(sure, 0.999) == [1.0]
    assert [row["rows"] for row in sure.table] == [60, 60], "a certain win is in the last tenth"
