"""Positions that are shared as texts: the analysis board at /p/TEXT, and the texts of positions of games."""
