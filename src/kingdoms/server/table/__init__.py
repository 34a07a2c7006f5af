"""Games under way: entries, commits, the order of checks, and what is sent to whom."""
