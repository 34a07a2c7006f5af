"""Integer constants shared by the compiled modules of the players."""

SCRATCH = 126
"""Number of the scratch region, which holds a hypothetical region; regions on the board have lower numbers."""
SHORT_BAG = 12
"""With at most this many tiles in the bag, passing may win, since it draws none."""
