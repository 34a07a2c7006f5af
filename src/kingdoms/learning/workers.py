"""Processes that work for a training: on this machine, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import kingdoms
from kingdoms.learning.matching import Mapped
from kingdoms.learning.plan import LearningError


@contextmanager
def mapping(workers: int | None, cluster: str | None = None) -> Iterator[Mapped]:
    """Yield a function like `map`, which keeps the order of its results.

    Args:
        workers: the number of processes; 1 to work in this one; None for one on each processor of the cluster.
        cluster: the address of a Ray cluster, see `kingdoms.arena.cluster`; None to work on this machine.

    Raises:
        ArenaError: the cluster cannot be reached.
    """
    if cluster is not None:
        from kingdoms.arena.cluster import connect, disconnect  # noqa: PLC0415  only --cluster needs Ray

        processors = connect(cluster)
        try:
            yield partial(_map_on_cluster, min(workers or processors, processors))
        finally:
            disconnect()
    elif workers == 1:
        yield map
    else:
        with multiprocessing.get_context("spawn").Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
            yield pool.imap


def _map_on_cluster(size: int, function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
    """Yield the results of a function for several items, in order; up to two for each processor are in progress."""
    import ray  # noqa: PLC0415  as above

    call: Any = ray.remote(num_cpus=1, max_retries=-1)(_run_checked)
    sent, waiting = ray.put(function), deque[Any]()
    for item in items:
        waiting.append(call.remote(sent, item, kingdoms.__version__))
        if len(waiting) >= 2 * size:
            yield ray.get(waiting.popleft())
    while waiting:
        yield ray.get(waiting.popleft())


def _run_checked(function: Callable[[Any], Any], item: Any, version: str) -> Any:
    """Return the result of a function on a machine of the cluster.

    Raises:
        LearningError: this machine has another version, which might play different games.
    """
    if kingdoms.__version__ != version:
        raise LearningError(f"a machine of the cluster has kingdoms {kingdoms.__version__}, not {version}")
    return function(item)
