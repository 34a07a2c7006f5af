"""Hints, chances and reviews."""
