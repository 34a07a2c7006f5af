"""Solving puzzles at the terminal, one after the other, and printing puzzles and verdicts."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms.cli.playing.menu import Menu, room_for_menu, short_lines, table_of
from kingdoms.cli.terminal.console import fits, has_colour, print_line, print_sentence
from kingdoms.cli.terminal.prompt import Prompt
from kingdoms.core.errors import KingdomsError
from kingdoms.core.registry import game_class
from kingdoms.drawing.render import render_text
from kingdoms.folders import data_folder
from kingdoms.puzzles.daily import puzzle_of_day
from kingdoms.puzzles.files import find_puzzle
from kingdoms.puzzles.fitting import next_puzzle
from kingdoms.puzzles.history import History
from kingdoms.puzzles.puzzle import Puzzle
from kingdoms.puzzles.reasons import Reason, explain, reason_for, shown_line
from kingdoms.puzzles.solving import Attempt, Verdict
from kingdoms.puzzles.summary import Summary
from kingdoms.puzzles.themes import title
from kingdoms.texts import listing, text
from kingdoms.texts.numbers import percent

HISTORY = "puzzles.json"
"""The file in the data folder with the history of solved puzzles."""
LEAVING = ("quit", "exit")
RACE_SECONDS, RACE_MISSES = 120.0, 3
"""The time of a run, and the number of misses that end it."""
RACE_START, RACE_STEP = 10.0, 1.5
"""How far below the solver's rating a run begins, and how much harder it gets with each solved puzzle."""


class Solver:
    """Gives puzzles one after the other until the user leaves.

    Args:
        console: the console to show them on.
        history: the history of the user.
        today: the date.
    """

    def __init__(self, console: Console, history: History, today: datetime.date) -> None:
        self.console = console
        self.history = history
        self.today = today
        self.prompt = Prompt()

    def run(self, selection: Sequence[Summary], first: Summary | None = None) -> None:
        """Give the puzzles that fit the user's rating and are new to them.

        Args:
            selection: the puzzles to choose from.
            first: a puzzle to begin with.
        """
        skipped: set[str] = set()
        puzzle = first or self.next(selection)
        if puzzle is None:
            self.console.print(text("terminal.all_solved"), style="bold")
        while puzzle is not None:
            skipped.add(puzzle.name)
            if not self.pose(puzzle):
                return
            puzzle = self.next(selection, skipped)
            if puzzle is None:
                self.console.print(text("terminal.all_puzzles"), style="bold")

    def run_again(self, selection: Sequence[Summary]) -> None:
        """Give the puzzles that the user did not solve at first: those not solved since come first, the easiest first."""
        failed = [puzzle for puzzle in selection if (tries := self.history.tries.get(puzzle.name)) and tries.right is False]
        if not failed:
            self.console.print(text("terminal.none_failed"), style="bold")
        for puzzle in sorted(failed, key=lambda puzzle: (self.history.is_solved(puzzle.name), puzzle.strength.rating)):
            if not self.pose(puzzle):
                return

    def race(self, selection: Sequence[Summary], seed: int, clock: Callable[[], float]) -> int:
        """Give puzzles until two minutes or three misses are over, ever harder ones, and return how many were solved.

        Answers that a puzzle does not list count as misses, so nothing is searched. The rating does not change.

        Args:
            selection: the puzzles to choose from.
            seed: decides between puzzles of the same rating.
            clock: returns the time in seconds.
        """
        end, solved, misses, given = clock() + RACE_SECONDS, 0, 0, set[str]()
        target = self.history.rating._replace(rating=self.history.rating.rating - RACE_START)
        while misses < RACE_MISSES and (puzzle := next_puzzle(selection, target, given, seed)):
            given.add(puzzle.name)
            result = self._race_puzzle(Attempt(find_puzzle(puzzle.name)), end, clock)
            if result is None:
                break
            solved, misses = solved + result, misses + (not result)
            target = target._replace(rating=target.rating + RACE_STEP * result)
        return solved

    def _race_puzzle(self, attempt: Attempt, end: float, clock: Callable[[], float]) -> bool | None:
        """Return whether a puzzle is solved at the first try; None if the time is over, or the user leaves."""
        menu = self.show(attempt)
        while not attempt.is_solved:
            question = text("terminal.race", n=max(0, round(end - clock())))
            typed = self.prompt.ask(f"{question} ", {choice.text: choice.words for choice in menu.choices})
            if typed is None or typed.strip() in LEAVING or clock() >= end:
                return None
            choices = menu.find(" ".join(typed.split()))
            if len(choices) != 1:
                menu.open(choices or menu.choices)
                self.console.print(table_of(menu, has_colour(self.console)))
                continue
            action = choices[0].text
            if action not in [answer.action for answer in attempt.moment.right]:
                self.console.print(text("terminal.race_miss", action=action))
                return False
            attempt.answer(action)
            if not attempt.is_solved:
                menu = self.show(attempt)
        self.console.print(text("terminal.solved"), style="bold")
        return True

    def next(self, selection: Sequence[Summary], skipped: Collection[str] = ()) -> Summary | None:
        """Return the puzzle that fits the user's rating and is new to them; None if there is none."""
        return next_puzzle(selection, self.history.rating, {*self.history.tries, *skipped}, seed=len(self.history.tries))

    def pose(self, puzzle: Summary) -> bool:
        """Ask for answers until a puzzle is solved or skipped; return False if the user leaves."""
        attempt = Attempt(find_puzzle(puzzle.name))
        menu = self.show(attempt)
        while not attempt.is_solved:
            typed = self.prompt.ask(f"{text('terminal.answer')} ", {choice.text: choice.words for choice in menu.choices})
            if typed is None or typed.strip() in LEAVING:
                return False
            if typed.strip() == "next":
                return True
            if typed.strip() == "board":
                menu = self.show(attempt)
            elif typed.strip() == "hint":
                self.note(puzzle, right=False)
                self.hint(attempt, menu)
            elif typed.strip() == "solution":
                self.note(puzzle, right=False)
                actions = sequence_text(attempt.puzzle.solution)
                print_sentence(self.console, text("terminal.solution", puzzle=puzzle.name, actions=actions))
            else:
                menu = self.answer(attempt, menu, " ".join(typed.split()), puzzle)
        self.note(puzzle, right=True)
        daily = puzzle_of_day(self.today)
        self.history.finish(puzzle, self.today if daily is not None and daily.name == puzzle.name else None)
        return self.prompt.ask(f"{text('terminal.next_puzzle')} ") == ""

    def note(self, puzzle: Summary, right: bool) -> None:
        """Note the first attempt at a puzzle, and print what it does to the rating."""
        if puzzle.name not in self.history.tries:
            before = self.history.rating.points
            self.history.begin(puzzle, right)
            points = self.history.rating.points
            self.console.print(text("terminal.rating", points=points, change=f"{points - before:+}"))

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

    def answer(self, attempt: Attempt, menu: Menu, typed: str, summary: Summary) -> Menu:
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
        if not verdict.right:
            self.note(summary, right=False)
        elif attempt.is_solved:
            self.console.print(text("terminal.solved"), style="bold")
        else:
            self.console.print(text("terminal.right_so_far", question=attempt.view.question), style="bold")
            return self.show(attempt)
        return menu


def history_file() -> Path:
    """Return the file that keeps the history of solved puzzles."""
    return data_folder() / HISTORY


def print_overview(console: Console, overview: Mapping[str, Any]) -> None:
    """Print a solver's rating, streak and results by theme."""
    console.print(text("terminal.overview", **{name: value for name, value in overview.items() if isinstance(value, int)}))
    console.print(text("terminal.overview_rating", **overview["rating"]))
    table = Table.grid(padding=(0, 2, 0, 0))
    for theme in overview["themes"]:
        table.add_row(Text(theme["title"], "bold"), text("terminal.theme", right=theme["right"], n=theme["attempted"]))
    console.print(table)


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
    best, chance = map(percent, (verdict.best, verdict.chance))
    if verdict.right:
        key = "terminal.right" if verdict.expected else "terminal.as_good"
        console.print(text(key, action=verdict.action, who=seat_name, chance=chance))
    else:
        console.print(text("terminal.wrong", action=verdict.action, who=seat_name, best=best, chance=chance))
    print_sentence(console, explain(reason, puzzle.seat), indent=0)
    if not verdict.right:
        console.print(text("terminal.expected"))
