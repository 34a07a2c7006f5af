"""Bots and searches for one game: what they are asked, and what they answer."""
