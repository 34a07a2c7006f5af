"""What lies on the table as data: positions, and what a seat may know of them."""
