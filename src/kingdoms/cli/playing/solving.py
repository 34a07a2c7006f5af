"""Solving puzzles at the terminal, one after the other, and printing puzzles and verdicts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import reduce
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kingdoms.cli.playing.menu import Menu, room_for_menu, short_lines, table_of
from kingdoms.cli.terminal.console import fits, has_colour, print_sentence
from kingdoms.cli.terminal.prompt import Prompt
from kingdoms.core.errors import KingdomsError
from kingdoms.core.message import message_text
from kingdoms.core.registry import game_class
from kingdoms.drawing.render import render_text
from kingdoms.files import write_atomic
from kingdoms.folders import data_folder
from kingdoms.puzzles.puzzle import Puzzle
from kingdoms.puzzles.reasons import Reason, explain, reason_for, shown_line
from kingdoms.puzzles.solving import Attempt, Step, Verdict
from kingdoms.puzzles.themes import title
from kingdoms.texts import listing, text

MAX_SENTENCES = 2
"""The most sentences shown for each step of a line."""
SOLVED = "puzzles.json"
"""The file in the data folder with the names of solved puzzles."""


class Solver:
    """Gives puzzles one after the other until the user leaves.

    Args:
        console: the console to show them on.
        puzzles: the puzzles, in the order in which they are given.
        file: the file that keeps the names of solved puzzles.
    """

    def __init__(self, console: Console, puzzles: Sequence[Puzzle], file: Path) -> None:
        self.console = console
        self.puzzles = puzzles
        self.file = file
        self.prompt = Prompt()
        self.solved = _read_names(file)

    def run(self) -> None:
        """Give each unsolved puzzle once."""
        unsolved = [puzzle for puzzle in self.puzzles if puzzle.name not in self.solved]
        for puzzle in unsolved:
            if not self.pose(puzzle):
                return
        self.console.print(text("terminal.all_puzzles") if unsolved else text("terminal.all_solved"), style="bold")

    def pose(self, puzzle: Puzzle) -> bool:
        """Ask for answers until a puzzle is solved or skipped; return False if the user leaves."""
        attempt = Attempt(puzzle)
        menu = self.show(attempt)
        while not attempt.is_solved:
            typed = self.prompt.ask(f"{text('terminal.answer')} ", {choice.text: choice.words for choice in menu.choices})
            if typed is None or typed.strip() in ("quit", "exit"):
                return False
            if typed.strip() == "next":
                return True
            if typed.strip() == "board":
                menu = self.show(attempt)
            elif typed.strip() == "hint":
                self.hint(attempt, menu)
            elif typed.strip() == "solution":
                print_sentence(
                    self.console, text("terminal.solution", puzzle=puzzle.name, actions=sequence_text(puzzle.solution))
                )
            else:
                menu = self.answer(attempt, menu, " ".join(typed.split()))
        self.solved = [*self.solved, puzzle.name]
        write_atomic(self.file, json.dumps(self.solved).encode())
        return self.prompt.ask(f"{text('terminal.next_puzzle')} ") == ""

    def show(self, attempt: Attempt) -> Menu:
        """Print the position and the menu, as much of it as leaves the position in sight; return the menu."""
        menu, colour = Menu(attempt.table, room_for_menu(self.console)), has_colour(self.console)
        heading, board = print_puzzle(self.console, attempt.puzzle, attempt)
        how_to_ask = Text(f"  {text('terminal.ask_for_choices')}", "dim" if colour else "")
        ways = (table_of(menu, colour), short_lines(menu, colour), how_to_ask)
        fitting = (way for way in ways if not self.console.is_terminal or fits(self.console, board, heading, way))
        self.console.print(next(fitting, how_to_ask))
        return menu

    def hint(self, attempt: Attempt, menu: Menu) -> None:
        """Open the menu with a right choice among two that are not."""
        right = attempt.moment.right[0].action
        tempting = [answer.action for answer in attempt.moment.wrong][:2]
        menu.open([choice for choice in menu.choices if choice.text in (right, *tempting)])
        self.console.print(text("terminal.puzzle_hint"), table_of(menu, has_colour(self.console)), sep="\n")

    def answer(self, attempt: Attempt, menu: Menu, typed: str) -> Menu:
        """Judge a line of input that means one action, or else print the actions it could mean; return the current menu."""
        choices = menu.find(typed)
        if len(choices) != 1:
            if typed and not choices:
                print_sentence(self.console, text("terminal.no_answer", typed=repr(typed)))
            menu.open(choices or menu.choices)
            self.console.print(table_of(menu, has_colour(self.console)))
            return menu
        before, puzzle, moment = attempt.table, attempt.puzzle, attempt.moment
        try:
            verdict = attempt.answer(choices[0].text)
        except KingdomsError as error:
            print_sentence(self.console, f"{error.message}.")
            return menu
        print_verdict(self.console, puzzle, verdict, reason_for(before, moment, verdict))
        if not verdict.right or attempt.is_solved:
            print_line(self.console, shown_line(before, verdict, puzzle.moments))
        if attempt.is_solved:
            self.console.print(text("terminal.solved"), style="bold")
        elif verdict.right:
            self.console.print(text("terminal.right_so_far", question=attempt.view.question), style="bold")
            return self.show(attempt)
        return menu


def solved_file() -> Path:
    """Return the file that keeps the names of solved puzzles."""
    return data_folder() / SOLVED


def _read_names(file: Path) -> list[str]:
    """Return the names in a file, none if it is missing or damaged."""
    try:
        names = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def print_puzzle(console: Console, puzzle: Puzzle, attempt: Attempt) -> tuple[Text, Text]:
    """Print where a puzzle comes from, its position and its question; return the last two."""
    rules, origin = game_class(puzzle.game), puzzle.origin
    if attempt.at == 0:
        players = listing([f"{rules.seat_name(seat)} {bot}" for seat, bot in origin.bots.items()])
        note = text("terminal.origin", players=players, seed=origin.seed, n=origin.number)
        print_sentence(console, note, indent=0, style="dim")
    drawn = render_text(attempt.view, colour=has_colour(console))
    board = drawn if isinstance(drawn, Text) else Text(str(drawn))
    board.rstrip()
    heading = Text(f"{title(rules, puzzle.theme)}: {attempt.view.question}", "bold")
    console.print(board, heading, sep="\n")
    return heading, board


def sequence_text(actions: Sequence[str]) -> str:
    """Return actions that follow each other as a phrase."""
    return reduce(lambda before, action: text("terminal.then", before=before, action=action), actions)


def print_verdict(console: Console, puzzle: Puzzle, verdict: Verdict, reason: Reason) -> None:
    """Print whether an answer is right, with the win chances and the reason."""
    seat_name = game_class(puzzle.game).seat_name(puzzle.seat)
    best, chance = (f"{100 * share:.0f}%" for share in (verdict.best, verdict.chance))
    if verdict.right:
        key = "terminal.right" if verdict.expected else "terminal.as_good"
        console.print(text(key, action=verdict.action, who=seat_name, chance=chance))
    else:
        console.print(text("terminal.wrong", action=verdict.action, who=seat_name, best=best, chance=chance))
    print_sentence(console, explain(reason, puzzle.seat), indent=0)
    if not verdict.right:
        console.print(text("terminal.expected"))


def print_line(console: Console, steps: Sequence[Step]) -> None:
    """Print the expected actions after an answer."""
    for step in steps:
        sentences = " ".join(message_text(event.said) for event in step.events[:MAX_SENTENCES])
        print_sentence(console, f"{step.by} {step.action}: {sentences}" if step.action else f"{step.by}: {sentences}")
