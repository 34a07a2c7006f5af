"""The levels of play of Kingdoms of the Middle Sea."""

from typing import Final

from kingdoms.core.level import NAMES, Level
from kingdoms.games.middlesea.texts import CATALOGUE

ABOUT: Final = CATALOGUE.texts("level")
"""The descriptions of the levels, by number."""

LEVELS: Final = (
    Level(NAMES[0], ABOUT["1"], overlooks=50, misjudges=2.0, ratings={2: -0.6}),
    Level(NAMES[1], ABOUT["2"], overlooks=30, misjudges=1.2, ratings={2: 7.3}),
    Level(NAMES[2], ABOUT["3"], overlooks=12, misjudges=0.6, ratings={2: 16.8}),
    Level(NAMES[3], ABOUT["4"], ratings={2: 25.0, 4: 25.0}),
    Level(NAMES[4], ABOUT["5"], simulations=40, ratings={2: 34.2}),
    Level(NAMES[5], ABOUT["6"], simulations=400, ratings={2: 36.7, 4: 50.0}),
    Level(NAMES[6], ABOUT["7"], simulations=4000, ratings={2: 39.6}),
    Level(NAMES[7], ABOUT["8"], simulations=40_000, ratings={2: 41.4, 4: 59.0}),
)
