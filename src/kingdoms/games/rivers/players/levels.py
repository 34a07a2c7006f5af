"""The strengths at which Two Rivers can be played."""

from typing import Final

from kingdoms.core.level import Level

LEVELS: Final = (
    Level("Beginner", "Lays what comes to mind and overlooks much.", overlooks=50, misjudges=2.0),
    Level("Learner", "Knows what is good, and often misses it.", overlooks=30, misjudges=1.2),
    Level("Casual", "Plays sensibly and slips now and then.", overlooks=12, misjudges=0.6),
    Level("Steady", "Takes what is best at once, and does not look ahead."),
    Level("Able", "Looks a little way ahead.", simulations=100),
    Level("Strong", "Plans its turn, and sees what others may do.", simulations=500),
    Level("Expert", "Plans several turns; hard to beat.", simulations=3000),
    Level("Master", "Thinks as long as it pays to.", simulations=20_000),
)
