"""Errors of usage in the present language: Click has its own sentences in English."""

from __future__ import annotations

import re

import click

from kingdoms.core.errors import suggest
from kingdoms.texts import language, listing, text

_PATTERNS = {
    "command": re.compile(r"No such command '(.*)'"),
    "option": re.compile(r"Option '([^']+)'"),
    "surplus": re.compile(r"Got unexpected extra arguments? \((.*)\)"),
    "value": re.compile(r"^'?(.*?)'? is not"),
}
"""What Click's sentences quote of the command line."""


def usage_message(error: click.UsageError) -> str:
    """Return what is wrong with the arguments of a command, as a phrase without full stop.

    Examples:
        >>> usage_message(click.UsageError("Got unexpected extra argument (sed)"))
        'got unexpected extra argument (sed)'
    """
    translation = None if language() == "en" else _translate(error)
    message = (translation or error.format_message()).rstrip(".")
    return message if translation else message[0].lower() + message[1:]


def _translate(error: click.UsageError) -> str | None:
    """Return the sentence for an error of Click; None for one of this package, which is in the language already."""
    if isinstance(error, click.NoSuchOption):
        return text("usage.no_option", option=error.option_name, hint=suggest(error.option_name, error.possibilities or ()))
    if isinstance(error, click.MissingParameter):
        return text("usage.missing", name=_name(error))
    if isinstance(error, click.BadOptionUsage) and (option := _PATTERNS["option"].match(error.message)):
        return text("usage.many_values" if "does not take" in error.message else "usage.no_value", option=option[1])
    if isinstance(error, click.BadParameter):
        return _wrong_value(error)
    command = _PATTERNS["command"].match(error.message)
    if command:
        return text("usage.no_command", command=command[1])
    surplus = _PATTERNS["surplus"].match(error.message)
    return text("usage.surplus", words=surplus[1]) if surplus else None


def _wrong_value(error: click.BadParameter) -> str:
    name, kind, match = _name(error), getattr(error.param, "type", None), _PATTERNS["value"].match(error.message)
    value = match[1] if match else ""
    if match and isinstance(kind, click.Choice):
        return text("usage.not_one_of", name=name, choices=listing(list(map(str, kind.choices)), "or"), value=value)
    if match and isinstance(kind, click.IntRange | click.FloatRange) and "range" in error.message:
        low, high = kind.min, kind.max
        key = "from_to" if low is not None and high is not None else "from" if high is None else "to"
        holes = {name: f"{bound:g}" for name, bound in (("low", low), ("high", high)) if bound is not None}
        return text("usage.out_of_range", name=name, range=text(f"usage.{key}", **holes), value=value)
    if match and isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        whole = "whole" if isinstance(kind, click.types.IntParamType) else "any"
        return text("usage.not_a_number", name=name, kind=whole, value=value)
    if isinstance(kind, click.Path) and "does not exist" in error.message:
        path = re.search("'(.*)'", error.message)
        return text("usage.no_file", name=name, path=path[1] if path else "")
    return text("usage.wrong", name=name, fault=error.message)


def _name(error: click.BadParameter) -> str:
    """Return the name of the option or argument, as typed on the command line."""
    hint = error.param_hint or (error.param.get_error_hint(error.ctx) if error.param and error.ctx else "")
    return (hint if isinstance(hint, str) else " / ".join(hint)).replace("'", "")
