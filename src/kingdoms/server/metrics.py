"""What Prometheus is told at /metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
CONTENT_TYPE = CONTENT_TYPE_LATEST


class Metrics:
    """The figures of one server; each server has its own, so that tests can run several in one process.

    Attributes:
        requests: seconds until answers began, by route, method and status; their number too.
        sockets: live sockets that are open.
        live_games: games that are in memory.
        actions: actions played, by who plays them.
        decisions: seconds that bots took to decide, by the bot's name; their number too.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "kingdoms_requests_seconds",
            "Time from a request to the beginning of its answer",
            ("route", "method", "status"),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.sockets = Gauge("kingdoms_open_sockets", "Live sockets that are open", registry=self.registry)
        self.live_games = Gauge("kingdoms_live_games", "Games in memory", registry=self.registry)
        self.actions = Counter("kingdoms_actions", "Actions played", ("by",), registry=self.registry)
        self.decisions = Histogram(
            "kingdoms_bot_decisions_seconds", "Time that a bot took", ("bot",), buckets=SECONDS, registry=self.registry
        )

    def count_action(self, by: str) -> None:
        """Count an action of a `person`, `bot`, `program` or `chance`."""
        self.actions.labels(by).inc()

    def time_decision(self, bot: str, seconds: float) -> None:
        """Note how long a bot took to decide."""
        self.decisions.labels(bot).observe(seconds)

    def text(self) -> bytes:
        """Return the figures in Prometheus' text format."""
        return generate_latest(self.registry)
