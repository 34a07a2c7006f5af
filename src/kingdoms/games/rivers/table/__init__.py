"""The table as data: positions, and the views of seats."""
