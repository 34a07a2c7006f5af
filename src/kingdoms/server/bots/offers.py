"""The bots that a server offers: built-in bots, and programs that the operator has configured, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kingdoms.bots import BOTS
from kingdoms.bots.program import NAME as PROGRAM
from kingdoms.bots.program import parse
from kingdoms.core.errors import KingdomsError, quoted
from kingdoms.core.registry import game_class, game_names
from kingdoms.server.base.settings import SettingsError
from kingdoms.table.service.offers import BotOffers
from kingdoms.texts import text

BOT_NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}")


class Offers(BotOffers):
    """The bots that clients of a server can choose.

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
        commands: dict[str, dict[str, str]] = {}
        for name, command in programs.items():
            game, slash, short = name.rpartition("/")
            try:
                _check(short, [game_class(game).name] if slash else game_names())
                parse(command)
            except (KingdomsError, ValueError) as error:
                raise SettingsError(text("bot.not_offered", name=quoted(name), reason=error)) from None
            commands.setdefault(game, {})[short] = command
        super().__init__(commands)


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
