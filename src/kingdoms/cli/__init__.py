"""The `kingdoms` command; this module has the commands that need no extras."""

from __future__ import annotations

import sys

import kingdoms


def engine_kind() -> str:
    """Return "compiled" or "interpreted", without loading the engine."""
    from importlib.util import find_spec  # noqa: PLC0415

    spec = find_spec("kingdoms.core.state")
    return "interpreted" if spec is None or str(spec.origin).endswith(".py") else "compiled"


def version() -> str:
    """Return the output of `kingdoms --version`."""
    return f"kingdoms {kingdoms.__version__} (engine {engine_kind()})"


def referee() -> int:
    """Answer questions about the rules, one JSON object per line, and return the exit code."""
    from kingdoms.core.referee import serve  # noqa: PLC0415

    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        return 130
    return 0
