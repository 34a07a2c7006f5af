"""Ratings of people and levels."""
