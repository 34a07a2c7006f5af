"""Ends beside the rules: resignation, agreement, standstill; and the results of games."""
