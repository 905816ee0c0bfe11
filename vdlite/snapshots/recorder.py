"""Keeping the weights of a training at some of its steps."""

import json
import os
import shutil
import time
import weakref
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import Plain
from vdlite.landscape.facts import check_facts
from vdlite.landscape.keywords import names_near_misses
from vdlite.snapshots.claim import Claim, claim
from vdlite.snapshots.draw import Drawer, Shape, budget_of
from vdlite.snapshots.folder import About, SnapshotFolder, continued, folders_for, layout
from vdlite.snapshots.notices import inform, warn
from vdlite.snapshots.training import learning_rate, name_of, source_of, structure_of

Unit = Literal["step", "epoch"]

_FEWEST = 3  # snapshots that span a plane
_MUCH = 0.5  # of the free disk: worth a warning
_LARGE = 1 << 30  # bytes: so is this, however much is free


class RunWriterLike(Protocol):
    """The methods of a LogWriter that a recorder needs."""

    @property
    def logdir(self) -> str: ...
    @property
    def file_name(self) -> str: ...
    @property
    def closed(self) -> bool: ...


class LandscapeRecorder:
    """Keeps snapshots of a model while it is trained, of which `vdlite landscape` draws landscapes afterwards.

        recorder = LandscapeRecorder(writer, model, intervals=[range(0, 100, 5), range(100, 500, 20)])
        for step, batch in enumerate(batches):
            ...
            recorder.record(step)

    writer: the LogWriter of the run, whose folder the snapshots go to.
    model: a torch module; or a list of arrays (or `Weight`) that the training changes in place, or a function that
        gives one.
    intervals: for each landscape of the training the steps or epochs of its snapshots, three or more; the more, the
        smoother is the path. None: every call of `record` keeps one, and all are one interval.
    unit: what `record` counts, "step" or "epoch".
    size: points along each side. num_samples: of the data, later. create_landscape: "train", the plane of
        each interval with its path, and "result", around the last snapshot. All three can be changed when drawing.
    optimizer: its class, or its name, and learning rate stand beside the landscape. steps_per_epoch: so is this.
    facts: what else shall stand there, by name, such as {"weight_decay": 0.01}.
    dtype: "float16" halves the disk use, and moves weights by 0.05 % at most. tag: of the records.

    `record` copies the weights to the CPU and writes them; nothing that happens to the disk raises out of it.
    Raises LandscapeError for a wrong argument.
    """

    @names_near_misses
    def __init__(
        self,
        writer: RunWriterLike,
        model: Any,
        *,
        intervals: Iterable[Iterable[int]] | None = None,
        unit: Unit = "step",
        size: int = 40,
        num_samples: int = 2048,
        create_landscape: Mapping[str, bool] | None = None,
        optimizer: Any = None,
        steps_per_epoch: int | None = None,
        dtype: str | None = None,
        tag: str = "landscape",
        facts: Mapping[str, Plain] | None = None,
    ) -> None:
        if unit not in ("step", "epoch"):
            raise LandscapeError(f"unit: got {shown(unit)}, want 'step' or 'epoch'")
        if dtype not in (None, "float16", "float32", "float64"):
            raise LandscapeError(f"dtype: got {shown(dtype)}, want float16, float32 or float64")
        _check_size("size", size, 3)
        _check_size("num_samples", num_samples, 1)
        _check_tag(tag)
        wanted = {"train": True, "result": True, **(create_landscape or {})}
        if set(wanted) != {"train", "result"}:
            raise LandscapeError(
                f"create_landscape: got {shown(create_landscape)}, want 'train' and 'result'"
            )
        self._intervals = _checked(intervals)
        self._steps = {step for one in self._intervals for step in one}
        self._optimizer = optimizer
        self._source = source_of(model)
        self._drawer = Drawer(model, unit)
        weights = self._source()
        known = {
            # A list or a function has no name that says anything of the model.
            "model": name_of(model) if hasattr(model, "named_parameters") else None,
            "optimizer": name_of(optimizer) if optimizer is not None else None,
            "steps_per_epoch": None if steps_per_epoch is None else int(steps_per_epoch),
        }
        about = About(
            *layout(weights, dtype),
            structure=structure_of(model),
            unit=unit,
            intervals=self._intervals,
            settings={
                "size": int(size),
                "num_samples": int(num_samples),
                "train": bool(wanted["train"]),
                "result": bool(wanted["result"]),
            },
            facts={name: fact for name, fact in known.items() if fact is not None}
            | dict(facts or {}),
        )
        run = Path(os.path.abspath(writer.logdir))
        if facts is not None:
            check_facts(facts)
        _check_plain({**about.settings, **about.facts})
        self._run, self._tag, self._bare = run, tag, about
        self._folder, self._about = next(folders_for(run, tag, about))
        self._claim: Claim | None = None
        self._writer = weakref.ref(writer)
        # A writer that writes nothing has no file.
        self._active = Path(writer.file_name).is_file()
        self._failed = False
        self._begun_in = 0  # the process; a fork of it is another recorder
        if self._active:
            self._announce(run)

    def __repr__(self) -> str:
        kept = str(len(self._about.snapshots))
        if self.planned_bytes is not None:
            steps = {one.step for one in self._about.snapshots}
            kept = f"{len(steps & self._steps)} of {len(self._steps)}"
        taken = f"{_shown_bytes(self.snapshot_bytes)} each"
        if self.planned_bytes is not None:
            taken += f", {_shown_bytes(self.planned_bytes)} in all"
        return f"LandscapeRecorder({kept} snapshots, {taken}, in {str(self._folder.path)!r})"

    @property
    def folder(self) -> Path:
        """The folder of the snapshots."""
        return self._folder.path

    @property
    def snapshot_bytes(self) -> int:
        """The bytes of one snapshot on the disk."""
        entries = sum(int(np.prod(shape)) for shape in self._about.shapes)
        return entries * np.dtype(self._about.dtype).itemsize

    @property
    def planned_bytes(self) -> int | None:
        """The bytes of all snapshots of the intervals on the disk; None where every call keeps one."""
        return len(self._steps) * self.snapshot_bytes if self._intervals else None

    def record(self, step: int) -> bool:
        """Keep the weights, if this step or epoch lies in an interval. Gives whether it was kept.

        Call it after the optimizer's step, with the number of steps or epochs done.
        """
        step = _whole(step, "record")
        if not self._active:
            return False
        if self._begun_in != os.getpid() or (self._claim is not None and self._claim.lost):
            self._begin(step)
        if self._intervals and step not in self._steps:
            return False
        arrays = [weight.value for weight in self._source()]
        if [array.shape for array in arrays] != list(self._about.shapes):
            raise LandscapeError(
                "record: the model's weights have other shapes than when the recorder was made"
            )
        try:
            self._about = self._folder.keep(
                self._about,
                step,
                arrays,
                walltime=time.time(),
                learning_rate=learning_rate(self._optimizer),
            )
        except OSError as error:
            if not self._failed:
                self._failed = True
                warn("landscape: snapshot %s could not be kept: %s", step, error)
            return False
        return True

    @names_near_misses
    def draw(
        self,
        step: int,
        data: Iterable[Any],
        *,
        loss: Callable[..., Any] | None = None,
        batch_loss: Callable[..., Any] | None = None,
        shape: Shape = "plane",
        size: int = 11,
        num_samples: int = 512,
        seconds: float = 3.0,
        seed: int = 0,
        tag: str | None = None,
    ) -> bool:
        """Log a small landscape around the present weights of a torch module. Gives whether it was drawn.

        data: batches, such as a DataLoader's, or one in a list. loss, batch_loss: one of them, as `TorchProblem` takes.
        size: points along each side of the shape, a "line" or "plane". seconds: about how long it may take; fewer
        points are drawn where all would take longer. seed: of the directions, the same at every step.
        tag: of the records; "landscape/around", if left out and the recorder's is "landscape".

        Model, gradients and random numbers stay as they are. What can't be drawn is reported once, and never raises.
        Raises LandscapeError for a wrong argument.
        """
        tag = f"{self._tag}/around" if tag is None else tag
        _check_tag(tag)
        _check_size("size", size, 3)
        _check_size("num_samples", num_samples, 1)
        _check_size("seed", seed, 0)
        budget = budget_of(shape, size, num_samples, seconds)
        self._drawer.check(loss, batch_loss)
        step = _whole(step, "draw")
        writer = self._writer()
        if not self._active or writer is None or writer.closed:
            return False
        return self._drawer.draw(
            writer,
            data,
            budget,
            tag=tag,
            step=step,
            loss=loss,
            batch_loss=batch_loss,
            seed=int(seed),
        )

    def _begin(self, step: int) -> None:
        """A training that starts anew, or from a checkpoint, goes another way than the one before it."""
        self._begun_in = os.getpid()
        self._settle()
        about = self._about.restarted(step)
        left = self._about.snapshots[len(about.snapshots) :]
        if left:
            self._about = about
            warn(
                "landscape: the training is at %s %d; what was kept of the training before from %s %d to %d is not used "
                "any more: %s",
                about.unit,
                step,
                about.unit,
                left[0].step,
                left[-1].step,
                self._folder.path,
            )

    def _settle(self) -> None:
        """Take a folder that no other recorder uses now: only one that records has one, and keeps it while it lives."""
        wanted: SnapshotFolder | None = None
        for folder, _ in folders_for(self._run, self._tag, self._bare):
            wanted = wanted if wanted is not None else folder
            # What cannot be made cannot be locked, and `record` reports it.
            with suppress(OSError):
                folder.path.mkdir(parents=True, exist_ok=True)
            self._claim = claim(folder.path, partial(_is_open, self._writer))
            # Only now will nobody else add to what is known.
            about = continued(folder, self._bare) if self._claim is not None else None
            if about is not None:
                self._folder, self._about = folder, about
                break
        if wanted is not None and self._folder.path != wanted.path:
            warn(
                "landscape: another recorder of this run keeps its snapshots under the tag %r right now; these go to %s. "
                "Several recorders need a tag each, and of several processes only one should record",
                self._tag,
                self._folder.path,
            )

    def _announce(self, run: Path) -> None:
        planned = self.planned_bytes
        if planned is None:
            inform("landscape: each snapshot takes %s", _shown_bytes(self.snapshot_bytes))
            return
        message = ("landscape: %d snapshots will take %s", len(self._steps), _shown_bytes(planned))
        try:
            free = shutil.disk_usage(run).free
        except OSError:
            free = planned
        if planned > min(_MUCH * free, _LARGE):
            warn(f"{message[0]} of the %s that are free", *message[1:], _shown_bytes(free))
        else:
            inform(*message)


def _is_open(writer: "weakref.ref[RunWriterLike]") -> bool:
    """True if a run is still being logged, as far as its writer says."""
    there = writer()
    return there is not None and not there.closed


def _checked(intervals: Iterable[Iterable[int]] | None) -> tuple[tuple[int, ...], ...]:
    if intervals is None:
        return ()
    try:
        made = tuple(tuple(sorted({int(step) for step in one})) for one in intervals)
    except (TypeError, ValueError, OverflowError):
        raise LandscapeError(
            f"intervals: got {shown(intervals)}, want a list of them: [range(0, 100, 5)]"
        ) from None
    if not made:
        raise LandscapeError("intervals: got none, want at least one, or leave them out")
    for one in made:
        if len(one) < _FEWEST:
            raise LandscapeError(
                f"intervals: got {list(one)}, want {_FEWEST} numbers or more: fewer span no plane"
            )
    return made


def _whole(step: Any, call: str) -> int:
    """Raises LandscapeError for a text, or a fraction, which would take the place of another step."""
    try:
        whole = int(step)
    except (TypeError, ValueError, OverflowError):
        whole = None
    if whole is None or whole != step:
        raise LandscapeError(f"{call}: got step {shown(step)}, want a whole number")
    return whole


def _check_size(name: str, value: Any, least: int) -> None:
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < least:
        raise LandscapeError(f"{name}: got {shown(value)}, want a whole number of {least} or more")


def _check_plain(fields: Mapping[str, Any]) -> None:
    """Raises LandscapeError for what can't be written into the list of snapshots: at once, not amid the training."""
    for name, value in fields.items():
        try:
            json.dumps(value)
        except (TypeError, ValueError):
            raise LandscapeError(
                f"{name}: got {shown(value)}, want a number, text, or a list of them"
            ) from None


def _check_tag(tag: str) -> None:
    if not isinstance(tag, str) or not tag.strip(". ") or "\0" in tag or len(tag.encode()) > 200:
        raise LandscapeError(f"tag: got {shown(tag)}, want a name of at most 200 bytes")


def _shown_bytes(number: int) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6)):
        if number >= size:
            return f"{number / size:.1f} {unit}"
    return f"{number / 1e3:.1f} kB"
