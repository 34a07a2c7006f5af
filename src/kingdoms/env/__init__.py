"""Environments for programs that learn, for any game; needs the extra `rl`.

`import kingdoms.env.gym` registers environments with Gymnasium, `import kingdoms.env.openspiel` games with OpenSpiel, and
`aec` makes environments for PettingZoo.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdoms.env.batch import Batch, Step

if TYPE_CHECKING:
    from kingdoms.env.zoo import aec

__all__ = ["Batch", "Step", "aec"]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import PettingZoo's part on first access: `Batch` needs NumPy only."""
        if name != "aec":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from kingdoms.env.zoo import aec  # noqa: PLC0415

        return aec
