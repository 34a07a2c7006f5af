"""Chapters of rules."""

from __future__ import annotations

from collections.abc import Mapping

from kingdoms.texts import PerLanguage


def group_by_chapter(
    chapters: Mapping[str, str], titles: Mapping[str, str], clauses: Mapping[str, str]
) -> Mapping[str, Mapping[str, str]]:
    """Return the clauses of a game by chapter, in the reader's language.

    Args:
        chapters: chapter -> the letters with which the ids of its clauses begin; several with spaces between them.
        titles: chapter -> title.
        clauses: id -> text. A chapter keeps their order.

    Returns:
        Title -> id -> text.

    Examples:
        >>> group_by_chapter({"build": "B BR"}, {"build": "Building"}, {"B-1": "You may build.", "U-1": "Unrest is 0 to 5."})
        {'Building': {'B-1': 'You may build.'}}
    """

    def group() -> dict[str, dict[str, str]]:
        clauses_by_title: dict[str, dict[str, str]] = {titles[chapter]: {} for chapter in chapters}
        title_of = {letters: titles[chapter] for chapter, several in chapters.items() for letters in several.split(" ")}
        for name, text in clauses.items():
            title = title_of.get(name.rstrip("0123456789").rstrip("-."))
            if title is not None:
                clauses_by_title[title][name] = text
        return clauses_by_title

    return PerLanguage(group)
