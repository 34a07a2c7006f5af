"""`kingdoms match`: games between bots, and their results."""

from __future__ import annotations

import json
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from kingdoms.arena.plan import ArenaPlan
from kingdoms.bots import BOTS, ProgramBot
from kingdoms.bots.crash import Crash, wrap_failures
from kingdoms.bots.match import SEED_STEP, close
from kingdoms.bots.match import play as play_match
from kingdoms.bots.opening import RandomOpening
from kingdoms.bots.tally import Tally, label
from kingdoms.cli.studying.arena_report import result_table
from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.console import make_console, say
from kingdoms.cli.terminal.options import OLD_FOLDER, in_json, of_game, with_crash, with_rulings, with_seed
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.rulings import parse_rulings
from kingdoms.texts import text
from kingdoms.texts.numbers import number, percent

MAX_REPORTED = 10
"""How many failures of programs are reported one by one; the rest are only counted."""


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT...", shell_complete=completion.bots)
@of_game
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games to play.")
@click.option(
    "--opening",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Make this many opening decisions at random in each game.",
)
@with_seed
@with_rulings
@with_crash
@click.option("--keep", type=OLD_FOLDER, help="Write a record of each game into this folder.")
@in_json
def match(
    bots: tuple[str, ...],
    name: str,
    games: int,
    opening: int,
    seed: int | None,
    rulings_text: str,
    crash: str,
    keep: Path | None,
    as_json: bool,
) -> int:
    """Play bots against each other, one BOT for each seat, such as: greedy random random (see kingdoms bots).

    The bots rotate through the seats; the games of one rotation share their seed and opening. Ctrl-C ends the match and counts
    the games played so far.
    """
    game = load_game(name, len(bots), parse_rulings(rulings_text))
    for spec in bots:
        BOTS.make(spec, game, 0)
    seed = secrets.randbelow(2**31) if seed is None else seed
    names, failures = label(bots), list[dict[str, object]]()
    plan = ArenaPlan(game.name, game.seats, {}, names, games, seed)
    tally, begun = Tally(list(names)), time.monotonic()
    interrupted = False
    with progress_bar() as progress:
        task = progress.add_task(game.title, total=games)
        try:
            for number, pairing in enumerate(map(plan.pairing, range(games)), 1):
                seating, failed = dict(zip(game.seats, pairing.bots, strict=True)), dict[str, str]()
                specs = {seat: names[player] for seat, player in seating.items()}
                record = play_one(game, specs, pairing.seed, opening, failed, crash == "loses")
                tally.add(record, seating, next(iter(failed)) if failed and crash == "loses" else None)
                for seat, sentence in failed.items():
                    failures.append({"game": number, "seat": seat, "bot": seating[seat], "message": sentence})
                    if len(failures) <= MAX_REPORTED:
                        say(text("report.in_game", number=number, sentence=sentence), err=True)
                if keep is not None:
                    record.save(keep / f"{seed}-{number:0{len(str(games))}}.jsonl")
                progress.advance(task)
        except KeyboardInterrupt:
            interrupted = True
        except OSError as error:
            raise click.ClickException(text("command.not_written_to", path=keep, reason=error.strerror)) from None
    seconds = time.monotonic() - begun
    if as_json:
        facts = {"game": game.name, "seats": list(game.seats), "rulings": dict(game.rulings), "seed": seed, "opening": opening}
        facts |= {"crash": crash, "interrupted": interrupted, "seconds": round(seconds, 3), "failures": failures}
        click.echo(json.dumps(facts | tally.to_json()))
    else:
        report(make_console(), game, tally, seed, seconds, games)
        usual = BOTS.usual(game.name)
        for player, standing in tally.standings.items():
            if standing.crashes:
                say(f"  {text('report.crashes', bot=player, n=standing.crashes)}")
        for player, times in Counter(str(failure["bot"]) for failure in failures if crash != "loses").items():
            say(f"  {text('report.lost_seat', bot=player, usual=usual, times=times, n=tally.games)}")
    return INTERRUPTED if interrupted else 0


def play_one(
    game: Game, bots: Mapping[str, str], seed: int, opening: int, failed: dict[str, str], crash_loses: bool = False
) -> Record:
    """Return the record of one game between bots, by seat, that begins with random decisions.

    If a program loses its seat, or a bot the game by a crash, the reason is added to `failed` by seat.
    """
    players = {seat: BOTS.make(spec, game, seed + SEED_STEP * number) for number, (seat, spec) in enumerate(bots.items(), 1)}
    for seat, bot in players.items():
        if isinstance(bot, ProgramBot):
            bot.report = partial(failed.__setitem__, seat)
    begin = RandomOpening(opening, seed)
    choosers = {seat: wrap_failures(bot) if crash_loses else bot for seat, bot in players.items()}
    try:
        record = play_match(game, {seat: begin.wrap(bot) if opening else bot for seat, bot in choosers.items()}, seed)
    except Crash as error:
        record = error.record or Record(game)
        failed[error.seat] = str(error)
    finally:
        close(*players.values())
    record.players = dict(bots)
    return record


def report(console: Console, game: Game, tally: Tally, seed: int, seconds: float, planned: int) -> None:
    """Print the results."""
    numbers = {"n": tally.games, "planned": planned, "seats": len(game.seats), "seed": seed, "seconds": number(seconds, 1)}
    key = "report.match" if tally.games == planned else "report.part_of_match"
    console.print(text(key, game=game.title, **numbers))
    if not tally.games:
        return
    table = result_table(("bot", "wins", "shared", "share", "confidence"))
    for player, standing in sorted(tally.standings.items(), key=lambda item: -item[1].won):
        share, low, high = (percent(value, 1) for value in tally.share(player))
        table.add_row(
            Text(f"  {player}"), str(standing.wins), str(standing.shared), share, text("report.interval", low=low, high=high)
        )
    console.print(table)
    seats = ", ".join(f"{game.seat_name(seat)} {won:g}" for seat, won in ((s, round(w, 2)) for s, w in tally.by_seat.items()))
    reasons = ", ".join(f"{reason} {times}" for reason, times in tally.reasons.most_common())
    console.print(f"  {text('report.by_seat', seats=seats)}")
    console.print(f"  {text('report.by_reason', reasons=reasons, n=number(tally.actions / tally.games))}")
    if tally.distinct_games < tally.games:
        console.print(f"  {text('report.alike', n=tally.distinct_games)}")
