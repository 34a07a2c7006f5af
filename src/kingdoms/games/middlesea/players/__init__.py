"""The game's own bots, the reasons they give, and the nets for search."""

from pathlib import Path
from typing import Final

from kingdoms.core.bot import BotKind
from kingdoms.games.middlesea.players.greedy import Greedy
from kingdoms.games.middlesea.texts import CATALOGUE
from kingdoms.texts import LiveText

ABOUT = CATALOGUE.texts("bot")
BOTS = (BotKind("greedy", LiveText(ABOUT, "greedy_about"), Greedy, title=LiveText(ABOUT, "greedy")),)
NETS: Final = {seats: Path(__file__).with_name(f"{seats}.net") for seats in (2, 3, 4)}
"""The files of the nets, by number of seats."""
