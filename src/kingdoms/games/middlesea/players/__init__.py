"""The game's own bots, and the reasons they give."""

from kingdoms.core.bot import BotKind
from kingdoms.games.middlesea.players.greedy import Greedy
from kingdoms.games.middlesea.texts import CATALOGUE

ABOUT = CATALOGUE.texts("bot")
BOTS = (BotKind("greedy", ABOUT["greedy_about"], Greedy, title=ABOUT["greedy"]),)
