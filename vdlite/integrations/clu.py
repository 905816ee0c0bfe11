"""clu: a writer of metrics for loops in JAX and Flax."""

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from clu.metric_writers import MetricWriter

from vdlite.integrations.ranks import is_first_process
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter

_NO_METRICS = ()


class VdliteWriter(MetricWriter):
    """Logs what a loop writes: `VdliteWriter("runs/first")`, alone or within a `MultiWriter` or `AsyncWriter`.

    Only the first process writes: that of JAX's index 0 if `is_first` is not given.
    """

    def __init__(self, logdir: "str | os.PathLike[str]", *, is_first: "bool | None" = None) -> None:
        """logdir: the run's folder. Raises LogdirError if it can't be made."""
        first = _is_first() if is_first is None else is_first
        self._run = TrainerRun(os.fspath(logdir)) if first else None
        if self._run is not None:
            self._run.writer.add_environment()

    @property
    def writer(self) -> LogWriter | None:
        """The run's LogWriter, for whatever else is to be logged; None in other processes."""
        return None if self._run is None else self._run.writer

    def write_summaries(
        self, step: int, values: Mapping[str, Any], metadata: "Mapping[str, Any] | None" = None
    ) -> None:
        """Log arrays as tensors; what plugins of TensorBoard make of them is not known here."""
        if self._run is not None:
            self._each(self._run.writer.add_tensor, values, step)

    def write_scalars(self, step: int, scalars: Mapping[str, Any]) -> None:
        if self._run is not None:
            self._run.log({tag: _number(value) for tag, value in scalars.items()}, step)

    def write_images(self, step: int, images: Mapping[str, Any]) -> None:
        """Log pictures, [H, W, C], or grids of them, [N, H, W, C]."""
        if self._run is None:
            return
        for tag, value in images.items():
            array = np.asarray(value)
            axes = "NHWC" if array.ndim == 4 else "HWC"
            self._run.call(tag, self._run.writer.add_image, tag, array, step, None, axes)

    def write_videos(self, step: int, videos: Mapping[str, Any]) -> None:
        """Log videos, [T, H, W, C]; of several, [N, T, H, W, C], each has a tag of its own, such as `tag/0`."""
        if self._run is not None:
            self._each(self._run.writer.add_video, _apart(videos, 5), step)

    def write_audios(self, step: int, audios: Mapping[str, Any], *, sample_rate: int) -> None:
        """Log sound, [N, T, C], each of several with a tag of its own, such as `tag/0`."""
        if self._run is None:
            return
        for tag, sound in _apart(audios, 3).items():
            writer = self._run.writer
            self._run.call(tag, writer.add_audio, tag, sound, step, sample_rate=sample_rate)

    def write_texts(self, step: int, texts: Mapping[str, str]) -> None:
        if self._run is not None:
            self._each(self._run.writer.add_text, texts, step)

    def write_histograms(
        self,
        step: int,
        arrays: Mapping[str, Any],
        num_buckets: "Mapping[str, int] | None" = None,
    ) -> None:
        if self._run is None:
            return
        for tag, value in arrays.items():
            buckets = (num_buckets or {}).get(tag) or 64
            add = self._run.writer.add_histogram
            self._run.call(tag, add, tag, np.asarray(value), step, buckets=buckets)

    def write_pointcloud(
        self,
        step: int,
        point_clouds: Mapping[str, Any],
        *,
        point_colors: "Mapping[str, Any] | None" = None,
        configs: "Mapping[str, str | float | bool | None] | None" = None,
    ) -> None:
        """Log points, [N, 3] or [1, N, 3], as tensors, and their colors."""
        self.write_summaries(step, point_clouds)
        colors = {f"{tag}/colors": value for tag, value in (point_colors or {}).items()}
        self.write_summaries(step, colors)

    def write_hparams(self, hparams: Mapping[str, Any]) -> None:
        if self._run is not None:
            self._run.tell_trial(hparams, _NO_METRICS)

    def flush(self) -> None:
        if self._run is not None:
            self._run.writer.flush()

    def close(self) -> None:
        """End the log: a loop that closes its writer has come to its end, but for one that an exception ends."""
        if self._run is not None:
            self._run.ends("finished" if sys.exc_info()[0] is None else None)
            self._run.writer.close()

    def _each(self, add: Callable[..., None], values: Mapping[str, Any], step: int) -> None:
        assert self._run is not None
        for tag, value in values.items():
            given = value if isinstance(value, str) else np.asarray(value)
            self._run.call(tag, add, tag, given, step)


def _is_first() -> bool:
    import jax

    return is_first_process() and bool(jax.process_index() == 0)


def _number(value: Any) -> Any:
    """On the host."""
    return value if isinstance(value, (int, float)) else np.asarray(value)


def _apart(values: Mapping[str, Any], most_axes: int) -> dict[str, Any]:
    """Arrays without their first axis, if they have so many; several of them get tags with numbers."""
    found: dict[str, Any] = {}
    for tag, value in values.items():
        array = np.asarray(value)
        if array.ndim < most_axes:
            found[tag] = array
        elif len(array) == 1:
            found[tag] = array[0]
        else:
            found.update({f"{tag}/{number}": each for number, each in enumerate(array)})
    return found
