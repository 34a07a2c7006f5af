"""The plots of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Any, Final

import altair
import polars

from kingdoms.arena.measuring import ACTION
from kingdoms.core.game import Game
from kingdoms.lab.estimates import FEW
from kingdoms.lab.figures import is_share
from kingdoms.texts import text

Facts = dict[str, Any]

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f5f3f", "#555555")
"""Colours that people with colour blindness can tell apart (Okabe and Ito)."""
FONT: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"
INK: Final = "#33383d"
LINES: Final = "#e4e6e8"
WIDTH: Final = 620
UPRIGHT: Final = altair.Header(labelAngle=0, labelAlign="left")
MOST_ENDS: Final = 8
MOST_USES: Final = 30
COMMON: Final = 0.995
"""The share of games from which an action or event counts as common."""
OVER: Final = 0.9
"""The plot of lengths ends soon after this share of games is over."""


@dataclass(frozen=True)
class Plot:
    """A plot of some findings.

    Attributes:
        name: the stem of its file names.
        title: a caption.
        svg: the plot as SVG.
        png: the plot as PNG.
    """

    name: str
    title: str
    svg: str
    png: bytes


def plots(report: Facts, game: Game) -> Iterator[Plot]:
    """Yield the plots of a study's findings; plots without data are left out."""
    yield from _render("seats", _seats(report, game))
    yield from _render("bots", _bots(report))
    yield from _render("ends", _ends(report))
    yield from _render("lengths", _lengths(report))
    yield from _render("leaders", _leaders(report))
    yield from _render("worth", _worth(report))
    yield from _render("uses", _usage_chart(report))
    yield from _render("rulings", _rulings(report))


def _render(name: str, chart: Any) -> Iterator[Plot]:
    """Yield a chart as a plot; nothing if there is no chart."""
    if chart is None:
        return
    words = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12, "labelLimit": 260}
    lines = {"gridColor": LINES, "domainColor": LINES, "tickColor": LINES, "titleFontWeight": "normal"}
    styled_chart = chart.properties(background="white").configure(
        font=FONT,
        view={"stroke": None},
        axis=words | lines,
        legend=words | {"orient": "top"},
        header=words | {"labelFontSize": 13, "labelFontWeight": "bold"},
        title={"color": INK},
        range={"category": list(COLOURS)},
    )
    svg, png = StringIO(), BytesIO()
    styled_chart.save(svg, format="svg")
    styled_chart.save(png, format="png", scale_factor=2)
    yield Plot(name, text(f"lab.plot_{name}"), svg.getvalue(), png.getvalue())


# -- the plots ------------------------------------------------------------------------------------------------------------


def _seats(report: Facts, game: Game) -> Any:
    rows = [
        {
            "at": text("lab.first_player")
            if finding["figure"] == "first"
            else game.seat_name(finding["figure"].partition(":")[2]),
            **_parts(finding),
            **finding["value"],
            "even": 1 / finding["seats"],
        }
        for finding in report["seats"]
    ]
    return _intervals(rows, text("lab.axis_win_share"))


def _bots(report: Facts) -> Any:
    rows = [
        {"at": finding["figure"].partition(":")[2], **_parts(finding), **finding["value"], "even": 1 / finding["seats"]}
        for finding in report["bots"]
    ]
    return _intervals(rows, text("lab.axis_win_share"))


def _ends(report: Facts) -> Any:
    rows = [
        {**_parts(cell), "reason": end["reason"], "games": end["value"], "order": number}
        for cell in report["ends"]
        for number, end in enumerate(cell["reasons"][:MOST_ENDS])
    ]
    if not rows:
        return None
    chart = (
        altair.Chart(_frame(rows), width=WIDTH - 120, height=altair.Step(26))
        .mark_bar()
        .encode(
            x=altair.X("games:Q", title=text("lab.axis_share_of_games"), axis=altair.Axis(format="%")),
            y=altair.Y("part:N", title=None, sort=None),
            color=altair.Color("reason:N", title=text("lab.axis_ended_by"), sort=None),
            order=altair.Order("order:Q"),
        )
    )
    return _facet_by_seats(chart)


def _lengths(report: Facts) -> Any:
    ends = [next((point["round"] for point in cell["by_round"] if point["over"] >= OVER), 0) for cell in report["ends"]]
    last = max(ends, default=0) + 3
    rows = [
        {**_parts(cell), **point}
        for cell in report["ends"]
        for point in [{"round": 0, "over": 0.0}, *cell["by_round"]]
        if point["round"] <= last
    ]
    return _lines(rows, "over", "over", "round") if any(row["round"] for row in rows) else None


def _leaders(report: Facts) -> Any:
    rows = [{**_parts(cell), **point} for cell in report["course"] for point in cell["leaders"] if point["openings"] >= FEW]
    return _lines(rows, "value", "leader", "after_round", band=True) if rows else None


def _worth(report: Facts) -> Any:
    rows = [
        {
            "at": holding["about"],
            **_parts(cell),
            "value": holding["effect"],
            "low": holding["low"],
            "high": holding["high"],
            "even": 0.0,
        }
        for cell in report["worth"]
        for holding in cell["worth"]
    ]
    return _intervals(rows, text("lab.axis_worth"))


def _usage_chart(report: Facts) -> Any:
    actions = {use["kind"] for use in report["uses"] if use["what"] == ACTION}
    often: dict[tuple[str, str], list[float]] = {}
    for use in report["uses"]:
        if use["what"] == ACTION or use["kind"] not in actions:
            often.setdefault((use["what"], use["kind"]), []).append(use["games_with"]["value"])
    # Leave out what nearly every game has; the table lists it.
    telling = [kind for kind in often if min(often[kind]) < COMMON]
    kinds = sorted(telling, key=lambda kind: -max(often[kind]))[:MOST_USES]
    rows = [
        {"at": use["kind"].replace("_", " "), **_parts(use), **use["games_with"], "what": f"{use['what']}s"}
        for kind in kinds
        for use in report["uses"]
        if (use["what"], use["kind"]) == kind
    ]
    if not rows:
        return None
    chart = (
        altair.Chart(_frame(rows), width=WIDTH - 180, height=altair.Step(20))
        .mark_point(filled=True, size=60, opacity=0.9)
        .encode(
            x=altair.X("value:Q", title=text("lab.axis_share_of_games"), axis=altair.Axis(format="%")),
            y=altair.Y("at:N", title=None, sort=list(dict.fromkeys(row["at"] for row in rows))),
            color=altair.Color("part:N", title=None, sort=None),
            shape=altair.Shape("seats:N", title=text("lab.axis_seats"), sort=None),
        )
    )
    facet = altair.Row("what:N", title=None, sort=["actions", "events"], header=UPRIGHT)
    return chart.facet(row=facet).resolve_scale(y="independent")


def _rulings(report: Facts) -> Any:
    compared = [
        finding
        for finding in report["rulings"]
        if finding["difference"] is not None and finding["difference"]["low"] is not None
    ]
    charts = []
    for figure in dict.fromkeys(finding["about"] for finding in compared):
        group = [finding for finding in compared if finding["about"] == figure]
        rows = [
            {
                "at": finding["switched"],
                **_parts(finding),
                **finding["difference"],
                "value": finding["difference"]["effect"],
                "even": 0.0,
            }
            for finding in group
        ]
        axis = altair.Axis(format="+%" if is_share(group[0]["figure"]) else "+f", tickCount=3)
        seats = len({row["seats"] for row in rows})
        chart = _interval_layers(rows, None, axis, (WIDTH - 160) // seats)
        facet = altair.Column("seats:N", title=None, sort=None)
        charts.append(
            chart.facet(column=facet).properties(
                title=altair.Title(text("lab.axis_difference", figure=figure), anchor="start", fontSize=13)
            )
        )
    return altair.vconcat(*charts) if charts else None


# -- shared parts ---------------------------------------------------------------------------------------------------------


def _parts(facts: Mapping[str, Any]) -> Facts:
    return {"part": facts["part"], "seats": text("lab.seats", n=facts["seats"])}


def _frame(rows: Iterable[Facts]) -> polars.DataFrame:
    return polars.DataFrame(list(rows), infer_schema_length=None)


def _facet_by_seats(chart: Any) -> Any:
    return chart.facet(row=altair.Row("seats:N", title=None, sort=None, header=UPRIGHT)).resolve_scale(y="independent")


def _intervals(rows: Sequence[Facts], title: str) -> Any:
    bounded_rows = [row for row in rows if row["low"] is not None]
    if not bounded_rows:
        return None
    return _facet_by_seats(_interval_layers(bounded_rows, title, altair.Axis(format="%")))


def _interval_layers(rows: Sequence[Facts], title: str | None, axis: altair.Axis, width: int = WIDTH - 220) -> Any:
    parts = list(dict.fromkeys(row["part"] for row in rows))
    # Facets only split layers that share the data of the whole chart.
    base = altair.Chart().encode(
        y=altair.Y("at:N", title=None, sort=list(dict.fromkeys(row["at"] for row in rows)), axis=altair.Axis(grid=True)),
        yOffset=altair.YOffset("part:N", sort=parts),
        color=altair.Color("part:N", title=None, sort=parts, legend=altair.Legend() if len(parts) > 1 else None),
    )
    reach = base.mark_rule(strokeWidth=2).encode(
        x=altair.X("low:Q", title=title, axis=axis, scale=altair.Scale(zero=False)), x2="high:Q"
    )
    points = base.mark_point(filled=True, size=70, opacity=1).encode(x="value:Q")
    even = altair.Chart().mark_rule(color="#8a9096", strokeDash=[4, 3]).encode(x="mean(even):Q")
    step = altair.Step(12 if len(parts) > 1 else 16)
    return altair.layer(even, reach, points, data=_frame(rows)).properties(width=width, height=step)


def _lines(rows: Sequence[Facts], field: str, value: str, along: str, band: bool = False) -> Any:
    """Return a line chart over rounds, with the names of its axes."""
    title = text(f"lab.axis_{value}")
    base = altair.Chart().encode(
        x=altair.X("round:Q", title=text(f"lab.axis_{along}"), axis=altair.Axis(tickMinStep=1, format="d")),
        color=altair.Color("part:N", title=None, sort=None),
    )
    percent = altair.Axis(format="%")
    line = base.mark_line(point=band, strokeWidth=2, interpolate="linear" if band else "step-after").encode(
        y=altair.Y(f"{field}:Q", title=title, axis=percent, scale=altair.Scale(domain=[0, 1]))
    )
    layers = [line]
    if band:
        layers.insert(0, base.mark_area(opacity=0.15).encode(y=altair.Y("low:Q", title=title, axis=percent), y2="high:Q"))
    chart = altair.layer(*layers, data=_frame(rows)).properties(width=WIDTH // 2 - 60, height=190)
    return chart.facet(facet=altair.Facet("seats:N", title=None, sort=None), columns=2)
