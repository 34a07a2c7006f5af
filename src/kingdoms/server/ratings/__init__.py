"""Ratings of people and of levels."""
