"""What a person studies: attempts at puzzles, days of the daily puzzle, and mistakes of their own games.

Devices keep such a document, too. Merging two of them doesn't depend on the order, and merging twice changes nothing: of each
attempt and mistake, the first answer counts, and the other fields only grow. The solver's rating is the exception: the server
updates its own by each first attempt that is new to it, and ignores what a device claims.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

Document = Mapping[str, Any]

MOST_DAYS: Final = 1000
MOST_BYTES: Final = 256_000
"""Maximum number of days, and maximum size of a document as JSON."""


@dataclass(frozen=True)
class Part:
    """How two entries of a part of a document are merged.

    Attributes:
        first: the fields that are taken from the entry whose `first` fields are less; the first of them is its time.
        growing: the fields of which the greater value is taken.
        most: the maximum number of entries; those with the latest times are kept.
    """

    first: tuple[str, ...]
    growing: tuple[str, ...]
    most: int


PARTS: Final = {
    "puzzles": Part(("at", "right", "game", "theme", "points"), ("tries", "solved"), 1500),
    "mistakes": Part(("at", "game", "seats", "loss"), ("tries", "solved", "gone"), 500),
}


def merge_studies(first: Document, second: Document) -> dict[str, Any]:
    """Return two documents merged, with the rating of the one with more attempts behind it.

    Examples:
        >>> merge_studies({"days": ["2026-11-27"], "best": 3}, {"days": ["2026-11-28"], "best": 2})["days"]
        ['2026-11-27', '2026-11-28']
    """
    merged: dict[str, Any] = {
        name: _merge_entries(part, first.get(name, {}), second.get(name, {})) for name, part in PARTS.items()
    }
    ratings = [document["rating"] for document in (first, second) if document.get("rating")]
    return merged | {
        "days": sorted({*first.get("days", ()), *second.get("days", ())})[-MOST_DAYS:],
        "best": max(first.get("best", 0), second.get("best", 0)),
        "rating": max(ratings, key=lambda rating: (rating["attempts"], rating["rating"], rating["spread"]), default=None),
    }


def _merge_entries(part: Part, first: Document, second: Document) -> dict[str, Any]:
    entries = {
        key: _merge_entry(part, first.get(key) or second[key], second.get(key) or first[key])
        for key in first.keys() | second.keys()
    }
    newest = sorted(entries.items(), key=lambda item: (item[1][part.first[0]], item[0]))[-part.most :]
    return dict(newest)


def _merge_entry(part: Part, first: Document, second: Document) -> dict[str, Any]:
    source = min(first, second, key=lambda entry: [entry[name] for name in part.first])
    return {name: source[name] for name in part.first} | {name: max(first[name], second[name]) for name in part.growing}
