"""Bots for any game, bots of a single game, and bots of installed packages."""

from kingdoms.bots.match import play
from kingdoms.bots.program import ProgramBot, ProgramFailed, ProgramWarning
from kingdoms.bots.random_bot import RandomBot
from kingdoms.bots.registry import BOTS, Bots
from kingdoms.core.bot import Adviser, Bot, BotError, BotKind, Closable, Observer, Seen

__all__ = [
    "BOTS",
    "Adviser",
    "Bot",
    "BotError",
    "BotKind",
    "Bots",
    "Closable",
    "Observer",
    "ProgramBot",
    "ProgramFailed",
    "ProgramWarning",
    "RandomBot",
    "Seen",
    "play",
]
