"""Kingdoms of the Middle Sea, by the rules of Phillip Lerche's piecepack game.

In `engine` a reader of the rulebook finds its chapters as modules: `geometry` (the board), `table` and `pieces` (what lies on
it), `routes` (control and connection), `control`, `rebellion`, `dominance`, `production`, `build`, `leaders`, `conflict`,
`victory`; `turns` and `course` put them in order. `table` holds positions and views, `words` what the game says, `picture` how
it is drawn, `players` its bots. `game` is the front door.
"""
