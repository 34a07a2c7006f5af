"""The report of a study as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final

from kingdoms.core.game import Game
from kingdoms.lab.figures import is_share
from kingdoms.lab.plots import Plot

Facts = dict[str, Any]

STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", Arial, sans-serif; color: #24292e; background: #fff;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin-top: 2.5rem; }
p { margin: .5rem 0; } .note { color: #57606a; }
figure { margin: 1rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
figcaption { font-weight: 600; margin-bottom: .5rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #e4e6e8; }
th { font-weight: 600; } td.n, th.n { text-align: right; white-space: nowrap; }
summary { cursor: pointer; padding: .4rem 0; color: #0b5fa5; } strong { font-weight: 600; }
"""


def page(found: Facts, game: Game, plots: Sequence[Plot]) -> str:
    """Return the report as HTML.

    Args:
        found: the data from `Findings.to_json`.
        game: the game.
        plots: the plots, embedded in the page.
    """
    pictures = {plot.name: plot for plot in plots}
    body = "".join(
        (
            _head(found, game),
            _questions(found),
            _section(
                "Seats",
                "Games of a bot with itself. Whoever begins is the seat that decides first in a game.",
                pictures.get("seats"),
                _findings_table(found["seats"]),
            ),
            _section("Bots against each other", "", pictures.get("bots"), _findings_table(found["bots"])),
            _section("How games end", "", pictures.get("ends"), _ends_table(found)),
            _section("How long they take", "", pictures.get("lengths"), _lengths_table(found)),
            _section(
                "How they go",
                "A seat is ahead that has the best score alone. A game counts as decided after the round from which on the "
                "winner has a chance of at least 90%. Chances are the game's own judgement of the table, "
                "set right by how these games ended.",
                pictures.get("leaders"),
                _course_table(found),
            ),
            _section(
                "What holdings are worth",
                "A linear model of who wins: how much more of the victory goes with one more of something than the seats of "
                "the table have on average, all else alike. It tells what goes with winning, which need not be its cause.",
                pictures.get("worth"),
                _worth_table(found),
            ),
            _section(
                "What is used",
                "Actions that bots chose where there was a choice, and events; the varied decisions of openings do not count "
                "as chosen.",
                pictures.get("uses"),
                _uses_table(found),
            ),
            _section(
                "Rulings",
                "Each switched ruling beside the usual ones, on the same openings.",
                pictures.get("rulings"),
                _findings_table(found["rulings"]),
            ),
            _method(found),
        )
    )
    title = escape(found["title"])
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body>{body}</body></html>\n"
    )


def _head(found: Facts, game: Game) -> str:
    """Return the title and the table of cells."""
    some = "" if found["games"] + found["failures"] >= found["planned_games"] else f" of {found['planned_games']:,} planned"
    lost = f" {found['failures']:,} games could not be played and are left out." if found["failures"] else ""
    rows = [
        (
            each["part"],
            ", ".join(each["players"]),
            each["seats"],
            each["switched"] or "none",
            _count(each["games"]),
            _count(each["openings"]),
        )
        for each in found["cells"]
    ]
    return (
        f"<h1>{escape(found['title'])}</h1><p>{escape(game.title)}: {found['games']:,} games{some}, seed {found['seed']}, "
        f"kingdoms {escape(', '.join(found['versions']))}.{lost}</p>"
        + _details("What was played", _table(("part", "players", "seats", "switched", "games#", "openings#"), rows))
    )


def _questions(found: Facts) -> str:
    """Return the answers to the questions, planned ones first."""
    if not found["questions"]:
        return "<h2>Questions</h2><p>None was asked beforehand: all that follows was seen afterwards.</p>"
    parts = []
    for planned, heading, note in (
        (
            True,
            "Planned questions",
            "AddedQuestion before a game was played; corrected by Holm's method for the number of comparisons.",
        ),
        (
            False,
            "Questions asked later",
            "AddedQuestion when there were games already; corrected with all else that was seen afterwards.",
        ),
    ):
        rows = [each for each in found["questions"] if each["planned"] is planned]
        for number, asks in enumerate(dict.fromkeys(each["asks"] for each in rows)):
            if not number:
                parts.append(f'<h2>{heading}</h2><p class="note">{note}</p>')
            answers = [each for each in rows if each["asks"] == asks]
            parts.append(f"<p><strong>{escape(asks)}</strong></p>{_findings_table(answers)}")
    return "".join(parts)


def _findings_table(rows: Sequence[Facts]) -> str:
    """Return findings as a table; a note above it names the common properties of all rows."""
    if not rows:
        return ""
    switched = any(each["switched"] for each in rows)
    figures = {each["about"] for each in rows}
    against = {each["against"].partition(",")[0] for each in rows}
    said = ", ".join(
        ([next(iter(figures)).capitalize()] if len(figures) == 1 else [])
        + (
            [f"{'against' if len(figures) == 1 else 'Against'} {next(iter(against))}"]
            if len(against) == 1 and any(against)
            else []
        )
    )
    heads = [
        "part",
        "seats",
        *(["switched"] if switched else []),
        *(["figure"] if len(figures) > 1 else []),
        *("value#", "difference#", "corrected p#", "shown", "games#"),
    ]
    cells = []
    for each in rows:
        percent = is_share(each["figure"])
        contrast = each["difference"]
        cells.append(
            [
                each["part"],
                each["seats"],
                *([each["switched"]] if switched else []),
                *([each["about"]] if len(figures) > 1 else []),
                _with_interval(each["value"], percent),
                "" if contrast is None else _with_interval(contrast | {"value": contrast["effect"]}, percent, signed=True),
                "" if contrast is None else _p_value(contrast["adjusted"]),
                "" if contrast is None else _verdict(contrast),
                _count((contrast or each["value"])["games"]),
            ]
        )
    return (f'<p class="note">{escape(said)}.</p>' if said else "") + _table(heads, cells)


def _verdict(contrast: Facts) -> str:
    """Return the verdict of a comparison in a word."""
    if not contrast["shown"]:
        return "no"
    return "yes, more" if contrast["effect"] > 0 else "yes, less"


def _ends_table(found: Facts) -> str:
    rows = [
        (each["part"], each["seats"], end["reason"], _with_interval(end, percent=True), _count(end["games"]))
        for each in found["ends"]
        for end in each["reasons"]
    ]
    return _table(("part", "seats", "ended by", "games that do#", "games#"), rows)


def _lengths_table(found: Facts) -> str:
    rows = [
        (
            each["part"],
            each["seats"],
            _with_interval(each["rounds"]),
            _with_interval(each["actions"]),
            _count(each["rounds"]["games"]),
        )
        for each in found["ends"]
    ]
    return _table(("part", "seats", "rounds#", "actions#", "games#"), rows)


def _course_table(found: Facts) -> str:
    rows = [
        (
            each["part"],
            each["seats"],
            _with_interval(each["lead_changes"]),
            _with_interval(each["decided"]),
            _with_interval(each["decided_at"], percent=True),
            _count(each["decided"]["games"]),
        )
        for each in found["course"]
    ]
    heads = ("part", "seats", "changes of the lead#", "decided after round#", "part of the game#", "games#")
    chances = [
        (each["part"], each["seats"], _percent(one["predicted"]), _percent(one["won"]), _count(one["rows"]))
        for each in found["course"]
        for one in each["calibration"]["table"]
    ]
    return _table(heads, rows) + _details(
        "Whether chances mean what they say",
        _table(("part", "seats", "chance as it was set right#", "won#", "seats and rounds#"), chances),
    )


def _worth_table(found: Facts) -> str:
    said, rows = [], []
    for each in found["worth"]:
        where = f"{each['part']}, {each['seats']} seats"
        if not each["worth"]:
            said.append(f"{where}: too few games to say anything.")
        elif each["left_out"]:
            said.append(f"{where}: nothing can be said about {', '.join(each['left_out']).replace('_', ' ')}.")
        rows += [
            (
                each["part"],
                each["seats"],
                each["after_round"],
                one["about"],
                _with_interval(one | {"value": one["effect"]}, percent=True, signed=True),
                f"{one['usual_difference']:.2f}",
                _p_value(one["adjusted"]),
                _count(one["games"]),
            )
            for one in each["worth"]
        ]
    heads = (
        "part",
        "seats",
        "after round",
        "one more of",
        "more of the victory#",
        "usual difference#",
        "corrected p#",
        "games#",
    )
    return (_table(heads, rows) if rows else "") + "".join(f'<p class="note">{escape(one)}</p>' for one in said)


def _uses_table(found: Facts) -> str:
    rows = [
        (
            each["part"],
            each["seats"],
            each["what"],
            f"{each['kind'].replace('_', ' ')}: {each['about']}" if each["about"] else each["kind"],
            _with_interval(each["games_with"], percent=True),
            _with_interval(each["a_game"]),
            "" if each["when_offered"] is None else _percent(each["when_offered"]),
            _count(each["games_with"]["games"]),
        )
        for each in found["uses"]
    ]
    heads = ("part", "seats", "what", "kind", "games with it#", "times a game#", "when it could be#", "games#")
    return _table(heads, rows)


def _method(found: Facts) -> str:
    """Return the notes on how to read the figures."""
    return (
        "<h2>How to read this</h2>"
        "<p>Square brackets hold 95% intervals. All games on one opening count as one sample. Intervals are not corrected for "
        "how many there are; the column <em>corrected p</em> is: planned questions by Holm's method, and the "
        f"{found['compared_afterwards']:,} comparisons that were made without a plan by Benjamini and Hochberg's. "
        "<em>Shown</em> says whether a difference stands after that (below 0.05). What was seen without a plan should be asked "
        "again in a new study, with another seed. &ldquo;No&rdquo; does not say that there is no difference: the interval says "
        "how large it could be.</p><p>All of this holds for these players. Stronger ones, or people, may play differently.</p>"
    )


# -- pieces ---------------------------------------------------------------------------------------------------------------


def _section(heading: str, note: str, plot: Plot | None, table: str) -> str:
    """Return a section; "" if it has neither plot nor table."""
    if plot is None and not table:
        return ""
    said = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<h2>{escape(heading)}</h2>{said}{'' if plot is None else _figure(plot)}{_details('Figures', table)}"


def _figure(plot: Plot) -> str:
    svg = plot.svg.replace("<svg ", f'<svg role="img" aria-label="{escape(plot.title, quote=True)}" ', 1)
    return f"<figure><figcaption>{escape(plot.title)}</figcaption>{svg}</figure>"


def _details(summary: str, inside: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>" if inside else ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return an HTML table; columns whose headings end in # hold numbers."""
    classes = [' class="n"' if head.endswith("#") else "" for head in heads]
    head = "".join(f'<th scope="col"{kind}>{escape(each.rstrip("#"))}</th>' for each, kind in zip(heads, classes, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td{kind}>{escape(str(each))}</td>' for each, kind in zip(row, classes, strict=True))}</tr>"
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _with_interval(each: Facts, percent: bool = False, signed: bool = False) -> str:
    """Return a value with its interval."""
    if not each:
        return ""

    def said(value: float | None) -> str:
        if value is None:
            return "?"
        return f"{100 * value if percent else value:{'+' if signed else ''}.{1 if percent else 2}f}".replace("-", "\u2212")

    unit = (" points" if signed else "%") if percent else ""
    return f"{said(each['value'])}{unit} [{said(each['low'])}, {said(each['high'])}]"


def _percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def _p_value(value: float | None) -> str:
    return "" if value is None else "< 0.001" if value < 0.001 else f"{value:.3f}"


def _count(value: int) -> str:
    return f"{value:,}"
