"""What the tables beside the scalars have of one run."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.conversion.parquet.names import folder_of, partition_of
from vdlite.errors import FormatError
from vdlite.kinds.hparams import NAME as HPARAMS
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader import Record, Records, Run
from vdlite.reader.logdir.foreign_stores import path_of_file
from vdlite.reader.series.series_summary import SeriesSummary, series_summary
from vdlite.reader.tables import text
from vdlite.reader.trials.trials import logged_trials

Row = Mapping[str, Any]

_MOST_DAMAGE = 100  # that is said of a run, one by one
_AT_ONCE = 1 << 14  # records


def run_row(run: Run, stamp: str) -> Row:
    """The row of `runs`."""
    info = run.info
    return {
        "run": text(run.name),
        "scalars_run": partition_of(folder_of(run.name)),
        "display_name": None if info.display_name is None else text(info.display_name),
        "labels": [text(label) for label in info.labels],
        "state": info.state,
        "outcome": info.outcome,
        "started": info.started,
        "updated": info.updated,
        "duration": info.duration,
        "last_step": info.last_step,
        "energy_kwh": info.energy_kwh,
        "gpu_hours": info.gpu_hours,
        "records": info.records,
        "missing": info.missing,
        "damage": [text(each) for each in damage_of(run)],
        "stamp": stamp,
    }


def damage_of(run: Run) -> list[str]:
    """What can't be read of a run, a sentence for each."""
    losses = run.losses()
    found = [f"{path}: {reason}" for path, reason in losses.failures()]
    found += [f"{one.file}:{one.offset} {one.bytes} bytes: {one.reason}" for one in losses.damage()]
    for tag in run.tags(HPARAMS):
        for record in run.records(HPARAMS, tag).records(superseded=True):
            try:
                _ = record.payload
            except (FormatError, OSError) as error:
                found.append(f"{HPARAMS} {tag!r} at step {record.step}: {error}")
    more = len(found) - _MOST_DAMAGE
    return found if more <= 0 else [*found[:_MOST_DAMAGE], f"and {more} more"]


def hparam_rows(run: Run) -> list[Row]:
    """The rows of `hparams`: one for each value of each trial."""
    return [
        {
            "run": text(run.name),
            "trial": number,
            "walltime": walltime,
            "name": text(name),
            "value": as_json(value),
            "number": float(value) if isinstance(value, (bool, int, float)) else None,
        }
        for number, (walltime, given) in enumerate(logged_trials(run))
        for name, value in given.hparams.items()
    ]


def tag_rows(run: Run) -> list[Row]:
    """The rows of `tags`: one for each series."""
    return [
        {
            "run": text(run.name),
            "kind": text(kind),
            "tag": text(tag),
            **(_scalar_row(run, tag) if kind == SCALAR else _records_row(run, kind, tag)),
        }
        for kind, tag in run.series_names()
    ]


def _scalar_row(run: Run, tag: str) -> Row:
    found: SeriesSummary = series_summary(run.name, tag, run.scalars(tag, hold=False), buckets=1)
    row: dict[str, Any] = {
        "count": found.count,
        "superseded": found.superseded,
        "nan_count": found.nan_count,
        "inf_count": found.inf_count,
    }
    for name in ("first", "last", "min", "max"):
        point = getattr(found, name)
        if point is not None:
            row |= {
                name: point.value,
                f"{name}_step": point.step,
                f"{name}_walltime": point.walltime,
            }
    return row


def _records_row(run: Run, kind: str, tag: str) -> Row:
    series = run.records(kind, tag)
    rows = series.records().rows
    row: dict[str, Any] = {"count": len(rows), "superseded": len(series) - len(rows)}
    if len(rows):
        for name, at in (("first", 0), ("last", -1)):
            row[f"{name}_step"] = int(rows.steps[at])
            row[f"{name}_walltime"] = float(rows.walltimes[at])
    return row


def record_rows(run: Run, logdir: str) -> Iterator[Sequence[Row]]:
    """The rows of `records`, some at a time: one for each record of any other kind than scalars.

    logdir: the folder that files are named relative to.
    """
    for kind, tag in run.series_names():
        if kind != SCALAR:
            series = run.records(kind, tag)
            every = series.records(superseded=True)
            marks = ~np.isin(_places(every), _places(series.records()))
            marked = zip(every, marks.tolist(), strict=True)
            while some := list(islice(marked, _AT_ONCE)):
                yield [_record_row(run, *each, logdir) for each in some]


def _places(records: Records) -> NDArray[np.int64]:
    """A number for each record, that no other of its series has."""
    return (records.rows.part.astype(np.int64) << 32) | records.rows.row


def _record_row(run: Run, record: Record, is_superseded: bool, logdir: str) -> Row:
    file = str(path_of_file(record.path))
    return {
        "run": text(run.name),
        "kind": text(record.kind),
        "tag": text(record.tag),
        "step": record.step,
        "walltime": record.walltime,
        "superseded": is_superseded,
        "summary": as_json(record.summary),
        "file": text(file.removeprefix(logdir).replace("\\", "/").lstrip("/")),
        "offset": record.entry.offset,
        "length": record.entry.length,
    }


def as_json(value: object) -> str:
    """The value as JSON that any parser reads: what it has no numbers for are "NaN", "Infinity" and "-Infinity"."""
    try:
        return text(json.dumps(value, allow_nan=False, ensure_ascii=False))
    except (TypeError, ValueError):
        return text(json.dumps(_plain(value), allow_nan=False, ensure_ascii=False))
    except RecursionError:
        return '"nested too deeply"'


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return value.hex() if isinstance(value, bytes) else str(value)
