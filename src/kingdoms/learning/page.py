"""The report on a training as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kingdoms.learning.plan import TrainingPlan
from kingdoms.templates import render

WIDTH: Final = 640
HEIGHT: Final = 240
LEFT: Final = 56
RIGHT: Final = 170
EDGE: Final = 28
COLOURS: Final = ("var(--first)", "var(--second)", "var(--quiet)")

Facts = Mapping[str, Any]


def page(plan: TrainingPlan, rounds: Sequence[Facts]) -> str:
    """Return the report on the finished rounds of a training as HTML.

    Args:
        plan: the plan of the training.
        rounds: the facts about each round, as in `report.json`.
    """
    shares = [100 * facts["match"]["share"] if "match" in facts else None for facts in rounds]
    charts = {
        "loss": curves({name: [facts[name] for facts in rounds] for name in ("net", "hand", "even")}),
        "matches": curves({"share": shares, "even": [100 / plan.seats] * len(rounds)} if any(shares) else {}),
        "epochs": curves({"net": rounds[-1].get("epochs", [])}),
    }
    return render("kingdoms.learning", "report.html", plan=plan, rounds=rounds, charts=charts)


def curves(lines: Mapping[str, Sequence[float | None]]) -> Facts | None:
    """Return lines over whole numbers from 1 as the parts of a picture, each with its name at its end; None without values.

    Args:
        lines: the values by name; None where one is missing.
    """
    values = [value for line in lines.values() for value in line if value is not None]
    if not values:
        return None
    count = max(len(line) for line in lines.values())
    margin = 0.05 * (max(values) - min(values) or 1)
    low, high = min(values) - margin, max(values) + margin

    def x(number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ((number - 1) / (count - 1) if count > 1 else 0.5)

    def y(value: float) -> float:
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low)

    drawn: list[Facts] = []
    for colour, (name, line) in zip(COLOURS, lines.items()):
        points = [(x(number), y(value)) for number, value in enumerate(line, 1) if value is not None]
        if not points:
            continue
        end = points[-1][1] + 4
        while any(abs(end - drawn_line["end"]) < 14 for drawn_line in drawn):  # names don't cover each other
            end += 14
        last = next(value for value in reversed(line) if value is not None)
        drawn.append({"name": name, "colour": colour, "points": points, "end": end, "last": last})
    ticks = [(y(tick), tick) for tick in (low + part * (high - low) / 4 for part in range(5))]
    size = {"left": LEFT, "right": WIDTH - RIGHT, "width": WIDTH, "height": HEIGHT}
    return {"lines": drawn, "ticks": ticks, "ends": {1: x(1), count: x(count)}, **size}
