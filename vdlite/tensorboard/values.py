"""Values of summaries, into the log of a run."""

import io
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.packages import needed
from vdlite.protobuf.events import Event, Value
from vdlite.protobuf.mesh_parts import Gathering
from vdlite.protobuf.meshes import COLOR, FACE, MESH, VERTEX, look_of_json, whole_colors
from vdlite.protobuf.plugins import HPARAMS, read_trial
from vdlite.protobuf.values import Counts, Files, Layout, Rates, Text, meaning
from vdlite.tensorboard.arguments import usable_tag
from vdlite.tensorboard.layouts import add_layout
from vdlite.tensorboard.notices import warn_once
from vdlite.writer import LogWriter

_TEXT_SUFFIX = "/text_summary"
"""What TensorBoard's writers put behind the tags of texts."""


class ValueLogger:
    """Logs one value after the other: what a tag is, only the first of its values may tell."""

    def __init__(self) -> None:
        self._plugins: dict[str, str] = {}
        self._metrics: tuple[str, ...] = ()
        self._meshes = Gathering()
        self._parts: dict[str, bytes] = {}  # by tag, what its first value said of its mesh

    def add(self, log: LogWriter, value: Value, step: int | None, walltime: float | None) -> None:
        """Raises FormatError for bytes that are not what they say."""
        if value.plugin == HPARAMS:
            self._add_trial(log, value, walltime)
            return
        if MESH in (value.plugin, self._plugins.get(value.tag)):
            self._add_part(log, value, step, walltime)
            return
        tag = usable_tag(value.tag)
        found = meaning(value, self._plugins.get(tag, ""))
        if value.plugin:
            self._plugins[tag] = value.plugin
        match found:
            case None:
                pass
            case float():
                log.add_scalar(tag, found, step, walltime)
            case Counts():
                _add_histogram(log, tag, found, step, walltime)
            case Files(sort="image"):
                _add_pictures(log, tag, found, step, walltime)
            case Files():
                _add_sounds(log, tag, found, step, walltime)
            case Rates():
                add_rates(log, tag, found, step, walltime)
            case Text():
                log.add_text(tag.removesuffix(_TEXT_SUFFIX) or tag, found.text, step, walltime)
            case Layout():
                add_layout(log, found.charts, step, walltime)
            case _:
                add_tensor(log, tag, found, step, walltime)

    def _add_part(
        self, log: LogWriter, value: Value, step: int | None, walltime: float | None
    ) -> None:
        """Log the mesh that a value is a part of, once its other parts are there."""
        self._plugins[value.tag] = MESH
        content = self._parts.setdefault(value.tag, value.content)
        described = replace(value, plugin=MESH, content=value.content or content)
        whole, lost = self._meshes.add(Event(walltime, step, values=(described,)), 0)
        if lost:
            warn_once("vdlite: a mesh was left out, since parts of it did not come")
        for mesh in whole:
            colors = mesh.parts.get(COLOR)
            log.add_mesh(
                usable_tag(mesh.name),
                mesh.parts[VERTEX],
                mesh.parts.get(FACE),
                None if colors is None else whole_colors(colors),
                step=step,
                walltime=walltime,
                look=look_of_json(mesh.config),
            )

    def _add_trial(self, log: LogWriter, value: Value, walltime: float | None) -> None:
        """The parts of a trial come as values of their own, the metrics first."""
        described = read_trial(value.content)
        if described.metrics is not None:
            self._metrics = described.metrics
        if described.hparams is not None:
            metrics = [usable_tag(tag) for tag in self._metrics]
            log.add_hparams(described.hparams, metrics, walltime)


def add_tensor(
    log: LogWriter, tag: str, tensor: NDArray[Any], step: int | None, walltime: float | None
) -> None:
    """Log a tensor; complex numbers get an axis of two more, for their parts."""
    if tensor.dtype.kind == "c":
        tensor = np.stack([tensor.real, tensor.imag], axis=-1)
    log.add_tensor(tag, tensor, step, walltime)


def add_rates(
    log: LogWriter, tag: str, rates: Rates, step: int | None, walltime: float | None
) -> None:
    """Log a precision-recall curve of counts."""
    from vdlite.kinds.counted import pr_curve_of_rates

    payload, summary = pr_curve_of_rates(rates.tp, rates.fp, rates.tn, rates.fn)
    log.add_record("pr_curve", tag, payload, step, walltime, summary)


def _add_histogram(
    log: LogWriter, tag: str, counts: Counts, step: int | None, walltime: float | None
) -> None:
    from vdlite.kinds.counted import histogram_of_counts

    payload, summary = histogram_of_counts(
        counts.counts,
        counts.edges,
        count=counts.number,
        total=counts.total,
        squares=counts.squares,
    )
    log.add_record("histogram", tag, payload, step, walltime, summary)


def _add_pictures(
    log: LogWriter, tag: str, given: Files, step: int | None, walltime: float | None
) -> None:
    with needed("a picture"):
        from PIL import Image

    pictures = []
    for data in given.files:
        try:
            with Image.open(io.BytesIO(data)) as picture:
                if getattr(picture, "is_animated", False):
                    log.add_video(tag, data, step, walltime=walltime)
                    return
                picture.load()
                pictures.append(picture.copy())
        except PayloadError:
            raise
        except Exception as error:  # Pillow raises a dozen sorts for bytes that are no picture
            raise FormatError(f"image {tag!r:.200}: {error}") from error
    if len(pictures) == 1:
        log.add_image(tag, pictures[0], step, walltime)
    elif pictures:
        log.add_image_matrix(tag, pictures, step, walltime=walltime)


def _add_sounds(
    log: LogWriter, tag: str, given: Files, step: int | None, walltime: float | None
) -> None:
    from vdlite.kinds import audio

    for number, data in enumerate(given.files):
        name = tag if len(given.files) == 1 else f"{tag}/{number}"
        try:
            sound = audio.decode(data)
        except FormatError as error:
            # Other files than WAV are no damage.
            warn_once("vdlite: a sound was left out, since it is no WAV file: %s", error)
            continue
        log.add_audio(name, sound.samples, step, sound.sample_rate, walltime)
