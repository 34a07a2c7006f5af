"""Many games between bots: planned, played by several processes, kept in files, and judged with intervals that hold.

A `Plan` says which game has which number, `Folder` keeps finished ones, `run` plays what is missing, and `Report` counts.
"""
