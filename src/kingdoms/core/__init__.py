"""The contracts that every game keeps, and what all games share. The public names are those of `kingdoms`."""
