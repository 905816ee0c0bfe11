"""Who writes the same runs how fast, and how soon they are there to be looked at: vdlite beside its peers, at scale.

`python -m benchmarks peers` looks for TensorBoard, Aim, trackio and MLflow in this interpreter,
or in the one that PYTHON_OF_TENSORBOARD, PYTHON_OF_AIM, PYTHON_OF_TRACKIO or PYTHON_OF_MLFLOW names.
A tool is given what it can write in a minute and a half, and the note says how much where that is not everything.
It takes about 25 minutes and 5 GB of disk, with --quick two minutes.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks import logs, servers
from benchmarks.peers.aim import Aim
from benchmarks.peers.data import Data, Shape, lr
from benchmarks.peers.looking import (
    CURVES,
    MEMORY,
    QUERY,
    RUNS,
    TAGS,
    Asked,
    Look,
    look,
    read_seconds,
)
from benchmarks.peers.mlflow import Mlflow
from benchmarks.peers.peer import PAGE, Peer
from benchmarks.peers.tensorboard import TensorBoard
from benchmarks.peers.trackio import Trackio
from benchmarks.peers.vdlite import Vdlite
from benchmarks.peers.written import BARE, Cut, Written, measure_writer, write_all
from benchmarks.table import Row

PEERS: tuple[Peer, ...] = (Vdlite(), TensorBoard(), Aim(), Trackio(), Mlflow())
_AGAIN = 3  # later starts
_LONG = 20.0  # seconds of a start that is repeated only once


@dataclass(frozen=True)
class Case:
    """What is written, and what is asked of it beside the list of runs."""

    shape: Shape
    cut: Cut
    asks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Patience:
    """Seconds."""

    writing: float  # what a writer can't write in these, it is not given
    answer: float  # that a question is waited for
    settling: float  # that the first server may go on with what it keeps for the next one


def _cases(quick: bool) -> list[Case]:
    scale = 100 if quick else 1
    start = [] if quick else [Case(Shape(1, 1, 1), "points")]
    return [
        *start,
        Case(Shape(10, 10, 100_000 // scale), "points", (CURVES,)),
        Case(Shape(10_000 // scale, 2, 10), "runs", (QUERY,)),
        Case(Shape(1, 100_000 // scale, 3), "tags", (TAGS, CURVES)),
    ]


def measure(*, quick: bool) -> list[Row]:
    """Each case, one after the other, with all peers in turn."""
    patience = Patience(3, 60, 3) if quick else Patience(90, 180, 30)
    rows = []
    for case in _cases(quick):
        with logs.folder() as folder:
            rows += _measure(case, folder, patience, again=1 if quick else _AGAIN)
    return rows


def _measure(case: Case, folder: Path, patience: Patience, again: int) -> list[Row]:
    data = make_data(folder, case.shape)
    written = [write_all(peer, data, case.cut, folder, patience.writing) for peer in PEERS]
    limit = measure_writer(BARE, PEERS[0], data, case.cut, folder / "bare", patience.writing)
    rows = [*limit.rows, *(row for each in written for row in each.rows)]
    if not case.asks:  # it is about the start alone
        rows = [row for row in rows if row.value is None]
    there = [each for each in written if not each.problem]
    starts: dict[str, list[Look]] = {each.peer.name: [] for each in there}
    for turn in range(1 + again):
        for each in there:
            before = starts[each.peer.name]
            if turn > 1 and (before[-1].problem or before[-1].figures[RUNS] > _LONG):
                continue
            if turn == 0:
                servers.warm_page_cache(each.folder)
            settling = patience.settling if turn == 0 else 0
            before.append(
                look(
                    each.peer,
                    each.folder,
                    asked_of(case, data, each),
                    patience=patience.answer,
                    settling=settling,
                )
            )
    bare = read_seconds(there[0].folder)
    rows.append(Row(f"{case.shape}: {RUNS}", "(vdlite's log, read)", bare, "s"))
    for each in there:
        rows += _rows(case, each, starts[each.peer.name])
    order = list(dict.fromkeys(row.what for row in rows))
    return sorted(rows, key=lambda row: order.index(row.what))


def asked_of(case: Case, data: Data, written: Written) -> Asked:
    """The questions of a case about what was written, and their right answers."""
    given = written.given
    names = given.tag_names()
    best = None
    if QUERY in case.asks:
        whole = (data.whole.runs, data.whole.points, data.whole.tags)
        losses = np.memmap(data.path, np.float64, "r", shape=whole)[
            : given.runs, given.points - 1, 0
        ]
        found = [run for run in range(given.runs) if lr(run) > 0.5]
        best = [given.run_names()[run] for run in sorted(found, key=losses.__getitem__)[:PAGE]]
    return Asked(
        given,
        names[len(names) // 2] if CURVES in case.asks else None,
        set(names) if TAGS in case.asks else None,
        best,
    )


def _rows(case: Case, written: Written, starts: Sequence[Look]) -> list[Row]:
    """What the first start took, and the medians of the later ones."""
    name, rows = written.peer.name, []
    for who, looks in ((name, starts[:1]), (f"{name}, again", starts[1:])):
        problem = next((one.problem for one in looks if one.problem), "")
        for what in (RUNS, *case.asks, MEMORY):
            figures = [one.figures[what] for one in looks if what in one.figures]
            said = [written.note]
            if what == CURVES:
                said.append(f"{looks[-1].points:,} points each")
            if what == QUERY:
                said.append(written.peer.query_note)
            if not figures:
                said = [problem]
            unit = "MB" if what == MEMORY else "s"
            value = statistics.median(figures) if figures else None
            note = "; ".join(filter(None, said))
            rows.append(Row(f"{case.shape}: {what}", who, value, unit, note))
    return rows


def make_data(folder: Path, shape: Shape) -> Data:
    """Random walks."""
    rng = np.random.default_rng(0)
    path = folder / "values.f64"
    with path.open("wb") as file:
        for _ in range(shape.runs):
            rng.normal(size=(shape.points, shape.tags)).cumsum(axis=0).tofile(file)
    return Data(str(path), shape, shape)
