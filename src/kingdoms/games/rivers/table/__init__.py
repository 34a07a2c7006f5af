"""The table as data: positions, and views of what a seat may know."""
