"""What all requests and all answers have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Told(BaseModel):
    """Base of all answers. They are told to OpenAPI and never checked: what could check them is not made before."""

    model_config = ConfigDict(defer_build=True)


class Asked(BaseModel):
    """Base of all requests: unknown fields are an error."""

    model_config = ConfigDict(extra="forbid")
