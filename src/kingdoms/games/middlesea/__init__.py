"""Kingdoms of the Middle Sea, by the rules of Phillip Lerche's piecepack game.

The modules of `engine` follow the chapters of the rulebook: `geometry` (the board), `table` and `pieces` (what lies on it),
`routes` (control and connection), `control`, `rebellion`, `dominance`, `production`, `build`, `leaders`, `conflict` and
`victory`; `turns` and `course` run them in order. `table` has positions and views, `words` the notation and all texts,
`picture` the drawings, and `players` the bots. `game` is the entry point.
"""
