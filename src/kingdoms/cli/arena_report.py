"""The report of an arena as text."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms.cli.console import print_sentence
from kingdoms.core.game import Game

Facts = dict[str, Any]


def show(console: Console, game: Game, found: Facts) -> None:
    """Print the report from `kingdoms.arena.counting.report`.

    Args:
        console: the console.
        game: the game.
        found: the report, with the folder of the games.
    """
    plan = found["plan"]
    some = "" if found["games"] + found["failures"] == plan["games"] else f" of {plan['games']:,}"
    games = _number(found["games"], "game")
    openings = _number(found["openings"], "opening")
    sentence = f"{game.title}: {games}{some} at {len(plan['seats'])} seats, on {openings}, seed {plan['seed']}."
    print_sentence(console, sentence, indent=0)
    if found["games"]:
        _show_bots(console, found)
        _show_pairs(console, found)
        seats = ", ".join(f"{game.seat_name(each['seat'])} {_share(each)}" for each in found["seats"])
        print_sentence(console, f"Won by seat: {seats}.")
        rounds = "" if found["rounds"] is None else f" {found['rounds']:.1f} rounds and"
        ends = ", ".join(f"{reason} {times:,}" for reason, times in found["reasons"].items())
        print_sentence(console, f"Ended by: {ends};{rounds} {found['actions']:.0f} actions a game.")
    for sentence in _notes(found):
        print_sentence(console, sentence)
    if found["test"] is not None:
        print_sentence(console, verdict(found), style="bold")
    print_sentence(console, f"The games are in {found['folder']}.")


def _show_bots(console: Console, found: Facts) -> None:
    """Print the results of each bot."""
    table = _table(("  bot", "games", "share", "95% interval", "rating", "ms"))
    for each in found["bots"]:
        rating = f"{each['rating']:.1f} ± {2 * each['rating_sigma']:.1f}" if len(found["bots"]) > 1 else ""
        table.add_row(
            Text(f"  {each['bot']}"), f"{each['games']:,}", _percent(each["share"]), _interval(each), rating, _ms(each["ms"])
        )
    console.print(table)
    fair = f"A bot as strong as the others has {_percent(found['fair_share'])} of the points of each seat it holds."
    print_sentence(console, fair, style="dim")


def _show_pairs(console: Console, found: Facts) -> None:
    """Print the results of each pair of bots; with only two bots, the table of bots has them already."""
    labels = [each["bot"] for each in found["bots"]]
    if len(labels) < 3:
        return
    parts = {(each["bot"], each["against"]): each for each in found["pairs"]}
    table = _table(("  of what both won", "against", "part", "95% interval"))
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
            times = _number(each["lost_seats"], "time")
            notes.append(f"{each['bot']} has failed and lost its seat {times}; these games count as its own.")
    if found["failures"]:
        named = "; ".join(f"{each['number']}: {each['trouble']}" for each in found["failed"])
        more = "" if found["failures"] == len(found["failed"]) else "; and others"
        notes.append(f"{_number(found['failures'], 'game')} could not be played, and count for nobody ({named}{more}).")
    if len(found["versions"]) > 1:
        notes.append(f"Played by several versions of this package: {', '.join(found['versions'])}.")
    return notes


def verdict(found: Facts) -> str:
    """Return the verdict of the sequential test as a sentence."""
    test, plan = found["test"], found["plan"]
    bot = next(iter(plan["bots"]))
    margin = f"{100 * test['margin']:g} points"
    if not test["openings"]:
        return f"Whether {bot} is stronger is open: no opening has all its games yet."
    after = (
        f"after {_number(test['openings'], 'opening')}, with {_percent(test['share'])} where {_percent(test['fair'])} is even"
    )
    ratio = f"log-likelihood ratio {test['log_likelihood_ratio']:.2f}, bounds ±{test['bound']:.2f}"
    if test["verdict"] == "stronger":
        return f"Sure: {bot} is stronger than the others, {after} ({ratio})."
    if test["verdict"] == "not stronger":
        return f"Sure: {bot} is not stronger than the others by {margin}, {after} ({ratio})."
    return f"Not sure whether {bot} is stronger than the others by {margin}, {after} ({ratio}): more games may tell."


def _table(headings: tuple[str, ...]) -> Table:
    """Return a table with these headings; columns of names are aligned left."""
    table = Table.grid(padding=(0, 2))
    for heading in headings:
        table.add_column(justify="left" if heading.startswith("  ") or heading == "against" else "right")
    table.add_row(*(Text(heading, "dim") for heading in headings))
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
    return f"{100 * each['low']:.1f} to {_percent(each['high'])}"


def _ms(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}" if value >= 10 else f"{value:.2f}"


def _number(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
