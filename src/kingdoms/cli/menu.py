"""The menu of a decision: numbers, notation and plain words all lead to an action."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kingdoms.core.state import State

SHORT = 14
"""A menu of at most so many actions lists them all; a longer one lists kinds first."""


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


ABOUT_KINDS = {
    "explore": "take the top tile of a stack (1 goods and 1 gold)",
    "road": "build a road to a city; the price is the city's value",
    "port": "build piers in front of a coastal city",
    "exchange": "two of one for one of the other",
    "king": "change the king",
    "activate": "turn a leader value side up",
    "move": "lead a leader along own roads and ports",
    "attack": "attack from a garrison or temple",
    "suppress": "put a rebellion down",
    "rebel": "choose a city that rebels",
    "pay": "pay for extra cities",
    "hire": "hire help for the attack",
    "defend": "declare the defence",
}
"""What the kinds of actions are about."""


class Menu:
    """The choices of one decision, and the part of them that is on show."""

    def __init__(self, state: State) -> None:
        game = state.game
        self.choices = [
            Choice(action, game.action_to_string(action), game.describe(state, action)) for action in state.legal_actions()
        ]
        self.lines: list[Line] = []
        self.open(self.choices)

    def open(self, choices: Sequence[Choice]) -> None:
        """Show these choices: one by one when they are few or of one kind, else by kind."""
        kinds = list(dict.fromkeys(choice.kind for choice in choices))
        if len(choices) <= SHORT or len(kinds) == 1:
            self.lines = [Line(choice.text, choice.words, (choice,)) for choice in choices]
            return
        self.lines = []
        for kind in kinds:
            group = tuple(choice for choice in choices if choice.kind == kind)
            if len(group) == 1:
                self.lines.append(Line(group[0].text, group[0].words, group))
            else:
                self.lines.append(Line(f"{kind} ...", f"{ABOUT_KINDS.get(kind, kind)}: {len(group)} ways", group))

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


def _matches(typed: str, choice: Choice) -> bool:
    """Say whether all words typed are in an action's notation or meaning."""
    known = _words(f"{choice.text} {choice.words}")
    parts = typed.lower().split()
    return bool(parts) and all(any(word.startswith(part) for word in known) for part in parts)


def _words(text: str) -> list[str]:
    """Return the words of a text, small; "2-market" and "n.fm" also in their parts."""
    words = re.findall(r"[a-z0-9.-]+", text.lower())
    return words + [part for word in words for part in re.split(r"[.-]", word) if part != word]
