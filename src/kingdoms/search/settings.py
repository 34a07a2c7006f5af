"""Limits and options of searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kingdoms.core.errors import KingdomsError, quoted
from kingdoms.texts import LiveText, Spoken, listing, shared_texts, text

MOST_NODES = 100_000_000


@dataclass(frozen=True)
class TreeOption:
    """An option of the search trees.

    Attributes:
        about: a short description.
        most: the highest value; the lowest is 0.
        whole: whether the value must be a whole number.
    """

    about: Spoken = Spoken()
    most: float = 1
    whole: bool = True


ABOUT = shared_texts("parameter")
"""The descriptions of the options."""
OPTIONS = {
    "exploration": TreeOption(LiveText(ABOUT, "exploration"), 1000, whole=False),
    "widening": TreeOption(LiveText(ABOUT, "widening"), 1000, whole=False),
    "others": TreeOption(LiveText(ABOUT, "others"), 1000, whole=False),
    "width": TreeOption(LiveText(ABOUT, "width"), 10_000),
    "root_width": TreeOption(LiveText(ABOUT, "root_width"), 10_000),
    "rollouts": TreeOption(LiveText(ABOUT, "rollouts")),
    "transpositions": TreeOption(LiveText(ABOUT, "transpositions")),
    "greedy": TreeOption(LiveText(ABOUT, "greedy"), 0.99, whole=False),
    "even_priors": TreeOption(LiveText(ABOUT, "even_priors")),
    "pruning": TreeOption(LiveText(ABOUT, "pruning")),
    "reuse": TreeOption(LiveText(ABOUT, "reuse")),
}
"""The options of a search, by name (see `kingdoms.search.tree.Tree`)."""


class SearchError(KingdomsError, ValueError):
    """An invalid search: there is nothing to decide, no limit is given, or a limit or an option is invalid."""

    code, topic, clause = "search", "request", "N.7"


@dataclass(frozen=True)
class Limits:
    """The limits of a search, which ends at the first one that it reaches.

    Args:
        simulations: the number of simulations through the position, including those of earlier moves; None for no limit.
        seconds: the wall-clock time; None for no limit.
        nodes: the total number of nodes in the trees of all threads. When a tree is full, the search continues without
            growing it.

    Raises:
        SearchError: neither simulations nor seconds are limited, or a limit is out of range.

    Examples:
        >>> Limits(simulations=300)
        Limits(simulations=300, seconds=None, nodes=2000000)
        >>> Limits(simulations=0)
        Traceback (most recent call last):
        ...
        kingdoms.search.settings.SearchError: a search needs at least 1 simulation, not 0
    """

    simulations: int | None = None
    seconds: float | None = None
    nodes: int = 2_000_000

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise SearchError(text("search.how_long"))
        if self.simulations is not None and self.simulations < 1:
            raise SearchError(text("search.few_simulations", simulations=quoted(self.simulations)))
        if self.seconds is not None and not self.seconds > 0:
            raise SearchError(text("search.no_time", seconds=quoted(self.seconds)))
        if not 1 <= self.nodes <= MOST_NODES:
            raise SearchError(text("search.nodes", most=MOST_NODES, nodes=quoted(self.nodes)))


def validate(options: Mapping[str, float]) -> dict[str, float]:
    """Validate search options, and return them with the types that trees need.

    Raises:
        SearchError: an option is unknown, or its value is invalid.

    Examples:
        >>> validate({"width": 8.0})
        {'width': 8}
    """
    values: dict[str, float] = {}
    for name, value in options.items():
        option = OPTIONS.get(name)
        if option is None:
            raise SearchError(text("search.no_option", name=quoted(name), options=listing(list(OPTIONS))))
        if not 0 <= value <= option.most or (option.whole and value != int(value)):
            kind = "whole" if option.whole else "any"
            raise SearchError(text("search.option", name=name, kind=kind, most=f"{option.most:g}", value=quoted(value)))
        values[name] = int(value) if option.whole else float(value)
    return values
