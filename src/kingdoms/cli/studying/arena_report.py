"""The report of an arena as text."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms.cli.terminal.console import print_sentence
from kingdoms.core.game import Game
from kingdoms.texts import text
from kingdoms.texts.numbers import number, percent

Facts = dict[str, Any]


def show(console: Console, game: Game, results: Facts) -> None:
    """Print the report from `kingdoms.arena.counting.report`.

    Args:
        console: the console.
        game: the game.
        results: the report, with the folder of the games.
    """
    plan = results["plan"]
    over = results["games"] + results["failures"]
    key = "report.arena" if over == plan["games"] else "report.part_of_arena"
    counted = {name: _count_text(name, results[name]) for name in ("games", "openings")}
    planned = {"planned": number(plan["games"]), "seats": len(plan["seats"]), "seed": plan["seed"]}
    print_sentence(console, text(key, game=game.title, **counted, **planned), indent=0)
    if results["games"]:
        _show_bots(console, results)
        _show_pairs(console, results)
        seats = ", ".join(f"{game.seat_name(standing['seat'])} {_share(standing)}" for standing in results["seats"])
        print_sentence(console, text("report.by_seat", seats=seats))
        ends = ", ".join(f"{reason} {number(times)}" for reason, times in results["reasons"].items())
        numbers = {"ends": ends, "actions": number(results["actions"])}
        if results["rounds"] is None:
            print_sentence(console, text("report.ended", **numbers))
        else:
            print_sentence(console, text("report.ended_with_rounds", rounds=number(results["rounds"], 1), **numbers))
    for sentence in _notes(results):
        print_sentence(console, sentence)
    if results["test"] is not None:
        print_sentence(console, verdict(results), style="bold")
    print_sentence(console, text("report.folder", folder=results["folder"]))


def _show_bots(console: Console, results: Facts) -> None:
    table = result_table(("bot", "number", "share", "confidence", "rating", "ms"))
    for standing in results["bots"]:
        rating = (
            f"{number(standing['rating'], 1)} ± {number(2 * standing['rating_sigma'], 1)}" if len(results["bots"]) > 1 else ""
        )
        table.add_row(
            Text(f"  {standing['bot']}"),
            number(standing["games"]),
            _percent(standing["share"]),
            _interval(standing),
            rating,
            _milliseconds(standing["ms"]),
        )
    console.print(table)
    fair = text("report.fair_share", share=_percent(results["fair_share"]))
    print_sentence(console, fair, style="dim")


def _show_pairs(console: Console, results: Facts) -> None:
    """Print the results of each pair of bots; with only two bots, the table of bots has them already."""
    labels = [standing["bot"] for standing in results["bots"]]
    if len(labels) < 3:
        return
    parts = {(pair["bot"], pair["against"]): pair for pair in results["pairs"]}
    table = result_table(("bot", "against", "part", "confidence"))
    for i, first in enumerate(labels):
        for second in labels[i + 1 :]:
            pair = parts.get((first, second)) or _reverse(parts[second, first])
            if pair["share"] is not None:
                table.add_row(Text(f"  {first}"), Text(second), _percent(pair["share"]), _interval(pair))
    console.print(table)


def _notes(results: Facts) -> list[str]:
    notes = []
    for standing in results["bots"]:
        if standing["lost_seats"]:
            times = _count_text("times", standing["lost_seats"])
            notes.append(text("report.failed", bot=standing["bot"], times=times))
        if standing["crashes"]:
            notes.append(text("report.crashes", bot=standing["bot"], n=standing["crashes"]))
    if results["failures"]:
        named = "; ".join(f"{failure['number']}: {failure['trouble']}" for failure in results["failed"])
        key = "report.not_played" if results["failures"] == len(results["failed"]) else "report.not_played_either"
        notes.append(text(key, games=_count_text("games", results["failures"]), named=named))
    if len(results["versions"]) > 1:
        notes.append(text("report.versions", versions=", ".join(results["versions"])))
    return notes


def verdict(results: Facts) -> str:
    """Return the verdict of the sequential test as a sentence."""
    test, plan = results["test"], results["plan"]
    bot = next(iter(plan["bots"]))
    margin = text("report.margin", points=f"{100 * test['margin']:g}")
    if not test["openings"]:
        return text("report.open")
    shares = {"share": _percent(test["share"]), "even": _percent(test["fair"])}
    after = text("report.after", openings=_count_text("openings", test["openings"]), **shares)
    ratio = text("report.ratio", ratio=number(test["log_likelihood_ratio"], 2), bound=number(test["bound"], 2))
    if test["verdict"] == "stronger":
        return text("report.stronger", bot=bot, after=after, ratio=ratio)
    if test["verdict"] == "not stronger":
        return text("report.not_stronger", bot=bot, margin=margin, after=after, ratio=ratio)
    return text("report.not_sure", bot=bot, margin=margin, after=after, ratio=ratio)


def result_table(headings: tuple[str, ...]) -> Table:
    """Return a table with the headings of these names; columns of names are aligned left."""
    table = Table.grid(padding=(0, 2))
    for heading in headings:
        table.add_column(justify="left" if heading in ("bot", "against") else "right")
    first, *rest = (text(f"report.{heading}") for heading in headings)
    table.add_row(*(Text(heading, "dim") for heading in (f"  {first}", *rest)))
    return table


def _reverse(pair: Facts) -> Facts:
    """Return a pair's result from the other bot's side."""
    if pair["share"] is None:
        return pair
    return {"share": 1 - pair["share"], "low": 1 - pair["high"], "high": 1 - pair["low"]}


def _share(standing: Facts) -> str:
    return f"{_percent(standing['share'])} ({_interval(standing)})"


def _percent(value: float | None) -> str:
    return "" if value is None else percent(value, 1)


def _interval(standing: Facts) -> str:
    return text("report.interval", low=number(100 * standing["low"], 1), high=_percent(standing["high"]))


def _milliseconds(value: float | None) -> str:
    return "" if value is None else number(value) if value >= 10 else number(value, 2)


def _count_text(name: str, count: int) -> str:
    return text(f"report.{name}", n=count, number=number(count))
