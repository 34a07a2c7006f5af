"""Heuristic values for the choices of decisions: the greedy player's one-step evaluation."""
