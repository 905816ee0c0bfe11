"""Runs as event files that TensorBoard reads."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from vdlite.conversion import event_files
from vdlite.conversion.event_values import lost_of, values_of, values_of_trial
from vdlite.conversion.graphs import graph_event
from vdlite.conversion.native import why_no_runs
from vdlite.conversion.projector import ProjectorFolder
from vdlite.errors import FormatError, LogdirError
from vdlite.format.layout import host_name
from vdlite.kinds.embeddings import NAME as EMBEDDINGS
from vdlite.kinds.graph import NAME as GRAPH
from vdlite.kinds.graph import Graph
from vdlite.kinds.hparams import NAME as HPARAMS
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader import LogReader
from vdlite.reader.series.record_series import Record


@dataclass(frozen=True, slots=True)
class Exported:
    """A run that was exported, and what became of it."""

    run: str
    records: int
    left_out: dict[
        str, int
    ]  # records that TensorBoard has no page for, by kind, or by part: "mesh (values)"
    problems: tuple[str, ...]  # records that can't be read


def export_runs(
    source: str | Path,
    target: str | Path,
    *,
    wide: bool = False,
    tell: Callable[[Exported], None] = lambda _: None,
) -> list[Exported]:
    """Write an event file for each run below `source` into a folder of its name below `target`.

    wide: scalars keep 64 bits, as tensors, which TensorBoard shows with `--load_fast=false` only.
    tell: called with each run when it is done. Raises LogdirError if there is nothing to read, or if a folder that
    would be written to holds event files already.
    """
    reader = LogReader(source)
    if not reader.runs:
        raise LogdirError(f"can't export: {why_no_runs(reader)}: {source}")
    folders = [Path(target) / run for run in reader.runs]
    for folder in folders:
        if any("tfevents" in file.name for file in folder.glob("*")):
            raise LogdirError(f"can't export: there are event files already: {folder}")
    exported = []
    for run, folder in zip(reader.runs, folders, strict=True):
        folder.mkdir(parents=True, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time())}.{host_name()}.vdlite"
        with open(folder / name, "xb") as file:
            made = _Export(reader, run, file, ProjectorFolder(folder), wide=wide).write()
        tell(made)
        exported.append(made)
    return exported


class _Export:
    """One run on its way."""

    def __init__(
        self,
        reader: LogReader,
        run: str,
        file: BinaryIO,
        projector: ProjectorFolder,
        *,
        wide: bool,
    ) -> None:
        self._projector = projector
        self._reader = reader
        self._run = run
        self._file = file
        self._wide = wide
        self._records = 0
        self._left_out: dict[str, int] = {}
        self._problems: list[str] = []

    def write(self) -> Exported:
        reader, run = self._reader, self._run
        kinds = reader.kinds(run)
        tags = reader.tags(run) if SCALAR in kinds else []
        first = min((reader.scalars(run, tag).walltimes.min() for tag in tags), default=time.time())
        self._file.write(event_files.begin(float(first)))
        for tag in tags:
            points = reader.scalars(run, tag)
            columns = (points.steps, points.walltimes, points.values)
            for frames in event_files.scalar_frames(tag, *columns, wide=self._wide):
                self._file.write(frames)
            self._records += len(points)
        for kind in kinds:
            if kind == GRAPH:
                self._write_graph()
            elif kind == HPARAMS:
                self._write_trials()
            elif kind != SCALAR:
                for tag in reader.tags(run, kind):
                    for record in reader.records(run, kind, tag):
                        self._write_record(record)
        self._projector.finish()
        return Exported(run, self._records, self._left_out, tuple(self._problems))

    def _write_graph(self) -> None:
        """TensorBoard has one graph for each run: that of the newest model, or else of what there is."""
        found: list[tuple[bool, float, Record, Graph]] = []
        for tag in self._reader.tags(self._run, GRAPH):
            for record in self._reader.records(self._run, GRAPH, tag):
                try:
                    graph: Graph = record.payload
                except (FormatError, OSError) as error:
                    self._tell_problem(record, error)
                    continue
                found.append((graph.flavor == "model", record.walltime, record, graph))
        if not found:
            return
        _, _, record, graph = max(found, key=lambda each: each[:2])
        self._file.write(event_files.frame(graph_event(graph, record.step, record.walltime)))
        self._records += 1
        if len(found) > 1:
            self._left_out[GRAPH] = len(found) - 1

    def _write_trials(self) -> None:
        """The trials, and not each record of them: some replace others, or say them again."""
        for tag in self._reader.tags(self._run, HPARAMS):
            for record in self._reader.records(self._run, HPARAMS, tag):
                try:
                    _ = record.payload
                except (FormatError, OSError) as error:
                    self._tell_problem(record, error)
        for trial in self._reader.trials(self._run):
            for each in values_of_trial(trial):
                self._file.write(event_files.event(each, trial.number, trial.walltime))
            self._records += 1

    def _tell_problem(self, record: Record, error: Exception) -> None:
        what = f"{record.kind} {record.tag!r} at step {record.step}"
        self._problems.append(f"{what}: {error}")

    def _write_record(self, record: Record) -> None:
        try:
            if record.kind == EMBEDDINGS:
                self._projector.add(record)
                self._records += 1
                return
            values, lost = values_of(record), lost_of(record)
        except (FormatError, OSError) as error:
            self._tell_problem(record, error)
            return
        for what in [f"{record.kind} ({part})" for part in lost] if values else [record.kind]:
            self._left_out[what] = self._left_out.get(what, 0) + 1
        if not values:
            return
        for each in values:
            self._file.write(event_files.event(each, record.step, record.walltime))
        self._records += 1
