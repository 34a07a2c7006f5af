"""What the game says: notation, clauses, refusals, what happened, what is asked."""
