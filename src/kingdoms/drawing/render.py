"""Pictures and texts of a table, drawn by the code of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdoms.core.view import View
from kingdoms.extras import install_command
from kingdoms.texts import text

if TYPE_CHECKING:
    from rich.text import Text


def render_svg(view: View, *, theme: str = "light", kinds: bool = False) -> str:
    """Return a picture of the table as an SVG document.

    Args:
        view: the view to draw.
        theme: "light" or "dark".
        kinds: label each piece with its kind, if the game supports that.

    Raises:
        ValueError: the game has no picture, or there is no such theme.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea").new_initial_state()
        >>> kingdoms.render_svg(state.view("N"), theme="dark")[:4]
        '<svg'
    """
    if theme not in ("light", "dark"):
        raise ValueError(f"a theme is light or dark, not {theme!r}")
    drawing = view.game.drawing()
    if drawing is None or drawing.svg is None:
        raise ValueError(text("data.no_picture", game=view.game.title))
    return drawing.svg(view, theme, kinds)


def render_text(view: View, *, colour: bool = False) -> Text | str:
    """Return the whole table as lines of text.

    Args:
        view: the view to draw.
        colour: use colours and symbols instead of letters; the result is then a text for a rich console.

    Raises:
        ModuleNotFoundError: the game needs rich to draw its table, and rich is not installed.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea").new_initial_state()
        >>> "North" in str(kingdoms.render_text(state.view("N")))
        True
    """
    drawing = view.game.drawing()
    if drawing is None or drawing.text is None:
        return view.words()
    try:
        return drawing.text(view, colour)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "rich":
            raise
        raise ModuleNotFoundError(f"render_text needs the cli extra; {install_command('cli')}", name="rich") from None
