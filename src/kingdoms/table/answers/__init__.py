"""The answers to requests: views, boards, puzzles, mistakes, variations, a path and a study."""
