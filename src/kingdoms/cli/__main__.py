"""`python -m kingdoms.cli` is `kingdoms`."""

from kingdoms.cli.start import run

if __name__ == "__main__":
    run()
