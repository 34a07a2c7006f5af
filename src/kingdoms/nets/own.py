"""The nets that games bring along."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kingdoms.core.game import Game
from kingdoms.nets.file import load_for
from kingdoms.nets.net import Net


def own_net(game: Game) -> Net | None:
    """Return the game's net for its seats and rulings, or None if it has none that has learned them.

    Raises:
        NetError: the file of the net is damaged, or does not fit the game.

    Examples:
        >>> import kingdoms
        >>> net = own_net(kingdoms.load_game("middlesea", 2))
        >>> net and net.hidden
        32
        >>> own_net(kingdoms.load_game("middlesea", 2, {"trade_abroad": True})) is None
        True
    """
    path = game.net_file()
    if path is None:
        return None
    changed = path.stat().st_mtime_ns if path.exists() else 0
    return _loaded(path, changed, type(game), len(game.seats))


@lru_cache(maxsize=64)
def _loaded(path: Path, _changed: int, rules: type[Game], seats: int) -> Net:
    """Return the net in a file; `_changed` tells apart versions of the file."""
    return load_for(rules(seats), path)
