"""Records in notebooks: a slider steps through the game, if ipywidgets is installed."""

from __future__ import annotations

import html
import sys
from base64 import b64encode
from typing import TYPE_CHECKING, Any

from kingdoms.texts import text

if TYPE_CHECKING:
    from kingdoms.core.record import Record
    from kingdoms.core.state import State
    from kingdoms.core.view import View


def slider(record: Record) -> Any:
    """Return a widget with the table at each step of a record, a slider to choose the step, and a button that plays them.

    None outside notebooks, or if ipywidgets is not installed.
    """
    shell = sys.modules.get("IPython")
    if shell is None or not hasattr(shell.get_ipython(), "kernel"):
        return None
    try:
        import ipywidgets  # noqa: PLC0415  only in notebooks
    except ModuleNotFoundError:
        return None
    states = [record.opening(), *(state for _, state in record.replay())]
    is_over = record.state.is_terminal()
    last = len(states) - 1
    display = ipywidgets.HTML()
    step = ipywidgets.IntSlider(value=last, min=0, max=last, description=text("table.step"))
    play = ipywidgets.Play(value=last, min=0, max=last, interval=800)
    ipywidgets.jslink((play, "value"), (step, "value"))

    def show(number: int) -> None:
        state = states[number]
        view = record.game.open_view(state, None) if is_over else state.view(None)
        display.value = picture(view, caption(record, number, states[number - 1], is_over) if number else "")

    step.observe(lambda change: show(change["new"]), "value")
    show(last)
    return ipywidgets.VBox([ipywidgets.HBox([play, step]), display])


def caption(record: Record, number: int, before: State, is_over: bool) -> str:
    """Return what was decided in an entry, as far as an onlooker knows.

    Args:
        record: the record.
        number: the number of the entry, from 1.
        before: the state before it.
        is_over: whether the game is over, so that secrets are shown.
    """
    entry = record.entries[number - 1]
    if entry.action is None:
        return entry.call or ""
    hidden = not is_over and record.game.has_secrets and record.game.conceals(before, entry.action, None)
    return f"{entry.by}: {'?' if hidden else entry.action}"


def picture(view: View, caption: str) -> str:
    """Return a table as HTML: its picture, or its words in a game without one, under a caption.

    Examples:
        >>> import kingdoms
        >>> picture(kingdoms.load_game("middlesea", seats=2).new_initial_state().view(None), "N: end")[:48]
        '<p>N: end</p><img style="max-width: 100%" alt="r'
    """
    bundle = view._repr_mimebundle_()
    words = html.escape(bundle["text/plain"])
    head = f"<p>{html.escape(caption)}</p>"
    if "image/svg+xml" not in bundle:
        return f"{head}<pre>{words}</pre>"
    # an image of its own, so that the styles of the picture stay in it
    data = b64encode(bundle["image/svg+xml"].encode()).decode()
    return f'{head}<img style="max-width: 100%" alt="{words}" src="data:image/svg+xml;base64,{data}">'
