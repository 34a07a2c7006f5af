"""Games for other programs: Portable Piecepack Notation, and tables for statistics."""
