"""One game: its state in memory, its data, and its messages."""
