"""Folders `checkpoint-N` of transformers' Trainer: each has the whole history of the training so far."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from vdlite.foreign.names import is_beside_logs, is_only_a_log
from vdlite.format.layout import is_log_file
from vdlite.reader.files.files import Files

_CHECKPOINT = re.compile(r"(?:(?P<run>.+)/)?checkpoint-(?P<step>\d+)")
_STATE = "trainer_state.json"
_LEEWAY = 60.0  # seconds that a checkpoint takes, of which the state is written last


def without_checkpoints(
    found: Mapping[str, Sequence[Path]], files: Files
) -> tuple[dict[str, list[Path]], dict[Path, str]]:
    """The log files of each run, with only the newest state of each training, which the run of the folder above has.

    A state is left out whose training has logged as well: it says again what stands in that log, beside the state or
    in the folder `runs` there, as the Trainer calls it.
    Returns as well, for states that lie in a checkpoint, the name of its folder.
    """
    kept = {name: list(paths) for name, paths in found.items()}
    newest: dict[str, tuple[int, str, Path]] = {}  # by run
    for name, paths in found.items():
        match = _CHECKPOINT.fullmatch(name)
        state = next((path for path in paths if path.name == _STATE), None)
        if match is None or state is None:
            continue
        kept[name].remove(state)
        if all(is_beside_logs(path.name) for path in kept[name]):
            del kept[name]
        run = match["run"] or "."
        newest[run] = max(newest.get(run, (-1, "", state)), (int(match["step"]), name, state))
    folders: dict[Path, str] = {}
    for run, (_, name, state) in newest.items():
        own = next((path for path in kept.get(run, ()) if path.name == _STATE), None)
        if own is not None and _written(own, files) >= _written(state, files):
            continue
        if own is not None:
            kept[run].remove(own)
        kept.setdefault(run, []).append(state)
        folders[state] = name.rpartition("/")[2]
    for run in list(kept):
        state = next((path for path in kept[run] if path.name == _STATE), None)
        if state is not None and _is_logged(run, state, kept, files):
            kept[run].remove(state)
            folders.pop(state, None)
            if all(is_beside_logs(path.name) for path in kept[run]):
                del kept[run]
    return kept, folders


def _is_logged(run: str, state: Path, found: Mapping[str, Sequence[Path]], files: Files) -> bool:
    """True if the training of that state went on logging until the state was written."""
    below = "runs/" if run == "." else f"{run}/runs/"
    logs = [
        path
        for name, paths in found.items()
        if name == run or name.startswith(below)
        for path in paths
        if is_log_file(path.name) or is_only_a_log(path.name)
    ]
    until = _written(state, files) - _LEEWAY
    return any(_written(path, files) >= until for path in logs)


def _written(path: Path, files: Files) -> float:
    try:
        return files.stat(path).st_mtime
    except OSError:
        return 0.0
