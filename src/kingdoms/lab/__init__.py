"""Studies of a game: many measured games under planned conditions, and what they say.

A `Study` says which games are played and what is asked, `run` plays them with the machinery of the arena, `Dataset` reads them
again, and `findings` says what is in them, with intervals.
"""
