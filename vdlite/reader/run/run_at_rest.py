"""A run that rests: what was kept of it as a whole, which says all that lists and tables ask while its files stay as they were."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vdlite.cache.arrays import pack, unpack
from vdlite.cache.kept_runs import KeptRun, RestingRun
from vdlite.cache.stamps import Stamp
from vdlite.format.outcome import known_outcome
from vdlite.reader.files.files import Files
from vdlite.reader.files.noted import are_as_noted
from vdlite.reader.logdir.foreign_stores import folder_of, path_of_file
from vdlite.reader.run.progress import Progress
from vdlite.reader.run.run_id import run_id
from vdlite.reader.run.run_info import Extent, RunInfo, unread_info

if TYPE_CHECKING:
    from vdlite.reader.run.run import Run
    from vdlite.reader.run.run_file import RunFile

logger = logging.getLogger("vdlite")

_NOT_KEPT = ("id", "name", "loading", "hangs_since")
"""Facts that depend on who asks, and when."""

Tags = Mapping[str, Mapping[str, None]]

_MOST_TAGS = 1000  # of a run that is kept as a whole


class RunAtRest:
    """The answers of a run without its files being opened."""

    def __init__(self, name: str, paths: Sequence[Path], kept: KeptRun) -> None:
        """paths: of its files."""
        self.name = name
        self.paths = list(paths)
        self._kept = kept
        self._stamps: list[Stamp] = []
        self._others: list[Any] = []  # notes on what else each is made of; None: nothing
        self._info: RunInfo | None = None
        self._extent = Extent(len(paths), 0, 0, 0)
        self._tags: Tags | None = None
        self.version: Hashable = None  # that its store gave when it was looked at

    def is_as_it_was(self, files: Files) -> bool:
        """True if what was kept is of its files, and none of them has changed. Raises OSError."""
        if self._info is None and not self._read():
            return False
        for path, stamp, others in zip(self.paths, self._stamps, self._others, strict=True):
            file = path_of_file(path)
            if Stamp.of(files.stat(file, (stamp.device, stamp.inode))) != stamp:
                return False
            if others is not None and not are_as_noted(others, file.parent, files):
                return False
        return True

    @property
    def titles(self) -> dict[Path, str]:
        """The titles that its files' stores gave, by path."""
        others = zip(self.paths, self._others, strict=False)
        return {path: noted["titles"][0] for path, noted in others if noted and "titles" in noted}

    def _read(self) -> bool:
        """True if what was kept may be taken, should its files be as they were."""
        try:
            stamps, others, facts = self._kept.facts()
            if [path.name for path in self.paths] != list(stamps):
                return False
            self._stamps = list(stamps.values())
            self._others = [others.get(name) for name in stamps]
            self._extent = Extent(*facts["extent"])
            self._info = _info(self.name, facts["info"])
        except (ValueError, TypeError, KeyError) as error:
            logger.debug("vdlite: not taken from the cache: %s: %s", self.name, error)
            return False
        return True

    def is_of(self, logs: Iterable[RunFile], files: Files) -> bool:
        """True if these are its files, as far as they are needed, and none has changed since."""
        stamps = {log.path: log.tail.stamp for log in logs}
        if not stamps.items() <= dict(zip(self.paths, self._stamps, strict=True)).items():
            return False
        try:
            return not any(self._others) or self.is_as_it_was(files)
        except OSError:
            return False

    @property
    def folder(self) -> Path:
        return folder_of(self.paths[0])

    @property
    def modified(self) -> float:
        """The time when one of them was last written to (seconds since 1970)."""
        seconds, rest = divmod(max((each.modified for each in self._stamps), default=0), 10**9)
        return seconds + 1e-9 * rest  # as `st_mtime` is

    def extent(self, *, is_sure: bool) -> Extent:
        """How far reading has come; is_sure: see `info`."""
        return self._extent if is_sure else Extent(len(self.paths), 0, 0, 0)

    def info(self, hangs_since: float | None, *, is_sure: bool) -> RunInfo:
        """The facts of the run for the run list; hangs_since: since when its drive does not answer.

        is_sure: False, before its files were looked at, gives those of a run of which nothing has been read.
        """
        if self._info is None or not is_sure:
            return unread_info(self.name, len(self.paths), hangs_since)
        if hangs_since != self._info.hangs_since:
            self._info = replace(self._info, hangs_since=hangs_since)
        return self._info

    @property
    def tags(self) -> Tags:
        """Tags by kind, in the order in which they were logged."""
        if self._tags is None:
            self._tags = _tags(self._kept.more()["tags"])
        return self._tags

    def ends(self) -> dict[str, tuple[int, float]]:
        """See `RunSeries.ends`."""
        return {tag: (step, value) for tag, (step, value) in self._kept.more()["ends"].items()}

    def part(self, name: str) -> Any:
        """What was worked out of the run under that name when it was kept; None if nothing was."""
        return self._kept.more()["parts"].get(name)


def place_of_row(paths: Sequence[Path]) -> Path:
    """The place under which the run of these files is kept: their folder, or the path of a run in a file of several."""
    is_alone = len(paths) == 1 and path_of_file(paths[0]) != paths[0]
    return paths[0] if is_alone else folder_of(paths[0])


@lru_cache(256)
def _tags(packed: bytes) -> Tags:
    """The tags by kind, packed: runs that have the same ones share them."""
    return {kind: dict.fromkeys(tags) for kind, tags in unpack(packed, b"").items()}


def resting(run: Run, parts: Callable[[], Mapping[str, Any]]) -> RestingRun | None:
    """The run as it is to be kept; None if it may not be: it is not at rest, or is more than a line and its files.

    parts: works out of it what is known elsewhere, by name; asked for only if it may be kept.
    """
    sources = run.sources()
    info = run.info
    if sources is None or info.state == "live" or info.loading or info.hangs_since is not None:
        return None
    losses = run.losses()
    if losses.damage() or losses.gaps() or losses.failures() or losses.left_behind():
        return None
    tags = {kind: run.tags_as_logged(kind) for kind in run.kinds()}
    if sum(map(len, tags.values())) > _MOST_TAGS:
        return None
    facts = {"info": _info_facts(info), "extent": list(run.extent)}
    more = {"tags": pack(tags)[0], "ends": run.ends(), "parts": dict(parts())}
    return RestingRun(*sources, facts, more)


def _info_facts(info: RunInfo) -> dict[str, Any]:
    found = {field.name: getattr(info, field.name) for field in fields(RunInfo)}
    for name in _NOT_KEPT:
        del found[name]
    progress = info.progress
    if progress is not None:
        found["progress"] = [getattr(progress, field.name) for field in fields(Progress)]
    return {**found, "left_out": dict(info.left_out)}


def _info(name: str, facts: dict[str, Any]) -> RunInfo:
    progress = facts["progress"]
    return RunInfo(
        **{
            **facts,
            "labels": tuple(facts["labels"]),
            "tools": tuple(facts["tools"]),
            "outcome": known_outcome(facts["outcome"]),
            "progress": None if progress is None else Progress(*progress),
        },
        id=run_id(name),
        name=name,
        loading=False,
        hangs_since=None,
    )
