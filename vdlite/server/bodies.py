"""What the bodies of requests have in common: strict models, and bounds on what one request may ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from vdlite.server.errors import ApiError

MOST_SERIES = 2000
"""In one request."""

LARGEST = 2**63 - 1
"""Of an int64."""

Count = Annotated[int, Field(ge=0, le=LARGEST)]
Step = Annotated[int, Field(ge=-LARGEST - 1, le=LARGEST)]

End = Annotated[float, Field(allow_inf_nan=False)] | None
"""Of a range of an axis; None: open."""


class RequestBody(BaseModel):
    """No field is converted to another type, and none that is not declared is taken."""

    model_config = ConfigDict(strict=True, extra="forbid")


def when(name: str, value: str, **fields: Mapping[str, Any]) -> dict[str, Any]:
    """The rule, for the description of a body, of the fields that are wanted where another one has a value."""
    asked = {"properties": {name: {"const": value}}, "required": [name]}
    return {"if": asked, "then": {"properties": fields, "required": list(fields)}}


def check_text(text: str) -> str:
    """Raises ValueError for halves of surrogate pairs, which no file can hold as they are."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("want a text without halves of surrogate pairs") from error
    return text


def check_number(number: int, most: int = MOST_SERIES, what: str = "series") -> None:
    """Raises ApiError (413) if one request wants more than `most`."""
    if number > most:
        message = f"got {number} {what}, want {most} at most in one request"
        raise ApiError(413, "too_large", message)


def at_most(most: int, what: str = "series") -> BeforeValidator:
    """Refuses a longer list or object before each of its items is looked at: a body can hold a million."""

    def check(items: Any) -> Any:
        if isinstance(items, (list, dict)):
            check_number(len(items), most, what)
        return items

    return BeforeValidator(check)
