"""Games under way: entries, commits, the order of checks, and broadcasts to followers."""
