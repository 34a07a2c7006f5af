"""The base class and the types of all requests."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from kingdoms.server.base.names import check_role, readable
from kingdoms.table.base.names import LONGEST


class RequestBody(BaseModel):
    """Base of all request bodies: unknown fields are an error."""

    model_config = ConfigDict(extra="forbid")


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(readable),
]
"""The name of a seat's holder."""

PersonName = Annotated[Name, AfterValidator(check_role)]
"""The name of a person."""


def read_name(text: str) -> str:
    """Validate a name, and return it in normalised form.

    Raises:
        ValueError: the name is not valid; the message says why.

    Examples:
        >>> read_name(" Ida ")
        'Ida'
    """
    try:
        return TypeAdapter(Name).validate_python(text)
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"]) from None


SeatName = Annotated[str, StringConstraints(min_length=1, max_length=10)]
ActionText = Annotated[str, StringConstraints(min_length=1, max_length=100)]
BotSpec = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
