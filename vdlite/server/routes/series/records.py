"""Records of any kind but scalars: which steps there are, and what each holds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from vdlite.errors import NotFoundError
from vdlite.kinds import image, registry
from vdlite.kinds.pictures import png
from vdlite.kinds.tensor import NAME as TENSOR
from vdlite.kinds.tensor import size_of as tensor_size
from vdlite.reader import Record, Store
from vdlite.server.answers.encoding import MSGPACK, answer, most_bytes
from vdlite.server.answers.file_names import file_stem
from vdlite.server.answers.ranges import ranged
from vdlite.server.bodies import LARGEST, MOST_SERIES, Count, RequestBody, at_most, check_number
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.scheduling.cancellation import raise_if_client_left
from vdlite.server.scheduling.reading import reading

router = APIRouter()

MOST_FIELDS = 64
MOST_DEPTH = 64  # of maps and lists in each other; what lies deeper is null
_PLAIN = (str, bytes, bool, int, float, np.ndarray, np.generic, type(None))
_FOREVER = "private, max-age=31536000, immutable"


class WantedRecords(RequestBody):
    run: str = Field(description="id of the run")
    tag: str
    have: Count | None = Field(
        default=None, description="number of records that the caller knows already"
    )
    version: Count | None = Field(
        default=None, description="the series' version when the caller got them"
    )


class RecordsRequest(RequestBody):
    kind: str = Field(description="any but `scalar`")
    series: Annotated[list[WantedRecords], at_most(MOST_SERIES)] = Field(
        description=f"{MOST_SERIES} at most", json_schema_extra={"maxItems": MOST_SERIES}
    )
    fields: list[str] = Field(
        [], max_length=MOST_FIELDS, description="numbers of the records' summaries to give"
    )


class RecordsOfSeries(BaseModel):
    run: str
    tag: str
    version: int = Field(description="grows when records that were given already may have changed")
    count: int = Field(description="number of records of the whole series, one for each step")
    superseded: int = Field(description="number of records that later ones of their step replaced")
    append: bool = Field(description="only the records after the caller's first `have` are here")
    step: list[int]
    walltime: list[float] = Field(description="seconds since 1970")
    bytes: list[int] = Field(description="size of the payload")
    check: list[int] = Field(description="CRC-32 of the payload")
    fields: dict[str, list[float | Literal["NaN", "Infinity", "-Infinity"]]] = Field(
        description="by name, the number of each record's summary; NaN where there is none"
    )
    newest: dict[str, Any] = Field(description="the summary of the record of the highest step")


class MissingRecords(BaseModel):
    run: str
    tag: str
    error: Literal["not_found"]


class RecordsAnswer(BaseModel):
    series: list[RecordsOfSeries | MissingRecords] = Field(
        description="in the order of the request"
    )


class PayloadAnswer(BaseModel):
    run: str
    tag: str
    step: int
    walltime: float = Field(description="seconds since 1970")
    summary: dict[str, Any] = Field(description="what is known without reading the payload")
    payload: Any = Field(description="the kind's own fields; see docs/http-api.md")


@router.post("/records", response_model=RecordsAnswer)
def list_records(request: Request, wanted: RecordsRequest, context: InContext) -> Response:
    """The steps that have a record, of up to 2000 series in one request."""
    series = [_listed(context.store, wanted.kind, wanted.fields, one) for one in wanted.series]
    return answer(request, {"series": series})


@router.get("/records", response_model=RecordsAnswer)
def read_records(
    request: Request,
    context: InContext,
    kind: str,
    run: Annotated[list[str], Query(description="ids of runs", max_length=MOST_SERIES)],
    tag: Annotated[list[str], Query(max_length=MOST_SERIES)],
    field: Annotated[list[str], Query(max_length=MOST_FIELDS)] = [],  # noqa: B006  # FastAPI copies it
) -> Response:
    """Records of every given run with every given tag; pairs that don't exist are left out."""
    check_number(len(run) * len(tag))
    series = [
        _listed(context.store, kind, field, WantedRecords(run=each, tag=name))
        for each in run
        for name in tag
    ]
    return answer(request, {"series": [one for one in series if "error" not in one]})


# What both routes that read one record ask for.
Kind = Annotated[str, Query(description="any but `scalar`")]
RunId = Annotated[str, Query(description="id of the run")]
Step = Annotated[int, Query(ge=-(2**63), le=LARGEST)]
Check = Annotated[
    int | None,
    Query(ge=0, le=2**32 - 1, description="as `records` gave it: exactly this payload"),
]


@router.get("/payload", response_model=PayloadAnswer)
def read_payload(
    request: Request,
    context: InContext,
    kind: Kind,
    run: RunId,
    tag: str,
    step: Step,
    check: Check = None,
) -> Response:
    """What one record holds, as fields and arrays."""
    record = find_record(context.store, kind, run, tag, step, check)
    most = most_bytes(request)
    _check_size(record.entry.length, most)
    with reading(record.path.name):
        raw = record.raw()
        if kind == image.NAME:  # some KB can stand for a GB of pixels, and each is a number in JSON
            _check_size(png.size_of(raw), most // 4)
        elif kind == TENSOR:
            _check_size(tensor_size(raw), most)
        payload = registry.decode(kind, raw)
    content = {
        "run": run,
        "tag": tag,
        "step": record.step,
        "walltime": record.walltime,
        "summary": plain(record.summary),
        "payload": plain(payload),
    }
    response = answer(request, content)
    response.headers["Cache-Control"] = _kept(check)
    return response


def _kept(check: int | None) -> str:
    """With its checksum an address means one content for ever."""
    return _FOREVER if check is not None else "no-cache"


_FILE = {"schema": {"type": "string", "format": "binary"}}
_MEDIA_TYPES = (
    "image/png",
    "image/gif",
    "image/webp",
    "audio/wav",
    "video/mp4",
    "video/webm",
    "video/ogg",
    "text/plain",
    "application/octet-stream",
)


@router.get(
    "/media",
    response_class=Response,
    responses={
        200: {"content": dict.fromkeys(_MEDIA_TYPES, _FILE)},
        206: {"description": "the part that a Range header asks for"},
        416: {"description": "a Range header asks for what is behind the end"},
    },
)
def read_media(
    request: Request,
    context: InContext,
    kind: Kind,
    run: RunId,
    tag: str,
    step: Step,
    check: Check = None,
    download: Annotated[bool, Query(description="to be saved, not shown")] = False,
) -> Response:
    """The payload's bytes: a picture or sound as a file, or whatever the record holds."""
    record = find_record(context.store, kind, run, tag, step, check)
    media_type = registry.media_type(kind, record.summary) or "application/octet-stream"
    way = "attachment" if download else "inline"
    name = f"{file_stem(context.store.run(run).name, tag or kind, step)}.{_suffix(media_type)}"
    headers = {
        "Content-Disposition": f'{way}; filename="{name}"',
        "Cache-Control": _kept(check),
    }
    with reading(record.path.name):
        content = record.raw()
    return ranged(request, content, media_type, headers)


def find_record(
    store: Store, kind: str, run: str, tag: str, step: int, check: int | None = None
) -> Record:
    """The record of a step, or the one of that step and checksum. Raises NotFoundError."""
    record = store.run(run).records(kind, tag).find(step, check)
    if record is not None:
        return record
    raise NotFoundError(f"no {kind!r} with tag {tag!r} at step {step} in this run")


def plain(payload: Any, depth: int = 0) -> Any:
    """A payload or summary as maps, lists, arrays and plain values, whatever some writer has put into it."""
    if depth > MOST_DEPTH:
        return None
    if isinstance(payload, Mapping):
        return {str(name): plain(value, depth + 1) for name, value in payload.items()}
    if is_dataclass(payload) and not isinstance(payload, type):
        return {
            field.name: plain(getattr(payload, field.name), depth + 1) for field in fields(payload)
        }
    if isinstance(payload, (list, tuple)):
        return [plain(item, depth + 1) for item in payload]
    return payload if isinstance(payload, _PLAIN) else str(payload)


def _check_size(size: int, most: int) -> None:
    """Before anything is read. Raises ApiError (413)."""
    if size > most:
        raise ApiError(
            413,
            "too_large",
            f"got a payload of {size} bytes, want {most} at most in one answer of this format; ask "
            f"with Accept: {MSGPACK}, for its bytes with /api/media, or read the log with "
            "vdlite.LogReader",
        )


def _listed(store: Store, kind: str, names: list[str], one: WantedRecords) -> Mapping[str, Any]:
    raise_if_client_left()
    try:
        series = store.run(one.run).records(kind, one.tag)
    except NotFoundError:
        return {"run": one.run, "tag": one.tag, "error": "not_found"}
    records, version = series.snapshot()
    count = len(records)
    append = one.have is not None and one.version == version and one.have <= count
    given = records[one.have :] if append else records
    return {
        "run": one.run,
        "tag": one.tag,
        "version": version,
        "count": count,
        "superseded": max(0, len(series) - count),
        "append": append,
        "step": given.rows.steps,
        "walltime": given.rows.walltimes,
        "bytes": given.rows.lengths,
        "check": given.rows.crcs,
        "fields": {name: _column(given, name) for name in names},
        "newest": plain(records[-1].summary) if records else {},
    }


def _column(records: Sequence[Record], name: str) -> NDArray[np.float64]:
    """The numbers of that name; `cells.rows` is that of `rows` in `cells`."""
    path = name.split(".")
    return np.array([_number(record.summary, path) for record in records], np.float64)


def _number(value: Any, path: list[str]) -> float:
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    try:
        return float(value) if isinstance(value, (int, float)) else math.nan
    except OverflowError:
        return math.nan


_SUFFIXES = {"text/plain": "md", "application/octet-stream": "bin", "audio/wav": "wav"}


def _suffix(media_type: str) -> str:
    plain = media_type.partition(";")[0]
    return _SUFFIXES.get(plain, plain.rpartition("/")[2])
