"""What a server answers: the same classes for the server and its clients."""
