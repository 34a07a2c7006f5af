"""Commands for authors of games and hosts of bots."""
