"""`kingdoms replay`: steps through a record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import click
from rich.console import Console
from rich.text import Text

from kingdoms import texts
from kingdoms.cli.terminal.console import has_colour, make_console, moment_of, print_sentence, read_record, say, seat_of
from kingdoms.cli.terminal.prompt import Prompt
from kingdoms.cli.terminal.variations import follow, variation_option
from kingdoms.core.entry import Mark, RecordEntry
from kingdoms.core.event import Event
from kingdoms.core.message import message_text
from kingdoms.core.record import Record
from kingdoms.core.state import State
from kingdoms.drawing.render import render_text

MOST_PLAYED: Final = 4
"""How many entries of a variation are shown."""


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--all", "print_all", is_flag=True, help="Print the whole log and the final board, without pausing.")
@click.option("--at", type=click.IntRange(min=0), help="Print the board after this many entries, and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print each entry and its events, one JSON object a line.")
@variation_option
@click.option("--seat", help="Show boards and log as this seat sees them.  [default: an onlooker's boards, the full log]")
def replay(file: str, print_all: bool, at: int | None, as_json: bool, variations: Sequence[str], seat: str | None) -> None:
    """Walk through the game in the record FILE, step by step."""
    record = follow(read_record(file), variations)
    if record.position_text is not None:
        say(texts.text("command.guessed"), err=True)
    seat = seat_of(record.game, seat)
    console = make_console()
    if at is not None:
        console.print(render_text(moment_of(record, at).view(seat), colour=has_colour(console)))
    elif as_json:
        _replay_as_json(record)
    elif print_all or not console.is_terminal:
        if record.comment and seat is None:
            print_sentence(console, record.comment, indent=5)
        for number in range(1, len(record.entries) + 1):
            _show_events(console, record, number, seat)
        console.print(render_text(record.state.view(seat), colour=has_colour(console)))
    else:
        Walk(record, console, seat).run()


def _events(record: Record, number: int, seat: str | None) -> tuple[str | None, list[Event]]:
    """Return an entry, numbered from 1, as text with its events, as a seat sees them (None for all)."""
    before, entry = record.state_after(number - 1), record.entries[number - 1]
    if seat is None or entry.action is None:
        return entry.action or entry.call, entry_events(record, before, number)
    return record.game.tell(before, entry.action, record.state_after(number), seat)


def entry_events(record: Record, before: State, number: int) -> list[Event]:
    """Return the events of an entry, numbered from 1, in the state before it."""
    entry = record.entries[number - 1]
    after = before.clone()
    if entry.call is not None:
        return record.game.call(after, entry.call)
    assert entry.action is not None
    after.apply_action(entry.action)
    return record.game.narrate(before, entry.action, after)


def _replay_as_json(record: Record) -> None:
    before = record.opening()
    for number, (entry, after) in enumerate(record.replay(), 1):
        events = [event.to_json() for event in entry_events(record, before, number)]
        click.echo(json.dumps({"number": number, **entry.to_json(), "events": events}))
        before = after


def _show_events(console: Console, record: Record, number: int, seat: str | None) -> None:
    text, events = _events(record, number, seat)
    line = Text(f"{number:4} ", "dim")
    entry = record.entries[number - 1]
    line.append(f"{entry.by or ''} {text or ''}".strip(), "bold")
    console.print(line + _marks(entry.marks))
    for event in events:
        print_sentence(console, message_text(event.said, seat, notation=True), indent=5)
    if seat is None:  # notes may tell what others hide
        _show_notes(console, entry, number)


def _marks(marks: Sequence[Mark]) -> Text:
    """Return marks in brief: signs, sites and arrows."""
    line = Text()
    for mark in marks:
        line.append(f" {mark.sign}" if mark.sign else f" [{mark.at}{'' if mark.to is None else f' → {mark.to}'}]", mark.colour)
    return line


def _show_notes(console: Console, entry: RecordEntry, number: int) -> None:
    """Print the comment on an entry, and the beginning of each of its variations."""
    if entry.comment:
        print_sentence(console, entry.comment, indent=5)
    for at, variation in enumerate(entry.variations, 1):
        played = [f"{other.by or ''} {other.action or other.call}".strip() for other in variation[:MOST_PLAYED]]
        played += ["..."] if len(variation) > MOST_PLAYED else []
        print_sentence(console, texts.text("terminal.variation", place=f"{number}.{at}", line=", ".join(played)), indent=5)


class Walk:
    """An interactive walk through a record."""

    def __init__(self, record: Record, console: Console, seat: str | None) -> None:
        self.record = record
        self.console = console
        self.seat = seat
        self.number = 0

    def run(self) -> None:
        """Walk until the user leaves."""
        prompt = Prompt()
        entries, title = len(self.record.entries), self.record.game.title
        self.console.print(texts.text("terminal.replay_begins", game=title, n=entries, help=texts.text("terminal.replay")))
        self.show()
        while True:
            answer = prompt.ask(f"{self.number}/{len(self.record.entries)}> ")
            if answer is None or answer.strip() in ("q", "quit"):
                return
            if self.go(answer.strip()):
                self.show()

    def go(self, answer: str) -> bool:
        """Go to the entry that the input names; return whether the board has to be shown."""
        last = len(self.record.entries)
        places = {"": self.number + 1, "b": self.number - 1, "s": 0, "e": last}
        if answer == "l":
            for number in range(max(1, self.number - 5), min(last, self.number + 5) + 1):
                _show_events(self.console, self.record, number, self.seat)
            return False
        if answer not in places and not answer.isdecimal():
            self.console.print(texts.text("terminal.replay"))
            return False
        target = int(answer) if answer.isdecimal() else places[answer]
        if not 0 <= target <= last:
            self.console.print(texts.text("terminal.past_start" if target < 0 else "terminal.past_end"))
            return False
        self.number = target
        return True

    def show(self) -> None:
        """Print the board and the events of the current entry."""
        view = self.record.state_after(self.number).view(self.seat)
        self.console.print(render_text(view, colour=has_colour(self.console)))
        if self.number:
            _show_events(self.console, self.record, self.number, self.seat)
