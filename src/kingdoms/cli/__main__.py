"""Runs the `kingdoms` command for `python -m kingdoms.cli`."""

from kingdoms.cli.start import run

if __name__ == "__main__":
    run()
