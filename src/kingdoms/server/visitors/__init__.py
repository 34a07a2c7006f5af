"""Visitors: their identities and names, limits of their requests, bans, and admission to a closed server."""
