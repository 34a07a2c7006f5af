"""Checks of the fields of a position, refused by clause N-6 unless another says so."""

from functools import partial

from kingdoms.core import fields
from kingdoms.core.errors import PositionError

an_object = partial(fields.an_object, clause="N-6")
a_number = partial(fields.a_number, clause="N-6")
a_word = partial(fields.a_word, clause="N-6")
shown = fields.shown


def fail(where: str, what: str, clause: str = "N-6") -> PositionError:
    """Return the error for something wrong at a place of the position."""
    return fields.fail(where, what, clause)
