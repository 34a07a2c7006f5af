"""What all rooms of the table share: errors, names, times, and how values become JSON."""
