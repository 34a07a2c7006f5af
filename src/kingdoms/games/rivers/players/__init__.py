"""The game's own bots, and why they do what they do."""

from kingdoms.core.bot import BotKind
from kingdoms.games.rivers.players.greedy import Greedy

BOTS = (BotKind("greedy", "takes what promises most by what it knows, its weakest colour first", Greedy),)
