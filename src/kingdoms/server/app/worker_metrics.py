"""Combined metrics of several workers: each writes its own to a file, and serves them together with those of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from prometheus_client import Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

WRITE_EVERY = 5.0
"""Seconds between two writes of a worker's metrics."""


class WorkerMetrics(Collector):
    """The metrics of all workers, each with the label `worker`."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder
        self.number = number
        self.collect_own: Callable[[], bytes] = bytes

    async def write(self) -> None:
        """Write the metrics of this worker for the others."""
        new = self.folder / f"{self.number}.new"
        new.write_bytes(self.collect_own())
        new.replace(self.folder / f"{self.number}.prom")

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self)

    def collect(self) -> Iterable[Metric]:
        """Return all metrics, with the samples of all workers under one name."""
        metrics: dict[str, Metric] = {}
        for worker, text in sorted(self._texts().items()):
            for family in text_string_to_metric_families(text):
                metric = metrics.setdefault(family.name, Metric(family.name, family.documentation, family.type, family.unit))
                metric.samples += [sample._replace(labels={**sample.labels, "worker": worker}) for sample in family.samples]
        return metrics.values()

    def _texts(self) -> dict[str, str]:
        """Return the metrics of each worker as text."""
        texts = {file.stem: file.read_text(encoding="utf-8") for file in self.folder.glob("*.prom")}
        return texts | {str(self.number): self.collect_own().decode()}
