"""The fit of a net to samples, with NumPy: Adam on the cross-entropy of the shares, then rounding to whole weights."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kingdoms.learning.sampling import Samples
from kingdoms.nets import Net
from kingdoms.nets.bounds import MOST_BIAS, MOST_INPUT, MOST_WEIGHT

BATCH: Final = 512
RATE: Final = 0.003
DECAY: Final = 0.1
"""The weight decay per step, in units of the learning rate."""
FEW: Final = 6
"""A game with more samples than this counts as much as one with this many: the samples of a game share its outcome."""
PARTS: Final = 10
"""One game in this many is held out for the report, and another one to choose the best epoch."""
MOST_BITS: Final = 15
TUNING: Final = 0.33
"""The learning rate of a fit that starts from another net, as a part of the usual one."""

Floats = NDArray[np.float32]
Masks = NDArray[np.bool_]


@dataclass(frozen=True)
class FitResult:
    """A fitted net, and its log loss on held-out games.

    Attributes:
        net: the net, with whole weights.
        samples: the number of samples learned from.
        held_out: the number of held-out samples.
        losses: the log loss on the held-out samples: of the net, of the hand-made evaluation, and of even chances.
        epochs: the log loss after each epoch on the games that choose the best one.
    """

    net: Net
    samples: int
    held_out: int
    losses: dict[str, float]
    epochs: list[float]


class Model:
    """A net with one hidden layer in floating point, on standardised inputs.

    Args:
        inputs: the samples that set the standard, by sample and seat.
        hidden: the number of hidden units.
        rng: the generator of the initial weights.
    """

    def __init__(self, inputs: Floats, hidden: int, rng: np.random.Generator) -> None:
        flat = inputs.reshape(-1, inputs.shape[-1])
        self.mean, self.spread = flat.mean(0), flat.std(0) + 0.01
        width = inputs.shape[-1]
        self.weights: dict[str, Floats] = {
            "first": (rng.standard_normal((width, hidden)) / math.sqrt(width)).astype(np.float32),
            "bias": np.full(hidden, 0.1, np.float32),
            "second": (rng.standard_normal(hidden) / math.sqrt(hidden)).astype(np.float32) * np.float32(0.3),
        }
        self.means = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self.squares = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self.steps = 0

    def start_from(self, net: Net) -> None:
        """Take over the weights of a net with whole weights; its units may be scaled, which changes nothing."""
        first, bias, second = (np.array(values, np.float64) for values in net.weights())
        places = net.bits // 2
        matrix = first.reshape(net.hidden, net.inputs).T / 2.0**places
        self.weights["first"] = (matrix * self.spread[:, None]).astype(np.float32)
        self.weights["bias"] = (bias / 2.0**places + self.mean @ matrix).astype(np.float32)
        self.weights["second"] = (second / 2.0 ** (net.bits - places)).astype(np.float32)

    def standard(self, inputs: Floats) -> Floats:
        """Return standardised inputs."""
        standard: Floats = (inputs - self.mean) / self.spread
        return standard

    def logits(self, inputs: Floats) -> Floats:
        """Return the logits of standardised inputs, by sample and seat."""
        passed = np.maximum(inputs @ self.weights["first"] + self.weights["bias"], 0)
        logits: Floats = passed @ self.weights["second"]
        return logits

    def learn(self, inputs: Floats, shares: Floats, counts: Floats, rate: float) -> None:
        """Take one step of Adam with weight decay on a batch of standardised samples."""
        sums = inputs @ self.weights["first"] + self.weights["bias"]
        passed = np.maximum(sums, 0)
        errors = (softmax(passed @ self.weights["second"]) - shares) * (counts / counts.sum())[:, None]
        back = errors[..., None] * self.weights["second"] * (sums > 0)
        gradients = {
            "first": inputs.reshape(-1, inputs.shape[-1]).T @ back.reshape(-1, back.shape[-1]),
            "bias": back.sum((0, 1)),
            "second": (passed * errors[..., None]).sum((0, 1)),
        }
        self.steps += 1
        for name, gradient in gradients.items():
            self.means[name] += 0.1 * (gradient - self.means[name])
            self.squares[name] += 0.001 * (gradient * gradient - self.squares[name])
            mean = self.means[name] / (1 - 0.9**self.steps)
            square = self.squares[name] / (1 - 0.999**self.steps)
            self.weights[name] -= rate * mean / (np.sqrt(square) + 1e-8)
            if name != "bias":
                self.weights[name] -= rate * DECAY * self.weights[name]

    def to_net(self) -> Net:
        """Return the net with integer weights, with as many binary places as fit."""
        first = self.weights["first"].astype(np.float64) / self.spread[:, None]
        bias = self.weights["bias"] - self.mean @ first
        second = self.weights["second"].astype(np.float64)
        places = min(MOST_BITS, bits(first, MOST_WEIGHT), bits(bias, MOST_BIAS))
        more = min(MOST_BITS, bits(second, MOST_WEIGHT))
        return Net(
            len(first),
            integer_weights(first.T.ravel(), places),
            integer_weights(bias, places),
            integer_weights(second, more),
            places + more,
        )


def bits(values: NDArray[np.float64], most: int) -> int:
    """Return how many binary places values can have as whole numbers of at most `most`."""
    return math.floor(math.log2(most / max(float(np.abs(values).max()), 1e-9)))


def integer_weights(values: NDArray[np.float64], places: int) -> list[int]:
    """Return values times 2**places, rounded."""
    return [int(value) for value in np.rint(values * 2.0**places)]


def softmax(logits: Floats) -> Floats:
    """Return shares from logits, by sample and seat."""
    powers: Floats = np.exp(logits - logits.max(1, keepdims=True))
    shares: Floats = powers / powers.sum(1, keepdims=True)
    return shares


def loss(expected: Floats, shares: Floats, counts: Floats) -> float:
    """Return the log loss of expected shares."""
    losses = -(shares * np.log(np.clip(expected, 1e-7, 1))).sum(1)
    return float((losses * counts).sum() / counts.sum())


def integer_logits(net: Net, inputs: NDArray[np.int16]) -> Floats:
    """Return the logits of a net with whole weights, as `Net` computes them."""
    first, bias, second = (np.array(values, np.float64) for values in net.weights())
    clipped = np.clip(inputs, -MOST_INPUT, MOST_INPUT).astype(np.float64)
    passed = np.maximum(clipped @ first.reshape(net.hidden, net.inputs).T + bias, 0)
    return (passed @ second / 2.0**net.bits).astype(np.float32)


def fit(samples: Samples, hidden: int, epochs: int, seed: int, start: Net | None = None) -> FitResult:
    """Fit a net. The same samples and seed give the same net, on the same machine.

    Args:
        samples: the samples; a part of their games is held out.
        hidden: the number of hidden units.
        epochs: the number of passes over the samples; the best one on games set apart for this is used.
        seed: the seed of the initial weights and of the order of samples.
        start: a net to start from instead of random weights, with `hidden` units.
    """
    rng = np.random.default_rng(seed)
    _, inverse, sizes = np.unique(samples.games, return_inverse=True, return_counts=True)
    counts = np.minimum(1.0, FEW / sizes[inverse]).astype(np.float32)
    part = (samples.games * 2_654_435_761 % 2**32) * PARTS // 2**32
    test, chooses = part == 0, part == 1
    learned = ~(test | chooses)
    if min(test.sum(), chooses.sum(), learned.sum()) == 0:
        test = chooses = learned = np.ones(len(part), np.bool_)
    inputs = np.clip(samples.inputs, -MOST_INPUT, MOST_INPUT).astype(np.float32)
    model = Model(inputs[learned], hidden, rng)
    if start is not None:
        model.start_from(start)
    inputs = model.standard(inputs)
    course = _descend(
        model, inputs, samples.shares, counts, (learned, chooses), (epochs, RATE if start is None else RATE * TUNING), rng
    )
    net = model.to_net()
    shares, test_counts = samples.shares[test], counts[test]
    return FitResult(
        net,
        int(learned.sum()),
        int(test.sum()),
        {
            "net": round(loss(softmax(integer_logits(net, samples.inputs[test])), shares, test_counts), 4),
            "hand": round(loss(samples.hand[test], shares, test_counts), 4),
            "even": round(loss(np.full_like(shares, 1 / shares.shape[1]), shares, test_counts), 4),
        },
        course,
    )


def _descend(
    model: Model,
    inputs: Floats,
    shares: Floats,
    counts: Floats,
    parts: tuple[Masks, Masks],
    schedule: tuple[int, float],
    rng: np.random.Generator,
) -> list[float]:
    """Learn from the first part of the samples; keep the weights of the epoch with the lowest loss on the second part.

    Args:
        model: the model.
        inputs: the standardised inputs of all samples.
        shares: their targets.
        counts: their weights.
        parts: the samples to learn from, and those that choose the best epoch.
        schedule: the number of epochs, and the learning rate at first.
        rng: the generator of the order of samples.

    Returns:
        The losses on the second part after each epoch.
    """
    epochs, most = schedule
    learned, chooses = np.flatnonzero(parts[0]), parts[1]
    best, weights, course = math.inf, model.weights, list[float]()
    for epoch in range(epochs):
        rate = most * (0.5 * (1 + math.cos(math.pi * epoch / epochs)) + 0.02)
        order = learned[rng.permutation(len(learned))]
        for at in range(0, len(order), BATCH):
            batch = order[at : at + BATCH]
            model.learn(inputs[batch], shares[batch], counts[batch], rate)
        epoch_loss = loss(softmax(model.logits(inputs[chooses])), shares[chooses], counts[chooses])
        course.append(round(epoch_loss, 4))
        if epoch_loss < best:
            best, weights = epoch_loss, {name: values.copy() for name, values in model.weights.items()}
    model.weights = weights
    return course
