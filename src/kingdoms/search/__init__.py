"""Search for any game of the core contract: what to do, what each seat can expect, and the line that is expected."""

from kingdoms.search.searcher import OPTIONS, Choice, Found, Limits, Searcher, SearchError

__all__ = ["OPTIONS", "Choice", "Found", "Limits", "SearchError", "Searcher"]
