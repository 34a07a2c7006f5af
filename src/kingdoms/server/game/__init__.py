"""One game: in memory, as data, and what is said of it."""
