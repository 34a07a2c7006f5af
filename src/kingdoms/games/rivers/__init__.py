"""Two Rivers, by the rules of Tigris & Euphrates by Reiner Knizia.

In `engine` a reader of the rules finds their chapters as modules: `geometry` (the board), `table` and `pieces` (what lies on
it), `regions` (what connects), `leaders`, `tiles`, `conflict` (revolts and wars), `treasures`, `monuments` (and the wonder),
`civic` (civilization buildings), `drawing` (from the bag), `victory`; `listing` lists the actions of a turn, `turns` and
`course` put all in order. `table` holds positions and views, `words` what the game says, `picture` how it is drawn, `players`
its bots. `game` is the front door.
"""
