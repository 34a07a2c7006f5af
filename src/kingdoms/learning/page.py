"""The report on a training as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from kingdoms.learning.plan import Plan

STYLE: Final = """
:root { color-scheme: light dark; --ink: #24292e; --quiet: #57606a; --line: #d8dcdf; --net: #0b5fa5; --hand: #a5480b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ea; --quiet: #a3abb2; --line: #3c4349; --net: #6cb6f5; --hand: #f0a26c; } body { background: #1c2024; }
}
body { font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", Arial, sans-serif; color: var(--ink); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin-top: 2.5rem; } p { margin: .5rem 0; }
code { overflow-wrap: anywhere; } svg { max-width: 100%; height: auto; display: block; }
svg text { font-size: 12px; fill: var(--quiet); } .wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem 1.2rem .3rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
"""
WIDTH: Final = 640
HEIGHT: Final = 240
LEFT: Final = 56
RIGHT: Final = 130
EDGE: Final = 28
COLOURS: Final = ("var(--net)", "var(--hand)", "var(--quiet)")

Facts = Mapping[str, Any]


def page(plan: Plan, rounds: Sequence[Facts]) -> str:
    """Return the report on the finished rounds of a training as HTML.

    Args:
        plan: the plan of the training.
        rounds: the facts about each round, as in `report.json`.
    """
    title = escape(f"{plan.rules.title}, {plan.seats} seats: training of a net")
    body = [
        f"<h1>{title}</h1><p>{len(rounds)} of {plan.rounds} rounds of {plan.games:,} games, seed {plan.seed}.</p>"
        f"<p><code>{escape(plan.command)}</code></p>",
        "<h2>Log loss on held-out games</h2><p>Each round has its own held-out games: compare the lines, not the rounds.</p>",
        curves({name: [facts[name] for facts in rounds] for name in ("net", "hand", "even")}, "round"),
    ]
    if any("match" in facts for facts in rounds):
        shares = [100 * facts["match"]["share"] if "match" in facts else None for facts in rounds]
        body += [
            "<h2>Matches against the best net before</h2><p>The share of the points, in percent; in the first round against "
            "the hand-made evaluation, or the net that the training started from. A net that is not better stays behind.</p>",
            curves({"share": shares, "even": [100 / plan.seats] * len(rounds)}, "round"),
        ]
    last = rounds[-1].get("epochs", [])
    body += [
        "<h2>Log loss by epoch, last round</h2><p>On the games that choose the best epoch.</p>",
        curves({"net": last}, "epoch"),
        "<h2>All rounds</h2>",
        _table(rounds),
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body>{''.join(body)}</body></html>\n"
    )


def curves(lines: Mapping[str, Sequence[float | None]], along: str) -> str:
    """Return lines over whole numbers from 1 as an SVG picture, each with its name at its end.

    Args:
        lines: the values by name; None where one is missing.
        along: what the numbers count.
    """
    known = [value for values in lines.values() for value in values if value is not None]
    if not known:
        return "<p>None.</p>"
    count = max(len(values) for values in lines.values())
    low, high = min(known), max(known)
    low, high = low - 0.05 * (high - low or 1), high + 0.05 * (high - low or 1)

    def x(number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ((number - 1) / (count - 1) if count > 1 else 0.5)

    def y(value: float) -> float:
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low)

    parts = [
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" stroke="var(--line)"/>'
        f'<text x="{LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:.4g}</text>'
        for tick in (low + part * (high - low) / 4 for part in range(5))
    ]
    parts += [
        f'<text x="{x(number):.1f}" y="{HEIGHT - 6}" text-anchor="middle">{along} {number}</text>' for number in {1, count}
    ]
    ends: list[float] = []
    for colour, (name, values) in zip(COLOURS, lines.items()):
        points = [(x(number), y(value)) for number, value in enumerate(values, 1) if value is not None]
        if not points:
            continue
        drawn = " ".join(f"{one:.1f},{other:.1f}" for one, other in points)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{one:.1f}" cy="{other:.1f}" r="3" fill="{colour}"/>' for one, other in points]
        end = points[-1][1] + 4
        while any(abs(end - other) < 14 for other in ends):  # names don't cover each other
            end += 14
        ends.append(end)
        last = next(value for value in reversed(values) if value is not None)
        parts.append(f'<text x="{points[-1][0] + 8:.1f}" y="{end:.1f}">{escape(name)} {last:.4g}</text>')
    said = ", ".join(lines)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(said)} by {along}" '
        f'width="{WIDTH}" height="{HEIGHT}">{"".join(parts)}</svg>'
    )


def _table(rounds: Sequence[Facts]) -> str:
    """Return the facts of all rounds as a table."""
    heads = ("round", "samples", "held out", "net", "hand", "even", "openings", "share", "goes on")
    rows = []
    for facts in rounds:
        match = facts.get("match")
        told = (
            (match["openings"], f"{100 * match['share']:.1f}%", "yes" if match["better"] else "no")
            if match
            else ("", "", "yes")
        )
        cells = (
            facts["round"],
            f"{facts['samples']:,}",
            f"{facts['held_out']:,}",
            facts["net"],
            facts["hand"],
            facts["even"],
            *told,
        )
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    head = "".join(f"<th>{name}</th>" for name in heads)
    return f'<div class="wide"><table><tr>{head}</tr>{"".join(f"<tr>{row}</tr>" for row in rows)}</table></div>'
