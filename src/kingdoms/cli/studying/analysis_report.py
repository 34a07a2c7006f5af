"""The output of `kingdoms analyse` as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms.analysis.findings import Analysis, Decision, Review, Standing
from kingdoms.cli.terminal.console import print_line, print_sentence
from kingdoms.core.record import Record
from kingdoms.core.view import View
from kingdoms.texts import listing, text
from kingdoms.texts.numbers import number, percent

BARS = "▁▂▃▄▅▆▇█"
DIGITS = "01234567"
"""Replaces the bars on consoles that are not UTF-8."""
WIDEST = 72
"""The width of a graph, in columns."""


def print_analysis(console: Console, view: View, analysis: Analysis) -> None:
    """Print the best choices in a position, and the expected line."""
    game = view.game
    console.print(view.question, style="bold")
    print_sentence(console, _budget(analysis), indent=0)
    chances = ", ".join(f"{game.seat_names[seat]} {percent(chance)}" for seat, chance in analysis.chances.items())
    sure = f" ({text('report.proven')})" if analysis.proven else f" (± {percent(analysis.spread)})"
    console.print(text("report.chances", chances=chances, sure=sure))
    console.print()
    table = _table("choice", "", "visits", "chance", "")
    for option in analysis.options:
        sure = text("report.proven") if option.proven else f"± {percent(option.spread)}"
        chance = percent(option.chances[analysis.to_move])
        table.add_row(Text(option.action, "bold"), Text(option.words), number(option.visits), chance, Text(sure, "dim"))
    console.print(table)
    console.print()
    console.print(text("report.expected"))
    print_line(console, analysis.line)


def print_review(console: Console, record: Record, review: Review, most: int) -> None:
    """Print the turning points of a game."""
    names = record.game.seat_names
    outcome = record.state.outcome()
    winners = listing([names[seat] for seat in outcome.winners]) if outcome else ""
    key = "report.game" if outcome else "report.unfinished_game"
    ended = text(key, game=record.game.title, n=review.entries, winners=winners)
    part, seat_suffix = "" if review.finished else "_part", "_of" if review.seat else ""
    holes = {"n": review.total, "reviewed": len(review.decisions), "seat": names[review.seat] if review.seat else ""}
    console.print(f"{ended} {text(f'report.reviewed{part}{seat_suffix}', **holes)}")
    if not review.decisions:
        return
    points = review.turning_points(most)
    _print_course(console, names, review, points)
    console.print()
    if not points:
        console.print(text("report.no_points"))
        return
    console.print(text("report.points"))
    table = _table("entry", "by", "chance", "", "cost", "chosen")
    for point in points:
        before, after = percent(point.before.chances[point.by]), percent(point.after.chances[point.by])
        chosen = Text.assemble((point.action, "bold"), f": {point.words}")
        cost = f"{number(100 * point.loss)} ± {number(100 * point.doubt)}"
        table.add_row(str(point.number), names[point.by], before, text("report.to", chance=after), cost, chosen)
        option = point.before.best
        better = Text.assemble((f"{text('report.better')} ", "dim"), (option.action, "bold"), f": {option.words}")
        table.add_row(*[""] * 5, better)
    console.print(table)
    for point in points:
        console.print()
        console.print(text("report.in_place", number=point.number))
        print_line(console, point.before.line)
        if point.gains:
            print_sentence(console, text("report.gains"), indent=0)
            for gain in point.gains:
                print_sentence(console, gain.text)


def _print_course(console: Console, names: Mapping[str, str], review: Review, points: Sequence[Decision]) -> None:
    """Print the win chances of each seat as a graph, with marks below the turning points."""
    wide = max(len(names[seat]) for seat in review.seats)
    columns = max(1, min(WIDEST, console.width - wide - 14, review.entries + 1))
    course, last = review.course, max(1, review.entries)
    spots = [round(standing.number * (columns - 1) / last) for standing in course]
    bars = BARS if console.encoding.lower().startswith("utf") else DIGITS
    console.print()
    for seat in review.seats:
        line = Text(f"{names[seat]:>{wide}} ")
        line.append("".join(_bar(bars, _standing_at(column, spots, course), seat) for column in range(columns)), "cyan")
        line.append(f" {percent(course[-1].chances[seat])}")
        console.print(line, soft_wrap=True)
    marks = [" "] * columns
    for point in points:
        marks[round((point.number - 1) * (columns - 1) / last)] = "^"
    console.print(Text(" " * (wide + 1) + "".join(marks), "red"), soft_wrap=True)


def _standing_at(column: int, spots: Sequence[int], course: Sequence[Standing]) -> Standing | None:
    """Return the standing shown in a column, the last one up to there; None after the end of the course."""
    standings = [standing for spot, standing in zip(spots, course, strict=True) if spot <= column]
    return standings[-1] if standings and column <= spots[-1] else None


def _bar(bars: str, standing: Standing | None, seat: str) -> str:
    if standing is None:
        return " "
    return bars[min(len(bars) - 1, int(standing.chances[seat] * len(bars)))]


def _table(*columns: str) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(justify="right" if column in ("entry", "visits", "chance", "cost") else "left")
    table.add_row(*(Text(text(f"report.{column}") if column else "", "dim") for column in columns))
    return table


def _budget(analysis: Analysis) -> str:
    holes = {"n": analysis.visits, "number": number(analysis.visits), "seconds": number(analysis.seconds, 1)}
    ends = analysis.stopped if analysis.stopped in ("stopped", "proven") else "searched"
    return text(f"report.{ends}_after", **holes)
