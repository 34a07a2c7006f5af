"""What is done with games: create, follow, change, drive bots, end."""
