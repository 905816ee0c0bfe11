"""Logs with something of everything, and all that a reader says of a logdir."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from vdlite import LogWriter
from vdlite.cache.column_cache import ColumnCache
from vdlite.cache.stamps import Stamp
from vdlite.reader import Store
from vdlite.reader.live.store import Store as LiveStore

STEPS = 3000


def write_run(folder: Path, *, seed: int = 0, steps: int = STEPS) -> None:
    """A run with many points of two tags, few of a hundred, a resumed one, and records of other kinds."""
    rng = np.random.default_rng(seed)
    with LogWriter(folder) as writer:
        writer.add_hparams({"lr": 0.1, "name": "ümläut"}, ["loss"])
        for step in range(steps):
            writer.add_scalar("loss", float(rng.normal()), step)
            writer.add_scalar("jumps", float("nan") if step % 100 == 7 else step, -step)
        for tag in range(100):
            writer.add_scalar(f"few/{tag}", tag, tag % 3)
        for step in range(20):
            writer.add_histogram("weights", rng.normal(size=200), step)
            writer.add_text("words", f"step {step}", step)
    with LogWriter(folder) as writer:
        for step in range(steps // 2, steps // 2 + 50):
            writer.add_scalar("loss", float(rng.normal()), step)


def log_of(folder: Path) -> Path:
    """The first log file of a run."""
    return min(folder.glob("*.vdl"))


def overwrite(path: Path) -> None:
    """Other bytes in the middle of a file, with size and time as before."""
    status = path.stat()
    with open(path, "r+b") as file:
        file.seek(status.st_size // 2)
        file.write(bytes(1000))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def let_age(folder: Path) -> None:
    """Return when a change of any of these files or folders would show in its times."""
    places = [folder, *folder.rglob("*")]
    while any(Stamp.of(place.lstat()).is_young(time.time_ns()) for place in places):
        time.sleep(0.005)


def read_all(store: LiveStore) -> None:
    store.refresh()
    while not store.done:
        store.refresh(discover=False)


def opened(logdir: Path, cache: ColumnCache | None) -> LiveStore:
    """A store that has read everything."""
    store = Store([logdir], cache=cache)
    read_all(store)
    return store


def read_and_keep(logdir: Path, cache: ColumnCache) -> LiveStore:
    """A store that has read everything and kept it."""
    store = opened(logdir, cache)
    store.keep(60)
    return store


def facts(logdir: Path, cache: ColumnCache | None) -> dict[str, Any]:
    """All that a store that is opened now says of the logdir."""
    store = Store([logdir], cache=cache)
    read_all(store)
    return said(store)


def said(store: LiveStore) -> dict[str, Any]:
    """All that a store says of its runs: values as bytes, so that NaN is equal to itself."""
    found: dict[str, Any] = {"damage": store.damage(), "gaps": store.gaps()}
    for info in store.runs():
        run = store.run(info.id)
        found[info.name] = info
        for kind, tag in run.series_names():
            key = (info.name, kind, tag)
            if kind != "scalar":
                records = list(run.records(kind, tag).records(superseded=True))
                found[key] = [
                    (one.step, one.walltime, repr(dict(one.summary)), one.raw()) for one in records
                ]
                continue
            series = run.scalars(tag)
            points, superseded = series.all_points()
            now = series.at_once()
            found[key] = [
                column.tobytes()
                for each in (points, now.columns)
                for column in (each.steps, each.walltimes, each.values)
            ]
            found[key] += [superseded.tobytes(), now.total, now.resumed, now.all_finite]
            found[key] += [repr(series.end), series.origin, len(series)]
    return found


def in_new_process(code: str, *arguments: object, cache: Path | None = None) -> str:
    """What a program prints that runs in a process of its own."""
    environment = os.environ | {"VDLITE_CACHE": "" if cache is None else str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return done.stdout
