"""The contracts that every game fulfils, and code that all games share. The package `kingdoms` exports the public names."""
