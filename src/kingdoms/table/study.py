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


def merge_studies(one: Document, other: Document) -> dict[str, Any]:
    """Return two documents merged, with the rating of the one with more attempts behind it.

    Examples:
        >>> merge_studies({"days": ["2026-11-27"], "best": 3}, {"days": ["2026-11-28"], "best": 2})["days"]
        ['2026-11-27', '2026-11-28']
    """
    merged: dict[str, Any] = {
        name: _merge_entries(part, one.get(name, {}), other.get(name, {})) for name, part in PARTS.items()
    }
    ratings = [document["rating"] for document in (one, other) if document.get("rating")]
    return merged | {
        "days": sorted({*one.get("days", ()), *other.get("days", ())})[-MOST_DAYS:],
        "best": max(one.get("best", 0), other.get("best", 0)),
        "rating": max(ratings, key=lambda rating: (rating["attempts"], rating["rating"], rating["spread"]), default=None),
    }


def _merge_entries(part: Part, one: Document, other: Document) -> dict[str, Any]:
    entries = {
        key: _merge_entry(part, one.get(key) or other[key], other.get(key) or one[key]) for key in one.keys() | other.keys()
    }
    newest = sorted(entries.items(), key=lambda item: (item[1][part.first[0]], item[0]))[-part.most :]
    return dict(newest)


def _merge_entry(part: Part, one: Document, other: Document) -> dict[str, Any]:
    first = min(one, other, key=lambda entry: [entry[name] for name in part.first])
    return {name: first[name] for name in part.first} | {name: max(one[name], other[name]) for name in part.growing}
