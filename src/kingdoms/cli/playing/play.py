"""`kingdoms play`: a game between people and bots."""

from __future__ import annotations

import csv
import io
import math
import secrets
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from rich.text import Text

from kingdoms.bots import BOTS
from kingdoms.bots.match import ROUNDS
from kingdoms.bots.program import NAME as PROGRAM
from kingdoms.cli.playing.saved import games_folder, last_game, new_path, open_game
from kingdoms.cli.playing.session import TerminalSession, player_title
from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.console import make_console, say
from kingdoms.cli.terminal.options import FOLDER, with_rulings, with_seed
from kingdoms.core.errors import SeatsError
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import game_class, game_names, load_game
from kingdoms.core.rulings import parse_rulings
from kingdoms.texts import text

USUAL_GAME = game_names()[0]
"""The default game."""


class Minutes(click.ParamType[float]):
    """A positive number of minutes."""

    name = "minutes"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return a finite number of minutes greater than 0."""
        try:
            minutes = float(value)
        except ValueError:
            minutes = 0
        if not 0 < minutes < math.inf:
            self.fail(text("command.minutes", value=repr(value)), param, ctx)
        return minutes


@click.command()
@click.argument("game", required=False, shell_complete=completion.games)
@click.option(
    "--seats",
    default=None,
    shell_complete=completion.seats,
    help="Who plays: you, you:NAME, a bot or program:COMMAND for each seat, as in you,greedy,random (see kingdoms bots). "
    "Seats can be named: E=you,W=greedy.  [default: you, and bots for newcomers on all other seats]",
)
@with_rulings
@click.option(
    "--minutes",
    type=Minutes(),
    help="Play a timed game, if the game has a clock: the round in which time runs out is the last.",
)
@click.option(
    "--load",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Continue from a record, or from a position (JSON), in a new file.",
)
@click.option("--in-place", is_flag=True, help="With --load: keep the game in the record it comes from.")
@click.option("--resume", is_flag=True, help="Continue the game played last.")
@with_seed
@click.option("--folder", type=FOLDER, help="Where games are kept.  [default: your data folder]")
def play(
    game: str | None,
    seats: str | None,
    rulings_text: str,
    minutes: float | None,
    load: str | None,
    in_place: bool,
    resume: bool,
    seed: int | None,
    folder: Path | None,
) -> int:
    """Play GAME (the main one by default) in the terminal, alone against bots or with others at the same screen."""
    if resume and load:
        raise click.UsageError(text("command.load_or_resume"))
    if in_place and not load:
        raise click.UsageError(text("command.in_place"))
    if (resume or load is not None) and (rulings_text or game):
        raise click.UsageError(text("command.loaded_game"))
    saved_game = None
    if resume:
        file, saved_game = last_game(folder)
        load, in_place = str(file), True
    seats = (seats or "").strip()
    path = new_path(folder or games_folder())
    folder_option = "" if folder is None else f" --folder {shlex.quote(str(folder))}"
    resuming = f"kingdoms play --resume{folder_option}"
    seed = secrets.randbelow(2**31) if seed is None else seed
    if load is not None:
        saved_game = saved_game or open_game(load)
        record = saved_game.record
        players = _players(record.game, _entries(seats) if seats else None, record.players)
        if in_place:
            if saved_game.is_position or load == "-":
                raise click.UsageError(text("command.in_place_record"))
            path = Path(load)
            resuming = resuming if resume else f"kingdoms play --load {shlex.quote(load)} --in-place"
        if saved_game.warning:
            say(saved_game.warning)
        seed = record.seed = seed if record.seed is None else record.seed
    else:
        record, players = _new_game(game or USUAL_GAME, seats, rulings_text, seed, timed=minutes is not None)
    if minutes is not None and "time" not in record.game.record_calls:
        raise click.UsageError(text("command.no_clock", game=record.game.title))
    record.players = players
    record.header()  # refuses players that could not be saved
    session = TerminalSession(record, players, make_console(), path, seed, minutes)
    return _play(session, resuming, source=None if in_place else load)


def _play(session: TerminalSession, resuming: str, source: str | None) -> int:
    """Play a game, and print the command that continues it.

    Args:
        session: the game.
        resuming: the command.
        source: a file that the game continues from without changing it.
    """
    record, players, console, file = session.record, session.record.players, session.console, session.file
    path = file.path
    lineup = ", ".join(f"{record.game.seat_name(seat)} {player_title(player, record.game)}" for seat, player in players.items())
    console.print(Text(f"{record.game.title}: {lineup}.", "bold" if console.color_system else ""))
    if source is not None and not record.state.is_terminal():
        say(text("command.saved_here", path=path, source=source))
    over, code = False, 0
    try:
        with file.saving():
            path.parent.mkdir(parents=True, exist_ok=True)
        over = session.run()
    except KeyboardInterrupt:
        code = 130
    console.print()
    if over:
        console.print(text("command.look_again"))
        console.print(f"  kingdoms replay {shlex.quote(str(path if file.is_written else source or path))}", soft_wrap=True)
    elif not file.is_written:
        say(text("command.nothing_played", path=source or path))
    else:
        console.print(text("command.continue"))
        option = f" {_as_option(players)}" if _has_program(players) else ""
        console.print(f"  {resuming}{option}", soft_wrap=True)
        if record.game.has_secrets:
            console.print(text("terminal.secrets"))
    return code


def _new_game(name: str, seats: str, rulings_text: str, seed: int, timed: bool) -> tuple[Record, dict[str, str]]:
    """Return a new record and its players.

    Bots might play forever: without a time or round limit, a game without people is scored after `ROUNDS` rounds.
    """
    rulings = parse_rulings(rulings_text)
    full, bot = game_class(name)(None), BOTS.newcomers(name)
    entries = _entries(seats) if seats else ["you" if seat == full.usual_seat else bot for seat in full.seats]
    if entries[0].isdecimal() and len(entries) == 1:
        most = len(full.seats)
        count = int(entries[0]) if 2 <= int(entries[0]) <= most else most
        raise SeatsError(text("command.seats_number", example=",".join(["you", *[bot] * (count - 1)])))
    named = [entry.partition("=")[0] for entry in entries if _is_named(entry)]
    if named and len(named) != len(entries):
        raise SeatsError(text("command.name_all_seats"))
    game = load_game(name, named or len(entries), rulings)
    players = _players(game, entries, {})
    alone = not any(spec.partition(":")[0] == "you" for spec in players.values())
    limited = game.limited(ROUNDS)
    if alone and not timed and limited != game:
        game = limited
        say(text("command.limited", n=ROUNDS))
    return Record(game, seed=seed), players


def _entries(seats: str) -> list[str]:
    """Return the entries of --seats; a quoted entry may contain commas, as a command might."""
    return [entry.strip() for entry in next(csv.reader([seats], skipinitialspace=True), [])]


def _is_named(entry: str) -> bool:
    """Return whether an entry of --seats names its seat; a bot's parameters have an equals sign too, but after a colon."""
    return "=" in entry.split(":", 1)[0]


def _has_program(players: Mapping[str, str]) -> bool:
    return any(spec.partition(":")[0] == PROGRAM for spec in players.values())


def _as_option(players: Mapping[str, str]) -> str:
    entries = io.StringIO()
    csv.writer(entries).writerow([f"{seat}={spec}" for seat, spec in players.items()])
    return f"--seats {shlex.quote(entries.getvalue().strip())}"


def _players(game: Game, entries: Sequence[str] | None, defaults: dict[str, str]) -> dict[str, str]:
    if entries is None:
        usual = BOTS.newcomers(game.name)
        people = {seat: defaults.get(seat, "you" if seat == game.usual_seat else usual) for seat in game.seats}
        if _has_program(people):  # a record from someone else must not run programs here
            option = _as_option(people) if all(map(str.isprintable, people.values())) else "--seats"
            raise SeatsError(text("command.program_in_record", option=option))
    elif any(_is_named(entry) for entry in entries):
        people = dict(entry.strip().split("=", 1) for entry in entries if _is_named(entry))
    else:
        people = dict(zip(game.seats, (entry.strip() for entry in entries), strict=False))
    if set(people) != set(game.seats) or (entries is not None and len(entries) != len(game.seats)):
        raise SeatsError(text("command.all_seats", seats=", ".join(game.seats)))
    for spec in people.values():
        if spec.partition(":")[0] != "you":
            BOTS.make(spec, game, 0)  # validates the spec; a program only starts at its first decision
    return {seat: people[seat] for seat in game.seats}
