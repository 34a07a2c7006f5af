"""Prompts for a line of input: with completion on a terminal, plain otherwise."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from kingdoms.files import BYTE_ORDER_MARK


class TextCompleter(Completer):
    """Completes input from a list of texts, with the meaning of each."""

    def __init__(self) -> None:
        self.meanings: Mapping[str, str] = {}

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield the texts that start with the input."""
        typed = document.text_before_cursor.lstrip()
        for offer, meaning in self.meanings.items():
            if offer.startswith(typed) and offer != typed:
                yield Completion(offer, start_position=-len(typed), display_meta=meaning)


class Prompt:
    """A prompt for lines of input."""

    def __init__(self) -> None:
        self.offers = TextCompleter()
        self.session: PromptSession[str] | None = None
        if sys.stdin.isatty() and sys.stdout.isatty():
            self.session = PromptSession(completer=self.offers, complete_while_typing=False)

    def ask(self, question: str, offers: Mapping[str, str] | None = None) -> str | None:
        """Return a line of input, None at the end of the input.

        Args:
            question: the text before the cursor.
            offers: the completions, with their meanings.

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
            return line.rstrip("\n").removeprefix(BYTE_ORDER_MARK)
        except EOFError:
            return None


def first_words(texts: Iterable[str]) -> list[str]:
    """Return the distinct first words of texts, in order.

    Examples:
        >>> first_words(["road N.C N.FL", "end", "road N.C N.FM"])
        ['road', 'end']
    """
    return list(dict.fromkeys(text.split(" ", 1)[0] for text in texts))
