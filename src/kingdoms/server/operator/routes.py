"""Routes of the operator's page."""

from __future__ import annotations

import secrets
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from kingdoms.core.errors import KingdomsError
from kingdoms.server.deeds import Deed, logged
from kingdoms.server.operator import access, html, pages
from kingdoms.server.operator.forms import FORMS
from kingdoms.server.operator.status import current_status
from kingdoms.server.people.sessions import Sessions
from kingdoms.server.static import INDEX, STYLESHEET, Client
from kingdoms.texts import text

router = APIRouter(include_in_schema=False)

STYLE = Path(__file__).with_name("style.css")


@router.get("/operator")
async def show(request: Request) -> Response:
    """Return the page for the operator, and the login form otherwise."""
    settings = access.check_offered(request)
    if not access.is_operator(request, settings):
        return answer(request, pages.login(), 401)
    message, token = access.read_done(request, settings), access.form_token(request, settings)
    response = answer(request, pages.status(await current_status(request), token, message))
    if message is not None:
        response.headers["Set-Cookie"] = access.done_cookie(settings, "")
    return response


@router.post("/operator")
async def login(request: Request) -> Response:
    """Set a cookie for an operator who has entered the token."""
    settings = access.check_offered(request)
    token = (await access.read_fields(request)).get("token", "")
    if not access.is_valid_token(request, settings, token.strip()):
        return answer(request, pages.login("That is not the token."), 401)
    signed = access.signer(settings).sign(secrets.token_hex(8)).decode()
    return redirect_to_page(access.session(settings, signed, access.MAX_AGE))


@router.post("/operator/leave")
async def leave(request: Request) -> Response:
    """End the operator's session, and delete its cookie."""
    settings = access.check_offered(request)
    if (session := access.session_id(request, settings)) is not None:
        sessions: Sessions = request.app.state.sessions
        await sessions.end(session)
    return redirect_to_page(access.session(settings, "", 0))


@router.post("/operator/do/{name}")
async def do(request: Request, name: str) -> Response:
    """Do what a form says, log it, and return to the page; or show the form again, with what is wrong or to be confirmed."""
    settings = access.check_offered(request)
    if not access.is_operator(request, settings):
        return answer(request, pages.login(), 401)
    if (form := FORMS.get(name)) is None:
        raise HTTPException(404)
    fields, token = await access.read_fields(request), access.form_token(request, settings)
    if not access.may_send(request, settings, fields):
        return answer(request, pages.refused(text("operator.other_page")), 403)
    values = form.read(fields)
    try:
        form.check(values)
        if form.is_final and "sure" not in fields:
            return answer(request, pages.question(form, token, values))
        async with logged(request.app.state.database, Deed(access.operator_name(request, settings), form.line(values))):
            message = await form.work(request.app.state.database, values)
    except (KingdomsError, ValueError) as error:
        return answer(request, pages.question(form, token, values, str(error)), 422)
    return redirect_to_page(access.done_cookie(settings, message))


@router.get("/operator/style.css")
async def style(request: Request) -> Response:
    """Return the stylesheet of this page, which adds to the client's."""
    access.check_offered(request)
    return Response(STYLE.read_bytes(), headers={"Cache-Control": "no-cache"}, media_type="text/css")


def answer(request: Request, page: str, status: int = 200) -> Response:
    """Return a page as a response, with the client's stylesheet if the client is installed."""
    client: Client = request.app.state.client
    index = client.files().get(INDEX)
    link = STYLESHEET.search(index.body.decode()) if index is not None else None
    styles = [*([link[1]] if link else []), "/operator/style.css"]
    headers = {"Cache-Control": "no-store", **({"WWW-Authenticate": "Bearer"} if status == 401 else {})}
    return Response(html.document(page, styles), status, headers, "text/html; charset=utf-8")


def redirect_to_page(cookie: str) -> Response:
    """Return a redirect to the page, with a cookie."""
    return Response(status_code=303, headers={"Location": "/operator", "Set-Cookie": cookie, "Cache-Control": "no-store"})
