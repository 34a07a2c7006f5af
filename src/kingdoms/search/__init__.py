"""Search for any game: the best action, the expected share of each seat, and the expected line."""

from kingdoms.search.batched import Evaluator, Leaves
from kingdoms.search.progress import Choice, Found
from kingdoms.search.searcher import Searcher
from kingdoms.search.settings import OPTIONS, Limits, SearchError

__all__ = ["OPTIONS", "Choice", "Evaluator", "Found", "Leaves", "Limits", "SearchError", "Searcher"]
