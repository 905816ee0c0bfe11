"""Folders that a TensorBoard writer made beside its own log: parts of the run, which look like runs of their own.

PyTorch's `add_scalars("loss", {"train": ...})` logs into a folder `loss_train`, tensorboardX's into `loss/train`, and
`add_hparams` of both into one that is named for the time, or as the caller says. A folder is such a part if the same
process (of which tensorboardX gives the host only) wrote a log above it, and if it holds nothing else.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from vdlite.foreign.formats import format_of
from vdlite.kinds.hparams import NAME as HPARAMS
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.files.files import Files
from vdlite.reader.logdir.checkpoints import without_checkpoints
from vdlite.reader.logdir.parallel_logs import ParallelLogs

_PEEK_BYTES = 1 << 16
_FILES = (
    re.compile(r".*tfevents\.\d+\.(?P<process>.+\.\d+)\.\d+(\D.*)?"),  # time, host, process, number
    re.compile(r".*tfevents\.\d+\.(?P<process>.+)"),  # time, host
)
"""The names that PyTorch and tensorboardX give."""
_TIME = re.compile(r"\d{10}\.\d+")


class Folded(NamedTuple):
    """How a file of a part belongs to its run."""

    folder: str  # of the part, relative to the run
    suffix: str  # of the tags of its scalars


class _Begin(NamedTuple):
    """The first records of a file."""

    tags: tuple[str, ...]  # of its scalars; an empty one stands for another kind, which no part has
    has_trial: bool
    is_trial_only: bool  # it is read whole, and has one point at most of each of its scalars


class PartFolders:
    """Finds such parts. What a file is a part of is remembered. For one thread."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._parallel_logs = ParallelLogs(files)
        self._tags: dict[Path, tuple[str, ...] | None] = {}  # of scalars; None of hyperparameters
        # Of how many bytes a file was when it was looked at, and whether it was a trial only.
        self._alone: dict[Path, tuple[int, bool]] = {}

    def fold(
        self, found: Mapping[str, Sequence[Path]]
    ) -> tuple[dict[str, list[Path]], dict[Path, Folded]]:
        """The files of each run, those of its parts with it, and how these belong to it.

        found: the log files of each folder that has any, by the run's name.
        """
        found, checkpoints = without_checkpoints(found, self._files)
        kept = {name: list(paths) for name, paths in found.items()}
        folded = {path: Folded(folder, "") for path, folder in checkpoints.items()}
        processes = {name: _processes(paths) for name, paths in found.items()}
        for name in sorted((name for name in found if processes[name]), key=len, reverse=True):
            for above in _above(name):
                if not processes[name] <= processes.get(above, set()):
                    continue
                part = name if above == "." else name[len(above) + 1 :]
                suffix = self._suffix(found[name], part)
                if suffix is not None:
                    files = kept.pop(name)
                    kept[above] += files
                    # Parts of the part come along.
                    folded.update(
                        (path, Folded(f"{part}/{inner.folder}", inner.suffix))
                        for path in files[len(found[name]) :]
                        if (inner := folded.get(path)) is not None
                    )
                    folded.update(dict.fromkeys(found[name], Folded(part, suffix)))
                break
        for name, (of, way) in self._parallel_logs.find(kept).items():
            folded.update(dict.fromkeys(kept[name], Folded(way, "")))
            kept[of] += kept.pop(name)
        return kept, folded

    def _suffix(self, paths: Sequence[Path], part: str) -> str | None:
        """The suffix that the tags of that part's scalars get; None if it is a run of its own."""
        suffixes = {self._suffix_of(path, part) for path in paths}
        return suffixes.pop() if len(suffixes) == 1 else None

    def _suffix_of(self, path: Path, part: str) -> str | None:
        if path not in self._tags:
            found = self._peek(path)
            if found is None or not (found.tags or found.has_trial):
                return None  # nothing was logged yet: it will be reported later
            self._tags[path] = None if found.has_trial else found.tags
        tags = self._tags[path]
        if tags is None:
            is_part = _TIME.fullmatch(part) or ("/" not in part and self._is_named_trial(path))
            return "" if is_part else None
        (tag, *others) = tags
        for begin in (tag.replace("/", "_") + "_", f"{tag}/"):
            if not others and part.startswith(begin):
                return f"/{part[len(begin) :]}"
        return None

    def _is_named_trial(self, path: Path) -> bool:
        """True if `add_hparams` made that file with a trial in a folder of a given name.

        The process says; where only the host is known, the file must hold nothing but what that call writes. What
        goes on growing, as a training that began with its hyperparameters does, is a run of its own.
        """
        if _FILES[0].fullmatch(path.name):
            return True
        try:
            size = self._files.stat(path).st_size
        except OSError:
            return False
        known = self._alone.get(path)
        if known is None or known[0] != size:
            found = self._peek(path)
            known = self._alone[path] = (size, found is not None and found.is_trial_only)
        return known[1]

    def _peek(self, path: Path) -> _Begin | None:
        """None if it can't be read."""
        found = format_of(path.name)
        if found is None:
            return None
        try:
            data = self._files.read(path, 0, _PEEK_BYTES)
        except OSError:
            return None
        batch = found.make_decoder().decode(data)
        kinds = {each.kind for each in batch.declarations}
        if HPARAMS in kinds:
            is_trial = kinds <= {HPARAMS, SCALAR}
            points = [number for some in batch.scalars for number in some.series.tolist()]
            is_alone = len(data) < _PEEK_BYTES and len(points) == len(set(points))
            return _Begin((), is_trial, is_trial and is_alone)
        tags = tuple(each.tag if each.kind == SCALAR else "" for each in batch.declarations)
        return _Begin(tags, False, False)


def _processes(paths: Sequence[Path]) -> set[str]:
    """The processes that wrote the files, as far as their names tell."""
    matches = [
        next(filter(None, (name.fullmatch(path.name) for name in _FILES)), None) for path in paths
    ]
    return {match["process"] for match in matches if match}


def _above(name: str) -> list[str]:
    """The names of the runs that a run could be a part of, nearest first."""
    parts = name.split("/")
    if name == ".":
        return []
    return ["/".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)] + ["."]
