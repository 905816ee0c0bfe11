"""Projections of points to two or three dimensions: started, watched, cancelled, found again."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.packages import is_there, needs
from vdlite.projection.prepare import Scaling
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody
from vdlite.server.context import Context, InContext
from vdlite.server.errors import ApiError
from vdlite.server.projections.job import Job, JobReport, Method, State, Wanted
from vdlite.server.projections.points import Source
from vdlite.server.projections.results import TooManyError

router = APIRouter()

_INT64 = 2**63
_PACKAGES: dict[Method, tuple[str, str]] = {
    "pca": ("PCA", "sklearn"),
    "tsne": ("t-SNE", "sklearn"),
    "umap": ("UMAP", "umap"),
}


class WantedProjection(RequestBody):
    run: str = Field("", description="id of the run")
    tag: str = ""
    step: int = Field(0, ge=-_INT64, lt=_INT64)
    upload: str = Field("", description="id of an upload, instead of a run")
    method: Method
    components: Literal[2, 3] = Field(3, description="of t-SNE and UMAP; PCA always gives up to 10")
    scaling: Scaling = Field(
        "none",
        description="`sphere`: moved to the mean, then each to length 1; `standard`: each "
        "dimension with mean 0 and standard deviation 1",
    )
    seed: int = Field(0, ge=0, lt=2**32, description="the same seed gives the same layout")
    fit_step: int | None = Field(
        None, ge=-_INT64, lt=_INT64, description="PCA: the axes are those of this step's points"
    )
    after: str | None = Field(
        None,
        description="t-SNE, UMAP: id of the projection of another step of these points; they begin "
        "where they are there, and the layout is turned to lie on it",
    )
    limit: int | None = Field(
        None, ge=10, le=10_000_000, description="project only so many points, drawn with the seed"
    )
    perplexity: float = Field(30.0, ge=1, le=500, description="t-SNE: about how many neighbors")
    learning_rate: float | None = Field(
        None, gt=0, le=100_000, description="t-SNE; null: by the number of points"
    )
    iterations: int = Field(1000, ge=50, le=20_000, description="t-SNE")
    neighbors: int = Field(15, ge=2, le=500, description="UMAP")
    min_dist: float = Field(0.1, ge=0, le=0.99, description="UMAP: how close points may lie")
    metric: Literal["euclidean", "cosine", "manhattan", "correlation"] = Field(
        "euclidean", description="UMAP: the distance of two points"
    )
    start: bool = Field(True, description="false: only look; `unmade` if nobody has started it")


class ProjectionAnswer(BaseModel):
    id: str
    method: Method
    components: int
    state: State
    ahead: int = Field(description="projections whose turn comes before")
    done: float = Field(description="share that is done, 0 to 1")
    iteration: int | None = Field(description="t-SNE: iterations done")
    error: str | None = Field(description="why it failed")
    points: int
    dimensions: int
    left_out: int = Field(description="points with a NaN or an infinity")
    projected: int = Field(description="points that have coordinates")
    reduced_to: int | None = Field(
        description="t-SNE, UMAP: components of PCA that it began with; null: all dimensions"
    )
    perplexity: float | None = Field(description="that was used: few points allow only a small one")
    neighbors: int | None = Field(description="that was used")
    aligned: bool = Field(description="it began from `after`, and was turned to lie on it")
    seconds: float = Field(description="that it took")
    version: int = Field(description="grows with each new layout")
    ratio: list[float] | None = Field(description="PCA: share of the variance along each axis")
    exact: bool | None = Field(description="PCA: false if by a randomized decomposition")
    coordinates: list[list[float | Literal["NaN"]]] | None = Field(
        description="one column for each component; null if the caller has this version. NaN for "
        "points that were left out"
    )


class MethodsAnswer(BaseModel):
    methods: dict[Method, bool] = Field(description="whether this server can do it")
    missing: dict[Method, str] = Field(description="what to do for those that it can't")


@router.get("/projections", response_model=MethodsAnswer)
def read_methods(request: Request) -> Response:
    """The methods of projection."""
    missing = {method: why for method in _PACKAGES if (why := _missing(method)) is not None}
    content = {
        "methods": {method: method not in missing for method in _PACKAGES},
        "missing": missing,
    }
    return answer(request, content)


def _missing(method: Method) -> str | None:
    """What to do for a method whose package is not installed; None if it is."""
    what, package = _PACKAGES[method]
    return None if is_there(package) else f"{needs(what, package)}, where vdlite runs"


@router.post("/projections", response_model=ProjectionAnswer)
def start_projection(request: Request, wanted: WantedProjection, context: InContext) -> Response:
    """Start a projection, or find the one that was made of the same points with the same parameters."""
    if wanted.start and (why := _missing(wanted.method)) is not None:
        raise ApiError(400, "not_installed", why)
    try:
        job = _job(context, _wanted(wanted), start=wanted.start)
    except TooManyError as error:
        raise ApiError(400, "bad_request", f"method: {error}") from error
    return answer(request, _report(context, job, None))


@router.get("/projections/{projection}", response_model=ProjectionAnswer)
def read_projection(
    request: Request,
    context: InContext,
    projection: str,
    have: Annotated[int | None, Query(ge=0, description="the version that the caller has")] = None,
) -> Response:
    """How far a projection is, and its layout so far."""
    return answer(request, _report(context, context.projections.get(projection), have))


@router.post("/projections/{projection}/pause", response_model=ProjectionAnswer)
def pause_projection(request: Request, context: InContext, projection: str) -> Response:
    """Let a layout wait, with all that it has done. It goes on by itself when another one is wanted."""
    job = context.projections.get(projection)
    if not context.projections.pause(job):
        raise ApiError(409, "conflict", "others wait for this layout: it can't be paused")
    return answer(request, _report(context, job, None))


@router.post("/projections/{projection}/resume", response_model=ProjectionAnswer)
def resume_projection(request: Request, context: InContext, projection: str) -> Response:
    """Let a paused layout go on."""
    job = context.projections.get(projection)
    job.resume()
    return answer(request, _report(context, job, None))


@router.delete("/projections/{projection}", response_model=ProjectionAnswer)
def cancel_projection(request: Request, context: InContext, projection: str) -> Response:
    """End a projection; what was laid out until then stays."""
    job = context.projections.get(projection)
    job.cancel()
    return answer(request, _report(context, job, None))


def _job(context: Context, wanted: Wanted, *, start: bool) -> Job:
    if start:
        return context.projections.start(wanted)
    return context.projections.find(wanted) or Job("", wanted, report=JobReport(state="unmade"))


def _wanted(wanted: WantedProjection) -> Wanted:
    """Only what the method looks at, so that the rest makes no other projection of it."""
    source = (
        Source(upload=wanted.upload)
        if wanted.upload
        else Source(wanted.run, wanted.tag, wanted.step)
    )
    common: dict[str, Any] = {
        "source": source,
        "method": wanted.method,
        "scaling": wanted.scaling,
        "seed": wanted.seed,
        "limit": wanted.limit,
    }
    if wanted.method == "pca":
        fits = wanted.fit_step is not None and not wanted.upload
        fit = Source(wanted.run, wanted.tag, wanted.fit_step or 0) if fits else None
        return Wanted(**common, components=10, fit=None if fit == source else fit)
    common |= {"components": wanted.components, "after": wanted.after}
    if wanted.method == "tsne":
        return Wanted(
            **common,
            perplexity=wanted.perplexity,
            learning_rate=wanted.learning_rate,
            iterations=wanted.iterations,
        )
    return Wanted(
        **common,
        neighbors=wanted.neighbors,
        min_dist=wanted.min_dist,
        metric=wanted.metric,
    )


_REPORTED = tuple(name for name in ProjectionAnswer.model_fields if name in JobReport.__slots__)


def _report(context: Context, job: Job, have: int | None) -> dict[str, Any]:
    ahead = context.projections.ahead(job)
    with job.lock:
        report = {name: getattr(job.report, name) for name in _REPORTED}
    layout = report.pop("coordinates")
    fresh = layout is not None and report["version"] != have
    return {
        "id": job.id,
        "method": job.wanted.method,
        "components": job.wanted.components,
        "ahead": ahead,
        **report,
        "coordinates": [column.copy() for column in layout.T] if fresh else None,
    }
