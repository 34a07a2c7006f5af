"""Actions as text, in any game: each has one spelling, and any other is refused with help."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kingdoms
from kingdoms import NotationError
from kingdoms.core.game import Game
from tests.support.games.tested_games import TESTED, game_module


def some_texts(game: Game) -> list[str]:
    """Return the last text of each form: kinds and numbers of words."""
    texts = map(game.action_to_string, game.action_space(2))
    return list({(text.split(" ")[0], text.count(" ")): text for text in texts}.values())


def misspellings(text: str) -> Iterator[str]:
    """Yield other texts: spaces, letters of another case, and words too many, too few or in another order."""
    words = text.split(" ")
    yield from (f" {text}", f"{text} ", f"{text}\n", f"{text} x", text.replace(" ", "  "), text.replace(" ", "\t"))
    yield from (" ".join([*words[:i], word.swapcase(), *words[i + 1 :]]) for i, word in enumerate(words))
    yield " ".join(words[:-1])
    yield " ".join([words[0], *reversed(words[1:])])


@pytest.mark.parametrize("name", TESTED)
def test_every_number_of_the_action_space_has_one_text_whatever_the_seats(name: str) -> None:
    game = kingdoms.load_game(name)
    numbers = list(game.action_space(3))
    texts = [game.action_to_string(number) for number in numbers]
    assert len(set(texts)) == len(texts)
    assert all(text.isascii() and text == " ".join(text.split()) for text in texts)
    for seats in (2, 3, 4):
        assert [kingdoms.load_game(name, seats).string_to_action(text) for text in texts] == numbers
    for number in (-1, -(10**12), 10**30):
        with pytest.raises(NotationError, match="no action"):
            game.action_to_string(number)


@pytest.mark.parametrize("name", TESTED)
def test_any_other_spelling_is_refused_with_help(name: str) -> None:
    game, clause = kingdoms.load_game(name), game_module(name, "errors").CLAUSES["notation"]
    errors: list[NotationError] = []
    for text in some_texts(game):
        for wrong in misspellings(text):
            try:
                assert game.action_to_string(game.string_to_action(wrong)) == wrong, "it is another action"
            except NotationError as error:
                errors.append(error)
    assert len(errors) > 100
    assert {error.clause for error in errors} == {clause}
    for value in (None, 1.5, ["end"], b"end", {"action": "end"}, "x" * 100_000):
        with pytest.raises(NotationError) as caught:
            game.string_to_action(value)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 600
