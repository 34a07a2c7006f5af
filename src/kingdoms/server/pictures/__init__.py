"""Pictures of games, and link previews."""
