"""Players that are programs."""

from kingdoms.bots.bot import Adviser, Bot, BotError, BotKind, Bots
from kingdoms.bots.middlesea_greedy import MiddleSeaGreedy
from kingdoms.bots.random_bot import RandomBot
from kingdoms.bots.rivers_greedy import RiversGreedy

BOTS = Bots()
"""All bots that the command line and other programs can ask for by name."""

SLIPS = {"slips": "how often it acts at random instead, from 0 to 1"}

BOTS.register(BotKind("random", "chooses at random", RandomBot, {}))
BOTS.register(
    BotKind("greedy", "looks one step ahead and takes what it likes best", MiddleSeaGreedy, SLIPS, ("middlesea",)),
)
BOTS.register(
    BotKind("greedy", "takes what promises most by what it knows, its weakest colour first", RiversGreedy, SLIPS, ("rivers",)),
)

__all__ = ["BOTS", "Adviser", "Bot", "BotError", "BotKind", "Bots", "MiddleSeaGreedy", "RandomBot", "RiversGreedy"]
