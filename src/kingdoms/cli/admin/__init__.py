"""`kingdoms serve` and `kingdoms admin`: running a server, and the operator's commands."""
