"""`kingdoms` with another date for the puzzle of the day: python dated.py FILE ARGUMENTS.

The date is the text of the file, which a test may change at any time.
"""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

from kingdoms.puzzles import daily

if __name__ == "__main__":
    file = Path(sys.argv.pop(1))
    daily.today = lambda: datetime.date.fromisoformat(file.read_text(encoding="ascii"))
    from kingdoms.cli.start import run  # after the change: routes import the function by its name

    run()
