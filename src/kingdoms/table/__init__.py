"""What a table does without people, storage and network: games under way, and the answers to requests about them.

The server and the device (a page that plays without a server) are its two homes.
"""
