"""Values of a dictionary that say what they are: an array may be a picture, a sound, or many numbers."""

import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vdlite.errors import PayloadError
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.tracking.pictures import order_of, up_to_one
from vdlite.writer import LogWriter

_FENCE = "`" * 3


class Logged(Protocol):
    """A value that knows by which call it is logged."""

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Histogram:
    """How values are distributed; see `LogWriter.add_histogram`."""

    values: ArrayLike = None
    buckets: "int | str | Sequence[float] | None" = None  # 64 if None
    _: KW_ONLY
    np_histogram: "tuple[ArrayLike, ArrayLike] | None" = (
        None  # counts and edges, in place of values
    )
    num_bins: int | None = None  # the same as buckets

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        if self.np_histogram is None:
            buckets = 64 if self.buckets is None else self.buckets
            buckets = buckets if self.num_bins is None else self.num_bins
            writer.add_histogram(tag, self.values, step, walltime, buckets)
            return
        from vdlite.kinds.counted import histogram_of_counts

        try:
            counts, edges = (as_array(each, "np_histogram") for each in self.np_histogram)
        except ValueError as error:
            raise PayloadError(f"np_histogram: want counts and edges: {error}") from error
        made, summary = histogram_of_counts(counts.astype(np.float64), edges.astype(np.float64))
        writer.add_record("histogram", tag, made, step, walltime, summary)


@dataclass(frozen=True, slots=True)
class Tensor:
    """An array or tensor, whole; see `LogWriter.add_tensor`."""

    values: ArrayLike

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        writer.add_tensor(tag, self.values, step, walltime)


@dataclass(frozen=True, slots=True)
class Audio:
    """A sound: samples, or the path of a WAV file; see `LogWriter.add_audio`."""

    samples: ArrayLike
    sample_rate: int | None = None  # samples a second; 8000 if None, of a file its own
    caption: str | None = None

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        samples, rate = self.samples, 8000 if self.sample_rate is None else self.sample_rate
        if isinstance(samples, (str, os.PathLike)):
            samples, rate = _sound_of_file(Path(samples))
        writer.add_audio(tag, samples, step, rate, walltime)
        add_caption(writer, tag, self.caption, step, walltime)


def _sound_of_file(path: Path) -> tuple[ArrayLike, int]:
    from vdlite.kinds import audio

    try:
        sound = audio.decode(path.read_bytes())
    except (OSError, ValueError) as error:
        want = "want a WAV file, or the samples of another one"
        raise PayloadError(f"audio: can't read a file: {error}; {want}: {path}") from error
    return sound.samples, sound.sample_rate


@dataclass(frozen=True, slots=True)
class Video:
    """Moving pictures: frames, or a file's path or bytes; see `LogWriter.add_video`."""

    frames: ArrayLike
    fps: float | None = None  # 4 if None
    dataformats: str | None = (
        None  # of an array, such as "THWC"; None finds out where the channels are
    )
    _: KW_ONLY
    caption: str | None = None
    format: object = None  # as `wandb.Video` takes it; nothing comes of it

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        frames, order = self.frames, self.dataformats or "THWC"
        if isinstance(frames, str):
            frames = Path(frames)
        elif isinstance(frames, io.IOBase):
            frames = frames.read()
        elif hasattr(frames, "shape"):
            if self.dataformats is None:
                frames, order = _in_one(frames)
            frames = up_to_one(frames)
        fps = 4.0 if self.fps is None else self.fps
        writer.add_video(tag, frames, step, fps, walltime, order)
        add_caption(writer, tag, self.caption, step, walltime)


def _in_one(frames: Any) -> tuple[Any, str]:
    """Frames and the order of their axes; several videos [B, T, C, H, W] beside each other."""
    if len(frames.shape) == 5:
        array = as_array(frames, "video").transpose(1, 3, 0, 4, 2)
        count, height, videos, width, channels = array.shape
        return array.reshape(count, height, videos * width, channels), "THWC"
    return frames, order_of(frames).replace("N", "T")


@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh, or a point cloud; see `LogWriter.add_mesh`."""

    vertices: ArrayLike
    faces: ArrayLike | None = None
    colors: ArrayLike | None = None
    values: ArrayLike | None = None
    look: "Mapping[str, Any] | None" = None

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        parts = (self.faces, self.colors, self.values)
        writer.add_mesh(tag, self.vertices, *parts, step, walltime, look=self.look)


@dataclass(frozen=True, slots=True)
class Html:
    """HTML, which the page shows as it is written: what it would do there is not known."""

    data: Any  # a text, an open file, or the path of a file whose name ends in .html
    inject: object = True  # as `wandb.Html` takes it; nothing comes of it
    data_is_not_path: bool = False

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        Text(fenced(self._text(), "html")).add_to(writer, tag, step, walltime)

    def _text(self) -> str:
        data = self.data.read() if hasattr(self.data, "read") else self.data
        is_path = isinstance(data, os.PathLike) or str(data).endswith(".html")
        if is_path and not self.data_is_not_path:
            try:
                return Path(data).read_text("utf-8")
            except (OSError, ValueError) as error:
                raise PayloadError(f"html: can't read a file: {error}") from error
        if isinstance(data, bytes):
            data = data.decode(errors="replace")
        if not isinstance(data, str):
            raise PayloadError(f"html: got {type(data).__name__}, want a text or a file")
        return data


@dataclass(frozen=True, slots=True)
class Several:
    """Several values, each with a tag of its own: `tag/0`, `tag/1`, ..."""

    items: "Sequence[Logged]"

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        for number, item in enumerate(self.items):
            item.add_to(writer, f"{tag}/{number}", step, walltime)


@dataclass(frozen=True, slots=True)
class Text:
    """A text."""

    text: str

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        writer.add_text(tag, self.text, step, walltime)


@dataclass(frozen=True, slots=True)
class OnDevice:
    """A number in a tensor of a GPU."""

    tensor: Any

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        writer.add_scalar(tag, self.tensor, step, walltime)


def add_caption(
    writer: LogWriter, tag: str, caption: str | None, step: int | None, walltime: float
) -> None:
    """Log the caption of what has no place for one, as the text `TAG/caption`."""
    if caption:
        writer.add_text(f"{tag}/caption", caption, step, walltime)


def fenced(text: str, language: str = "") -> str:
    """A block of code in Markdown, whatever the text has in it."""
    fence = _FENCE
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"
