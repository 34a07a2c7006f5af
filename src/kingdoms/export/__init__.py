"""Games for other programs: Portable Piecepack Notation, tables for statistics, and positions as short texts."""
