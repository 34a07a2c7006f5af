"""`python -m kingdoms.cli` is `kingdoms`."""

from kingdoms.cli.main import run

run()
