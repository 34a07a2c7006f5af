"""The output of `kingdoms explorer` as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms.cli.terminal.console import print_sentence
from kingdoms.core.record import Record, play_entry
from kingdoms.core.state import State
from kingdoms.explorer.counts import PEOPLE, TRIAL
from kingdoms.explorer.query import Position, Row, Tally
from kingdoms.texts import text

MOST_ROWS: Final = 12
FEW: Final = 10
"""With fewer games than this, a share says little, and is dim."""


@dataclass(frozen=True)
class Step:
    """A decision of a game in the opening.

    Attributes:
        number: the number of its entry, from 1.
        by: the seat.
        action: the action.
        total: the games in which the position was met.
        row: what is known of the action; None if nobody has played it.
    """

    number: int
    by: str
    action: str
    total: int
    row: Row | None

    def to_json(self) -> dict[str, Any]:
        """Return the step as JSON data."""
        facts = {"number": self.number, "by": self.by, "action": self.action, "total": self.total}
        return facts | {"row": None if self.row is None else self.row.to_json()}


def steps_of(record: Record, look_up: Callable[[State], Position]) -> list[Step]:
    """Return the decisions of a game in its opening."""
    state, steps = record.opening(), list[Step]()
    for number, entry in enumerate(record.entries, 1):
        if entry.action is not None and state.to_move in record.game.seats and len(state.legal_actions()) > 1:
            position = look_up(state)
            if not position.in_opening:
                break
            row = next((row for row in position.rows if entry.action in (row.action, *row.equal)), None)
            steps.append(Step(number, str(state.to_move), entry.action, position.total, row))
        play_entry(state, entry)
    return steps


def print_position(console: Console, state: State, position: Position) -> None:
    """Print what was played in a position."""
    console.print(str(state.game.explain(state).question), style="bold")
    if not position.in_opening:
        print_sentence(console, text("explorer.late"), indent=0)
        return
    _print_sources(console, state, position.sources, position.least)
    if not position.rows:
        print_sentence(console, text("explorer.new"), indent=0)
        return
    played = sum(row.played for row in position.rows)
    table = _table("choice", "played", "games", "share", "interval", "by")
    for row in position.rows[:MOST_ROWS]:
        name = Text.assemble((row.action, "bold"), "".join(f", {action}" for action in row.equal), f": {row.words}" * row.legal)
        if not row.legal:
            name.append(f" ({text('explorer.not_here')})", "dim")
        often = f"{100 * row.played / played:.0f}%" if row.played else ""
        table.add_row(name, often, str(row.tally.games), *_share(row.tally), Text(_by(row), "dim"))
    console.print(table)
    if len(position.rows) > MOST_ROWS:
        print_sentence(console, text("explorer.more", n=len(position.rows) - MOST_ROWS), indent=0)
    if any(TRIAL in row.by for row in position.rows):
        print_sentence(console, text("explorer.about_trials"), indent=0, style="dim")


def print_walk(console: Console, record: Record, steps: Sequence[Step]) -> None:
    """Print how often the decisions of a game were met before, up to the first that nobody has played."""
    console.print(text("explorer.walk", game=record.game.title), style="bold")
    table = _table("entry", "by", "choice", "met", "games", "share", "interval")
    last = next((place for place, step in enumerate(steps, 1) if step.row is None), len(steps))
    for step in steps[:last]:
        tally = step.row.tally if step.row else Tally()
        shares = _share(tally) if step.row else (Text(), Text())
        names = record.game.seat_names
        table.add_row(str(step.number), names[step.by], Text(step.action, "bold"), str(step.total), str(tally.games), *shares)
    console.print(table)
    key = "explorer.left" if last and steps[last - 1].row is None else "explorer.known"
    print_sentence(console, text(key, number=steps[last - 1].number if last else 0), indent=0)


def kind_name(kind: str) -> str:
    """Return the name of a kind of player.

    Examples:
        >>> kind_name("level:6"), kind_name("people:1000"), kind_name("trial")
        ('level 6', 'people of 1000 points', 'tried')
    """
    if kind == TRIAL:
        return text("explorer.trial")
    if kind.startswith(f"{PEOPLE}:"):
        return text("explorer.people", points=kind.partition(":")[2])
    return kind.replace(":", " ")


def _print_sources(console: Console, state: State, sources: Mapping[str, int], least: int) -> None:
    players = ", ".join(f"{kind_name(kind)}: {games:,}" for kind, games in sources.items() if kind)
    holes = {"n": sources.get("", 0), "number": f"{sources.get('', 0):,}", "seats": state.game.num_players, "players": players}
    print_sentence(console, text("explorer.sources" if sources else "explorer.none", game=state.game.title, **holes), indent=0)
    if least > 1:
        print_sentence(console, text("explorer.least", least=least), indent=0)


def _share(tally: Tally) -> tuple[Text, Text]:
    low, high = tally.interval
    style = "dim" if tally.games < FEW else ""
    interval = text("report.interval", low=f"{100 * low:.0f}", high=f"{100 * high:.0f}%")
    return Text(f"{100 * tally.share:.0f}%", style), Text(interval, "dim")


def _by(row: Row) -> str:
    return ", ".join(f"{kind_name(kind)} {tally.games}" for kind, tally in sorted(row.by.items()))


def _table(*columns: str) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(justify="left" if column in ("choice", "by") else "right", ratio=None)
    table.add_row(*(Text(text(f"explorer.{column}"), "dim") for column in columns))
    return table
