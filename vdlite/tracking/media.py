"""Values of a dictionary that say what they are: an array may be a picture, a sound, or many numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.writer import LogWriter


class Logged(Protocol):
    """A value that knows by which call it is logged."""

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Image:
    """A picture: an array or tensor, a PIL image, or a figure of matplotlib; see `LogWriter.add_image`."""

    picture: ArrayLike
    caption: str = ""  # shown where several pictures are logged as a list
    dataformats: str = "HWC"

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        if is_figure(self.picture):
            writer.add_figure(tag, self.picture, step, walltime)
        else:
            writer.add_image(tag, self.picture, step, walltime, self.dataformats)


@dataclass(frozen=True, slots=True)
class Images:
    """Several pictures, as a grid."""

    images: Sequence[Image]

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        from vdlite.kinds.pictures.figure import rgba
        from vdlite.kinds.pictures.pixels import as_hwc, take

        pictures = [
            rgba(each.picture)
            if is_figure(each.picture)
            else as_hwc(*take(each.picture, each.dataformats))
            for each in self.images
        ]
        captions = [each.caption for each in self.images]
        labels = captions if any(captions) else None
        writer.add_image_matrix(tag, pictures, step, walltime=walltime, labels=labels)


@dataclass(frozen=True, slots=True)
class Histogram:
    """How values are distributed; see `LogWriter.add_histogram`."""

    values: ArrayLike
    buckets: "int | str | Sequence[float]" = 64

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        writer.add_histogram(tag, self.values, step, walltime, self.buckets)


@dataclass(frozen=True, slots=True)
class Tensor:
    """An array or tensor, whole; see `LogWriter.add_tensor`."""

    values: ArrayLike

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        writer.add_tensor(tag, self.values, step, walltime)


@dataclass(frozen=True, slots=True)
class Audio:
    """A sound; see `LogWriter.add_audio`."""

    samples: ArrayLike
    sample_rate: int = 8000

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        writer.add_audio(tag, self.samples, step, self.sample_rate, walltime)


@dataclass(frozen=True, slots=True)
class Video:
    """Moving pictures; see `LogWriter.add_video`."""

    frames: ArrayLike
    fps: float = 4.0
    dataformats: str = "THWC"

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        writer.add_video(tag, self.frames, step, self.fps, walltime, self.dataformats)


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
class Several:
    """Several of one type, each with a tag of its own: `tag/0`, `tag/1`, ..."""

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


def is_figure(value: Any) -> bool:
    return hasattr(value, "savefig") and hasattr(value, "canvas")


def is_picture(value: Any) -> bool:
    return hasattr(value, "getbands") and hasattr(value, "convert")
