"""A call of every kind that has one, small and large, for programs that are killed.

Each value gives its step, so that nobody's record can be taken for another's.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from vdlite import LogReader, LogWriter
from vdlite.kinds.profile import Lane, RawEvents, Recording

Call = Callable[[LogWriter, str, int], object]
"""Logs a record of that tag and step."""


def _pixels(step: int, size: int) -> Any:
    return np.full((size, size, 3), step % 251, np.uint8)


def _samples(step: int, size: int) -> tuple[Any, Any]:
    scores = np.linspace(0, 1, size, dtype=np.float32) + step
    return np.arange(size) % 2 == 0, scores


def _recording(step: int, size: int) -> Recording:
    numbers = np.arange(size, dtype=np.int64)
    return Recording(
        facts={"source": "test", "number": step},
        strings=["", "x"],
        lanes=[Lane("1", "1", "main")],
        base=0,
        events=RawEvents(
            start=2 * numbers,
            duration=np.ones(size, np.int64),
            lane=np.zeros(size, np.int64),
            name=np.ones(size, np.int64),
            category=np.zeros(size, np.int64),
        ),
    )


SMALL: Mapping[str, Call] = {
    "scalar": lambda writer, tag, step: writer.add_scalar(tag, step, step),
    "text": lambda writer, tag, step: writer.add_text(tag, f"{step}", step),
    "record": lambda writer, tag, step: writer.add_record("own", tag, b"%d" % step, step),
    "histogram": lambda writer, tag, step: writer.add_histogram(tag, [step], step),
    "image": lambda writer, tag, step: writer.add_image(tag, _pixels(step, 4), step),
    "confusion_matrix": lambda writer, tag, step: writer.add_confusion_matrix(
        tag, matrix=[[step, 0], [0, 1]], step=step
    ),
    "graph": lambda writer, tag, step: writer.add_graph(
        {"nodes": [{"type": "input", "attributes": {"step": step}}]}, tag=tag, step=step
    ),
    "mesh": lambda writer, tag, step: writer.add_mesh(tag, [[step, 0, 0]], step=step),
    "landscape": lambda writer, tag, step: writer.add_landscape(
        tag, ([0.0, 1.0], None, [float(step), 0.0]), step
    ),
}

LARGE: Mapping[str, Call] = {
    "text": lambda writer, tag, step: writer.add_text(tag, f"{step} " * 600_000, step),
    "histogram": lambda writer, tag, step: writer.add_histogram(
        tag, np.full(50_000, step, np.float32), step
    ),
    "image": lambda writer, tag, step: writer.add_image(tag, _pixels(step, 120), step),
    "image_matrix": lambda writer, tag, step: writer.add_image_matrix(
        tag, [_pixels(step, 60)] * 4, step
    ),
    "tensor": lambda writer, tag, step: writer.add_tensor(tag, np.full((90, 70), step), step),
    "audio": lambda writer, tag, step: writer.add_audio(
        tag, np.full(20_000, step % 30_000, np.int16), step
    ),
    "video": lambda writer, tag, step: writer.add_video(
        tag, np.full((8, 60, 60, 1), step % 251, np.uint8), step
    ),
    "pr_curve": lambda writer, tag, step: writer.add_pr_curve(tag, *_samples(step, 5000), step),
    "roc_curve": lambda writer, tag, step: writer.add_roc_curve(tag, *_samples(step, 5000), step),
    "profile": lambda writer, tag, step: writer.add_profile(_recording(step, 2000), tag, step),
    "mesh": lambda writer, tag, step: writer.add_mesh(
        tag, np.full((20_000, 3), step, np.float32), step=step
    ),
    "embeddings": lambda writer, tag, step: writer.add_embeddings(
        tag, np.full((200, 30), step, np.float32), [f"{step}"] * 200, step=step
    ),
}

KIND_OF = {"image_matrix": "image", "record": "own"}
"""Of the calls above, where the kind has another name."""


def step_of(call: str, payload: Any) -> int:
    """The step that a payload holds; of pixels, modulo 251."""
    match call:
        case "text":
            return int(payload.split()[0])
        case "record":
            return int(payload)
        case "histogram":
            return int(payload.max)
        case "image" | "image_matrix":
            return int(payload.pixels[0, 0, 0])
        case "confusion_matrix":
            return int(payload.counts[0, 0])
        case "graph":
            return int(payload.attributes[0]["step"])
        case "landscape":
            return int(payload.values["loss"].flat[0])
        case "tensor":
            return int(payload.values[0, 0])
        case "audio":
            return int(payload.samples[0, 0])
        case "video":
            return int(payload.frames()[0, 0, 0, 0])
        case "pr_curve" | "roc_curve":
            return int(payload.threshold[-1])
        case "profile":
            assert len(payload.content.events) == 2000
            return int(payload.tables.facts["number"])
        case "mesh":
            return int(payload.vertices[-1, 0])
        case "embeddings":
            return int(payload.vectors[0, 0])
    raise ValueError(call)


def readable(reader: LogReader, run: str, call: str, tag: str) -> list[int]:
    """The steps of the records of a call that can be read, in order, superseded ones too; each payload is looked at."""
    if call == "scalar":
        points = reader.scalars(run, tag, superseded=True)
        assert points.values.tolist() == points.steps.tolist()
        steps: list[int] = points.steps.tolist()
        return steps
    records = reader.records(run, KIND_OF.get(call, call), tag, superseded=True)
    for record in records:
        wanted = record.step % 251 if call in ("image", "image_matrix", "video") else record.step
        assert step_of(call, record.payload) == wanted
    return [record.step for record in records]
