"""Names for runs whose own ones are ids of other tools: for whoever writes them elsewhere."""

from collections.abc import Callable, Sequence

from vdlite.foreign.names import is_database, is_parquet, is_run_folder
from vdlite.foreign.stores.facts import safe_name

_EXPORTED = "data"
"""The folder into which Neptune's exporter puts all projects."""


def readable_names(runs: Sequence[str], title: Callable[[str], str | None]) -> dict[str, str]:
    """A name for each run that no other one has; it stays the run's own where that is no id.

    MLflow's ids make way for `EXPERIMENT/NAME`, and Neptune's files and folders for `PROJECT/NAME`.
    title: what a run is called for people.
    """
    found = {run: run for run in runs}
    taken = {run.casefold() for run in runs if _above(run) is None}
    for run in runs:
        above = _above(run)
        if above is None:
            continue
        given = title(run)
        parts = [*above, *safe_name(given).split("/")] if given else run.split("/")
        name = "/".join(parts)
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{'/'.join(parts)} ({number})"
        taken.add(name.casefold())
        found[run] = name
    return found


def _above(run: str) -> list[str] | None:
    """The parts of a run's name before those that are ids; None if none are."""
    parts = run.split("/")
    if len(parts) > 1 and is_database(parts[-2]) and is_run_folder(parts[-1]):
        return parts[:-1]
    if is_run_folder(parts[-1]):
        return parts[:-2]  # the experiment has a folder, too
    file = next((at for at, part in enumerate(parts) if is_parquet(part)), None)
    if file is not None and file + 1 < len(parts):
        above = parts[: max(0, file - 1)]  # the project has a folder, too
        return above[:-1] if above[-1:] == [_EXPORTED] else above
    return None
