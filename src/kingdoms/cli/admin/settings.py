"""`kingdoms admin check-settings`: says before a start what would fail, or would be dangerous."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import click
from rich.padding import Padding
from rich.text import Text

from kingdoms.cli.admin import settings_check as checking
from kingdoms.cli.admin.command import echo, in_json
from kingdoms.cli.terminal.console import make_console, say
from kingdoms.server.base.settings import PREFIX
from kingdoms.texts import text


@click.command("check-settings")
@click.option(
    "--env-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Take the settings from this file, such as /etc/kingdoms/kingdoms.env, instead of the environment.",
)
@in_json
def check_settings(env_file: Path | None, as_json: bool) -> int:
    """Say what would keep a server from starting, or would be dangerous. Nothing is changed; a server may be running.

    Run it as the user of the server. The exit code is 0 if nothing was found, and 1 otherwise; with --json, print an object for
    each finding, one per line.
    """
    variables: Mapping[str, str] = os.environ
    findings: list[checking.SettingsFault] = []
    if env_file is not None:
        file_variables, findings = checking.read_file(env_file)
        variables = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)} | file_variables
    findings += checking.check(variables)
    findings.sort(key=lambda finding: finding.severity != checking.ERROR)
    if as_json:
        for finding in findings:
            echo(finding.to_json())
        return 1 if findings else 0
    console = make_console()
    for finding in findings:
        style = "bold red" if finding.severity == checking.ERROR else "bold yellow"
        label = text(f"settings.{finding.severity}")
        console.print(label, style=style, end=" ", highlight=False)
        console.print(finding.about, style="bold", markup=False, highlight=False)
        console.print(Padding(Text(finding.fault), (0, 0, 0, 2)))
    errors = sum(finding.severity == checking.ERROR for finding in findings)
    say(text("settings.sum", errors=errors, warnings=len(findings) - errors))
    return 1 if findings else 0
