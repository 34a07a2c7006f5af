"""The game's bots, and the reasons they give for their actions."""

from kingdoms.core.bot import BotKind
from kingdoms.games.rivers.players.greedy import Greedy

BOTS = (BotKind("greedy", "takes what promises most by what it knows, its weakest colour first", Greedy),)
