"""Retention: deletion of old games."""
