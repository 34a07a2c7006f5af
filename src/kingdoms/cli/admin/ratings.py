"""`kingdoms admin ratings`: finds arranged games, and takes games out of the ratings."""

from __future__ import annotations

import click

from kingdoms.cli.admin.command import answer, answer_list, day, offer_visitors, run, server_command, server_options
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.server.admin import ratings as stored
from kingdoms.server.admin import suspicion
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.ratings.store import ANNULLED, COUNTED
from kingdoms.texts import text
from kingdoms.texts.numbers import percent


@click.group(cls=CommandGroup)
def ratings() -> None:
    """Find arranged games, annul rated games, and count them again."""


@ratings.command()
@click.option("--days", type=click.IntRange(min=1), default=30, show_default=True, help="How far back to look.")
@click.option("--most", type=click.IntRange(min=1), default=50, show_default=True, help="List at most this many groups.")
@server_options
def suspicious(days: int, most: int, as_json: bool, settings: ServerSettings) -> None:
    """List people who have won nearly all rated games against a group of others."""
    groups = run(settings, lambda database: suspicion.suspicious_groups(database, days=days, most=most))
    rows = (
        (
            group["winner"]["name"] or group["winner"]["id"],
            suspicion.names_of_losers(group),
            f"{group['game']}, {group['seats']}",
            f"{group['points']:g} of {group['games']}",
            percent(group["of_all_points"]),
            str(group["left_early"]),
            str(group["same_address"]),
            str(group["one_site"]),
            day(group["last"]),
        )
        for group in groups
    )
    columns = ("winner", "losers", "pool", "points", "of_all_points", "left_early", "same_address", "one_site", "last")
    answer_list(as_json, groups, columns, rows, "admin.groups")


@ratings.command()
@click.argument("visitor_id", metavar="ID", shell_complete=offer_visitors)
@click.argument("opponent_id", metavar="ID", shell_complete=offer_visitors)
@server_options
def games(visitor_id: str, opponent_id: str, as_json: bool, settings: ServerSettings) -> None:
    """List the rated games that two people have played."""
    rated_games = run(settings, lambda database: stored.games_between(database, visitor_id, opponent_id))
    rows = (
        (
            game["id"],
            f"{game['game']}, {game['seats']}",
            day(game["at"]),
            f"{game['share']:g} : {game['others']:g}",
            game["status"],
        )
        for game in rated_games
    )
    answer_list(as_json, rated_games, ("id", "pool", "moved", "result", "status"), rows, "admin.rated_games")


@ratings.command()
@click.argument("game_ids", nargs=-1, metavar="ID...")
@click.option("--undo", is_flag=True, help="Count annulled games again.")
@click.option(
    "--group", metavar="ID", shell_complete=offer_visitors, help="Annul all suspicious games of this winner's groups."
)
@click.option("--days", type=click.IntRange(min=1), default=30, show_default=True, help="With --group: how far back to look.")
@server_command
def annul(game_ids: tuple[str, ...], undo: bool, group: str | None, days: int, as_json: bool, settings: ServerSettings) -> None:
    """Annul rated games: the ratings are computed again, as if these games had never been played."""
    if bool(game_ids) == (group is not None) or (undo and group is not None):
        raise click.UsageError(text("admin.annul_what"))
    status = COUNTED if undo else ANNULLED
    if group is not None:
        annulled, counted = run(settings, lambda database: stored.annul_group(database, group, days=days))
    else:
        annulled, counted = list(game_ids), run(settings, lambda database: stored.annul(database, game_ids, status=status))
    sentence = text("admin.counted_again" if undo else "admin.annulled", n=len(set(annulled)))
    answer(as_json, {"games": annulled, "status": status, "counted": counted}, sentence)
