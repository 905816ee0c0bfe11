"""Annotations: what people add to runs after the fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema

from vdlite.annotations import Edit
from vdlite.annotations.values import (
    LARGEST_OBJECT,
    LONGEST_LABEL,
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_BY_TAG,
    MOST_LABELS,
    MOST_LANDSCAPES,
    MOST_NAMED,
    RUN_FIELDS,
    checked_key,
    checked_object,
)
from vdlite.server.access.editing import MAY_EDIT
from vdlite.server.annotated_runs import AnnotatedRuns
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody, at_most
from vdlite.server.context import Context, InContext
from vdlite.server.errors import ApiError

router = APIRouter()


class RunAnnotation(BaseModel):
    """Fields that were never given are left out."""

    name: str | None = Field(default=None, description="shown instead of the run's own")
    note: str | None = Field(default=None, description="Markdown")
    labels: list[str] | None = None
    archived: bool | None = Field(default=None, description="left out of lists and charts")
    baseline: bool | None = Field(default=None, description="one of those that others differ from")
    landscapes: dict[str, dict[str, Any]] | None = Field(
        default=None,
        description="by landscape its name, its rank in the list, and whether it is hidden",
    )


class AnnotationsAnswer(BaseModel):
    version: int = Field(description="grows when the annotations may have changed")
    editable: bool = Field(description="the server was started with --allow-edit")
    runs: dict[str, RunAnnotation] = Field(description="by id; only runs that have any")
    thresholds: dict[str, dict[str, Any]] = Field(description="by tag")
    charts: dict[str, dict[str, Any]] = Field(description="saved compositions, by name")
    boards: dict[str, dict[str, Any]] = Field(description="by name")
    directions: dict[str, dict[str, Any]] = Field(
        description="by tag: whether less or more of a scalar is better"
    )


def _or_null(check: Callable[[Any], Any]) -> PlainValidator:
    return PlainValidator(lambda value: None if value is None else check(value))


def _schema(description: str, **kind: Any) -> WithJsonSchema:
    return WithJsonSchema({"anyOf": [kind, {"type": "null"}], "description": description})


_OBJECT = Annotated[
    dict[str, Any] | None,
    _or_null(checked_object),
    _schema(f"up to {LARGEST_OBJECT // 1024} KiB of JSON; null: taken away", type="object"),
]
_KEY = Annotated[str, AfterValidator(checked_key)]


class RunPatch(BaseModel):
    """What is left out stays as it is; null takes the field away."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[
        str | None,
        _or_null(RUN_FIELDS["name"]),
        _schema(f"up to {LONGEST_NAME} characters", type="string"),
    ] = None
    note: Annotated[
        str | None,
        _or_null(RUN_FIELDS["note"]),
        _schema(f"Markdown; up to {LONGEST_NOTE // 1024} KiB", type="string"),
    ] = None
    labels: Annotated[
        list[str] | None,
        _or_null(RUN_FIELDS["labels"]),
        _schema(
            f"up to {MOST_LABELS}, of up to {LONGEST_LABEL} characters",
            type="array",
            items={"type": "string"},
        ),
    ] = None
    archived: Annotated[
        bool | None, _or_null(RUN_FIELDS["archived"]), _schema("left out", type="boolean")
    ] = None
    baseline: Annotated[
        bool | None,
        _or_null(RUN_FIELDS["baseline"]),
        _schema("others are shown as difference to it", type="boolean"),
    ] = None
    landscapes: Annotated[
        dict[str, Any] | None,
        _or_null(RUN_FIELDS["landscapes"]),
        _schema(
            f"up to {MOST_LANDSCAPES}, by landscape: name, rank, hidden; as a whole", type="object"
        ),
    ] = None


def _entries(most: int, of: str) -> Any:
    """A field of the patch with `most` entries; a longer one is refused before its entries are looked at."""
    return Field(
        default={}, description=f"{of}; {most} at most", json_schema_extra={"maxProperties": most}
    )


class AnnotationsPatch(RequestBody):
    runs: dict[str, RunPatch] = Field(default={}, description="by id")
    thresholds: Annotated[dict[_KEY, _OBJECT], at_most(MOST_BY_TAG, "thresholds")] = _entries(
        MOST_BY_TAG, "by tag"
    )
    charts: Annotated[dict[_KEY, _OBJECT], at_most(MOST_NAMED, "charts")] = _entries(
        MOST_NAMED, "by name"
    )
    boards: Annotated[dict[_KEY, _OBJECT], at_most(MOST_NAMED, "boards")] = _entries(
        MOST_NAMED, "by name"
    )
    directions: Annotated[dict[_KEY, _OBJECT], at_most(MOST_BY_TAG, "directions")] = _entries(
        MOST_BY_TAG, "by tag"
    )


@router.get("/annotations", response_model=AnnotationsAnswer)
def read_annotations(request: Request, context: InContext) -> Response:
    """What was added to the runs: names, notes, labels; thresholds, saved charts, boards, directions."""
    context.annotated.refresh()
    return answer(request, _content(context))


@router.post("/annotations", response_model=AnnotationsAnswer, dependencies=[MAY_EDIT])
def edit_annotations(request: Request, patch: AnnotationsPatch, context: InContext) -> Response:
    """Change what the patch names and keep it in the logdir's sidecar."""
    _check_room(patch, context.annotated)
    context.annotated.edit_runs(
        {run: fields.model_dump(exclude_unset=True) for run, fields in patch.runs.items()}
    )
    context.annotated.edit_objects(
        [Edit("threshold", name, value) for name, value in patch.thresholds.items()]
        + [Edit("chart", name, value) for name, value in patch.charts.items()]
        + [Edit("board", name, value) for name, value in patch.boards.items()]
        + [Edit("direction", name, value) for name, value in patch.directions.items()]
    )
    context.watcher.tell()
    return answer(request, _content(context))


def _check_room(patch: AnnotationsPatch, kept: AnnotatedRuns) -> None:
    """Raises ApiError (413), before anything is written, if more of one sort would be kept than there is room for."""
    for what, most, before, changes in (
        ("thresholds", MOST_BY_TAG, kept.thresholds, patch.thresholds),
        ("charts", MOST_NAMED, kept.charts, patch.charts),
        ("boards", MOST_NAMED, kept.boards, patch.boards),
        ("directions", MOST_BY_TAG, kept.directions, patch.directions),
    ):
        added = [name for name, value in changes.items() if value is not None]
        taken = [name for name, value in changes.items() if value is None]
        count = len((before.keys() | set(added)) - set(taken))
        if count > max(most, len(before)):
            message = f"got {count} {what}, want {most} at most; take some away first"
            raise ApiError(413, "too_large", message)


def _content(context: Context) -> Mapping[str, Any]:
    # The version first: at worst it is too old for the rest, which is fetched once more.
    return {
        "version": context.annotated.version,
        "editable": context.settings.allow_edit,
        "runs": {run: dict(fields) for run, fields in context.annotated.runs().items()},
        "thresholds": dict(context.annotated.thresholds),
        "charts": dict(context.annotated.charts),
        "boards": dict(context.annotated.boards),
        "directions": dict(context.annotated.directions),
    }
