"""Many games between bots: planned, played by several processes, stored in files, and evaluated with confidence intervals.

An `ArenaPlan` assigns each game a number, `Folder` stores finished games, `run` plays the missing ones, and `Count` collects
statistics.
"""
