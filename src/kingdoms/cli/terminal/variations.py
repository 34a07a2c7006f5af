"""The option of commands that follow variations of a record."""

from __future__ import annotations

from collections.abc import Sequence

import click

from kingdoms import texts
from kingdoms.core.errors import quoted
from kingdoms.core.record import Record
from kingdoms.core.tree import GameTree

variation_option = click.option(
    "--variation",
    "variations",
    metavar="ENTRY.NUMBER",
    multiple=True,
    help="Follow a variation, such as 12.1 for the first one at entry 12; repeat it for variations on the way.",
)


def follow(record: Record, variations: Sequence[str]) -> Record:
    """Return a record whose main line follows variations, given as `12.1` for the first one at entry 12.

    Raises:
        BadParameter: the record has no such variation; the message lists its variations.
    """
    tree = GameTree(record)
    for place in variations:
        places = {
            f"{at}.{number}": node
            for at, entry in enumerate(tree.main_line(), 1)
            for number, node in enumerate(entry.parent.children if entry.parent else (), 0)
            if number
        }
        if place not in places:
            listing = ", ".join(places) or texts.text("table.none")
            raise click.BadParameter(texts.text("terminal.no_variation", place=quoted(place), known=listing))
        tree.promote(places[place])
    return tree.to_record() if variations else record
