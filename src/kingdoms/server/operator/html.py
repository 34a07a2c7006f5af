"""The pieces of the operator's page as HTML: the document, cards, tables, and forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from kingdoms.core.errors import UnknownGame
from kingdoms.core.registry import game_class
from kingdoms.server.operator.forms import Field, Form


def document(body: str, styles: Iterable[str]) -> str:
    """Return an HTML document around a body."""
    links = "".join(f'<link rel="stylesheet" href="{escape(style)}">\n' for style in styles)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
{links}<title>Operator - Kingdoms</title>
</head>
<body>
{body}
</body>
</html>
"""


def header(more: str = "") -> str:
    """Return the header."""
    return f"""<header><a href="/"><span class="mark" aria-hidden="true"><svg viewBox="3 2 26 26" width="20" height="20">
<path d="M5.5 25V9.5l6 7L16 6l4.5 10.5 6-7V25z" fill="currentColor"/></svg></span>Kingdoms</a>{more}</header>"""


def card(heading: str, content: str) -> str:
    """Return a card."""
    return f'<section class="card"><h2>{escape(heading)}</h2>{content}</section>'


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the first cell of each row is its heading."""
    cells = "".join(f'<th scope="col">{escape(each)}</th>' if each else "<td></td>" for each in headings)
    head = f"<thead><tr>{cells}</tr></thead>" if headings else ""
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return f"<table>{head}<tbody>{body}</tbody></table>"


def _cells(row: Sequence[str]) -> str:
    """Return the cells of a row."""
    return f'<th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(each)}</td>" for each in row[1:])


def duration(seconds: float) -> str:
    """Return a duration as text.

    Examples:
        >>> duration(59), duration(7200), duration(3 * 24 * 3600)
        ('0 min', '2 h', '3 days')
    """
    if seconds < 3600:
        return f"{seconds // 60:.0f} min"
    if seconds < 2 * 24 * 3600:
        return f"{seconds // 3600:.0f} h"
    return f"{seconds // (24 * 3600):.0f} days"


def game_title(game: str) -> str:
    """Return the title of a game, or its name if the game is not installed any more."""
    try:
        return game_class(game).title
    except UnknownGame:
        return game


def render_form(
    form: Form, token: str, values: Mapping[str, str] | None = None, *, fault: str | None = None, hint: bool = True
) -> str:
    """Return a form.

    Args:
        form: the form.
        token: the token of the session's forms (see `access.form_token`).
        values: values of fields. Without a fault, these fields are hidden.
        fault: the sentence about what is wrong with the values.
        hint: whether to say what the form does.
    """
    values = values or {}
    hidden = {"form": token, **({} if fault is not None else values)}
    inputs = "".join(f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in hidden.items())
    fields = "".join(_field(field, values.get(field.name, "")) for field in form.fields if field.name not in hidden)
    about = f'<p class="hint">{escape(form.about)}</p>' if hint else ""
    alert = "" if fault is None else f'<p class="fault" role="alert">{escape(fault)}</p>'
    kind = ' class="danger"' if form.is_final else ""
    return f"""<form class="deed" method="post" action="/operator/do/{form.name}">{inputs}{about}
<div class="fields">{fields}<button{kind}>{escape(form.label)}</button></div>{alert}</form>"""


def _field(field: Field, value: str) -> str:
    """Return a field of a form with its label."""
    required = " required" if field.is_required else ""
    return f"""<label class="field"><span class="label">{escape(field.label)}</span>
<input type="{field.kind}" name="{field.name}" value="{escape(value)}" maxlength="{field.most}"{required}></label>"""
