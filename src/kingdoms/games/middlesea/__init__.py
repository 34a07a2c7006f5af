"""Kingdoms of the Middle Sea, by the rules of Phillip Lerche's piecepack game.

A reader of the rulebook finds its chapters as modules: `geometry` (the board), `table` and `pieces` (what lies on it), `routes`
(control and connection), `control`, `rebellion`, `dominance`, `production`, `build`, `leaders`, `conflict`, `victory`. `turns`
and `course` put them in order, `state` and `game` fulfil the core contract, and around them stand `rulings`, `notation`,
`position`, `refusals`, `narrate`, `words`, `explain`, `clauses` and `view`.
"""
