"""Two Rivers, by the rules of Tigris & Euphrates by Reiner Knizia.

A reader of the rules finds their chapters as modules: `geometry` (the board), `table` and `pieces` (what lies on it),
`regions` (what connects), `leaders`, `tiles`, `conflict` (revolts and wars), `treasures`, `monuments` (and the wonder),
`drawing` (from the bag), `victory`. `listing` lists the actions of a turn, `turns` and `course` put all in order, `state` and
`game` fulfil the core contract, and around them stand `rulings`, `notation`, `position`, `reading`, `refusals`, `narrate`,
`words`, `explain`, `clauses`, `view`, `facts` and `guess`.
"""
