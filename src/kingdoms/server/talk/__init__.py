"""Talk: messages between players, and between onlookers."""
