"""The report of an arena as text."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms.cli.console import print_sentence
from kingdoms.core.game import Game
from kingdoms.texts import text

Facts = dict[str, Any]


def show(console: Console, game: Game, found: Facts) -> None:
    """Print the report from `kingdoms.arena.counting.report`.

    Args:
        console: the console.
        game: the game.
        found: the report, with the folder of the games.
    """
    plan = found["plan"]
    over = found["games"] + found["failures"]
    key = "report.arena" if over == plan["games"] else "report.part_of_arena"
    counted = {what: _counted(what, found[what]) for what in ("games", "openings")}
    planned = {"planned": f"{plan['games']:,}", "seats": len(plan["seats"]), "seed": plan["seed"]}
    print_sentence(console, text(key, game=game.title, **counted, **planned), indent=0)
    if found["games"]:
        _show_bots(console, found)
        _show_pairs(console, found)
        seats = ", ".join(f"{game.seat_name(each['seat'])} {_share(each)}" for each in found["seats"])
        print_sentence(console, text("report.by_seat", seats=seats))
        ends = ", ".join(f"{reason} {times:,}" for reason, times in found["reasons"].items())
        numbers = {"ends": ends, "actions": f"{found['actions']:.0f}"}
        if found["rounds"] is None:
            print_sentence(console, text("report.ended", **numbers))
        else:
            print_sentence(console, text("report.ended_with_rounds", rounds=f"{found['rounds']:.1f}", **numbers))
    for sentence in _notes(found):
        print_sentence(console, sentence)
    if found["test"] is not None:
        print_sentence(console, verdict(found), style="bold")
    print_sentence(console, text("report.folder", folder=found["folder"]))


def _show_bots(console: Console, found: Facts) -> None:
    """Print the results of each bot."""
    table = _table(("bot", "number", "share", "confidence", "rating", "ms"))
    for each in found["bots"]:
        rating = f"{each['rating']:.1f} ± {2 * each['rating_sigma']:.1f}" if len(found["bots"]) > 1 else ""
        table.add_row(
            Text(f"  {each['bot']}"), f"{each['games']:,}", _percent(each["share"]), _interval(each), rating, _ms(each["ms"])
        )
    console.print(table)
    fair = text("report.fair_share", share=_percent(found["fair_share"]))
    print_sentence(console, fair, style="dim")


def _show_pairs(console: Console, found: Facts) -> None:
    """Print the results of each pair of bots; with only two bots, the table of bots has them already."""
    labels = [each["bot"] for each in found["bots"]]
    if len(labels) < 3:
        return
    parts = {(each["bot"], each["against"]): each for each in found["pairs"]}
    table = _table(("bot", "against", "part", "confidence"))
    for i, one in enumerate(labels):
        for other in labels[i + 1 :]:
            each = parts.get((one, other)) or _reversed(parts[other, one])
            if each["share"] is not None:
                table.add_row(Text(f"  {one}"), Text(other), _percent(each["share"]), _interval(each))
    console.print(table)


def _notes(found: Facts) -> list[str]:
    """Return the notes on failures and versions."""
    notes = []
    for each in found["bots"]:
        if each["lost_seats"]:
            times = _counted("times", each["lost_seats"])
            notes.append(text("report.failed", bot=each["bot"], times=times))
        if each["crashes"]:
            notes.append(text("report.crashes", bot=each["bot"], n=each["crashes"]))
    if found["failures"]:
        named = "; ".join(f"{each['number']}: {each['trouble']}" for each in found["failed"])
        key = "report.not_played" if found["failures"] == len(found["failed"]) else "report.not_played_either"
        notes.append(text(key, games=_counted("games", found["failures"]), named=named))
    if len(found["versions"]) > 1:
        notes.append(text("report.versions", versions=", ".join(found["versions"])))
    return notes


def verdict(found: Facts) -> str:
    """Return the verdict of the sequential test as a sentence."""
    test, plan = found["test"], found["plan"]
    bot = next(iter(plan["bots"]))
    margin = text("report.margin", points=f"{100 * test['margin']:g}")
    if not test["openings"]:
        return text("report.open")
    shares = {"share": _percent(test["share"]), "even": _percent(test["fair"])}
    after = text("report.after", openings=_counted("openings", test["openings"]), **shares)
    ratio = text("report.ratio", ratio=f"{test['log_likelihood_ratio']:.2f}", bound=f"{test['bound']:.2f}")
    if test["verdict"] == "stronger":
        return text("report.stronger", bot=bot, after=after, ratio=ratio)
    if test["verdict"] == "not stronger":
        return text("report.not_stronger", bot=bot, margin=margin, after=after, ratio=ratio)
    return text("report.not_sure", bot=bot, margin=margin, after=after, ratio=ratio)


def _table(headings: tuple[str, ...]) -> Table:
    """Return a table with the headings of these names; columns of names are aligned left."""
    table = Table.grid(padding=(0, 2))
    for heading in headings:
        table.add_column(justify="left" if heading in ("bot", "against") else "right")
    first, *others = (text(f"report.{heading}") for heading in headings)
    table.add_row(*(Text(heading, "dim") for heading in (f"  {first}", *others)))
    return table


def _reversed(pair: Facts) -> Facts:
    """Return a pair's result from the other bot's side."""
    if pair["share"] is None:
        return pair
    return {"share": 1 - pair["share"], "low": 1 - pair["high"], "high": 1 - pair["low"]}


def _share(each: Facts) -> str:
    return f"{_percent(each['share'])} ({_interval(each)})"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}%"


def _interval(each: Facts) -> str:
    return text("report.interval", low=f"{100 * each['low']:.1f}", high=_percent(each["high"]))


def _ms(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}" if value >= 10 else f"{value:.2f}"


def _counted(what: str, number: int) -> str:
    return text(f"report.{what}", n=number, number=f"{number:,}")
