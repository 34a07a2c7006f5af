"""For tests of nets: random weights, a naive evaluation, the beginnings of trainings, and a mark for tests that train."""

from __future__ import annotations

import math
import random
import zlib
from pathlib import Path

import pytest

from kingdoms.cli import engine_kind
from kingdoms.core.knowledge import Knowledge
from kingdoms.learning.matching import parts_of
from kingdoms.learning.plan import TrainingPlan
from kingdoms.learning.starting import starting_net
from kingdoms.learning.training import samples_of
from kingdoms.nets import Net, load

trains = pytest.mark.skipif(engine_kind() != "compiled", reason="the interpreted engine takes minutes for it")
"""Marks a test that trains a net or plays many games for it."""
POWERS = [round(2**30 * math.exp(-i / 64)) for i in range(1025)]


def random_net(inputs: int, hidden: int, seed: int, most: int = 3000, bits: int = 28) -> Net:
    """Return a net with random weights."""
    rng = random.Random(seed)
    first, bias, second = ([rng.randint(-most, most) for _ in range(count)] for count in (inputs * hidden, hidden, hidden))
    return Net(inputs, first, bias, second, bits)


def naive_evaluation(net: Net, knowledge: Knowledge) -> list[float]:
    """Return the naive evaluation of a knowledge's state by a net."""
    first, bias, second = net.weights()
    logits = []
    for inputs in knowledge.description():
        sums = [
            bias[unit] + sum(x * w for x, w in zip(inputs, first[unit * net.inputs : (unit + 1) * net.inputs], strict=True))
            for unit in range(net.hidden)
        ]
        logit = sum(max(0, value) * weight for value, weight in zip(sums, second, strict=True)) >> net.bits - 16
        logits.append(max(-(2**24), min(2**24, logit)))
    powers = [power(max(logits) - logit) for logit in logits]
    return [value / sum(powers) for value in powers]


def power(below: int) -> int:
    """Return e to the power of -below/65536, in units of 2**-30."""
    step, part = divmod(below, 1024)
    return POWERS[1024] if step >= 1024 else (POWERS[step] * (1024 - part) + POWERS[step + 1] * part) >> 10


def first_samples(path: Path) -> int:
    """Return a digest of the samples from the first game of the training that made a net."""
    plan = TrainingPlan.from_net(load(path), str(path))
    start = starting_net(plan)
    samples = samples_of(plan, 1, [] if start is None else [parts_of(start)], range(1))
    return zlib.crc32(samples.shares.tobytes(), zlib.crc32(samples.inputs.tobytes()))
