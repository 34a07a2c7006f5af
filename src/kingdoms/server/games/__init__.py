"""Games on the server: what is kept of them, what can be done with them, and who is told."""
