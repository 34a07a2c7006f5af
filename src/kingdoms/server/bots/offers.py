"""The bots that a server offers: built-in bots, and programs that the operator has configured, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kingdoms.bots import BOTS, BotError
from kingdoms.bots.levels import level_kinds
from kingdoms.bots.program import NAME as PROGRAM
from kingdoms.bots.program import parse
from kingdoms.core.errors import KingdomsError, quoted
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class, game_names
from kingdoms.server.base.settings import SettingsError
from kingdoms.texts import text

ABOUT = text("bot.offered_about")
BOT_NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}")


class Offers:
    """The bots that clients can choose.

    Clients cannot run anything else: a bot is chosen by a configured name, or by the name of a built-in bot.

    Args:
        programs: the operator's programs: commands, as after `program:` on the command line, by name; or by `GAME/NAME` for
            one game only.

    Raises:
        SettingsError: a name is not valid, or a command cannot be run.

    Examples:
        >>> Offers({"greedy": "cat"})  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        kingdoms.server.base.settings.SettingsError: the program 'greedy' cannot be offered: there is already a bot ...
    """

    def __init__(self, programs: Mapping[str, str]) -> None:
        self.commands: dict[str, dict[str, str]] = {}
        for name, command in programs.items():
            game, slash, short = name.rpartition("/")
            try:
                _check(short, [game_class(game).name] if slash else game_names())
                parse(command)
            except KingdomsError as error:
                raise SettingsError(text("bot.not_offered", name=quoted(name), reason=error.message)) from None
            except ValueError as error:
                raise SettingsError(text("bot.not_offered", name=quoted(name), reason=error)) from None
            self.commands.setdefault(game, {})[short] = command

    def kinds(self, game: str) -> list[dict[str, Any]]:
        """Return the bots of a game for the catalogue: its levels from the weakest up, then the others, the usual one last."""
        rated = {number: sorted(level.ratings) for number, level in enumerate(game_class(game).levels(), 1)}
        levels = {kind.name: number for number, kind in enumerate(level_kinds(game_class(game)), 1)}
        ours = {kind.name: kind for kind in reversed(BOTS.kinds(game))}.values()
        offered: list[dict[str, Any]] = [
            {"name": name, "title": name.capitalize(), "about": ABOUT, "level": None, "rated": []}
            for name in self._programs_for(game)
        ]
        for kind in ours:
            level = levels.get(kind.name)
            about = {"title": kind.called, "about": kind.about, "level": level, "rated": rated.get(level or 0, [])}
            offered.append({"name": kind.name} | about)
        return sorted(offered, key=lambda offer: levels.get(str(offer["name"]), len(levels) + 1))

    def command(self, bot: str, game: str) -> str | None:
        """Return the command of a program by its name, or None if the bot is not a program."""
        return self._programs_for(game).get(bot)

    def _programs_for(self, game: str) -> dict[str, str]:
        return self.commands.get("", {}) | self.commands.get(game, {})

    def check(self, bot: str, game: Game) -> None:
        """Check that a bot is in the catalogue, by name and without parameters.

        Clients must not set parameters: they could request any amount of threads or memory.

        Raises:
            BotError: the bot is not in the catalogue; the message lists the catalogue.
        """
        names = [offer["name"] for offer in self.kinds(game.name)]
        if bot in names:
            return
        name, colon, _ = bot.partition(":")
        if colon and name in names:
            raise BotError(text("bot.without_parameters", bot=name)).cite(game)
        if name == PROGRAM:
            raise BotError(text("bot.programs_by_name", bots=", ".join(names))).cite(game)
        BOTS.find(bot, game.name)
        raise BotError(text("bot.name_alone", bot=quoted(bot), bots=", ".join(names))).cite(game)


def _check(name: str, games: list[str]) -> None:
    """Check the name of a program.

    Raises:
        ValueError: the name is malformed, or is another bot's.
    """
    if not BOT_NAME.fullmatch(name) or name == PROGRAM:
        raise ValueError(
            f"a name is a lower-case letter followed by up to 29 lower-case letters, digits, - and _, and isn't {PROGRAM}"
        )
    if any(name == bot_name.partition(":")[0] for game in games for bot_name in BOTS.names(game)):
        raise ValueError("there is already a bot with that name")
