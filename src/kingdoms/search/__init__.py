"""Search for any game of the core contract: what to play, what each seat can expect, and the expected line."""

from kingdoms.search.searcher import OPTIONS, Choice, Found, Limits, Searcher, SearchError

__all__ = ["OPTIONS", "Choice", "Found", "Limits", "SearchError", "Searcher"]
