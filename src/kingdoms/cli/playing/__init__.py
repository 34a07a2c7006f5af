"""`kingdoms play` and `kingdoms puzzles`: games and puzzles at the terminal."""
