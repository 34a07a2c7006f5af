"""A naive account of which positions of an opening are equal, by the texts of positions alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from kingdoms import State

SEATS = "NESW"
PLACES = ("C", "BL", "FL", "FM", "FR", "BR")
MIRROR = dict(zip(PLACES, ("C", "BR", "FR", "FM", "FL", "BL"), strict=True))
SITE = re.compile(r"\b([NESW])\.(C|BL|FL|FM|FR|BR)\b")

Renaming = Callable[[str], str]


def renaming(seats: dict[str, str], mirrored: set[str]) -> Renaming:
    """Return a function that gives the seats and places in a text other names; `mirrored` has the old names of continents."""

    def rename(text: str) -> str:
        if text in seats:
            return seats[text]
        text = re.sub(r"^(first|rank) ([NESW])$", lambda match: f"{match[1]} {seats[match[2]]}", text)
        return SITE.sub(lambda match: f"{seats[match[1]]}.{MIRROR[match[2]] if match[1] in mirrored else match[2]}", text)

    return rename


def rewritten(value: Any, rename: Renaming) -> Any:
    """Return a position with other names, roads in canonical order."""
    if isinstance(value, dict):
        return {rename(key): rewritten(entry, rename) for key, entry in value.items()}
    if isinstance(value, list):
        return [rewritten(entry, rename) for entry in value]
    if not isinstance(value, str):
        return value
    if "-" in value and SITE.search(value):
        return "-".join(sorted((rename(end) for end in value.split("-")), key=lambda end: PLACES.index(end[2:])))
    return rename(value)


def symmetries(state: State) -> Iterator[Renaming]:
    """Yield the ways to call the first seat by dominance N, the second E and so on, with any continents mirrored."""
    order = [*state.position()["order"], *(seat for seat in SEATS if seat not in state.game.seats)]
    seats = dict(zip(order, SEATS, strict=True))
    turns = state.decision() not in ("rebel", "suppress", "produce")
    for mirrored in product((False, True), repeat=4 if turns else 0):
        yield renaming(seats, {seat for seat, turned in zip(SEATS, mirrored, strict=False) if turned})


def equal(state: State) -> tuple[str, Renaming]:
    """Return a text that is the same for equal positions, and a function from actions to their texts in all of them."""
    best: dict[str, list[Renaming]] = {}
    for rename in symmetries(state):
        position = rewritten(state.position(), rename)
        for seat in position["seats"].values():
            seat["roads"].sort()
        best.setdefault(json.dumps(position, sort_keys=True), []).append(rename)
    key = min(best)
    return key, lambda action: min(rename(action) for rename in best[key])
