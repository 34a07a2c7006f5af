"""Liar's Dice: dice under cups, bids that may be lies, and the one who is caught pays with a die."""
