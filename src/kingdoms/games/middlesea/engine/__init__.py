"""The rules, one module per chapter, in plain Python that Cython compiles too."""
