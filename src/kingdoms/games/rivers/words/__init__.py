"""The game's texts: notation, clauses, refusals, narration and questions."""
