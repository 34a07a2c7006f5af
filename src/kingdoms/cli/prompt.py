"""Asking for a line: with completion on a terminal, plainly elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document


class Offers(Completer):
    """Completes what can be typed, showing beside each offer what it means."""

    def __init__(self) -> None:
        self.meanings: Mapping[str, str] = {}

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield the offers that begin with what is typed."""
        typed = document.text_before_cursor.lstrip()
        for offer, meaning in self.meanings.items():
            if offer.startswith(typed) and offer != typed:
                yield Completion(offer, start_position=-len(typed), display_meta=meaning)


class Prompt:
    """Asks the user for lines."""

    def __init__(self) -> None:
        self.offers = Offers()
        self.session: PromptSession[str] | None = None
        if sys.stdin.isatty() and sys.stdout.isatty():
            self.session = PromptSession(completer=self.offers, complete_while_typing=False)

    def ask(self, question: str, offers: Mapping[str, str] | None = None) -> str | None:
        """Return a line, None at the end of the input.

        Args:
            question: what is printed before the cursor.
            offers: what can be completed, with its meaning.

        Raises:
            KeyboardInterrupt: the user pressed Ctrl-C.
        """
        self.offers.meanings = offers or {}
        try:
            if self.session is not None:
                return self.session.prompt(question)
            click.echo(question, nl=False)
            line = sys.stdin.readline()
            if not line:
                click.echo()
                return None
            return line.rstrip("\n")
        except EOFError:
            return None


def first_words(texts: Iterable[str]) -> list[str]:
    """Return the first words of texts, each once, in order.

    Examples:
        >>> first_words(["road N.C N.FL", "end", "road N.C N.FM"])
        ['road', 'end']
    """
    return list(dict.fromkeys(text.split(" ", 1)[0] for text in texts))
