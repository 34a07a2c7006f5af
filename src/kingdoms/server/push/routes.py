"""Routes of push notifications."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response

from kingdoms.server.push import schemas
from kingdoms.server.push.service import Push
from kingdoms.server.table.access import CHANGES, KnownVisitorId, VisitorId, answers, app_service, fails, json
from kingdoms.server.visitors.identity import ensure_visitor

router = APIRouter()
Pushes = Annotated[Push, app_service("push")]


@router.get("/push", **answers(schemas.PushAnswer))
async def key(push: Pushes, visitor_id: KnownVisitorId) -> Response:
    """Return the server's public key, and the number of the visitor's devices."""
    return json({"key": push.sender.public_key, "devices": await push.store.count_devices(visitor_id)})


@router.put("/push", **answers(schemas.PushAnswer, *CHANGES))
async def add(request: Request, push: Pushes, body: schemas.DeviceRequest) -> Response:
    """Subscribe a device of the visitor."""
    devices = await push.add(ensure_visitor(request), body)
    return json({"key": push.sender.public_key, "devices": devices})


@router.post("/push/stop", status_code=204, **fails(*CHANGES))
async def stop(push: Pushes, visitor_id: VisitorId, body: schemas.StopRequest) -> None:
    """Unsubscribe a device of the visitor."""
    await push.store.remove_device(visitor_id, body.endpoint)
