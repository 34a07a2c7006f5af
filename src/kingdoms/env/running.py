"""The loops of a batch, for Python: the compiled build releases the interpreter's lock meanwhile."""

from kingdoms.env import inline
from kingdoms.env.stepping import Stepper


def step(stepper: Stepper, begin: int, end: int) -> None:
    """Play the chosen actions of the games from `begin` to `end`, and write what their seats then see."""
    inline.step_unlocked(stepper, begin, end)
    stepper.check()


def advance(stepper: Stepper, begin: int, end: int) -> None:
    """Play the chosen actions of the games from `begin` to `end`."""
    inline.advance_unlocked(stepper, begin, end)
    stepper.check()


def show(stepper: Stepper, begin: int, end: int) -> None:
    """Write what the seats of the games from `begin` to `end` see."""
    inline.show_unlocked(stepper, begin, end)
    stepper.check()


def find_illegal(stepper: Stepper, begin: int, end: int) -> int:
    """Return the first game from `begin` to `end` whose chosen action is not legal, or -1."""
    return inline.find_illegal_unlocked(stepper, begin, end)


def sample(stepper: Stepper, begin: int, end: int) -> None:
    """Choose a random legal action for each of the games from `begin` to `end`."""
    inline.sample_unlocked(stepper, begin, end)
