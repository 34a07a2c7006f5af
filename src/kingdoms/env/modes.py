"""What a batch does with a game that is over; the values are in the order of `batch.MODES`."""

DISABLED = 0
NEXT_STEP = 1
SAME_STEP = 2
FORFEIT = -1
"""The action of a seat that loses by an illegal one."""
NOBODY = -1
"""The learner of a game in which all seats are played by the caller."""
