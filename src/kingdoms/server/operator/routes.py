"""Routes of the operator's page."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from kingdoms.core.errors import KingdomsError
from kingdoms.server.database.deeds import Deed, log_deed
from kingdoms.server.http.static import BuiltClient
from kingdoms.server.operator.access import COOKIE, DONE, Access
from kingdoms.server.operator.forms import FORMS
from kingdoms.server.operator.status import contents
from kingdoms.server.people.sessions import Sessions
from kingdoms.templates import render
from kingdoms.texts import language, text

router = APIRouter(include_in_schema=False)

STYLE = Path(__file__).with_name("style.css")


@router.get("/operator")
async def show(request: Request) -> Response:
    """Return the page for the operator, and the login form otherwise."""
    access = Access(request)
    if not access.is_operator():
        return answer(request, "login.html", 401)
    message, values = access.read(DONE), await contents(request)
    response = answer(request, "status.html", message=message, token=access.form_token, forms=FORMS, **values)
    if message is not None:
        access.set(response, DONE, "")
    return response


@router.post("/operator")
async def login(request: Request) -> Response:
    """Set a cookie for an operator who has entered the token."""
    access = Access(request)
    if not access.accepts((await access.fields()).get("token", "").strip()):
        return answer(request, "login.html", 401, fault=text("operator.wrong_token"))
    return _redirect(access, COOKIE, secrets.token_hex(8))


@router.post("/operator/leave")
async def leave(request: Request) -> Response:
    """End the operator's session, and delete its cookie."""
    access = Access(request)
    if access.session is not None:
        sessions: Sessions = request.app.state.sessions
        await sessions.end(access.session)
    return _redirect(access, COOKIE, "")


@router.post("/operator/do/{name}")
async def do(request: Request, name: str) -> Response:
    """Do what a form says, log it, and return to the page; or show the form again, with what is wrong or to be confirmed."""
    access = Access(request)
    if not access.is_operator():
        return answer(request, "login.html", 401)
    if (form := FORMS.get(name)) is None:
        raise HTTPException(404)
    fields = await access.fields()
    if not access.may_send(fields):
        return answer(request, "question.html", 403, form=None, fault=text("operator.other_page"))
    values, token = form.read(fields), access.form_token
    try:
        form.check(values)
        if form.is_final and "sure" not in fields:
            return answer(request, "question.html", form=form, token=token, values={**values, "sure": "yes"})
        async with log_deed(request.app.state.database, Deed(access.operator(), form.line(values))):
            message = await form.work(request.app.state.database, values)
    except (KingdomsError, ValueError) as error:
        return answer(request, "question.html", 422, form=form, token=token, fault=str(error), values=values)
    return _redirect(access, DONE, message)


@router.get("/operator/style.css")
async def style(request: Request) -> Response:
    """Return the stylesheet of this page, which adds to the client's."""
    Access(request)
    return Response(STYLE.read_bytes(), headers={"Cache-Control": "no-cache"}, media_type="text/css")


def answer(request: Request, template: str, status: int = 200, *, fault: str = "", **values: Any) -> Response:
    """Return a page as a response, with the client's stylesheet if the client is installed."""
    client: BuiltClient = request.app.state.client
    styles = [*filter(None, [client.stylesheet()]), "/operator/style.css"]
    page = render("kingdoms.server.operator", template, styles=styles, language=language(), fault=fault, **values)
    headers = {"Cache-Control": "no-store", **({"WWW-Authenticate": "Bearer"} if status == 401 else {})}
    return HTMLResponse(page, status, headers)


def _redirect(access: Access, cookie: str, value: str) -> Response:
    response = Response(status_code=303, headers={"Location": "/operator", "Cache-Control": "no-store"})
    access.set(response, cookie, value)
    return response
