"""The texts of the game: notation, clauses, refusals, events, questions."""
