"""The error of the explorer."""

from kingdoms.core.errors import KingdomsError


class ExplorerError(KingdomsError):
    """A file or a source of games that the explorer cannot use, or a position that it does not know; the message says why."""

    code, topic = "explorer", "request"
