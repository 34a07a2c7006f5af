"""The figures of several workers, told by whichever is asked: each keeps its own in a file, and reads those of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from prometheus_client import Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

EVERY = 5.0
"""Seconds after which a worker's figures are kept anew."""


class Gathered(Collector):
    """The figures of all workers, each with the label `worker`.

    Args:
        folder: where they are kept.
        number: which worker this is.
    """

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder
        self.number = number
        self.own: Callable[[], bytes] = bytes

    async def keep(self) -> None:
        """Keep the own figures for the other workers to read."""
        new = self.folder / f"{self.number}.new"
        new.write_bytes(self.own())
        new.replace(self.folder / f"{self.number}.prom")

    def text(self) -> bytes:
        """Return all figures in Prometheus' text format."""
        return generate_latest(self)

    def collect(self) -> Iterable[Metric]:
        """Return all figures; those of the same name together."""
        found: dict[str, Metric] = {}
        for worker, text in sorted(self._texts().items()):
            for family in text_string_to_metric_families(text):
                metric = found.setdefault(family.name, Metric(family.name, family.documentation, family.type, family.unit))
                metric.samples += [each._replace(labels={**each.labels, "worker": worker}) for each in family.samples]
        return found.values()

    def _texts(self) -> dict[str, str]:
        """Return the figures of each worker as text."""
        others = {file.stem: file.read_text(encoding="utf-8") for file in self.folder.glob("*.prom")}
        return others | {str(self.number): self.own().decode()}
