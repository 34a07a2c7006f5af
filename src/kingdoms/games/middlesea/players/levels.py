"""The levels of play of Kingdoms of the Middle Sea."""

from typing import Final

from kingdoms.core.level import NAMES, Level
from kingdoms.games.middlesea.texts import CATALOGUE
from kingdoms.texts import LiveText

ABOUT: Final = CATALOGUE.texts("level")
"""The descriptions of the levels, by number."""

LEVELS: Final = (
    Level(NAMES[0], LiveText(ABOUT, "1"), overlooks=50, misjudges=2.0, ratings={2: -0.6, 3: -6.4, 4: -7.9}),
    Level(NAMES[1], LiveText(ABOUT, "2"), overlooks=30, misjudges=1.2, ratings={2: 7.3, 3: 5.4, 4: 5.0}),
    Level(NAMES[2], LiveText(ABOUT, "3"), overlooks=12, misjudges=0.6, ratings={2: 16.8, 3: 17.6, 4: 18.9}),
    Level(NAMES[3], LiveText(ABOUT, "4"), ratings={2: 25.0, 3: 25.0, 4: 25.0}),
    Level(NAMES[4], LiveText(ABOUT, "5"), simulations=40, ratings={2: 36.1, 3: 36.6, 4: 38.5}),
    Level(NAMES[5], LiveText(ABOUT, "6"), simulations=400, ratings={2: 43.5, 3: 42.2, 4: 47.0}),
    Level(NAMES[6], LiveText(ABOUT, "7"), simulations=4000, ratings={2: 47.8, 3: 45.7, 4: 51.8}),
    Level(NAMES[7], LiveText(ABOUT, "8"), simulations=40_000, ratings={2: 49.8, 4: 52.7}),
)
