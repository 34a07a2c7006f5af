"""Passkeys and profiles: people across devices, and their results."""
