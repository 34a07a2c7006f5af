"""`kingdoms admin ratings`: finds arranged games, and takes games out of the ratings."""

from __future__ import annotations

import click

from kingdoms.cli.console import say
from kingdoms.cli.lazy import Group
from kingdoms.cli.operating import day, echo, in_json, of_a_server, offer_visitors, run, show_table
from kingdoms.server.admin import ratings as stored
from kingdoms.server.ratings.store import ANNULLED, COUNTED
from kingdoms.server.settings import Settings
from kingdoms.texts import text


@click.group(cls=Group)
def ratings() -> None:
    """Find arranged games, annul rated games, and count them again."""


@ratings.command()
@click.option("--days", type=click.IntRange(min=1), default=30, show_default=True, help="How far back to look.")
@click.option("--most", type=click.IntRange(min=1), default=50, show_default=True, help="List at most this many pairs.")
@in_json
@of_a_server
def suspicious(days: int, most: int, as_json: bool, settings: Settings) -> None:
    """List pairs of people of whom one has won nearly all of their rated games."""
    found = run(settings, lambda database: stored.suspicious_pairs(database, days=days, most=most))
    if as_json:
        for each in found:
            echo(each)
        return
    rows = (
        (
            each["winner"]["name"] or each["winner"]["id"],
            each["loser"]["name"] or each["loser"]["id"],
            f"{each['game']}, {each['seats']}",
            f"{each['points']:g} of {each['games']}",
            str(each["left_early"]),
            str(each["same_address"]),
            day(each["last"]),
        )
        for each in found
    )
    if found:
        show_table(("winner", "loser", "pool", "points", "left_early", "same_address", "last"), rows)
    say(text("admin.pairs", n=len(found)))


@ratings.command()
@click.argument("one", metavar="ID", shell_complete=offer_visitors)
@click.argument("other", metavar="ID", shell_complete=offer_visitors)
@in_json
@of_a_server
def games(one: str, other: str, as_json: bool, settings: Settings) -> None:
    """List the rated games that two people have played."""
    found = run(settings, lambda database: stored.games_between(database, one, other))
    if as_json:
        for each in found:
            echo(each)
        return
    rows = (
        (
            each["id"],
            f"{each['game']}, {each['seats']}",
            day(each["at"]),
            f"{each['share']:g} : {each['others']:g}",
            each["status"],
        )
        for each in found
    )
    if found:
        show_table(("id", "pool", "moved", "result", "status"), rows)
    say(text("admin.rated_games", n=len(found)))


@ratings.command()
@click.argument("game_ids", nargs=-1, required=True, metavar="ID...")
@click.option("--undo", is_flag=True, help="Count annulled games again.")
@in_json
@of_a_server
def annul(game_ids: tuple[str, ...], undo: bool, as_json: bool, settings: Settings) -> None:
    """Annul rated games: the ratings are computed again, as if these games had never been played."""
    status = COUNTED if undo else ANNULLED
    counted = run(settings, lambda database: stored.annul(database, game_ids, status=status))
    if as_json:
        echo({"games": list(game_ids), "status": status, "counted": counted})
        return
    say(text("admin.counted_again" if undo else "admin.annulled", n=len(set(game_ids))))
