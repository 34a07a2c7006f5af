"""The lobby: new games, seats, quotas."""
