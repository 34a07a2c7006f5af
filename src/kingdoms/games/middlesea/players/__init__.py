"""The game's own bots, and the reasons they give."""

from kingdoms.core.bot import BotKind
from kingdoms.games.middlesea.players.greedy import Greedy

BOTS = (BotKind("greedy", "looks one step ahead and takes what it likes best", Greedy),)
