"""Boards with variations that are kept on the server, and shared by links; records as trees."""
