"""What is known of a row's run, as columns like those of the hyperparameters; named as in the page's tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.logdir.logdirs import Logdir
from vdlite.reader.questions.added import NOTHING, Added
from vdlite.reader.questions.run_names import Called, distinguished
from vdlite.reader.questions.where.columns import RUN
from vdlite.reader.run.run_info import RunInfo
from vdlite.reader.trials.column import MISSING, NUMBER, Column
from vdlite.reader.trials.table import Table


def names_of(
    infos: Sequence[RunInfo], added: Mapping[str, Added], logdir: Logdir
) -> Mapping[str, str]:
    """What the page calls the runs, by their names."""
    called = [
        Called(given, info.name, info.tools)
        for info in infos
        if (given := added.get(info.name, NOTHING).name or info.display_name)
    ]
    shown = distinguished(called)
    return {info.name: shown.get(info.name) or _own_name(info, logdir) for info in infos}


def columns_of_runs(
    infos: Sequence[RunInfo], added: Mapping[str, Added], names: Mapping[str, str]
) -> tuple[Column, ...]:
    """A row for each run."""
    given = [added.get(info.name, NOTHING) for info in infos]
    labels = [
        info.labels if each.labels is None else each.labels
        for info, each in zip(infos, given, strict=True)
    ]
    return (
        _words("name", [names[info.name] for info in infos]),
        _words("state", [info.state for info in infos]),
        _words("outcome", [info.outcome or "" for info in infos]),
        _numbers("step", [info.last_step for info in infos]),
        _numbers("duration", [info.duration for info in infos]),
        _numbers("started", [info.started for info in infos]),
        _numbers("updated", [info.updated for info in infos]),
        _numbers("energy_kwh", [info.energy_kwh for info in infos]),
        _numbers("gpu_hours", [info.gpu_hours for info in infos]),
        _numbers("records", [info.records for info in infos]),
        _numbers("diverged", [info.diverged for info in infos]),
        _numbers("damaged", [info.damaged for info in infos]),
        _numbers("gaps", [info.missing for info in infos]),
        _numbers("hangs", [info.hangs_since is not None for info in infos]),
        _words("labels", [", ".join(each) for each in labels]),
        _words("note", [each.note for each in given]),
    )


def columns_of_trials(
    of_runs: Sequence[Column], infos: Sequence[RunInfo], table: Table
) -> tuple[Column, ...]:
    """A row for each trial: what is known of its run, but its own name, time and duration."""
    own = {
        "started": table.walltime,
        "duration": _durations(infos, table),
    }
    columns: list[Column] = []
    for column in of_runs:
        if column.name in own:
            columns.append(_numbers(column.name, own[column.name]))
        elif column.name == "name":
            columns.append(_words("name", _names(column, table)))
        else:
            columns.append(rows_of(column, table.run))
    return tuple(columns)


def rows_of(column: Column, rows: NDArray[np.integer]) -> Column:
    """Some rows of a column."""
    return Column(
        column.group,
        column.name,
        column.numbers[rows],
        column.codes[rows],
        column.values,
        column.logarithmic,
    )


def _names(column: Column, table: Table) -> list[str]:
    several = np.bincount(table.run, minlength=len(table.runs)) > 1
    return [
        f"{column.values[column.codes[run]]} #{number}"
        if several[run]
        else str(column.values[column.codes[run]])
        for run, number in zip(table.run.tolist(), table.number.tolist(), strict=True)
    ]


def _durations(infos: Sequence[RunInfo], table: Table) -> NDArray[np.float64]:
    """Seconds from a trial's begin to that of the next one of its run, or to the end of the run's training, [N].

    The first trial begins with its run: a run of one trial takes as long as its trial.
    """
    found = np.full(len(table.run), np.nan)
    runs = table.run.tolist()
    for row, at in enumerate(runs):
        info = infos[at]
        is_first = row == 0 or runs[row - 1] != at
        is_last = row + 1 == len(runs) or runs[row + 1] != at
        if is_first and is_last:
            found[row] = np.nan if info.duration is None else info.duration
            continue
        begin = info.started if is_first and info.started is not None else table.walltime[row]
        if not is_last:
            found[row] = max(0.0, table.walltime[row + 1] - begin)
        elif info.started is not None and info.duration is not None:
            found[row] = max(0.0, info.started + info.duration - begin)
    return found


def _own_name(info: RunInfo, logdir: Logdir) -> str:
    """The logdir itself as a run has the name `.`, which says nothing."""
    if info.name != ".":
        return info.name
    if logdir.address is not None:
        return logdir.file or logdir.address.name
    return Path(logdir.path).resolve().name or "."


def _words(name: str, words: Sequence[str]) -> Column:
    """A column of words; empty: the cell is missing."""
    places: dict[str, int] = {}
    codes = [places.setdefault(word, len(places)) if word else MISSING for word in words]
    numbers = np.full(len(words), np.nan)
    return Column(RUN, name, numbers, np.array(codes, np.int32), tuple(places))


def _numbers(name: str, numbers: Sequence[float | None] | NDArray[np.float64]) -> Column:
    """A column of numbers; None or NaN: the cell is missing."""
    given = np.array([np.nan if each is None else each for each in numbers], np.float64)
    codes = np.where(np.isnan(given), MISSING, NUMBER).astype(np.int32)
    return Column(RUN, name, given, codes, ())
