"""A net with one hidden layer that estimates the share of the game that each seat can expect.

All arithmetic up to the last division is in whole numbers, so that the result is the same to the last bit in compiled and in
interpreted code and on every machine, for any order or vector width that a compiler chooses. No sum can overflow:

- Inputs are clipped to 255 either way, weights fit 16 bits, and there are at most 256 inputs. With a bias of at most 2**23, a
  unit's sum is at most 255 * 32767 * 256 + 2**23 = 2,147,418,368 < 2**31, also after any part of the additions.
- A unit passes on at most 2**31, the second weights fit 16 bits, and there are at most 256 units: 2**31 * 2**15 * 2**8 = 2**54.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import exp

from kingdoms.core.knowledge import Knowledge
from kingdoms.nets import bounds


class Net:
    """The weights of a net.

    For each seat, the net turns the seat's inputs into a logit: relu(inputs * first + bias) * second. The shares are the
    softmax of the logits. A net is never changed, so threads can share it.

    Args:
        inputs: the number of inputs of a seat.
        first: the weights of the first layer, unit by unit.
        bias: the bias of each hidden unit.
        second: the weight of each hidden unit.
        bits: the binary places of a logit: it is multiplied by 2**bits. At least 16.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> knowledge = state.game.knowledge(state)
        >>> inputs = len(knowledge.features())
        >>> Net(inputs, [0] * inputs, [0], [0], 20).evaluation(knowledge)
        [0.5, 0.5]
    """

    def __init__(self, inputs: int, first: Sequence[int], bias: Sequence[int], second: Sequence[int], bits: int) -> None:
        hidden = len(bias)
        if not 1 <= inputs <= bounds.MOST_INPUTS or not 1 <= hidden <= bounds.MOST_HIDDEN:
            most = f"{bounds.MOST_INPUTS} inputs and {bounds.MOST_HIDDEN} hidden units"
            raise ValueError(f"a net has at least 1 and at most {most}, not {inputs} and {hidden}")
        if len(first) != inputs * hidden or len(second) != hidden:
            raise ValueError(
                f"a net of {inputs} inputs and {hidden} hidden units has {inputs * hidden} and {hidden} weights, "
                f"not {len(first)} and {len(second)}"
            )
        if max(map(abs, [*first, *second])) > bounds.MOST_WEIGHT or max(map(abs, bias)) > bounds.MOST_BIAS:
            raise ValueError(f"weights are at most {bounds.MOST_WEIGHT}, and biases {bounds.MOST_BIAS}, either way")
        if not bounds.LOGIT_BITS <= bits <= 48:
            raise ValueError(f"a logit has {bounds.LOGIT_BITS} to 48 binary places, not {bits}")
        self.inputs = inputs
        self.hidden = hidden
        self.bits = bits
        self.first = array("h", first)
        self.bias = array("i", bias)
        self.second = array("h", second)
        self.powers = array("i", [round(bounds.UNIT * exp(-0.015625 * i)) for i in range(bounds.LAST_STEP + 1)])

    def weights(self) -> tuple[list[int], list[int], list[int]]:
        """Return the weights of the first layer, the biases, and the weights of the second layer."""
        return list(self.first), list(self.bias), list(self.second)

    def evaluation(self, knowledge: Knowledge) -> list[float]:
        """Return the share that each seat can expect in the knowledge's working state, which must not be terminal."""
        if self.inputs != len(knowledge.features()):
            raise ValueError(f"the net has {self.inputs} inputs, but the game has {len(knowledge.features())} features")
        knowledge.describe()
        self.judge(knowledge)
        knowledge.check()
        return [float(knowledge.shares[i]) for i in range(knowledge.seats)]

    def judge(self, knowledge: Knowledge) -> None:
        """Set the shares of a knowledge from its inputs."""
        for i in range(knowledge.seats * self.inputs):
            if knowledge.inputs[i] > bounds.MOST_INPUT:
                knowledge.inputs[i] = bounds.MOST_INPUT
            elif knowledge.inputs[i] < bounds.LEAST_INPUT:
                knowledge.inputs[i] = bounds.LEAST_INPUT
        most = bounds.LEAST_LOGIT
        for seat in range(knowledge.seats):
            logit = self.logit(knowledge, seat * self.inputs)
            knowledge.shares[seat] = logit
            if logit > most:
                most = logit
        total = 0.0
        for seat in range(knowledge.seats):
            logit = int(knowledge.shares[seat])
            knowledge.shares[seat] = self.power(most - logit)
            total += knowledge.shares[seat]
        for seat in range(knowledge.seats):
            knowledge.shares[seat] /= total

    def logit(self, knowledge: Knowledge, begin: int) -> int:
        """Return the logit of a seat, in units of 1/65536, from the inputs that begin at an index."""
        total = 0
        at = 0
        for unit in range(self.hidden):
            units = self.bias[unit] + dot(self.first, at, knowledge.inputs, begin, self.inputs)
            at += self.inputs
            if units > 0:
                passed = units
                total += passed * self.second[unit]
        total >>= self.bits - bounds.LOGIT_BITS
        if total > bounds.MOST_LOGIT:
            return bounds.MOST_LOGIT
        if total < bounds.LEAST_LOGIT:
            return bounds.LEAST_LOGIT
        return total

    def power(self, below: int) -> int:
        """Return e to the power of -below/65536, in units of 2**-30, interpolated between table entries."""
        step = below >> bounds.STEP_BITS
        if step >= bounds.LAST_STEP:
            return self.powers[bounds.LAST_STEP]
        part = below & (bounds.STEP - 1)
        low = self.powers[step]
        high = self.powers[step + 1]
        total = low * (bounds.STEP - part)
        total += high * part
        return total >> bounds.STEP_BITS


def dot(weights: array[int], at: int, inputs: array[int], begin: int, count: int) -> int:
    """Return the dot product of parts of two arrays. As a function of its own, it compiles to vector instructions."""
    total = 0
    for i in range(count):
        total += weights[at + i] * inputs[begin + i]
    return total
