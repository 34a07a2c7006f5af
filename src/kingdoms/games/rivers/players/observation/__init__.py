"""What a dynasty sees as a row of bytes, and the numbers of actions, for programs that learn."""
