"""The games: one folder each, and nothing outside it knows their names but the registry."""
