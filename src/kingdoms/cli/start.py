"""The entry point of the `kingdoms` command, which imports as little as possible.

The package can be installed without extras. In that case only the referee and `--version` work; other commands name the extra
they need.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from kingdoms.cli import referee, version
from kingdoms.cli.streams import fit, run_guarded

EXTRAS = {
    "admin": "server",
    "arena": "arena",
    "lab": "lab",
    "print": "print",
    "serve": "server",
    "site": "server",
    "train": "train",
}
"""The extras of commands; all other commands need `cli`."""
OPTION = "--language"
"""The option that chooses the language, before the command."""


def start(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    if list(arguments) == ["--version"]:
        print(version())
        return 0
    from kingdoms import texts  # noqa: PLC0415

    try:
        arguments = _choose_language(arguments)
    except texts.UnknownLanguage as error:
        print(f"kingdoms: {error}", file=sys.stderr)
        return 2
    if list(arguments) == ["referee"]:
        return referee()
    try:
        from kingdoms.cli.main import main  # noqa: PLC0415

        return main(arguments)
    except ModuleNotFoundError as error:
        if not _is_in_extra(error.name):
            raise
        from kingdoms.extras import install_command  # noqa: PLC0415

        command = next((word for word in arguments if not word.startswith("-")), "")
        extra = EXTRAS.get(command, "cli")
        subject = f"kingdoms {command}" if command else texts.text("command.every_command")
        print(texts.text("command.extra", what=subject, extra=extra, install=install_command(extra)), file=sys.stderr)
        return 2


def _choose_language(arguments: Sequence[str]) -> Sequence[str]:
    """Set the language that is given before the command, or else by the environment; return the other arguments.

    Raises:
        UnknownLanguage: there are no texts in that language.
    """
    import os  # noqa: PLC0415

    from kingdoms.texts import VARIABLE, locale  # noqa: PLC0415

    option, _, tag = arguments[0].partition("=") if arguments else ("", "", "")
    rest = arguments
    if option == OPTION:
        rest = arguments[1:] if tag else arguments[2:]
        tag = tag or "".join(arguments[1:2])
        chosen = locale.accept(tag, locale.languages(), OPTION)
    else:
        chosen = locale.of_terminal()
    locale.set_language(chosen)
    os.environ[VARIABLE] = chosen  # for the processes that commands start
    return rest


def _is_in_extra(module: str | None) -> bool:
    import re  # noqa: PLC0415
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415

    try:
        needs = [need for need in requires("kingdoms") or [] if "extra ==" in need]
    except PackageNotFoundError:  # run from the sources, without being installed
        return False
    packages = {re.split(r"[^\w.-]", need)[0].replace("-", "_").lower() for need in needs}
    return (module or "").partition(".")[0] in packages


def run() -> None:
    """Run the command and exit."""
    fit()
    sys.exit(run_guarded(lambda: start(sys.argv[1:])))
