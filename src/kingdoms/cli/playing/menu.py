"""The menu of a decision, which resolves numbers, notation and plain words to actions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms import texts
from kingdoms.cli.playing.vocabulary import vocabulary_of
from kingdoms.core.message import message_text
from kingdoms.core.state import State

SHORT = 14
"""The most actions that a menu lists one by one if they are of several kinds."""
LONG = 40
"""The most actions of one kind that a menu lists one by one; fewer on a low screen."""
AROUND_MENU = 6
"""The number of lines above and below a menu."""
LEAST_ROOM = 8
"""The fewest lines left for a menu, even on a low screen."""


@dataclass(frozen=True)
class MenuChoice:
    """A legal action.

    Attributes:
        action: the action.
        text: its notation.
        words: its description, addressed to the seat to move.
    """

    action: int
    text: str
    words: str

    @property
    def kind(self) -> str:
        """The first word of the notation."""
        return self.text.split(" ", 1)[0]


@dataclass(frozen=True)
class Line:
    """A numbered line of a menu: one action, or several that begin alike."""

    label: str
    words: str
    choices: tuple[MenuChoice, ...]


class Menu:
    """The choices of one decision, and the lines currently shown.

    Args:
        state: the state to decide in.
        most: the most actions listed one by one; more are grouped by how their notation begins.
    """

    def __init__(self, state: State, most: int = LONG) -> None:
        game = state.game
        self.choices = [
            MenuChoice(action, game.action_to_string(action), describe(state, action)) for action in state.legal_actions()
        ]
        self.about = game.action_kinds
        self.most = most
        self.vocabulary = vocabulary_of(game)
        self.lines: list[Line] = []
        self.open(self.choices)

    def open(self, choices: Sequence[MenuChoice]) -> None:
        """Show these choices: one by one if there are few, otherwise grouped by how their notation begins."""
        kinds = len({choice.kind for choice in choices})
        few = len(choices) <= min(SHORT, self.most) or (kinds == 1 and len(choices) <= self.most)
        groups = {choice.text: (choice,) for choice in choices} if few else _groups(choices, self.most)
        self.lines = []
        for beginning, group in groups.items():
            if len(group) == 1:
                self.lines.append(Line(group[0].text, group[0].words, group))
            else:
                ways = texts.text("terminal.ways", n=len(group))
                about = self.about.get(group[0].kind, group[0].kind) if kinds > 1 else ""
                self.lines.append(
                    Line(f"{beginning}...", texts.text("terminal.ways_of", kind=about, ways=ways) if about else ways, group)
                )

    def is_whole(self) -> bool:
        """Return whether the menu shows all choices of the decision."""
        return sum(len(line.choices) for line in self.lines) == len(self.choices)

    def find(self, typed: str) -> list[MenuChoice]:
        """Return the choices that match a line of input: a number of the menu, notation, or words.

        Words of the notation and the game's synonyms match in any order. Otherwise each word has to be a prefix of a word in an
        action's notation, or, if no notation has them all, in its notation or description; a synonym only matches a whole word.
        """
        if typed.isdecimal():
            number = int(typed)
            return list(self.lines[number - 1].choices) if 1 <= number <= len(self.lines) else []
        exact = [choice for choice in self.choices if choice.text == typed]
        if exact:
            return exact
        actions = self.vocabulary.find_actions(typed)
        if actions:
            return [choice for choice in self.choices if choice.action in actions]
        parts = typed.lower().split()
        if not parts:
            return []
        by_notation = [choice for choice in self.choices if self._matches(parts, choice.text)]
        return by_notation or [choice for choice in self.choices if self._matches(parts, f"{choice.text} {choice.words}")]

    def _matches(self, parts: Sequence[str], text: str) -> bool:
        words = _words(text)
        return all(
            part in words or (not self.vocabulary.is_name(part) and any(word.startswith(part) for word in words))
            for part in parts
        )


def describe(state: State, action: int) -> str:
    """Return the description of a legal action, addressed to the seat to move; it stands beside the notation of the action."""
    return message_text(state.game.choice(state, action), state.to_move, state)


def table_of(menu: Menu, colour: bool) -> Table:
    """Return the numbered lines of a menu, for printing."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", min_width=3)
    table.add_column(no_wrap=True)
    table.add_column()
    for number, line in enumerate(menu.lines, 1):
        words = "" if line.words == line.label else line.words  # a game without descriptions says the same twice
        table.add_row(str(number), Text(line.label, "cyan" if colour else ""), Text(words))
    return table


def short_lines(menu: Menu, colour: bool) -> Text:
    """Return the lines of a menu one after the other, for low screens."""
    options = Text("  ")
    for number, line in enumerate(menu.lines, 1):
        ways = f"\u00a0({len(line.choices)})" if len(line.choices) > 1 else ""
        options.append("  " if number > 1 else "").append(f"{number}\u00a0")
        options.append(line.label.removesuffix("...").rstrip().replace(" ", "\u00a0"), "cyan" if colour else "")
        options.append(ways)
    return options


def room_for_menu(console: Console) -> int:
    """Return how many lines a menu may have without scrolling the board away."""
    return min(LONG, max(LEAST_ROOM, console.height - AROUND_MENU)) if console.is_terminal else LONG


def _groups(choices: Sequence[MenuChoice], most: int) -> dict[str, tuple[MenuChoice, ...]]:
    """Group choices by the first word of their notation in which they differ, or by its first letter."""
    words = 1
    while len(groups := _group_by_words(choices, words)) == 1 and any(choice.text.count(" ") >= words for choice in choices):
        words += 1
    if len(groups) <= most or words == 1:
        return groups
    letters: dict[str, tuple[MenuChoice, ...]] = {}
    for choice in choices:
        *prefix, word = choice.text.split(" ")[:words]
        beginning = " ".join([*prefix, word[:1]])
        letters[beginning] = (*letters.get(beginning, ()), choice)
    return dict(sorted(letters.items())) if len(letters) > 1 else groups


def _group_by_words(choices: Sequence[MenuChoice], words: int) -> dict[str, tuple[MenuChoice, ...]]:
    """Group choices by the first words of their notation; a key ends in a space if more words follow."""
    groups: dict[str, tuple[MenuChoice, ...]] = {}
    for choice in choices:
        parts = choice.text.split(" ")
        beginning = " ".join(parts[:words]) + (" " if len(parts) > words else "")
        groups[beginning] = (*groups.get(beginning, ()), choice)
    return groups


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case; "2-market" and "n.fm" are also split into their parts."""
    words = re.findall(r"[a-z0-9.-]+", text.lower())
    return words + [part for word in words for part in re.split(r"[.-]", word) if part != word]
