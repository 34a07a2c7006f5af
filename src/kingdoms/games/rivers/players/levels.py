"""The playing strengths that bots of Two Rivers offer."""

from typing import Final

from kingdoms.core.level import Level

LEVELS: Final = (
    Level(
        "Beginner",
        "Lays whatever comes to mind, and overlooks a lot.",
        overlooks=70,
        misjudges=2.0,
        absurd=0.001,
        ratings={2: 7.9},
    ),
    Level("Learner", "Knows what is good, but often misses it.", overlooks=50, misjudges=1.5, absurd=0.003, ratings={2: 17.0}),
    Level("Casual", "Plays sensibly, with a slip now and then.", overlooks=35, misjudges=1.0, absurd=0.01, ratings={2: 21.7}),
    Level("Steady", "Takes what is best right now, and doesn't look ahead.", ratings={2: 25.0, 4: 25.0}),
    Level("Able", "Looks a little way ahead.", simulations=100, ratings={2: 29.4}),
    Level("Strong", "Plans its turn, and sees what the others may do.", simulations=500, ratings={2: 34.9, 4: 34.3}),
    Level("Expert", "Plans several turns; hard to beat.", simulations=3000, ratings={2: 42.7}),
    Level("Master", "Thinks as long as it's worth it.", simulations=20_000, ratings={2: 49.2, 4: 40.7}),
)
