"""What is done in games of Kingdoms of the Middle Sea where a test asks for any game at all; the first seat builds first."""

from __future__ import annotations

STEPS = ("exchange goods", "exchange gold")
"""What a seat whose turn it is may do in turn, as often as it likes, and be asked again."""
END = "end"
"""What ends its turn."""
REFUSED = ("port N.FM 2", "first S", "explore suns S.FM", "road N.C N.FM", "rank N")
"""What the rules refuse it, each for another reason."""
UNWRITTEN = ("port N.C", "tax N.C 3", "END")
"""What is not an action, though it looks like one."""
SLOW = "level:1"
"""A bot whose games with its like take long."""
