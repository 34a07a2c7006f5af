"""The loops of a batch, for Python: the compiled build releases the interpreter's lock meanwhile."""

from kingdoms.env import inline
from kingdoms.env.shares import Shares
from kingdoms.env.stepping import Stepper


def offer(shares: Shares, task: int) -> None:
    """Begin a step: offer all parts of the games to the threads. The last step has to be finished."""
    inline.offer(shares, task)


def must_wake(shares: Shares, k: int) -> bool:
    """Return whether a thread sleeps, and note that it is woken up now."""
    return inline.must_wake(shares, k)


def do_parts(stepper: Stepper, shares: Shares, k: int) -> None:
    """Step one part of the games after the other until no thread has any left to take."""
    inline.do_parts_unlocked(stepper, shares, k)


def serve(stepper: Stepper, shares: Shares, k: int) -> None:
    """Take part in each step, until none has begun for a while."""
    inline.serve_unlocked(stepper, shares, k)


def are_finished(shares: Shares) -> bool:
    """Wait a short time for the parts that other threads have taken; return whether all of the step's parts are done."""
    return inline.are_finished_unlocked(shares)


def find_illegal(stepper: Stepper, begin: int, end: int) -> int:
    """Return the first game from `begin` to `end` whose chosen action is not legal, or -1."""
    return inline.find_illegal_unlocked(stepper, begin, end)


def sample(stepper: Stepper, begin: int, end: int) -> None:
    """Choose a random legal action for each of the games from `begin` to `end`."""
    inline.sample_unlocked(stepper, begin, end)
