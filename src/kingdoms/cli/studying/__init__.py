"""Analyses, matches, arenas, studies and training: the commands that compute for long."""
