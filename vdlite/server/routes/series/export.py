"""Every raw point as a download."""

from __future__ import annotations

import json
import math
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Literal

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar
from anyio.to_thread import run_sync
from fastapi import APIRouter, Query, Response
from starlette.responses import StreamingResponse

from vdlite.errors import NotFoundError
from vdlite.landscape.files.cell import cell
from vdlite.reader import ScalarSeries, Store
from vdlite.server.answers.sendable import float_name
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.scheduling.cancellation import raise_if_client_left

router = APIRouter()

Format = Literal["csv", "tsv", "json"]
_MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "json": "application/json",
}
_CHUNK = 2048  # points that are turned into text at a time: others want the interpreter, too
_COLUMNS = ("run", "tag", "step", "walltime", "relative", "value")

_CONTENT = {
    "text/csv": {"schema": {"type": "string"}},
    "text/tab-separated-values": {"schema": {"type": "string"}},
    "application/json": {
        "schema": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "run": {"type": "string", "description": "name of the run"},
                    "tag": {"type": "string"},
                    "step": {"type": "integer"},
                    "walltime": {"type": "number", "description": "seconds since 1970"},
                    "relative": {
                        "type": "number",
                        "description": "seconds since the series' first walltime",
                    },
                    "value": {
                        "anyOf": [
                            {"type": "number"},
                            {"enum": ["NaN", "Infinity", "-Infinity"]},
                        ]
                    },
                    "superseded": {"type": "boolean"},
                },
            },
        }
    },
}


@dataclass(frozen=True, slots=True)
class _Source:
    """A series to export, and how it is called."""

    run: str  # name, not id: the file is for people
    tag: str
    series: ScalarSeries


# run, tag, step, walltime, relative, value, superseded or None: one point as text
_Row = tuple[str, str, int, float, float, float, bool | None]


@router.get("/export", response_class=StreamingResponse, responses={200: {"content": _CONTENT}})
def export_scalars(
    context: InContext,
    run: Annotated[list[str], Query(description="ids of runs")],
    tag: Annotated[list[str], Query()],
    file_format: Annotated[Format, Query(alias="format")] = "csv",
    superseded: Annotated[
        bool, Query(description="also the points that a resumed run replaced")
    ] = False,
) -> Response:
    """Every raw point of the given runs and tags; pairs that don't exist are left out."""
    sources = _sources(context.store, run, tag)
    if file_format == "json":
        text = _json(sources, superseded)
    else:
        text = _table(sources, superseded, "\t" if file_format == "tsv" else ",")
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", tag[0])[:80] if len(tag) == 1 else "scalars"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{file_format}"'}
    return StreamingResponse(
        _in_turn(chunk.encode("utf-8", "backslashreplace") for chunk in text),
        media_type=_MEDIA_TYPES[file_format],
        headers=headers,
    )


async def _in_turn(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The chunks, made in one thread for all exports: each has its turn, and light routes keep their threads."""
    while (chunk := await run_sync(next, chunks, None, limiter=_one_thread())) is not None:
        yield chunk


_limiter: RunVar[CapacityLimiter] = RunVar("vdlite exports")  # of one event loop


def _one_thread() -> CapacityLimiter:
    try:
        return _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(1)
        _limiter.set(limiter)
        return limiter


def _sources(store: Store, runs: Sequence[str], tags: Sequence[str]) -> list[_Source]:
    """Each given run with each given tag, where there is such a series.

    Raises ApiError (404) if there is none at all.
    """
    wanted = dict.fromkeys(tags)
    found = [source for run in dict.fromkeys(runs) for source in _of_run(store, run, wanted)]
    if not found:
        raise ApiError(404, "not_found", "none of these runs has one of these tags")
    return found


def _of_run(store: Store, run: str, tags: Iterable[str]) -> list[_Source]:
    raise_if_client_left()
    try:
        held = store.run(run)
    except NotFoundError:
        return []
    there = set(held.tags())
    found = []
    for tag in tags:
        if tag in there:
            with suppress(NotFoundError):  # it went away just now
                found.append(_Source(held.name, tag, held.scalars(tag, hold=False)))
    return found


def _table(sources: Sequence[_Source], superseded: bool, separator: str) -> Iterator[str]:
    def line(row: _Row) -> str:
        run, tag, step, walltime, relative, value, mark = row
        fields = [run, tag, str(step), _number(walltime), _number(relative), _number(value)]
        if mark is not None:
            fields.append(str(mark).lower())
        return separator.join(fields) + "\n"

    yield separator.join((*_COLUMNS, "superseded") if superseded else _COLUMNS) + "\n"
    for source in sources:
        run, tag = cell(source.run, separator), cell(source.tag, separator)
        yield from _chunks(_Source(run, tag, source.series), superseded, line)


def _number(value: float) -> str:
    """The shortest text that reads back as `value`."""
    return repr(value) if math.isfinite(value) else float_name(value)


def _json(sources: Sequence[_Source], superseded: bool) -> Iterator[str]:
    begun = False

    def item(row: _Row) -> str:
        nonlocal begun
        comma = ",\n" if begun else ""
        begun = True
        run, tag, step, walltime, relative, value, mark = row
        end = "" if mark is None else f',"superseded":{str(mark).lower()}'
        return (
            f'{comma}{{"run":{run},"tag":{tag},"step":{step},"walltime":{_json_number(walltime)},'
            f'"relative":{_json_number(relative)},"value":{_json_number(value)}{end}}}'
        )

    yield "["
    for source in sources:
        run, tag = json.dumps(source.run), json.dumps(source.tag)
        yield from _chunks(_Source(run, tag, source.series), superseded, item)
    yield "]\n"


def _json_number(value: float) -> str:
    return repr(value) if math.isfinite(value) else f'"{float_name(value)}"'


def _chunks(source: _Source, superseded: bool, write: Callable[[_Row], str]) -> Iterator[str]:
    """The points of a series as text, _CHUNK at a time, in step order."""
    marks = None
    if superseded:
        points, marks = source.series.all_points()
    else:
        points = source.series.snapshot()
    origin = source.series.origin
    for begin in range(0, len(points.steps), _CHUNK):
        part = slice(begin, begin + _CHUNK)
        steps = points.steps[part].tolist()
        walltimes = points.walltimes[part].tolist()
        values = points.values[part].tolist()
        flags = [None] * len(steps) if marks is None else marks[part].tolist()
        yield "".join(
            write((source.run, source.tag, step, walltime, walltime - origin, value, flag))
            for step, walltime, value, flag in zip(steps, walltimes, values, flags, strict=True)
        )
