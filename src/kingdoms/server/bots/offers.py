"""The bots that a server offers: those that are known here, and the programs that its operator has configured, by name."""

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
from kingdoms.server.settings import SettingsError

ABOUT = "a program that this server runs"
BOT_NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}")


class Offers:
    """What can be asked for at this server.

    Nobody at the other end of a network can have anything else run: what they name is a configured name, or a bot that is
    part of this program.

    Args:
        programs: what the operator has configured: a name, or `GAME/NAME` for one game only, and behind it what stands
            behind `program:` on the command line.

    Raises:
        SettingsError: a name cannot be, or a command cannot be run.

    Examples:
        >>> Offers({"greedy": "cat"})
        Traceback (most recent call last):
        kingdoms.server.settings.SettingsError: the program 'greedy' cannot be offered: there is already a bot with that name
    """

    def __init__(self, programs: Mapping[str, str]) -> None:
        self.commands: dict[str, dict[str, str]] = {}
        for name, command in programs.items():
            game, slash, short = name.rpartition("/")
            try:
                _check(short, [game_class(game).name] if slash else game_names())
                parse(command)
            except KingdomsError as error:
                raise SettingsError(f"the program {quoted(name)} cannot be offered: {error.message}") from None
            except ValueError as error:
                raise SettingsError(f"the program {quoted(name)} cannot be offered: {error}") from None
            self.commands.setdefault(game, {})[short] = command

    def kinds(self, game: str) -> list[dict[str, Any]]:
        """Return the bots that play a game for the catalogue: its levels from the weakest up, then others, the usual last."""
        rated = {number: sorted(level.ratings) for number, level in enumerate(game_class(game).levels(), 1)}
        levels = {kind.name: number for number, kind in enumerate(level_kinds(game_class(game)), 1)}
        ours = {kind.name: kind for kind in reversed(BOTS.kinds(game))}.values()
        told: list[dict[str, Any]] = [
            {"name": name, "title": name.capitalize(), "about": ABOUT, "level": None, "rated": []} for name in self._of(game)
        ]
        for kind in ours:
            level = levels.get(kind.name)
            about = {"title": kind.called, "about": kind.about, "level": level, "rated": rated.get(level or 0, [])}
            told.append({"name": kind.name} | about)
        return sorted(told, key=lambda each: levels.get(str(each["name"]), len(levels) + 1))

    def command(self, bot: str, game: str) -> str | None:
        """Return the command of the program that is offered under a name, None where it is none."""
        return self._of(game).get(bot)

    def _of(self, game: str) -> dict[str, str]:
        """Return the programs that play a game: those offered for any, and its own."""
        return self.commands.get("", {}) | self.commands.get(game, {})

    def check(self, bot: str, game: Game) -> None:
        """See that a bot that somebody asks for is one of the catalogue, by its name there.

        Parameters are for whoever runs bots on a machine of their own: here anybody could ask for any amount of threads or
        memory, or for a bot that throws somebody's game away.

        Raises:
            BotError: it is not; the message says what is.
        """
        names = [each["name"] for each in self.kinds(game.name)]
        if bot in names:
            return
        name, colon, _ = bot.partition(":")
        if colon and name in names:
            raise BotError(f"bot {name}: on a server it takes no parameters").cite(game)
        if name == PROGRAM:
            said = f"a server runs only the programs it offers by name; its bots are {', '.join(names)}"
            raise BotError(said).cite(game)
        BOTS.find(bot, game.name)
        raise BotError(f"bot {quoted(bot)}: a server takes a name without parameters; its bots are {', '.join(names)}").cite(
            game
        )


def _check(name: str, games: list[str]) -> None:
    """Refuse a name that a program cannot have.

    Raises:
        ValueError: it is another bot's, or no name.
    """
    if not BOT_NAME.fullmatch(name) or name == PROGRAM:
        raise ValueError(
            f"a name is a lower-case letter followed by up to 29 lower-case letters, digits, - and _, and isn't {PROGRAM}"
        )
    if any(name == known.partition(":")[0] for game in games for known in BOTS.names(game)):
        raise ValueError("there is already a bot with that name")
