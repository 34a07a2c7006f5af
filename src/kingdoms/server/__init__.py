"""The game server: a lobby, games that live in a database, live updates, bots, and the page to play on."""
