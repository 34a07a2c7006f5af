"""The bots that a home offers: built-in bots, and programs that the operator of a server has configured, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingdoms.bots import BOTS, BotError
from kingdoms.bots.levels import level_kinds
from kingdoms.bots.program import NAME as PROGRAM
from kingdoms.core.errors import quoted
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class
from kingdoms.texts import text


class BotOffers:
    """The bots that clients can choose.

    Clients cannot run anything else: a bot is chosen by a configured name, or by the name of a built-in bot.

    Args:
        commands: the operator's programs: commands, as after `program:` on the command line, by name, for each game and, under
            "", for all games.
    """

    def __init__(self, commands: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.commands = commands or {}

    def kinds(self, game: str) -> list[dict[str, Any]]:
        """Return the bots of a game for the catalogue: its levels from the weakest up, then the others, the usual one last."""
        rated = {number: sorted(level.ratings) for number, level in enumerate(game_class(game).levels(), 1)}
        levels = {kind.name: number for number, kind in enumerate(level_kinds(game_class(game)), 1)}
        ours = {kind.name: kind for kind in reversed(BOTS.kinds(game))}.values()
        offered: list[dict[str, Any]] = [
            {"name": name, "title": name.capitalize(), "about": text("bot.offered_about"), "level": None, "rated": []}
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
        return {**self.commands.get("", {}), **self.commands.get(game, {})}

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
