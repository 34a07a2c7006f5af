"""What a seat sees as numbers: named fields of fixed shapes, for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

MOST: int = 255
"""The highest number in an observation: each fits one byte."""


@dataclass(frozen=True)
class Field:
    """Some numbers of an observation that belong together.

    Attributes:
        name: the identifier.
        shape: the lengths of its axes.
        high: the highest value; the lowest is 0. Higher values are written as `high`.
        about: the meaning, with the axes and the unit.
    """

    name: str
    shape: tuple[int, ...]
    high: int
    about: str

    @property
    def size(self) -> int:
        """The number of values."""
        return prod(self.shape)


class Observation:
    """The fields of an observation, in order, without gaps.

    An observation is a row of bytes: whole numbers from 0 to each field's `high`. As 32-bit floats, each number is divided by
    `high`, so that all lie between 0 and 1.

    Args:
        fields: the fields.

    Attributes:
        fields: the fields, in order.
        size: the number of values in a row.
        starts: field name -> the index of its first value.

    Examples:
        >>> spec = Observation([Field("board", (2, 3), 5, "cells"), Field("money", (1,), 255, "coins")])
        >>> spec.size, spec.starts
        (7, {'board': 0, 'money': 6})
        >>> {name: list(values) for name, values in spec.split(bytes(range(7))).items()}
        {'board': [0, 1, 2, 3, 4, 5], 'money': [6]}
    """

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(fields)
        self.starts: dict[str, int] = {}
        self.size = 0
        for field in self.fields:
            if not 1 <= field.high <= MOST or field.size < 1 or field.name in self.starts:
                raise ValueError(f"a field has its own name, a shape and a highest value of 1 to {MOST}, unlike {field}")
            self.starts[field.name] = self.size
            self.size += field.size

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __repr__(self) -> str:
        return (
            f"<observation of {self.size} numbers: {', '.join(f'{field.name} {list(field.shape)}' for field in self.fields)}>"
        )

    @property
    def highs(self) -> list[int]:
        """The highest value of each number of a row."""
        return [field.high for field in self.fields for _ in range(field.size)]

    @property
    def planes(self) -> tuple[int, ...]:
        """The shape of all planes together, for convolutions: the first fields that share their last two axes.

        Their values are the first `prod(planes)` of a row. Empty if the first field has fewer than two axes.
        """
        if len(self.fields[0].shape) < 2:
            return ()
        board, count = self.fields[0].shape[-2:], 0
        for field in self.fields:
            if field.shape[-2:] != board:
                break
            count += prod(field.shape[:-2])
        return (count, *board)

    def split(self, rows: Any) -> dict[str, Any]:
        """Return the values of each field, as parts of `rows` that are not copied.

        Args:
            rows: one observation, or a NumPy array whose last axis is one; arrays are given the shapes of the fields.
        """
        values = {}
        for field in self.fields:
            start = self.starts[field.name]
            if hasattr(rows, "reshape"):
                values[field.name] = rows[..., start : start + field.size].reshape(*rows.shape[:-1], *field.shape)
            else:
                values[field.name] = rows[start : start + field.size]
        return values
