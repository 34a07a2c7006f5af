"""The operator's page as HTML."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from kingdoms.core.errors import UnknownGame
from kingdoms.core.registry import game_class

STATUSES = {"lobby": "waiting", "playing": "in progress", "over": "over"}
MOST_REASONS = 12
"""Maximum number of refusal codes that are listed."""


@dataclass(frozen=True)
class Status:
    """The content of the page.

    Attributes:
        version: the version of this program.
        database: the kind of the database.
        bytes: the size of the database.
        retention: days until finished games are deleted; None for never.
        bans: the number of bans.
        cases: the newest reports that are not closed (see `cases.find`).
        reports: the number of reports by status.
        games: the number of games, by game and status.
        servers: the figures of all servers (see `Heartbeat.facts`).
        here: the id of the server that shows the page.
    """

    version: str
    database: str
    bytes: int
    retention: float | None
    bans: int
    cases: Sequence[Mapping[str, Any]]
    reports: Mapping[str, int]
    games: Mapping[str, Mapping[str, int]]
    servers: Sequence[Mapping[str, Any]]
    here: str


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


def login(fault: str | None = None) -> str:
    """Return the login form."""
    said = "" if fault is None else f'<p class="fault" role="alert" id="fault">{escape(fault)}</p>'
    described = "" if fault is None else ' aria-invalid="true" aria-describedby="fault"'
    return f"""{_header()}
<main class="page narrow">
<h1>For whoever runs this server</h1>
<form class="card login" method="post" action="/operator">
<label class="field"><span class="label">Token</span>
<input type="password" name="token" autocomplete="current-password" required autofocus{described}></label>
{said}
<div><button class="primary">Show the page</button></div>
</form>
</main>"""


def status(shown: Status) -> str:
    """Return the body of the page."""
    people = sum(each["visitors"] + each["strangers"] for each in shown.servers)
    played = sum(games.get("playing", 0) for games in shown.games.values())
    glance = {
        "people here": people,
        "programs here": sum(each["programs"] for each in shown.servers),
        "games in progress": played,
        "bots at work": sum(each["thinking"] for each in shown.servers),
        "refused in the last hour": sum(_refusals(shown).values()),
        "open reports": shown.reports["open"],
        "banned": shown.bans,
    }
    cells = "".join(f"<div><dt>{escape(name)}</dt><dd>{number:,}</dd></div>" for name, number in glance.items())
    leave = '<form method="post" action="/operator/leave"><button class="quiet">Leave</button></form>'
    return f"""{_header(leave)}
<main class="page">
<div class="top"><h1>Operator</h1><p class="hint">{time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())} UTC
<a class="button quiet" href="/operator">Refresh</a></p></div>
<dl class="glance">{cells}</dl>
<div class="sheets">
{_games(shown)}
{_servers(shown)}
{_refused(shown)}
{_kept(shown)}
</div>
{_reports(shown)}
</main>"""


def _header(more: str = "") -> str:
    """Return the header."""
    return f"""<header><a href="/"><span class="mark" aria-hidden="true"><svg viewBox="3 2 26 26" width="20" height="20">
<path d="M5.5 25V9.5l6 7L16 6l4.5 10.5 6-7V25z" fill="currentColor"/></svg></span>Kingdoms</a>{more}</header>"""


def _games(shown: Status) -> str:
    """Return the card about games."""
    rows = [[_title(game), *(f"{by.get(each, 0):,}" for each in STATUSES)] for game, by in sorted(shown.games.items())]
    return _card("Games", _table(["", *STATUSES.values()], rows) if rows else "<p>None yet.</p>")


def _title(game: str) -> str:
    """Return the title of a game, or its name if the game is not installed any more."""
    try:
        return game_class(game).title
    except UnknownGame:
        return game


def _servers(shown: Status) -> str:
    """Return the card about servers."""
    rows = [
        [
            ("this one" if each["process"] == shown.here else str(each["process"])[:6]),
            str(each["version"]),
            _duration(time.time() - each["began"]),
            f"{each['visitors'] + each['strangers']:,}",
            f"{each['games']:,}",
            f"{each['thinking']:,}",
        ]
        for each in shown.servers
    ]
    heading = "Servers" if len(rows) > 1 else "Server"
    return _card(heading, _table(["", "version", "runs", "people", "games", "bots"], rows))


def _refusals(shown: Status) -> Counter[str]:
    """Return the number of refusals by all servers, by code."""
    found: Counter[str] = Counter()
    for each in shown.servers:
        found.update(each["refusals"])
    return found


def _refused(shown: Status) -> str:
    """Return the card about recent refusals, and the addresses with most of them."""
    found, places = _refusals(shown), Counter[str]()
    for each in shown.servers:
        places.update(each["places"])
    if not found:
        return _card("Refused in the last hour", "<p>Nothing.</p>")
    reasons = _table(["code", "times"], [[code, f"{times:,}"] for code, times in found.most_common(MOST_REASONS)])
    by_place = _table(["most of it to", "times"], [[place or "-", f"{times:,}"] for place, times in places.most_common(5)])
    return _card("Refused in the last hour", reasons + by_place)


def _kept(shown: Status) -> str:
    """Return the card about stored data and its retention."""
    kind = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(shown.database, shown.database)
    days = "forever" if shown.retention is None else f"for {shown.retention:g} days"
    rows = [["Database", kind], ["Size", f"{shown.bytes / 1e6:,.1f} MB"], ["Finished games are kept", days]]
    return _card("Kept", _table([], [*rows, ["Version of this server", shown.version]]))


def _reports(shown: Status) -> str:
    """Return the card about reports, which a command marks and closes."""
    counted = ", ".join(f"{number:,} {status.replace('_', ' ')}" for status, number in shown.reports.items())
    hint = f'<p class="hint">{counted}. <code>kingdoms admin reports</code> marks and closes them.</p>'
    return _card("Reports", hint + "".join(map(_case, shown.cases)))


def _case(case: Mapping[str, Any]) -> str:
    """Return a report, with the talk around the reported remark below a fold."""
    since = case["at"][:16].replace("T", " ")
    head = f"{case['case']}: {case['status'].replace('_', ' ')}, {since}, {_title(case['game'])}"
    by = f"{case['reports']} reports" if case["reports"] > 1 else "1 report"
    about = f"{by}; table {case['id']}, visitor {case['about']}"
    said = "".join(f"<p>{_line(each)}</p>" for each in case["talk"] if each["reported"])
    lines = "".join(f"<li>{_mark(_line(each), each['reported'])}</li>" for each in case["talk"])
    return f"""<section class="case"><h3>{escape(head)}</h3>{said}
<details><summary>{escape(about)}</summary><ol>{lines}</ol></details></section>"""


def _line(remark: Mapping[str, Any]) -> str:
    """Return a remark with the name of its author."""
    return f"{escape(remark['name'] or '-')}: {escape(remark['text'] or remark['phrase'] or '')}"


def _mark(line: str, reported: bool) -> str:
    """Return a line of the talk, marked if it is the reported one."""
    return f"<mark>{line}</mark>" if reported else line


def _card(heading: str, content: str) -> str:
    """Return a card."""
    return f'<section class="card"><h2>{escape(heading)}</h2>{content}</section>'


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the first cell of each row is its heading."""
    cells = "".join(f'<th scope="col">{escape(each)}</th>' if each else "<td></td>" for each in headings)
    head = f"<thead><tr>{cells}</tr></thead>" if headings else ""
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return f"<table>{head}<tbody>{body}</tbody></table>"


def _cells(row: Sequence[str]) -> str:
    """Return the cells of a row."""
    return f'<th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(each)}</td>" for each in row[1:])


def _duration(seconds: float) -> str:
    """Return a duration as text.

    Examples:
        >>> _duration(59), _duration(7200), _duration(3 * 24 * 3600)
        ('0 min', '2 h', '3 days')
    """
    if seconds < 3600:
        return f"{seconds // 60:.0f} min"
    if seconds < 2 * 24 * 3600:
        return f"{seconds // 3600:.0f} h"
    return f"{seconds // (24 * 3600):.0f} days"
