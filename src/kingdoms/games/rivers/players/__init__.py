"""The game's bots, and the reasons they give for their actions."""

from kingdoms.core.bot import BotKind
from kingdoms.games.rivers.players.greedy import Greedy
from kingdoms.games.rivers.texts import CATALOGUE

ABOUT = CATALOGUE.texts("bot")
BOTS = (BotKind("greedy", ABOUT["greedy_about"], Greedy, title=ABOUT["greedy"]),)
