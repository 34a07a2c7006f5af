"""The rules, chapter by chapter, in plain Python that is also compiled."""
