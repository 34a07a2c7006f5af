"""The playing strengths that bots of Two Rivers offer."""

from typing import Final

from kingdoms.core.level import NAMES, Level
from kingdoms.games.rivers.texts import CATALOGUE
from kingdoms.texts import LiveText

ABOUT: Final = CATALOGUE.texts("level")
"""The descriptions of the levels, by number."""

LEVELS: Final = (
    Level(NAMES[0], LiveText(ABOUT, "1"), overlooks=70, misjudges=2.0, absurd=0.001, ratings={2: 7.9, 3: 3.4, 4: 5.2}),
    Level(NAMES[1], LiveText(ABOUT, "2"), overlooks=50, misjudges=1.5, absurd=0.003, ratings={2: 17.0, 3: 13.8, 4: 17.4}),
    Level(NAMES[2], LiveText(ABOUT, "3"), overlooks=35, misjudges=1.0, absurd=0.01, ratings={2: 21.7, 3: 20.5, 4: 21.5}),
    Level(NAMES[3], LiveText(ABOUT, "4"), ratings={2: 25.0, 3: 25.0, 4: 25.0}),
    Level(NAMES[4], LiveText(ABOUT, "5"), simulations=100, ratings={2: 34.1, 3: 33.9, 4: 32.9}),
    Level(NAMES[5], LiveText(ABOUT, "6"), simulations=500, ratings={2: 41.1, 3: 40.0, 4: 37.4}),
    Level(NAMES[6], LiveText(ABOUT, "7"), simulations=3000, ratings={2: 48.2, 3: 43.2, 4: 41.2}),
    Level(NAMES[7], LiveText(ABOUT, "8"), simulations=20_000, ratings={2: 58.4, 4: 45.5}),
)
