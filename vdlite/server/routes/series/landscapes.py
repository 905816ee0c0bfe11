"""Loss landscapes: which there are, whole ones, and files of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query, Request, Response

from vdlite.errors import NotFoundError, PayloadError
from vdlite.kinds.landscape import Landscape, LandscapePath
from vdlite.landscape.files import SUFFIXES, Format, Options, to_bytes, writable
from vdlite.landscape.topology.measure import Topology
from vdlite.reader import LoggedLandscape
from vdlite.server.answers.encoding import answer
from vdlite.server.answers.file_names import file_stem
from vdlite.server.answers.landscapes import (
    MOST_MINIMA,
    CurvatureAnswer,
    LandscapeAnswer,
    LandscapesAnswer,
    SharpnessAnswer,
)
from vdlite.server.bodies import MOST_SERIES
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.landscapes import ReadLandscape
from vdlite.server.routes.series.records import plain
from vdlite.server.scheduling.reading import reading

router = APIRouter()

MOST_INTERPOLATED = 2048  # points along an axis of a file

_MEDIA_TYPES: Mapping[Format, str] = {
    "npz": "application/x-npz",
    "csv": "text/csv; charset=utf-8",
    "vtk": "application/vnd.vtk+xml",
    "obj": "model/obj",
    "stl": "model/stl",
    "hdf5": "application/x-hdf5",
}


Run = Annotated[str, Query(description="id of the run")]
Step = Annotated[
    int | None, Query(ge=-(2**63), le=2**63 - 1, description="the highest if left out")
]
Id = Annotated[str | None, Query(alias="id", description="the latest of the step if left out")]


@router.get("/landscapes", response_model=LandscapesAnswer)
def list_landscapes(
    request: Request,
    context: InContext,
    run: Annotated[
        list[str] | None, Query(description="ids of runs; all if left out", max_length=MOST_SERIES)
    ] = None,
) -> Response:
    """What is known of landscapes without reading them; of runs that are gone nothing, unless all of them are."""
    known = [info.id for info in context.store.runs()]
    wanted = known if run is None else [each for each in dict.fromkeys(run) if each in known]
    if run and not wanted:
        raise NotFoundError("no run of these is there (any more)")
    summaries = [
        summary
        for each in wanted
        for logged in context.landscapes.logged(each)
        if (summary := _summary(each, logged)) is not None
    ]
    return answer(request, {"landscapes": summaries, "formats": writable()})


@router.get("/landscape", response_model=LandscapeAnswer)
def read_landscape(
    request: Request,
    context: InContext,
    run: Run,
    tag: str,
    step: Step = None,
    landscape_id: Id = None,
) -> Response:
    """One landscape, put together of all its records."""
    read = _read(context, run, tag, step, landscape_id)
    held = read.landscape
    content = {
        "run": run,
        "tag": tag,
        "step": read.logged.step,
        "walltime": read.logged.walltime,
        "id": held.id,
        "x": held.x,
        "y": held.y,
        "metrics": list(held.values),
        "values": [column.reshape(-1) for column in held.values.values()],
        "done": held.done.reshape(-1).astype(np.uint8),
        "center": dict(held.center),
        "path": None if held.path is None else _path(held.path),
        "paths": [{"name": name, **_path(path)} for name, path in held.paths.items()],
        "marks": [asdict(mark) for mark in held.marks],
        "directions": plain(held.directions),
        "settings": plain(held.settings),
        "curvature": _curvature(held),
        "sharpness": _sharpness(held),
        "flatness": None if read.flatness is None else asdict(read.flatness),
        "topology": None if read.topology is None else _topology(read.topology),
        "damaged": read.damaged,
    }
    return answer(request, content)


_FILE = {"schema": {"type": "string", "format": "binary"}}


@router.get(
    "/landscape/file",
    response_class=Response,
    responses={200: {"content": {kind.partition(";")[0]: _FILE for kind in _MEDIA_TYPES.values()}}},
)
def read_landscape_file(
    context: InContext,
    run: Run,
    tag: str,
    file_format: Annotated[Format, Query(alias="format")],
    step: Step = None,
    landscape_id: Id = None,
    metric: Annotated[str | None, Query(description="of a surface; the loss if left out")] = None,
    log: Annotated[bool, Query(description="heights of a surface become ln(height + 0.1)")] = False,
    zmax: Annotated[
        float | None,
        Query(allow_inf_nan=False, description="greater heights of a surface become it"),
    ] = None,
    interpolate: Annotated[
        int | None,
        Query(ge=2, le=MOST_INTERPOLATED, description="points along each axis of a surface"),
    ] = None,
) -> Response:
    """A landscape as a file: whole (npz, csv, hdf5), or one metric as a surface (vtk, obj, stl)."""
    read = _read(context, run, tag, step, landscape_id)
    held = read.landscape
    options = Options(metric=metric, interpolate=interpolate, zmax=zmax, log=log)
    try:
        content = to_bytes(held, file_format, options)
    except PayloadError as error:
        raise ApiError(400, "bad_request", str(error)) from error
    except ImportError as error:
        raise ApiError(400, "not_installed", str(error)) from error
    stem = file_stem(context.store.run(run).info.name, tag, read.logged.step)
    headers = {
        "Content-Disposition": f'attachment; filename="{stem}.{SUFFIXES[file_format]}"',
        "Cache-Control": "no-cache",
    }
    return Response(content, headers=headers, media_type=_MEDIA_TYPES[file_format])


def _read(
    context: InContext, run: str, tag: str, step: int | None, landscape_id: str | None
) -> ReadLandscape:
    with reading(f"{run}/{tag}"):
        return context.landscapes.read(run, tag, step, landscape_id)


def _path(path: LandscapePath) -> Mapping[str, Any]:
    return {field.name: getattr(path, field.name) for field in fields(path)}


def _curvature(held: Landscape) -> Mapping[str, Any] | None:
    """Every field, null where it is not known."""
    if held.curvature is None:
        return None
    return {name: getattr(held.curvature, name) for name in CurvatureAnswer.model_fields}


def _topology(found: Topology) -> Mapping[str, Any]:
    return {
        "metric": found.metric,
        "minima": [asdict(each) for each in found.minima[:MOST_MINIMA]],
        "count": len(found.minima),
        "least_depth": found.least_depth,
        "shallow": found.shallow,
        "mean_depth": found.mean_depth,
    }


def _sharpness(held: Landscape) -> Mapping[str, Any] | None:
    """Every field, null where it is not known."""
    if held.sharpness is None:
        return None
    return {name: getattr(held.sharpness, name) for name in SharpnessAnswer.model_fields}


def _summary(run: str, logged: LoggedLandscape) -> Mapping[str, Any] | None:
    """The summary of a record; None if that is not what our writer writes."""
    summary = logged.summary
    x, y = _range(summary.get("x")), _range(summary.get("y"))
    metrics, points = summary.get("metrics"), summary.get("points")
    if x is None or not isinstance(metrics, list) or not isinstance(points, int):
        return None
    directions, settings = summary.get("directions"), summary.get("settings")
    snapshots = summary.get("snapshots")
    return {
        "run": run,
        "tag": logged.tag,
        "step": logged.step,
        "walltime": logged.walltime,
        "id": logged.id,
        "x": x,
        "y": y,
        "metrics": [str(name) for name in metrics],
        "points": points,
        "done": logged.done,
        "snapshots": snapshots if isinstance(snapshots, int) else 0,
        "curvature": summary.get("curvature") is True,
        "directions": plain(directions) if isinstance(directions, Mapping) else {},
        "settings": plain(settings) if isinstance(settings, Mapping) else {},
    }


def _range(summary: Any) -> Mapping[str, Any] | None:
    if not isinstance(summary, Mapping):
        return None
    ends = {name: summary.get(name) for name in ("min", "max", "number")}
    return ends if all(isinstance(end, (int, float)) for end in ends.values()) else None
