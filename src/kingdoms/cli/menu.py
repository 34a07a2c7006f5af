"""The menu of a decision: numbers, notation and plain words all lead to an action."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kingdoms.core.state import State

SHORT = 14
"""A menu of at most so many actions lists them all; a longer one lists kinds first."""
LONG = 40
"""More actions than this of one kind are listed by their second words first."""


@dataclass(frozen=True)
class Choice:
    """One action that can be taken.

    Attributes:
        action: its number in the engine.
        text: its notation.
        words: what it means.
    """

    action: int
    text: str
    words: str

    @property
    def kind(self) -> str:
        """The first word of its notation."""
        return self.text.split(" ", 1)[0]


@dataclass(frozen=True)
class Line:
    """One numbered line of a menu: an action, or several of one kind."""

    label: str
    words: str
    choices: tuple[Choice, ...]


class Menu:
    """The choices of one decision, and the part of them that is on show."""

    def __init__(self, state: State) -> None:
        game = state.game
        self.choices = [
            Choice(action, game.action_to_string(action), game.describe(state, action)) for action in state.legal_actions()
        ]
        self.about = game.action_kinds
        self.lines: list[Line] = []
        self.open(self.choices)

    def open(self, choices: Sequence[Choice]) -> None:
        """Show these choices: one by one when they are few, or of one kind and not too many; else by how they begin."""
        groups = _groups(choices, 1)
        if len(groups) == 1 and len(choices) > LONG:
            groups = _groups(choices, 2)
        if len(choices) <= SHORT or len(groups) == 1:
            groups = {choice.text: (choice,) for choice in choices}
        self.lines = []
        for beginning, group in groups.items():
            if len(group) == 1:
                self.lines.append(Line(group[0].text, group[0].words, group))
            else:
                about = self.about.get(group[0].kind, group[0].kind)
                self.lines.append(Line(f"{beginning} ...", f"{about}: {len(group)} ways", group))

    def is_whole(self) -> bool:
        """Say whether the menu shows the whole decision rather than a part of it."""
        return sum(len(line.choices) for line in self.lines) == len(self.choices)

    def find(self, typed: str) -> list[Choice]:
        """Return the choices that a line of input can mean: a number of the menu, notation, or words.

        Words match when each of them begins some word of an action's notation or meaning.
        """
        if typed.isdigit():
            number = int(typed)
            return list(self.lines[number - 1].choices) if 1 <= number <= len(self.lines) else []
        exact = [choice for choice in self.choices if choice.text == typed]
        return exact or [choice for choice in self.choices if _matches(typed, choice)]


def _groups(choices: Sequence[Choice], words: int) -> dict[str, tuple[Choice, ...]]:
    """Return choices by the first words of their notation."""
    groups: dict[str, tuple[Choice, ...]] = {}
    for choice in choices:
        beginning = " ".join(choice.text.split(" ")[:words])
        groups[beginning] = (*groups.get(beginning, ()), choice)
    return groups


def _matches(typed: str, choice: Choice) -> bool:
    """Say whether all words typed are in an action's notation or meaning."""
    known = _words(f"{choice.text} {choice.words}")
    parts = typed.lower().split()
    return bool(parts) and all(any(word.startswith(part) for word in known) for part in parts)


def _words(text: str) -> list[str]:
    """Return the words of a text, small; "2-market" and "n.fm" also in their parts."""
    words = re.findall(r"[a-z0-9.-]+", text.lower())
    return words + [part for word in words for part in re.split(r"[.-]", word) if part != word]
