"""The `kingdoms` command."""
