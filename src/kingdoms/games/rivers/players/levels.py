"""The strengths at which Two Rivers can be played."""

from typing import Final

from kingdoms.core.level import Level

LEVELS: Final = (
    Level("Beginner", "Lays what comes to mind and overlooks much.", overlooks=70, misjudges=2.0, absurd=0.001),
    Level("Learner", "Knows what is good, and often misses it.", overlooks=50, misjudges=1.5, absurd=0.003),
    Level("Casual", "Plays sensibly and slips now and then.", overlooks=35, misjudges=1.0, absurd=0.01),
    Level("Steady", "Takes what is best at once, and does not look ahead."),
    Level("Able", "Looks a little way ahead.", simulations=100),
    Level("Strong", "Plans its turn, and sees what others may do.", simulations=500),
    Level("Expert", "Plans several turns; hard to beat.", simulations=3000),
    Level("Master", "Thinks as long as it pays to.", simulations=20_000),
)
