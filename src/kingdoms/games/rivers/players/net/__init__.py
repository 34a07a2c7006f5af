"""The features of a table for a net, and what they mean to people."""
