"""Kingdoms: board games of kingdoms at odds, to play, to ask about, and to study.

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

from typing import TYPE_CHECKING

from kingdoms.core import constants
from kingdoms.core.drawing import Drawing, render_svg, render_text
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
from kingdoms.core.explanation import Explanation
from kingdoms.core.game import Game
from kingdoms.core.moves import Moves
from kingdoms.core.outcome import Outcome
from kingdoms.core.python_state import PythonState
from kingdoms.core.record import Record
from kingdoms.core.refusal import Refusal
from kingdoms.core.registry import game_names, read_position, register_game
from kingdoms.core.rng import Random
from kingdoms.core.rulings import Ruling
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.games import load_game

CHANCE = constants.CHANCE
"""`State.current_player()` when the next action is a die roll or a draw."""
TERMINAL = constants.TERMINAL
"""`State.current_player()` when the game is over."""

__version__ = "0.1.0"

if TYPE_CHECKING:
    from kingdoms.bots.match import play


def __getattr__(name: str) -> object:
    """Load what is not needed by everybody when it is first asked for: bots."""
    if name == "play":
        from kingdoms.bots import match

        return match.play
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "CHANCE",
    "TERMINAL",
    "Change",
    "Drawing",
    "Event",
    "Explanation",
    "Game",
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
    "apply_changes",
    "game_names",
    "load_game",
    "play",
    "read_position",
    "register_game",
    "render_svg",
    "render_text",
]
