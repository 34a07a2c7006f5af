"""The game's bots, the reasons they give for their actions, and the nets for search."""

from pathlib import Path
from typing import Final

from kingdoms.core.bot import BotKind
from kingdoms.games.rivers.players.greedy import Greedy
from kingdoms.games.rivers.texts import CATALOGUE
from kingdoms.texts import LiveText

ABOUT = CATALOGUE.texts("bot")
BOTS = (BotKind("greedy", LiveText(ABOUT, "greedy_about"), Greedy, title=LiveText(ABOUT, "greedy")),)
NETS: Final = {seats: Path(__file__).with_name(f"{seats}.net") for seats in (2, 3, 4)}
"""The files of the nets, by number of seats."""
