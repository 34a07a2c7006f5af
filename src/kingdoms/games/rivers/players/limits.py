"""Whole numbers of the players' judgement that compiled modules share."""

WHOLE = 126
"""The number of a region as it would be; those that there are have lower ones, 1 to 16 the kingdoms."""
SHORT_BAG = 12
"""With so few tiles in the bag a pass may win: it draws none."""
