"""The operator's page and its login form as HTML."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import Any

from kingdoms.server.admin.suspicion import names_of_losers
from kingdoms.server.bans import Ban
from kingdoms.server.operator.forms import FORMS, Form
from kingdoms.server.operator.html import card, duration, game_title, header, render_form, table
from kingdoms.server.operator.status import Status
from kingdoms.server.times import timestamp
from kingdoms.texts import text

STATUSES = {"lobby": "waiting", "playing": "in progress", "over": "over"}
MOST_BANS = 50
"""How many bans are listed."""
MOST_REASONS = 12
"""Maximum number of refusal codes that are listed."""


def login(fault: str | None = None) -> str:
    """Return the login form."""
    said = "" if fault is None else f'<p class="fault" role="alert" id="fault">{escape(fault)}</p>'
    described = "" if fault is None else ' aria-invalid="true" aria-describedby="fault"'
    return f"""{header()}
<main class="page narrow">
<h1>For the operator of this server</h1>
<form class="card login" method="post" action="/operator">
<label class="field"><span class="label">Token</span>
<input type="password" name="token" autocomplete="current-password" required autofocus{described}></label>
{said}
<div><button class="primary">Show the page</button></div>
</form>
</main>"""


def question(form: Form, token: str, values: Mapping[str, str], fault: str | None = None) -> str:
    """Return a page with one form: to confirm its values, or to correct them after a fault."""
    shown = "" if fault is not None else table([], [[field.label, values[field.name]] for field in form.fields])
    sent = dict(values) if fault is not None else {**values, "sure": "yes"}
    heading = form.label if fault is not None else text("operator.sure")
    return f"""{header()}
<main class="page narrow"><h1>{escape(heading)}</h1>
<section class="card">{shown}{render_form(form, token, sent, fault=fault)}</section>
<p><a class="button quiet" href="/operator">{escape(text("operator.cancel"))}</a></p></main>"""


def refused(message: str) -> str:
    """Return a page with a sentence about why a form was refused."""
    back = escape(text("operator.cancel"))
    return f"""{header()}
<main class="page narrow"><p class="fault" role="alert">{escape(message)}</p>
<p><a class="button quiet" href="/operator">{back}</a></p></main>"""


def status(shown: Status, token: str, message: str | None = None) -> str:
    """Return the body of the page.

    Args:
        shown: the content.
        token: the token of the session's forms.
        message: a sentence about what has just been done.
    """
    people = sum(each["visitors"] + each["strangers"] for each in shown.servers)
    played = sum(games.get("playing", 0) for games in shown.games.values())
    glance = {
        "people here": people,
        "programs here": sum(each["programs"] for each in shown.servers),
        "games in progress": played,
        "bots at work": sum(each["thinking"] for each in shown.servers),
        "refused in the last hour": sum(_refusals(shown).values()),
        "open reports": shown.reports["open"],
        "banned": len(shown.bans),
    }
    cells = "".join(f"<div><dt>{escape(name)}</dt><dd>{number:,}</dd></div>" for name, number in glance.items())
    done = "" if message is None else f'<p class="card done" role="status">{escape(message)}</p>'
    leave = '<form method="post" action="/operator/leave"><button class="quiet">Leave</button></form>'
    return f"""{header(leave)}
<main class="page">
<div class="top"><h1>Operator</h1><p class="hint">{time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())} UTC
<a class="button quiet" href="/operator">Refresh</a></p></div>
{done}
<dl class="glance">{cells}</dl>
<div class="sheets">
{_games(shown)}
{_servers(shown)}
{_refused(shown)}
{_kept(shown)}
</div>
{_reports(shown, token)}
<div class="sheets">
{_bans(shown, token)}
{card(FORMS["visitors_sign_out"].label, render_form(FORMS["visitors_sign_out"], token))}
{_notice(shown, token)}
{_suspicious(shown, token)}
</div>
{_deeds(shown)}
</main>"""


def _games(shown: Status) -> str:
    """Return the card about games."""
    rows = [[game_title(game), *(f"{by.get(each, 0):,}" for each in STATUSES)] for game, by in sorted(shown.games.items())]
    return card("Games", table(["", *STATUSES.values()], rows) if rows else "<p>None yet.</p>")


def _servers(shown: Status) -> str:
    """Return the card about servers."""
    rows = [
        [
            ("this one" if each["process"] == shown.here else str(each["process"])[:6]),
            str(each["version"]),
            duration(time.time() - each["began"]),
            f"{each['visitors'] + each['strangers']:,}",
            f"{each['games']:,}",
            f"{each['thinking']:,}",
        ]
        for each in shown.servers
    ]
    heading = "Servers" if len(rows) > 1 else "Server"
    return card(heading, table(["", "version", "runs", "people", "games", "bots"], rows))


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
        return card("Refused in the last hour", "<p>Nothing.</p>")
    reasons = table(["code", "times"], [[code, f"{times:,}"] for code, times in found.most_common(MOST_REASONS)])
    by_place = table(["most of it to", "times"], [[place or "-", f"{times:,}"] for place, times in places.most_common(5)])
    return card("Refused in the last hour", reasons + by_place)


def _kept(shown: Status) -> str:
    """Return the card about stored data and its retention."""
    kind = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(shown.database, shown.database)
    days = "forever" if shown.retention is None else f"for {shown.retention:g} days"
    rows = [["Database", kind], ["Size", f"{shown.bytes / 1e6:,.1f} MB"], ["Finished games are kept", days]]
    return card("Kept", table([], [*rows, ["Version of this server", shown.version]]))


def _reports(shown: Status, token: str) -> str:
    """Return the card about reports."""
    counted = ", ".join(f"{number:,} {status.replace('_', ' ')}" for status, number in shown.reports.items())
    forms = (FORMS["reports_look"], FORMS["reports_close"])
    abouts = " ".join(f"<strong>{escape(form.label)}</strong>: {escape(form.about)}" for form in forms)
    hint = f'<p class="hint">{counted}. {abouts}</p>'
    return card("Reports", hint + "".join(_case(case, token) for case in shown.cases))


def _case(case: Mapping[str, Any], token: str) -> str:
    """Return a report with its forms, with the talk around the reported remark below a fold."""
    since = case["at"][:16].replace("T", " ")
    head = f"{case['case']}: {case['status'].replace('_', ' ')}, {since}, {game_title(case['game'])}"
    by = f"{case['reports']} reports" if case["reports"] > 1 else "1 report"
    about = f"{by}; table {case['id']}, visitor {case['about']}"
    reported = "".join(f"<p>{_line(remark)}</p>" for remark in case["talk"] if remark["reported"])
    lines = "".join(f"<li>{_mark(_line(remark), remark['reported'])}</li>" for remark in case["talk"])
    number, author = {"number": str(case["case"])}, {"visitor": case["about"]}
    names = ("reports_look", "reports_close") if case["status"] == "open" else ("reports_close",)
    settle = "".join(render_form(FORMS[name], token, number, hint=False) for name in names)
    sign_out = render_form(FORMS["visitors_sign_out"], token, author, hint=False)
    ban = render_form(FORMS["visitors_ban"], token, {**author, "address": ""})
    return f"""<section class="case"><h3>{escape(head)}</h3>{reported}
<details><summary>{escape(about)}</summary><ol>{lines}</ol>{ban}</details><div class="row">{settle}{sign_out}</div></section>"""


def _bans(shown: Status, token: str) -> str:
    """Return the card about bans, with the form for a new one."""
    items = "".join(f"<li>{_ban(ban, token)}</li>" for ban in shown.bans[-MOST_BANS:])
    bans = f'<ul class="plain bans">{items}</ul>' if items else f"<p>{escape(text('operator.bans_none'))}</p>"
    return card("Bans", bans + render_form(FORMS["visitors_ban"], token))


def _ban(ban: Ban, token: str) -> str:
    """Return a ban, with the form to lift it."""
    whom, until = ban.visitor_id or str(ban.network), timestamp(ban.until)
    when = "for ever" if until is None else f"until {until[:16].replace('T', ' ')}"
    lift = render_form(FORMS["visitors_unban"], token, {"whom": whom}, hint=False)
    return f"<span><strong>{escape(whom)}</strong> {when}: {escape(ban.reason)}</span> {lift}"


def _notice(shown: Status, token: str) -> str:
    """Return the card about the notice to all."""
    clear = render_form(FORMS["notice_clear"], token, {}, hint=False)
    present = "" if shown.notice is None else f'<p><span>{escape(shown.notice)}</span></p><div class="row">{clear}</div>'
    return card(text("operator.field_notice"), present + render_form(FORMS["notice"], token))


def _suspicious(shown: Status, token: str) -> str:
    """Return the card about suspicious ratings, with the form to annul the games of each group."""
    items = "".join(f"<li>{_group(group, token)}</li>" for group in shown.suspicious)
    groups = f'<ul class="plain bans">{items}</ul>' if items else f"<p>{escape(text('operator.suspicious_none'))}</p>"
    return card(text("operator.suspicious"), f'<p class="hint">{escape(text("operator.suspicious_hint"))}</p>{groups}')


def _group(group: Mapping[str, Any], token: str) -> str:
    """Return a suspicious group, with the form to annul its games."""
    winner = group["winner"]
    pool = f"{game_title(group['game'])}, {group['seats']}"
    figures = f"{group['points']:g} of {group['games']}, {group['of_all_points']:.0%}; {pool}"
    annul = render_form(FORMS["ratings_annul"], token, {"winner": winner["id"]}, hint=False)
    names = f"{winner['name'] or winner['id']}: {figures}"
    return f"<span><strong>{escape(names)}</strong> {escape(names_of_losers(group))}</span> {annul}"


def _deeds(shown: Status) -> str:
    """Return the card with the log of deeds."""
    rows = [[deed["at"][:16].replace("T", " "), deed["by"], deed["command"], deed["fault"] or "done"] for deed in shown.deeds]
    log = table(["when", "who", "command", "outcome"], rows)
    log = f'<div class="log" tabindex="0" role="region" aria-label="Log">{log}</div>'
    return card("Log", f'<p class="hint">{escape(text("operator.deeds_hint"))}</p>{log if rows else "<p>Nothing yet.</p>"}')


def _line(remark: Mapping[str, Any]) -> str:
    """Return a remark with the name of its author."""
    return f"{escape(remark['name'] or '-')}: {escape(remark['text'] or remark['phrase'] or '')}"


def _mark(line: str, reported: bool) -> str:
    """Return a line of the talk, marked if it is the reported one."""
    return f"<mark>{line}</mark>" if reported else line
