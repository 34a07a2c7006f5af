"""`kingdoms check`, `kingdoms replay` and `kingdoms board`: games and positions in files."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from kingdoms.cli.console import has_colour, make_console, print_sentence, read_game, read_record
from kingdoms.cli.prompt import Prompt
from kingdoms.core.event import Event
from kingdoms.core.record import Record
from kingdoms.core.state import State
from kingdoms.render import render_board


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Answer with a JSON object.")
def check(file: str, as_json: bool) -> None:
    """Say whether the record FILE is good, and if not, in which line and why."""
    record = read_record(file)
    outcome = record.state.outcome()
    actions = sum(entry.action is not None for entry in record.entries)
    if as_json:
        click.echo(
            json.dumps(
                {
                    "ok": True,
                    "game": record.game.name,
                    "seats": list(record.game.seats),
                    "actions": actions,
                    "outcome": outcome.to_json() if outcome else None,
                }
            )
        )
        return
    how = f"finished: {' and '.join(outcome.winners)} by {outcome.reason}" if outcome else "not finished"
    click.echo(f"{file} is a good record of {record.game.title}: {actions} actions, {how}.")


@click.command()
@click.argument("file")
@click.option("--all", "everything", is_flag=True, help="Print the whole log and the last board, without stopping.")
@click.option("--at", type=click.IntRange(min=0), help="Print the board after so many entries, and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print each entry with its events as a JSON object a line.")
def replay(file: str, everything: bool, at: int | None, as_json: bool) -> None:
    """Walk through the game in the record FILE, step by step."""
    record = read_record(file)
    console = make_console()
    if at is not None:
        if at > len(record.entries):
            raise click.UsageError(f"the record has {len(record.entries)} entries, so there is no board after {at}")
        console.print(render_board(record.state_after(at).view(None), "text", colour=has_colour(console)))
    elif as_json:
        _replay_as_json(record)
    elif everything or not console.is_terminal:
        for number in range(1, len(record.entries) + 1):
            _show_events(console, record, number)
        console.print(render_board(record.state.view(None), "text", colour=has_colour(console)))
    else:
        Walk(record, console).run()


def _events(record: Record, number: int) -> list[Event]:
    """Return what the entry of a number, from 1, has brought."""
    before = record.state_after(number - 1)
    return entry_events(record, before, number)


def entry_events(record: Record, before: State, number: int) -> list[Event]:
    """Return what the entry of a number, from 1, brings in the state before it."""
    entry = record.entries[number - 1]
    after = before.clone()
    if entry.call is not None:
        return record.game.call(after, entry.call)
    assert entry.action is not None
    after.apply_action(entry.action)
    return record.game.narrate(before, entry.action, after)


def _replay_as_json(record: Record) -> None:
    """Print each entry with its events."""
    before = record.opening()
    for number, (entry, after) in enumerate(record.replay(), 1):
        events = [event.to_json() for event in entry_events(record, before, number)]
        click.echo(json.dumps({"number": number, **entry.to_json(), "events": events}))
        before = after


def _show_events(console: Console, record: Record, number: int) -> None:
    """Print what an entry has brought."""
    entry = record.entries[number - 1]
    line = Text(f"{number:4} ", "dim")
    line.append(f"{entry.by or ''} {entry.action or entry.call}".strip(), "bold")
    console.print(line)
    for event in _events(record, number):
        print_sentence(console, event.text, indent=5)


class Walk:
    """A walk through a record on a terminal."""

    HELP = "Enter goes on, b back, a number to that entry, s to the start, e to the end, l lists what is near, q leaves."

    def __init__(self, record: Record, console: Console) -> None:
        self.record = record
        self.console = console
        self.at = 0

    def run(self) -> None:
        """Walk until the user leaves."""
        prompt = Prompt()
        self.console.print(f"{self.record.game.title}, {len(self.record.entries)} entries. {self.HELP}")
        self.show()
        while True:
            answer = prompt.ask(f"{self.at}/{len(self.record.entries)}> ")
            if answer is None or answer.strip() in ("q", "quit"):
                return
            if self.go(answer.strip()):
                self.show()

    def go(self, answer: str) -> bool:
        """Go where an answer says; say whether there is something new to show."""
        last = len(self.record.entries)
        places = {"": self.at + 1, "b": self.at - 1, "s": 0, "e": last}
        if answer == "l":
            for number in range(max(1, self.at - 5), min(last, self.at + 5) + 1):
                _show_events(self.console, self.record, number)
            return False
        if answer not in places and not answer.isdigit():
            self.console.print(self.HELP)
            return False
        wanted = int(answer) if answer.isdigit() else places[answer]
        if not 0 <= wanted <= last:
            self.console.print(f"That is beyond the {'start' if wanted < 0 else 'end'} of the record.")
            return False
        self.at = wanted
        return True

    def show(self) -> None:
        """Print the board and what led to it."""
        view = self.record.state_after(self.at).view(None)
        self.console.print(render_board(view, "text", colour=has_colour(self.console)))
        if self.at:
            _show_events(self.console, self.record, self.at)


@click.command()
@click.argument("file")
@click.option("-o", "--output", help="Where to write the picture: a name that ends in .svg or .txt.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="Colours of an SVG.")
@click.option("--kinds", is_flag=True, help="Write on each city of an SVG what it is.")
def board(file: str, output: str | None, theme: str, kinds: bool) -> None:
    """Draw the position in FILE (JSON; or a record: its last position; "-" is standard input)."""
    view = read_game(file).state.view(None)
    console = make_console()
    if output is None:
        console.print(render_board(view, "text", colour=has_colour(console)))
        return
    suffix = Path(output).suffix
    if suffix == ".svg":
        picture = str(render_board(view, "svg", theme=theme, kinds=kinds))
    elif suffix == ".txt":
        picture = str(render_board(view, "text", colour=False))
    else:
        raise click.UsageError(f"{output}: pictures are written as .svg or .txt")
    try:
        Path(output).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}") from None
    click.echo(f"wrote {output}")
