"""What the routes of profiles are asked with, and what several of them answer."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from fastapi import Depends, Query
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from vdlite.kinds.profile.categories import PARTS, PHASES
from vdlite.server.profiles import Source

Run = Annotated[str, Query(description="id of the run; empty for a trace")]
Tag = Annotated[str, Query(description="empty for a trace")]
Step = Annotated[
    int | None,
    Query(ge=-(2**63), le=2**63 - 1, description="at which it was logged; the highest if left out"),
]
TraceId = Annotated[str, Query(description="id of a trace that was sent, instead of a run")]


def _asked(run: Run = "", tag: Tag = "", step: Step = None, trace: TraceId = "") -> Source:
    return Source(run, tag, step, trace)


Asked = Annotated[Source, Depends(_asked)]
"""Which profile a request is about."""
Nanoseconds = Annotated[int, Query(ge=-(2**62), le=2**62, description="ns from `base_ns`")]
End = Annotated[
    int, Query(ge=-(2**62), le=2**62, description="ns from `base_ns`, more than `start`")
]
FirstStep = Annotated[
    int | None,
    Query(ge=-(2**63), le=2**63 - 1, description="number of the first step; see `steps.number`"),
]
LastStep = Annotated[
    int | None, Query(ge=-(2**63), le=2**63 - 1, description="number of the last step")
]

MOST_PIXELS = 10_000
Pixels = Annotated[int, Query(ge=1, le=MOST_PIXELS)]

Columns = dict[str, list[int | float | str | bool]]
"""Columns of one length by name."""


class Parts(BaseModel):
    parts: list[str]
    ns: list[int] = Field(description="of each row its parts, row by row")


def activities(rows: NDArray[np.int64]) -> dict[str, Any]:
    return {"parts": list(PARTS), "ns": rows.reshape(-1)}


def phases(rows: NDArray[np.int64]) -> dict[str, Any]:
    return {"parts": list(PHASES), "ns": rows.reshape(-1)}


def between(first: int | None, last: int | None) -> tuple[int, int] | None:
    """Numbers of steps as tables take them."""
    if first is None and last is None:
        return None
    limit = np.iinfo(np.int64)
    return (
        int(limit.min) + 1 if first is None else first,
        int(limit.max) if last is None else last,
    )


def some_of(one: str) -> str:
    """The pattern of a list with commas, maybe empty, each of whose parts looks like `one`."""
    return f"^(({one})(,({one}))*)?$"
