"""What writing takes with each tool, and how much of the runs a slow one is given."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from benchmarks.peers.data import Data, Shape
from benchmarks.peers.peer import Peer, Writer, python_of
from benchmarks.process import NotInstalled, run_module
from benchmarks.table import Row

Cut = Literal["runs", "tags", "points"]
"""What a slow tool is given less of."""

BARE = Writer("(the numbers alone, os.write)", "bare", "vdlite")
"""The limit of everybody."""

_TRIAL = {"runs": 5, "tags": 50, "points": 20}  # the least that a trial writes


@dataclass(frozen=True)
class Written:
    """Runs that lie in a folder, to be read."""

    peer: Peer
    folder: Path
    given: Shape
    note: str  # what was given, if it is not everything
    problem: str  # why nothing is there, or ""
    rows: list[Row]  # what writing took


def write_all(peer: Peer, data: Data, cut: Cut, folder: Path, seconds: float) -> Written:
    """Let each writer of a peer write all runs, or as much of them as it can in so many seconds."""
    place = folder / peer.name
    first, *others = (
        measure_writer(writer, peer, data, cut, place / writer.module, seconds)
        for writer in peer.writers
    )
    for other in others:
        shutil.rmtree(other.folder, ignore_errors=True)
    rows = [row for each in (first, *others) for row in each.rows]
    if peer.stand_in is not None and cut == "points" and first.note and not first.problem:
        shutil.rmtree(first.folder)
        instead = place / peer.stand_in.module
        _write(peer.stand_in, peer, data, instead, timeout=600)
        note = f"read: all, in {peer.stand_in.name}"
        return replace(first, folder=instead, given=data.whole, note=note, rows=rows)
    return replace(first, rows=rows)


def measure_writer(
    writer: Writer, peer: Peer, data: Data, cut: Cut, folder: Path, seconds: float
) -> Written:
    """Try how fast a writer is, let it write what it can in so many seconds, and say what that took."""
    which, unit, units = ("a run", "ms", 1e3) if cut == "runs" else ("a point", "µs", 1e6)
    what = f"{data.whole}: writing, {which}"
    given, note = data.whole, ""
    try:
        given = _what_it_can(writer, peer, data, cut, folder, seconds)
        if given != data.whole:
            note = _said(given, cut)
        taken = _write(writer, peer, data.less(given), folder, timeout=3 * seconds + 60)
    except (NotInstalled, OSError, RuntimeError, subprocess.TimeoutExpired) as error:
        problem = _problem(writer, error)
        rows = [Row(what, writer.name, None, "", problem)]
        return Written(peer, folder, given, note, problem, rows)
    count = given.runs if cut == "runs" else given.all_points
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    said = [note, f"{taken['wall']:.3g} s in all", f"CPU {taken['cpu']:.3g} s"]
    rows = [
        Row(what, writer.name, taken["wall"] / count * units, unit, "; ".join(filter(None, said))),
        Row(f"{data.whole}: on disk, {which}", writer.name, size / count, "B", note),
    ]
    return Written(peer, folder, given, note, "", rows)


def _what_it_can(
    writer: Writer, peer: Peer, data: Data, cut: Cut, folder: Path, seconds: float
) -> Shape:
    """How much it can write in so many seconds, by trials: a small one, and one of a tenth of that time."""
    share = 1 / 200
    for _ in range(2):
        trial = _part(data.whole, cut, share, least=_TRIAL[cut])
        if trial == data.whole:
            return trial
        taken = _write(writer, peer, data.less(trial), folder, timeout=3 * seconds + 60)
        shutil.rmtree(folder)
        can = getattr(trial, cut) / getattr(data.whole, cut) * seconds / taken["wall"]
        if can >= 1:
            return data.whole
        share = can / 10
    return _part(data.whole, cut, can, least=1)


def _write(
    writer: Writer, peer: Peer, data: Data, folder: Path, timeout: float
) -> dict[str, float]:
    folder.mkdir(parents=True)
    taken: dict[str, float] = run_module(
        f"benchmarks.peers.writers.{writer.module}",
        folder,
        data.to_json(),
        python=python_of(writer.package),
        environment=peer.environment(folder),
        timeout=timeout,
    )
    return taken


def _part(whole: Shape, cut: Cut, share: float, *, least: int) -> Shape:
    """So much of the whole, as a round number."""
    count = int(share * getattr(whole, cut))
    step = 10 ** max(0, len(str(count)) - 2)
    count = min(getattr(whole, cut), max(least, count // step * step))
    return replace(whole, **{cut: count})


def _said(given: Shape, cut: Cut) -> str:
    count = getattr(given, cut)
    what = cut if count > 1 else cut.removesuffix("s")
    return f"given {count:,} {what}{' a series' if cut == 'points' else ''}"


def _problem(writer: Writer, error: Exception) -> str:
    if isinstance(error, NotInstalled):
        return f"not installed for {python_of(writer.package)}"
    if isinstance(error, subprocess.TimeoutExpired):
        return f"not written within {error.timeout:.0f} s"
    return str(error).strip().splitlines()[-1]  # of a traceback
