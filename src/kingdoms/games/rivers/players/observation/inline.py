"""A cast that the compiled build needs. This module is never compiled: `inline.pxd` is its C counterpart."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.observation import observing

if TYPE_CHECKING:
    from kingdoms.core.state import State


def observe(state: State, numbers: array[int], player: int, scores_open: int, row: array[int], at: int) -> None:
    """Write the observation of a player into a row that is all 0."""
    assert isinstance(state, Table)
    observing.observe(state, numbers, player, scores_open, row, at)
