"""Search for any game: the best action, the expected share of each seat, and the expected line."""

from kingdoms.search.searcher import OPTIONS, Choice, Found, Limits, Searcher, SearchError

__all__ = ["OPTIONS", "Choice", "Found", "Limits", "SearchError", "Searcher"]
