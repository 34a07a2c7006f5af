"""Games like another, each with one mistake, for tests of the checks of `kingdoms.testing`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def game_like(base: Any, **members: Any) -> Any:
    """Return a game like another in which some members of the game, its state or its view are others."""
    members_by_kind: dict[Any, dict[str, Any]] = {kind: {} for kind in (base, base.state_type, base.view_type)}
    for name, member in members.items():
        members_by_kind[next(kind for kind in members_by_kind if hasattr(kind, name))][name] = member
    game: Any
    game, *parts = (type(kind.__name__, (kind,), changes) for kind, changes in members_by_kind.items())
    game.state_type, game.view_type = parts
    return game


class Mistakes(dict[str, tuple[Any, str]]):
    """Games by name, and what the checks say about each.

    Args:
        base: the game without a mistake.
        module: the module in which each game is by its name, as other processes have to find it.
    """

    def __init__(self, base: Any, module: str) -> None:
        self.base, self.module = base, module

    def add(self, name: str, message: str, **members: Any) -> Any:
        """Add the game with some members that are wrong, and return it."""
        game = game_like(self.base, **members)
        game.__module__, game.__name__, game.__qualname__ = self.module, name, name
        setattr(sys.modules[self.module], name, game)
        self[name] = game, message
        return game

    def member(self, name: str, message: str, **members: Any) -> Callable[[Callable[..., object]], Any]:
        """Add a game with the decorated function as one of its wrong members, under the name of the function."""

        def add(function: Callable[..., object]) -> Any:
            member = classmethod(function) if name == "read_position" else function
            return self.add(function.__name__, message, **{name: member}, **members)

        return add
