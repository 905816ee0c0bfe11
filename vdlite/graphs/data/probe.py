"""Running some samples through a pipeline: what comes out of each stage, and how long it takes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vdlite.errors import shown
from vdlite.graphs.data.datasets import is_step
from vdlite.graphs.data.described import Described, described, merged, picture_of, range_of
from vdlite.graphs.data.held import has_method, held, parts
from vdlite.graphs.data.indices import rows_of
from vdlite.graphs.data.loaders import dataset_of, is_loader
from vdlite.graphs.data.stages import Picture, Pipeline
from vdlite.graphs.data.states import untouched
from vdlite.graphs.data.transforms import contained

MOST_SAMPLES = 1000
BUDGET_SECONDS = 2.0
_MOST_PICTURED = 4  # samples
_IN_ORDER = {"Compose", "Sequential"}
_SLOW_SHARE, _SLOW_SECONDS = 0.5, 0.005
_MOST_DEPTH = 16


@dataclass(slots=True)
class Seen:
    """The output of a stage."""

    outputs: list[Described] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    ranges: list[tuple[float, float]] = field(default_factory=list)


class Probe:
    """Runs samples of loaders in this thread, stage by stage."""

    def __init__(self, pipeline: Pipeline, samples: int, *, pictures: bool, budget: float) -> None:
        self._pipeline = pipeline
        self._samples = samples
        self._pictures = pictures
        self._end = time.perf_counter() + budget
        self._seen: dict[int, Seen] = {}
        self._failed: set[int | None] = set()

    def run(self, loaders: Mapping[str, Any]) -> None:
        """Probe each of the loaders, and tell it in the pipeline."""
        with untouched([each.owner for each in self._pipeline.stages] + list(loaders.values())):
            for name, loader in loaders.items():
                end = self._pipeline.loaders.get(name)
                if end is not None:
                    self._loader(name, loader, end)
        for at, seen in self._seen.items():
            self._tell(at, seen)
        self._tell_slowest()

    def _loader(self, name: str, loader: Any, end: int) -> None:
        stages = {
            id(self._pipeline.stages[at].owner): at for at in sorted(self._pipeline.before(end))
        }
        dataset = dataset_of(loader)
        rows = rows_of(dataset)
        if rows is None and has_method(dataset, "__len__"):
            # To be probed is to be asked.
            rows = self._guarded(end, lambda: len(dataset))
        if not rows or not has_method(dataset, "__getitem__"):
            self._pipeline.remark(f"{name} is not probed: it gives no samples by their index", end)
            return
        watched, watching = _watched(dataset, _Steps(self, stages))
        count = min(self._samples, rows)
        batch: list[Any] = []
        for sample in range(count):
            if time.perf_counter() > self._end:
                self._pipeline.remark(
                    f"{name}: {sample} of {count} samples were probed, time was over", end
                )
                break
            watching.sample, watching.source, watching.spent = (
                sample,
                stages.get(id(_core(dataset))),
                0.0,
            )
            began = time.perf_counter()
            try:
                got = watched[sample * rows // count]
            except Exception as error:  # noqa: BLE001  # the caller's transforms may do anything
                self._fail(watching.failed if watching.failed is not None else end, error)
                watching.failed = None
                continue
            taken = time.perf_counter() - began - watching.spent
            self._source(watching, got, taken)
            batch.append(got)
        attributes = held(loader)
        if batch and is_loader(attributes):
            self._batch(attributes, batch, stages, end)

    def _source(self, watching: _Steps, got: Any, seconds: float) -> None:
        """The output of the source: what its first transform took; without one, what came out in the end."""
        if watching.source is not None:
            raw = watching.taken if watching.has_taken else got
            self.saw(watching.source, raw, seconds, watching.sample)
        watching.has_taken, watching.taken = False, None

    def _batch(
        self, attributes: Mapping[str, Any], batch: list[Any], stages: dict[int, int], end: int
    ) -> None:
        collate: Any = attributes.get("collate_fn")
        at = stages.get(id(collate))
        if at is None or attributes.get("batch_size") is None:
            return
        began = time.perf_counter()
        gathered = self._guarded(at, lambda: collate(batch))
        if gathered is None:
            return
        self.saw(at, gathered, time.perf_counter() - began, None)
        for each in {at, end}:
            seen = self._seen.setdefault(each, Seen())
            # The batch that was made is as large as the probe.
            outputs = [
                (dtype, ["batch", *sizes[1:]] if sizes and sizes[0] == len(batch) else sizes)
                for dtype, sizes in described(gathered)
            ]
            seen.outputs = [outputs]

    def saw(self, at: int, value: Any, seconds: float, sample: int | None) -> None:
        seen = self._seen.setdefault(at, Seen())
        seen.outputs.append(described(value))
        seen.seconds.append(seconds)
        span = range_of(value)
        if span is not None:
            seen.ranges.append(span)
        if self._pictures and sample is not None and sample < _MOST_PICTURED:
            png = picture_of(value)
            if png is not None:
                self._pipeline.pictures.append(Picture(at, sample, png))

    def _tell(self, at: int, seen: Seen) -> None:
        stage = self._pipeline.stages[at]
        ranks = {len(each) for each in seen.outputs}
        stage.outputs = list(merged(seen.outputs)) if len(ranks) == 1 else []
        if seen.seconds:
            stage.seconds = statistics.median(seen.seconds)
            stage.facts["slowest_ms"] = round(1e3 * max(seen.seconds), 3)
        if seen.ranges:
            stage.facts["range"] = [
                min(low for low, _ in seen.ranges),
                max(high for _, high in seen.ranges),
            ]

    def _tell_slowest(self) -> None:
        """A stage that takes more than half of the time of a sample."""
        for end in self._pipeline.loaders.values():
            times = {
                at: self._pipeline.stages[at].seconds
                for at in self._pipeline.before(end)
                if self._pipeline.stages[at].role != "collate" and at in self._seen
                if self._seen[at].seconds
            }
            total = sum(times.values())
            for at, seconds in times.items():
                if total > _SLOW_SECONDS and seconds > _SLOW_SHARE * total and len(times) > 1:
                    text = f"takes {seconds / total:.0%} of the {1e3 * total:.1f} ms of a sample"
                    if not any(
                        each.stage == at and "of a sample" in each.text
                        for each in self._pipeline.remarks
                    ):
                        self._pipeline.remark(text, at, "warning")

    def _fail(self, at: int | None, error: Exception) -> None:
        if at not in self._failed:
            self._failed.add(at)
            self._pipeline.remark(f"fails with a sample: {shown(error, 200)}", at, "error")

    def _guarded(self, at: int, call: Any) -> Any:
        try:
            return call()
        except Exception as error:  # noqa: BLE001  # the caller's functions may do anything
            self._fail(at, error)
            return None


class _Steps:
    """The steps of one sample through the transforms of a dataset."""

    def __init__(self, probe: Probe, stages: Mapping[int, int]) -> None:
        self._probe = probe
        self._stages = stages
        self.sample = 0
        self.source: int | None = None
        self.spent = 0.0  # seconds in transforms
        self.has_taken = False
        self.taken: Any = None
        self.failed: int | None = None

    def apply(self, transform: Any, given: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
        """The result of a transform; of one that holds others in order, each by itself."""
        if not self.has_taken:
            self.has_taken, self.taken = True, given[0] if len(given) == 1 else given
        inner = (
            contained(transform) if type(transform).__name__ in _IN_ORDER and not named else None
        )
        if inner:
            for each in inner.values():
                result = self.apply(each, given, {})
                given = result if isinstance(result, tuple) and len(given) > 1 else (result,)
            return given[0] if len(given) == 1 else given
        at = self._stages.get(id(transform))
        began = time.perf_counter()
        try:
            result = transform(*given, **named)
        except Exception:
            self.failed = at
            raise
        seconds = time.perf_counter() - began
        if at is not None:
            self._probe.saw(at, result, seconds, self.sample)
        self.spent += time.perf_counter() - began  # describing it is not the source's time, either
        return result


class _Watched:
    """In place of a transform: it does the same, and is seen doing it."""

    def __init__(self, transform: Any, steps: _Steps) -> None:
        self._transform = transform
        self._steps = steps

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self._steps.apply(self._transform, given, named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transform, name)


def _watched(dataset: Any, steps: _Steps, depth: int = 0) -> tuple[Any, _Steps]:
    """A shallow copy of a dataset whose transforms are watched; the dataset itself is not touched."""
    attributes = held(dataset)
    changed: dict[str, Any] = {}
    for name, value in attributes.items():
        if name == "dataset" and depth < _MOST_DEPTH:
            changed[name] = _watched(value, steps, depth + 1)[0]
        elif name == "datasets" and isinstance(value, (list, tuple)) and depth < _MOST_DEPTH:
            changed[name] = [_watched(each, steps, depth + 1)[0] for each in parts(value)]
        elif type(value).__name__ == "StandardTransform":
            inner = {
                part: _Watched(each, steps)
                for part, each in held(value).items()
                if is_step(part, each)
            }
            changed[name] = _copy(value, inner)
        elif is_step(name, value) and not isinstance(value, (list, tuple)):
            changed[name] = _Watched(value, steps)
    if not changed or type(getattr(dataset, "__dict__", None)) is not dict:
        return dataset, steps
    return _copy(dataset, changed), steps


def _copy(thing: Any, changed: Mapping[str, Any]) -> Any:
    made = object.__new__(type(thing))
    made.__dict__.update(thing.__dict__)
    made.__dict__.update(changed)
    return made


def _core(dataset: Any) -> Any:
    """The dataset of which this one is a part."""
    for _ in range(_MOST_DEPTH):
        attributes = held(dataset)
        if "dataset" not in attributes or "indices" not in attributes:
            break
        dataset = attributes["dataset"]
    return dataset
