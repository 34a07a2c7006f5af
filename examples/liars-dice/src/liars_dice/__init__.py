"""Liar's Dice: players bid on hidden dice, and the loser of a challenge loses a die."""
