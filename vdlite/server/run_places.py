"""Places of runs: in which logdir each lies, and what it is called there."""

from __future__ import annotations

from pathlib import Path

from vdlite.errors import NotFoundError
from vdlite.reader import Store
from vdlite.reader.logdir.foreign_stores import lies_at


def place_of(store: Store, id_: str) -> tuple[int, str]:
    """The number of the logdir that holds a run, and the run's name there.

    Raises NotFoundError if there is no such run, or if its files are gone.
    """
    run = store.run(id_)
    logs = [file.path for file in run.files]
    for at, place in enumerate(store.places):
        name = place.relative_name(run.name)
        if name is not None and any(lies_at(log, Path(place.folder, name)) for log in logs):
            return at, name
    raise NotFoundError(f"the files of run {run.name!r} are gone")
