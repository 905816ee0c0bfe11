"""The answers about landscapes."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from vdlite.landscape.files import Format
from vdlite.server.answers.encoding import MaybeFloat

MOST_MINIMA = 256  # the deepest; thousands of dips are noise, which the page could not show


class AxisRange(BaseModel):
    min: float
    max: float
    number: int = Field(description="of coordinates")


class DirectionsAnswer(BaseModel, extra="allow"):
    """How the axes were made: what is known of it, and whatever else somebody has logged.

    Any program writes these: where one has given a field another type, it is answered as it was given.
    """

    kind: str | None = Field(None, description="random, pca, towards, gradient, hessian or given")
    norm: str | None = Field(None, description="filter, layer, weight, dfilter, dlayer or none")
    seed: int | None = None
    explained: list[MaybeFloat] | None = Field(None, description="shares of the variance")
    parameters: str | None = Field(None, description="what is moved: weights or states")
    ignore: list[str] | None = Field(None, description="what is left out of the directions")
    angle: MaybeFloat | None = Field(None, description="degrees between the axes")
    lengths: list[MaybeFloat] | None = Field(None, description="in the unit of the weights")
    eigenvalues: list[MaybeFloat] | None = Field(
        None, description="of the Hessian, along its eigenvectors"
    )
    fingerprint: str | None = None
    curvatures: list[MaybeFloat] | None = Field(
        None, description="second derivatives along each axis"
    )
    curvature_errors: list[MaybeFloat] | None = None
    curvature_method: str | None = Field(None, description="hessian or fit")
    circle_radius: MaybeFloat | None = Field(None, description="of a circle around the center")
    circle_greatest: MaybeFloat | None = Field(None, description="the greatest loss on that circle")


class _Described(BaseModel):
    run: str
    tag: str
    step: int
    walltime: float = Field(description="of the newest record, seconds since 1970")
    id: str = Field(description="what it was computed of: two ids of one step are two landscapes")
    metrics: list[str] = Field(description="names; the first is the loss")
    directions: DirectionsAnswer
    settings: dict[str, Any] = Field(description="how the values were computed")


class LandscapeSummary(_Described):
    x: AxisRange
    y: AxisRange | None = Field(description="null along one direction")
    points: int
    done: int = Field(description="points that are computed")
    snapshots: int = Field(description="of the path")
    curvature: bool = Field(description="there are eigenvalues, a trace or a density")


class LandscapesAnswer(BaseModel):
    landscapes: list[LandscapeSummary]
    formats: list[Format] = Field(description="of files that this server can write")


class PathAnswer(BaseModel):
    step: list[int]
    x: list[float]
    y: list[float] | None
    loss: list[MaybeFloat] = Field(description="of the plane at that place")
    true_loss: list[MaybeFloat] = Field(description="of the snapshot itself")
    residual: list[MaybeFloat] = Field(description="distance off the plane, as of the weights")


class NamedPathAnswer(PathAnswer):
    name: str = Field(description="of the other training")


class MarkAnswer(BaseModel):
    name: str
    x: float
    y: float
    values: dict[str, MaybeFloat] = Field(
        description="the metrics at exactly that place; empty where they are not known"
    )


class DensityAnswer(BaseModel):
    x: list[MaybeFloat]
    y: list[MaybeFloat]


class CurvatureAnswer(BaseModel):
    eigenvalues: list[MaybeFloat] | None = Field(description="falling")
    errors: list[MaybeFloat] | None = Field(description="of the eigenvalues")
    trace: MaybeFloat | None
    trace_error: MaybeFloat | None
    density: DensityAnswer | None
    samples: float | None
    critical_sharpness: MaybeFloat | None = Field(
        description="2 / the smallest step that raises the loss"
    )
    critical_error: MaybeFloat | None


class SharpnessAnswer(BaseModel):
    radius: MaybeFloat | None = Field(description="in the unit of the weights")
    mean: MaybeFloat | None = Field(description="rise of the loss there, over random directions")
    mean_error: MaybeFloat | None = Field(description="standard error")
    spread: MaybeFloat | None = Field(description="standard deviation of the rise at a point")
    worst: MaybeFloat | None = Field(description="the greatest rise that was found")
    adaptive_radius: MaybeFloat | None = Field(description="in the scale of the weights")
    adaptive_scale: str | None = Field(description="element or filter")
    adaptive_mean: MaybeFloat | None
    adaptive_mean_error: MaybeFloat | None
    adaptive_spread: MaybeFloat | None
    adaptive_worst: MaybeFloat | None
    directions: int | None


class FlatnessAnswer(BaseModel):
    metric: str
    center: float
    minimum: float
    level: float = Field(description="one above the loss at the center")
    area: float = Field(description="of the region around the center at or below the level")
    volume: float = Field(description="the integral of level - loss over that region")
    open: bool = Field(description="the region touches the edge: it is at least so large")
    sharpness: MaybeFloat = Field(
        description="the greatest loss within the radius, less that at the center"
    )
    radius: float
    sharpness_method: Literal["points", "grid"] = Field(
        description="of losses computed at the radius, or between the points of the grid"
    )
    curvature_x: MaybeFloat = Field(description="second derivative along x at the center")
    curvature_y: MaybeFloat | None
    curvature_x_error: MaybeFloat
    curvature_y_error: MaybeFloat | None
    curvature_method: Literal["hessian", "fit", "grid"] = Field(
        description="of products of the Hessian, or of a parabola through points around the center or of the grid"
    )


class MinimumAnswer(BaseModel):
    x: float
    y: float | None = Field(description="null along one direction")
    value: float
    depth: MaybeFloat = Field(description="saddle - value; infinite where it joins no other")
    saddle: MaybeFloat = Field(description="where its basin joins that of a lower minimum")
    saddle_x: float | None
    saddle_y: float | None
    joins: int | None = Field(description="the index of that minimum")
    share: float = Field(description="of the points that lead down to it")
    edge: bool = Field(description="beside the edge, or points without a value")


class TopologyAnswer(BaseModel):
    metric: str
    minima: list[MinimumAnswer] = Field(
        description=f"the deepest first, {MOST_MINIMA} of them at most"
    )
    count: int = Field(description="how many there are")
    least_depth: float = Field(description="what is less deep does not count")
    shallow: int = Field(description="how many are less deep")
    mean_depth: MaybeFloat = Field(description="of the minima that join another")


class LandscapeAnswer(_Described):
    x: list[float]
    y: list[float] | None = Field(description="null along one direction")
    values: list[list[MaybeFloat]] = Field(
        description="of each metric a column of Y * X values, a row for each y"
    )
    done: list[int] = Field(description="1 for each of those points that is computed, else 0")
    center: dict[str, MaybeFloat] = Field(description="the metrics at exactly (0, 0)")
    path: PathAnswer | None
    paths: list[NamedPathAnswer] = Field(description="of other trainings over the same plane")
    marks: list[MarkAnswer]
    curvature: CurvatureAnswer | None
    sharpness: SharpnessAnswer | None = Field(description="in all directions around the model")
    flatness: FlatnessAnswer | None
    topology: TopologyAnswer | None = Field(description="minima of the loss")
    damaged: int = Field(description="records of it that can't be read")
