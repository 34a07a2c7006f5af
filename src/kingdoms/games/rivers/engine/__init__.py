"""The rules, one module per chapter, in plain Python that can also be compiled."""
