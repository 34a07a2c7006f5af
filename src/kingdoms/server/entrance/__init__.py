"""The entrance of a closed server, its notice to all, and the pages about the operator and the stored data."""
