"""The facts of logged points beside their coordinates, and uploads of points that were not logged."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import NotFoundError
from vdlite.kinds.embeddings import column_type
from vdlite.projection.neighbors import Metric, nearest
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.projections.points import PIECE_BYTES, Source
from vdlite.server.scheduling.reading import reading

router = APIRouter()

MOST_NEIGHBORS = 1000
MOST_POINTS = 10_000_000  # of an upload
MOST_DIMENSIONS = 1_000_000

Run = Annotated[str, Query(description="id of the run; empty for an upload")]
Step = Annotated[int, Query(ge=-(2**63), le=2**63 - 1)]


class MetadataColumn(BaseModel):
    name: str
    type: Literal["number", "text"]
    values: list[int | float | str] = Field(description="one for each point")


class Thumbnails(BaseModel):
    width: int = Field(description="of a cell, in pixels")
    height: int
    across: int = Field(description="cells in a row")


class EmbeddingsAnswer(BaseModel):
    run: str
    tag: str
    step: int
    walltime: float = Field(description="seconds since 1970")
    check: int = Field(description="CRC-32 of the payload")
    points: int
    dimensions: int
    left_out: int = Field(description="points with a NaN or an infinity, which have no projection")
    columns: list[MetadataColumn]
    thumbnails: Thumbnails | None


class NeighborsAnswer(BaseModel):
    points: list[int] = Field(description="positions, the nearest first")
    distances: list[float]


class WantedUpload(RequestBody):
    points: int = Field(ge=1, le=MOST_POINTS)
    dimensions: int = Field(ge=1, le=MOST_DIMENSIONS)


class UploadAnswer(BaseModel):
    id: str
    received: int = Field(description="bytes that have come")
    wanted: int = Field(description="bytes of all vectors together")
    piece: int = Field(description="bytes that one request may bring")


class Forgotten(BaseModel):
    id: str


@router.get("/embeddings", response_model=EmbeddingsAnswer)
def read_embeddings(
    request: Request, context: InContext, run: Run, tag: str, step: Step
) -> Response:
    """Number, dimensions and metadata of the points that were logged at a step; not their vectors."""
    source = Source(run, tag, step)
    record = context.points.record(source)
    with reading(record.path.name):
        held = context.points.embeddings(source)
    points, dimensions = held.vectors.shape
    thumbnails = {
        "width": held.thumbnail_width,
        "height": held.thumbnail_height,
        "across": held.thumbnails_across,
    }
    content = {
        "run": run,
        "tag": tag,
        "step": record.step,
        "walltime": record.walltime,
        "check": record.entry.crc,
        "points": points,
        "dimensions": dimensions,
        "left_out": record.summary.get("left_out", 0),
        "columns": [
            {"name": name, "type": column_type(values), "values": values}
            for name, values in zip(held.names, held.columns, strict=True)
        ],
        "thumbnails": thumbnails if held.thumbnails else None,
    }
    return answer(request, content)


@router.get(
    "/embeddings/thumbnails",
    response_class=Response,
    responses={200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}},
)
def read_thumbnails(
    context: InContext,
    run: Run,
    tag: str,
    step: Step,
    check: Annotated[
        int | None, Query(ge=0, le=2**32 - 1, description="makes the address good for ever")
    ] = None,
) -> Response:
    """All thumbnails of a step in one PNG: cells of one size, row by row in the order of the points."""
    source = Source(run, tag, step)
    record = context.points.record(source)
    with reading(record.path.name):
        held = context.points.embeddings(source)
    if not held.thumbnails:
        raise NotFoundError("these points have no thumbnails")
    lasting = check is not None and check == record.entry.crc
    caching = "private, max-age=31536000, immutable" if lasting else "no-cache"
    return Response(held.thumbnails, headers={"Cache-Control": caching}, media_type="image/png")


@router.get("/embeddings/neighbors", response_model=NeighborsAnswer)
def read_neighbors(
    request: Request,
    context: InContext,
    point: Annotated[int, Query(ge=0, description="position of a point")],
    run: Run = "",
    tag: str = "",
    step: Step = 0,
    upload: Annotated[str, Query(description="id of an upload, instead of a run")] = "",
    number: Annotated[int, Query(ge=1, le=MOST_NEIGHBORS)] = 10,
    metric: Metric = "cosine",
) -> Response:
    """The points nearest to one in all dimensions, by looking at every point."""
    source = Source(run, tag, step) if not upload else Source(upload=upload)
    with reading(f"{run}/{tag}"):
        vectors = context.points.vectors(source)
    if point >= len(vectors):
        raise ApiError(400, "bad_request", f"point: got {point}, want less than {len(vectors)}")
    points, distances = nearest(vectors, point, number, metric)
    return answer(request, {"points": points, "distances": distances})


@router.post("/uploads", response_model=UploadAnswer)
def begin_upload(request: Request, wanted: WantedUpload, context: InContext) -> Response:
    """Make room in the server's memory for vectors that were not logged. Nothing is written to disk."""
    try:
        name = context.points.begin_upload(wanted.points, wanted.dimensions)
    except ValueError as error:
        raise ApiError(413, "too_large", f"upload: got {error}") from error
    size = 4 * wanted.points * wanted.dimensions
    return answer(request, {"id": name, "received": 0, "wanted": size, "piece": PIECE_BYTES})


@router.post("/uploads/{upload}", response_model=UploadAnswer)
def add_piece(
    request: Request,
    context: InContext,
    upload: str,
    offset: Annotated[int, Query(ge=0, description="bytes that came before")],
    piece: Annotated[bytes, Body(media_type="application/octet-stream")],
) -> Response:
    """The next bytes of an upload: little-endian float32, point by point."""
    try:
        received, size = context.points.add_piece(upload, offset, piece)
    except ValueError as error:
        raise ApiError(400, "bad_request", f"body: got {error}") from error
    content = {"id": upload, "received": received, "wanted": size, "piece": PIECE_BYTES}
    return answer(request, content)


@router.delete("/uploads/{upload}", response_model=Forgotten)
def forget_upload(request: Request, context: InContext, upload: str) -> Response:
    """Forget an upload."""
    context.points.forget_upload(upload)
    return answer(request, {"id": upload})
