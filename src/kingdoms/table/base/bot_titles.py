"""The titles of bots for people, and the bot that stands in for absent players."""

from __future__ import annotations

import functools

from kingdoms.bots import BOTS
from kingdoms.bots.levels import level_kinds
from kingdoms.core.bot import BotError
from kingdoms.core.registry import game_class
from kingdoms.texts import language, languages, speaking


def bot_title(bot: str, game: str) -> str:
    """Return the title of a bot for people; the capitalised name for a program of this server and for an unknown bot."""
    return _title(bot, game, language())


def bot_name(name: str, bot: str | None, game: str) -> str:
    """Return the name of a bot at a table; a title, in any language, becomes the one in the present language."""
    return bot_title(bot, game) if bot is not None and name in _titles(bot, game) else name


@functools.lru_cache(maxsize=200)
def _titles(bot: str, game: str) -> frozenset[str]:
    return frozenset(_title_in(tag, bot, game) for tag in languages())


def _title_in(tag: str, bot: str, game: str) -> str:
    with speaking(tag):
        return bot_title(bot, game)


@functools.lru_cache(maxsize=500)
def _title(bot: str, game: str, _language: str) -> str:
    try:
        return BOTS.find(bot, game).called
    except BotError:
        return bot.capitalize()


@functools.cache
def usual_stand_in(game: str) -> str:
    """Return the default stand-in for absent players: the game's middle level.

    Examples:
        >>> usual_stand_in("middlesea")
        'level:4'
    """
    levels = level_kinds(game_class(game))
    return levels[(len(levels) - 1) // 2].name if levels else BOTS.usual(game)
