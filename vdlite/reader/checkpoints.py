"""Folders `checkpoint-N` of transformers' Trainer: each has the whole history of the training so far."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from vdlite.foreign.names import is_beside_logs
from vdlite.reader.files import Files

_CHECKPOINT = re.compile(r"(?:(?P<run>.+)/)?checkpoint-(?P<step>\d+)")
_STATE = "trainer_state.json"


def without_checkpoints(
    found: Mapping[str, Sequence[Path]], files: Files
) -> tuple[dict[str, list[Path]], dict[Path, str]]:
    """The log files of each run, with only the newest state of each training, which the run of the folder above has.

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
    return kept, folders


def _written(path: Path, files: Files) -> float:
    try:
        return files.stat(path).st_mtime
    except OSError:
        return 0.0
