"""Records of one kind, a row each, in bounded size."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import DriveError, FormatError, NotFoundError
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.questions.brief import brief
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.near_tags import near_tags
from vdlite.reader.questions.views import run_view, scalars_view
from vdlite.reader.run.run import Run
from vdlite.reader.series.record_series import Record

_LONGEST = 400  # characters of a text, of several rows ...
_LONGEST_ALONE = 4000  # ... and of one


@dataclass(frozen=True, slots=True)
class Row:
    """One record."""

    step: int
    walltime: float  # seconds since 1970
    summary: Mapping[str, Any]  # such as the size of an image
    payload: Any  # as what JSON has: long texts are cut, large arrays are their shape and range
    unreadable: str | None  # why there is no payload


@dataclass(frozen=True, slots=True)
class Rows:
    """Records of a series, in the order of their steps."""

    run: str
    kind: str
    tag: str
    rows: tuple[Row, ...]  # the newest ones, unless all are here
    left_out: tuple[LeftOut, ...]
    view: str  # address of the page that shows the run, from # on


def rows_of(
    run: Run,
    tag: str,
    kind: str | None,
    *,
    first_step: int | None,
    last_step: int | None,
    limit: int,
) -> Rows:
    """The newest records of a tag. kind: None for the only one that has this tag.

    Raises NotFoundError if there is no such tag, or if several kinds have it.
    """
    kind = _kind_of(run, tag) if kind is None else kind
    if kind == SCALAR:
        return _points(run, tag, first_step, last_step, limit)
    records = run.records(kind, tag).records()
    part = _part(records.rows.steps, first_step, last_step)
    shown = records[max(part.start, part.stop - limit) : part.stop]
    longest = _LONGEST_ALONE if len(shown) == 1 else _LONGEST
    rows = tuple(_row(record, longest) for record in shown)
    return Rows(
        run.info.name,
        kind,
        tag,
        rows,
        _missing(len(rows), part.stop - part.start),
        run_view(run.info.name),
    )


def _kind_of(run: Run, tag: str) -> str:
    kinds = [kind for kind in run.kinds() if tag in run.tags(kind)]
    if len(kinds) == 1:
        return kinds[0]
    name = run.info.name
    if kinds:
        raise NotFoundError(
            f"several kinds of run {name!r} have the tag {tag!r}: want one of {', '.join(kinds)}"
        )
    near = near_tags(tag, (known for _, known in run.series_names()))
    raise NotFoundError(f"no tag {tag!r} in run {name!r}{near}")


def _part(steps: NDArray[np.int64], first: int | None, last: int | None) -> slice:
    """The part in which steps, which rise, are from `first` to `last`."""
    low = 0 if first is None else int(np.searchsorted(steps, first, "left"))
    high = len(steps) if last is None else int(np.searchsorted(steps, last, "right"))
    return slice(low, max(low, high))


def _points(run: Run, tag: str, first: int | None, last: int | None, limit: int) -> Rows:
    points = run.scalars(tag).snapshot()
    points = points.take(_part(points.steps, first, last))
    shown = points.take(slice(max(0, len(points) - limit), None))
    columns = (shown.steps.tolist(), shown.walltimes.tolist(), shown.values.tolist())
    rows = tuple(
        Row(step, walltime, {}, value, None) for step, walltime, value in zip(*columns, strict=True)
    )
    return Rows(
        run.info.name,
        SCALAR,
        tag,
        rows,
        _missing(len(rows), len(points)),
        scalars_view([run.info.name], tag),
    )


def _missing(shown: int, of: int) -> tuple[LeftOut, ...]:
    return left_out("records", shown, of, "a larger limit, or other steps")


def _row(record: Record, longest: int) -> Row:
    payload, why = None, None
    try:
        payload = brief(record.payload, longest)
    except DriveError:
        raise
    except (FormatError, OSError) as error:
        why = str(error)
    summary: Any = brief(dict(record.summary), longest)
    return Row(record.step, record.walltime, summary, payload, why)
