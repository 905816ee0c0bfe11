"""Optuna's journal: a file with a JSON object a line, one for each thing that was done."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from vdlite.foreign.stores.facts import (
    AnewError,
    Given,
    Piece,
    RunFacts,
    StoreFiles,
    points_of,
    with_own_names,
)
from vdlite.foreign.stores.optuna import optuna_words as words
from vdlite.foreign.tables.meanings import walltime_of
from vdlite.foreign.tables.scalar_columns import number_of
from vdlite.format.read_before import ReadBefore

_PIECE_BYTES = 4 << 20
_CREATE_STUDY, _DELETE_STUDY, _STUDY_ATTRIBUTE, _CREATE_TRIAL = 0, 1, 3, 4
_PARAM, _STATE, _INNER, _USER_ATTRIBUTE = 5, 6, 7, 8


@dataclass(slots=True)
class _Study:
    name: str
    directions: list[object]
    metric_names: object = None
    changes: int = 0  # of these
    trials: int = 0
    is_deleted: bool = False

    @property
    def objectives(self) -> words.Objectives:
        return words.objectives(self.directions, self.metric_names)


@dataclass(slots=True)
class _Trial:
    study: _Study
    number: int
    state: str = "RUNNING"
    started: object = None
    ended: object = None
    settings: dict[str, words.Setting] = field(default_factory=dict)
    attributes: dict[str, Any] = field(default_factory=dict)
    inner: list[tuple[int, float]] = field(default_factory=list)  # steps and values, as reported
    values: list[float] = field(default_factory=list)
    changes: int = 0


class OptunaJournal:
    """See `facts.Store`."""

    tool = "Optuna"
    reports_end = True
    like = ""
    size = 0

    def __init__(self, path: Path, files: StoreFiles) -> None:
        self._path = path
        self._files = files
        self._reads = 0  # grows when all of it is read anew
        self._seen: tuple[int, int, int] | None = None  # inode, size and time of the last change
        self._begin_anew()

    @property
    def is_anothers(self) -> bool:
        """See `facts.Store`."""
        return self._is_journal is False

    def _begin_anew(self) -> None:
        self._reads += 1
        self._offset = 0
        self._read_before = ReadBefore()
        self._is_journal: bool | None = None  # None: nothing is known yet
        self._studies: list[_Study] = []
        self._trials: list[_Trial] = []
        self._runs: Mapping[str, RunFacts] | None = None  # until something is done

    def refresh(self) -> None:
        """See `facts.Store`."""
        status = self._files.stat(self._path)
        found = (status.st_ino, status.st_size, status.st_mtime_ns)
        if self._seen is not None and found != self._seen:
            is_another = found[0] != self._seen[0] or status.st_size < self._offset
            if is_another or self._read_before.differs(partial(self._files.read, self._path)):
                self._begin_anew()
        self._seen = found
        while self._is_journal is not False and self._offset < status.st_size:
            data = self._files.read(self._path, self._offset, _PIECE_BYTES)
            end = data.rfind(b"\n") + 1
            for line in data[:end].splitlines():
                self._take(line)
            if end:
                self._read_before.add(data, self._offset, self._offset + end)
            self._offset += end
            if not end:
                self._is_journal = self._is_journal if len(data) < _PIECE_BYTES else False
                break

    def refresh_runs(self) -> None:
        """See `facts.Store`."""
        self.refresh()

    def runs(self) -> Mapping[str, RunFacts]:
        """See `facts.Store`."""
        if self._runs is None:
            self._runs = self._all_runs()
        return self._runs

    def _all_runs(self) -> Mapping[str, RunFacts]:
        return with_own_names(
            {
                str(at): words.facts_of(
                    trial.study.name, trial.number, trial.state, trial.started, trial.ended
                )
                for at, trial in enumerate(self._trials)
                if trial.state != "WAITING" and not trial.study.is_deleted
            }
        )

    def version(self, key: str) -> Hashable:
        """See `facts.Store`."""
        trial = self._trial(key)
        if trial is None or trial.state == "WAITING" or trial.study.is_deleted:
            raise KeyError(key)
        return self._reads, trial.changes, trial.study.changes

    def given(self, key: str) -> Given:
        """See `facts.Store`."""
        trial = self._trial(key)
        if trial is None:
            return Given()
        return trial.study.objectives.given(trial.settings, trial.attributes)

    def next_points(self, key: str, mark: Any) -> Piece:
        """mark: how often the file was read, and how many values were taken."""
        reads, taken, taken_values = mark or (self._reads, 0, 0)
        trial = self._trial(key)
        if trial is None or reads != self._reads:
            raise AnewError
        began = walltime_of(trial.started) or 0.0
        closed = walltime_of(trial.ended) or began
        tags = trial.study.objectives.tags
        rows = [(words.INTERMEDIATE, step, began, value) for step, value in trial.inner[taken:]]
        rows += [
            (tag, 0, closed, value)
            for tag, value in list(zip(tags, trial.values, strict=False))[taken_values:]
        ]
        mark = (reads, len(trial.inner), len(trial.values))
        points = [points_of(*zip(*rows, strict=True))[0]] if rows else []
        return Piece(points, mark, is_all=True)

    def _trial(self, key: str) -> _Trial | None:
        at = int(key) if key.isdecimal() else -1
        return self._trials[at] if 0 <= at < len(self._trials) else None

    def _take(self, line: bytes) -> None:
        """One thing that was done; what can't have been is not taken in."""
        try:
            done = json.loads(line)
            code = done["op_code"]
            done["worker_id"]
            if not isinstance(code, int):
                raise TypeError(code)
        except (ValueError, TypeError, KeyError, RecursionError):
            if self._is_journal is None and line.strip():
                self._is_journal = False
            return
        self._is_journal = True
        self._runs = None
        try:
            self._do(code, done)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
            return

    def _do(self, code: int, done: dict[str, Any]) -> None:
        if code == _CREATE_STUDY:
            name = str(done["study_name"])
            if not any(one.name == name and not one.is_deleted for one in self._studies):
                self._studies.append(_Study(name, list(done["directions"])))
        elif code == _DELETE_STUDY:
            self._studies[done["study_id"]].is_deleted = True
        elif code == _STUDY_ATTRIBUTE:
            study, attributes = self._studies[done["study_id"]], done["system_attr"]
            if words.METRIC_NAMES in attributes:
                study.metric_names = attributes[words.METRIC_NAMES]
                study.changes += 1
        elif code == _CREATE_TRIAL:
            study = self._studies[done["study_id"]]
            if not study.is_deleted:
                self._begin_trial(study, done)
        elif code in (_PARAM, _STATE, _INNER, _USER_ATTRIBUTE):
            trial = self._trials[done["trial_id"]]
            if trial.state not in words.ENDED:  # Optuna itself refuses anything later
                self._change(trial, code, done)

    def _begin_trial(self, study: _Study, done: dict[str, Any]) -> None:
        trial = _Trial(study, study.trials, started=done.get("datetime_start"))
        study.trials += 1
        self._trials.append(trial)
        if "state" in done:  # a trial that was added as a whole
            trial.state = words.STATES[done["state"]]
            trial.ended = done.get("datetime_complete")
            for name, value in (done.get("params") or {}).items():
                trial.settings[name] = words.setting_of(value, done["distributions"][name])
            for name, value in (done.get("user_attrs") or {}).items():
                trial.attributes[str(name)] = _attribute(value)
            for step, value in (done.get("intermediate_values") or {}).items():
                trial.inner.append((int(step), number_of(value)))
            values = done.get("values")
            if values is None and done.get("value") is not None:
                values = [done["value"]]
            trial.values = [number_of(value) for value in values or ()]

    def _change(self, trial: _Trial, code: int, done: dict[str, Any]) -> None:
        if code == _PARAM:
            value = words.setting_of(done["param_value_internal"], done["distribution"])
            trial.settings[str(done["param_name"])] = value
        elif code == _INNER:
            trial.inner.append((int(done["step"]), number_of(done["intermediate_value"])))
        elif code == _USER_ATTRIBUTE:
            for name, value in done["user_attr"].items():
                trial.attributes[str(name)] = _attribute(value)
        else:
            trial.state = words.STATES[done["state"]]
            trial.started = done.get("datetime_start") or trial.started
            trial.ended = done.get("datetime_complete")
            trial.values = [number_of(value) for value in done.get("values") or ()]
        trial.changes += 1


def _attribute(value: Any) -> Any:
    return words.attribute_of(json.dumps(value))
