"""The report of a study as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from kingdoms.core.game import Game
from kingdoms.lab.figures import is_share
from kingdoms.lab.plots import Plot
from kingdoms.templates import render
from kingdoms.texts import numbers, text

Facts = dict[str, Any]


def page(report: Facts, game: Game, plots: Sequence[Plot]) -> str:
    """Return the report as HTML.

    Args:
        report: the data from `Findings.to_json`.
        game: the game.
        plots: the plots, embedded in the page.
    """
    return render(
        "kingdoms.lab",
        "report.html",
        title=report["title"],
        game=game,
        report=report,
        plots={plot.name: {"title": plot.title, "labelled": _labelled(plot)} for plot in plots},
        compared=_comparison_line,
        contrast=_contrast,
        interval=_interval,
        percent=_percent,
        p_value=_p_value,
        count=_count,
    )


def _labelled(plot: Plot) -> str:
    return plot.svg.replace("<svg ", f'<svg role="img" aria-label="{escape(plot.title)}" ', 1)


def _comparison_line(rows: Sequence[Facts]) -> str:
    """Return what all findings of a table have in common: their figure, and what it is compared with."""
    figures, against = {row["about"] for row in rows}, {row["against"].partition(",")[0] for row in rows}
    figure = figures.pop() if len(figures) == 1 else ""
    reference = against.pop() if len(against) == 1 else ""
    if not figure and not reference:
        return ""
    kind = "both" if figure and reference else "figure" if figure else "reference"
    return text(f"lab.compared_{kind}", figure=figure[:1].upper() + figure[1:], reference=reference)


def _contrast(finding: Facts) -> list[str]:
    """Return the numbers of a finding: value, difference, corrected p, verdict and games."""
    percent, contrast = is_share(finding["figure"]), finding["difference"]
    value = _interval(finding["value"], percent)
    if contrast is None:
        return [value, "", "", "", _count(finding["value"]["games"])]
    verdict = "none" if not contrast["shown"] else "more" if contrast["effect"] > 0 else "less"
    difference = _interval(contrast, percent, signed=True)
    return [value, difference, _p_value(contrast["adjusted"]), text(f"lab.shown_{verdict}"), _count(contrast["games"])]


def _interval(interval: Facts, percent: bool = False, signed: bool = False) -> str:
    """Return a value with its interval; an effect is a value."""
    if not interval:
        return ""

    def number(value: float | None) -> str:
        if value is None:
            return "?"
        scaled, digits = (100 * value, 1) if percent else (value, 2)
        return numbers.number(scaled, digits, signed=signed).replace("-", "\u2212")

    value = number(interval["effect"] if "effect" in interval else interval["value"])
    unit = "none" if not percent else "points" if signed else "percent"
    return text(f"lab.interval_{unit}", value=value, low=number(interval["low"]), high=number(interval["high"]))


def _percent(value: float | None) -> str:
    return "" if value is None else numbers.percent(value, 1)


def _p_value(value: float | None) -> str:
    return "" if value is None else f"< {numbers.number(0.001, 3)}" if value < 0.001 else numbers.number(value, 3)


def _count(value: int) -> str:
    return numbers.number(value)
