"""Search for any game of the core contract."""
