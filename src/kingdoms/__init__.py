"""Kingdoms: two board games to play, a referee for their rules, and an engine to study them with.

Examples:
    >>> import kingdoms
    >>> game = kingdoms.load_game("middlesea", seats=["N", "S"])
    >>> state = game.new_initial_state()
    >>> state.apply_action("first N")
    >>> state.apply_action("explore suns N.FM")
    >>> state.view("N").cities["N.FM"].kind
    'market'
    >>> refusal = state.refusal("road N.C S.FM")
    >>> refusal and refusal.clause
    'BR-5'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingdoms.analysis.analyse import analyse
    from kingdoms.bots.match import play
    from kingdoms.core.answers import Explanation, Outcome, Refusal
    from kingdoms.core.constants import CHANCE, TERMINAL
    from kingdoms.core.errors import (
        IllegalAction,
        KingdomsError,
        NotationError,
        PositionError,
        RecordError,
        RulingsError,
        SeatsError,
        UnknownGame,
    )
    from kingdoms.core.event import Change, Event, apply_changes
    from kingdoms.core.game import Game
    from kingdoms.core.moves import Moves
    from kingdoms.core.python_state import PythonState
    from kingdoms.core.record import Record
    from kingdoms.core.registry import game_names, read_position, register_game
    from kingdoms.core.rng import Random
    from kingdoms.core.rulings import Ruling
    from kingdoms.core.state import State
    from kingdoms.core.tree import GameTree
    from kingdoms.core.view import Drawing, View
    from kingdoms.drawing.render import render_svg, render_text
    from kingdoms.export.position_text import position_text, read_position_text
    from kingdoms.games import load_game

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Change",
    "Drawing",
    "Event",
    "Explanation",
    "Game",
    "GameTree",
    "IllegalAction",
    "KingdomsError",
    "Moves",
    "NotationError",
    "Outcome",
    "PositionError",
    "PythonState",
    "Random",
    "Record",
    "RecordError",
    "Refusal",
    "Ruling",
    "RulingsError",
    "SeatsError",
    "State",
    "UnknownGame",
    "View",
    "__version__",
    "analyse",
    "apply_changes",
    "game_names",
    "load_game",
    "play",
    "position_text",
    "read_position",
    "read_position_text",
    "register_game",
    "render_svg",
    "render_text",
]

# The public names of each module. Modules are imported lazily, when a name is first accessed.
_MODULES = {
    "analysis.analyse": ("analyse",),
    "bots.match": ("play",),
    "core.answers": ("Explanation", "Outcome", "Refusal"),
    "core.constants": ("CHANCE", "TERMINAL"),
    "core.errors": (
        "IllegalAction",
        "KingdomsError",
        "NotationError",
        "PositionError",
        "RecordError",
        "RulingsError",
        "SeatsError",
        "UnknownGame",
    ),
    "core.event": ("Change", "Event", "apply_changes"),
    "core.game": ("Game",),
    "core.moves": ("Moves",),
    "core.python_state": ("PythonState",),
    "core.record": ("Record",),
    "core.registry": ("game_names", "read_position", "register_game"),
    "core.rng": ("Random",),
    "core.rulings": ("Ruling",),
    "core.state": ("State",),
    "core.tree": ("GameTree",),
    "core.view": ("Drawing", "View"),
    "drawing.render": ("render_svg", "render_text"),
    "export.position_text": ("position_text", "read_position_text"),
    "games": ("load_game",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


if not TYPE_CHECKING:  # a type checker that saw this would accept any attribute

    def __getattr__(name: str) -> object:
        """Import a public name on first access."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        attribute = getattr(import_module(f"kingdoms.{_MODULE_OF[name]}"), name)
        globals()[name] = attribute
        return attribute


def __dir__() -> list[str]:
    """List the public names, including those not yet imported."""
    return sorted({*globals(), *__all__})
