"""The levels of play of Kingdoms of the Middle Sea."""

from typing import Final

from kingdoms.core.level import Level

LEVELS: Final = (
    Level("Beginner", "Builds whatever comes to mind, and overlooks a lot.", overlooks=50, misjudges=2.0, ratings={2: -0.6}),
    Level("Learner", "Knows what is good, but often misses it.", overlooks=30, misjudges=1.2, ratings={2: 7.3}),
    Level("Casual", "Plays sensibly, with a slip now and then.", overlooks=12, misjudges=0.6, ratings={2: 16.8}),
    Level("Steady", "Takes what is best right now, and doesn't look ahead.", ratings={2: 25.0, 4: 25.0}),
    Level("Able", "Looks a little way ahead.", simulations=30, ratings={2: 32.0}),
    Level("Strong", "Plans the round, and sees what the others can do.", simulations=300, ratings={2: 36.3, 4: 50.0}),
    Level("Expert", "Plans several rounds; hard to beat.", simulations=3000, ratings={2: 39.3}),
    Level("Master", "Thinks as long as it's worth it.", simulations=30_000, ratings={2: 41.4, 4: 59.0}),
)
