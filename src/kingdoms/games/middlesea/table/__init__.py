"""The table as data: positions, views, alerts and measures."""
