"""Studies of a game: many measured games under planned conditions, and their statistics.

A `Study` defines the games to play and the questions to answer, `run` plays the games in the arena, `Dataset` reads them back,
and `findings` computes estimates with confidence intervals.
"""
