"""A cast that the compiled build needs. This module is never compiled: `inline.pxd` is its C counterpart."""

from __future__ import annotations

from kingdoms.games.rivers.players import observing

observe = observing.observe
