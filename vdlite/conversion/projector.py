"""Embeddings as a folder of TensorBoard's projector: tables and pictures, and the file that names them."""

import re
from pathlib import Path

import numpy as np

from vdlite.kinds.embeddings import Embeddings
from vdlite.reader.series.record_series import Record

_CONFIG = "projector_config.pbtxt"
_BREAKS = re.compile(r"[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")  # that would end a cell or a row


class ProjectorFolder:
    """The files that a run's folder has for the projector beside its event files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._blocks: list[str] = []

    def add(self, record: Record) -> None:
        """Write the files of an embedding. Raises FormatError, OSError for one that can't be read or written."""
        made: Embeddings = record.payload
        safe = re.sub(r"[^\w-]", "_", record.tag)[:80]
        place = f"projector/{len(self._blocks):04d}_{safe}"
        folder = self._folder / place
        folder.mkdir(parents=True)
        lines = [f"tensor_name: {_quoted(f'{record.tag}:{max(record.step, 0):05d}')}"]
        if made.vectors.dtype == np.float32:
            (folder / "tensors.bytes").write_bytes(made.vectors.astype("<f4").tobytes())
            lines += [f"tensor_path: {_quoted(f'{place}/tensors.bytes')}"]
            lines += [f"tensor_shape: {size}" for size in made.vectors.shape]
        else:  # as text, which keeps every digit
            rows = ["\t".join(map(repr, row)) + "\n" for row in made.vectors.tolist()]
            (folder / "tensors.tsv").write_text("".join(rows), "utf-8")
            lines += [f"tensor_path: {_quoted(f'{place}/tensors.tsv')}"]
        if made.columns:
            (folder / "metadata.tsv").write_text(_metadata(made), "utf-8")
            lines += [f"metadata_path: {_quoted(f'{place}/metadata.tsv')}"]
        if made.thumbnails:
            (folder / "sprite.png").write_bytes(made.thumbnails)
            sizes = (made.thumbnail_width, made.thumbnail_height)
            dims = "".join(f" single_image_dim: {size}" for size in sizes)
            lines += [f"sprite {{ image_path: {_quoted(f'{place}/sprite.png')}{dims} }}"]
        self._blocks.append("".join(f"  {line}\n" for line in lines))

    def finish(self) -> None:
        """Write the file that names the others, if there are any."""
        if self._blocks:
            text = "".join(f"embeddings {{\n{block}}}\n" for block in self._blocks)
            (self._folder / _CONFIG).write_text(text, "utf-8")


def _metadata(made: Embeddings) -> str:
    """A row for each point; those of several columns have one with their names in front."""
    rows = zip(*(list(column) for column in made.columns), strict=True)
    table = [list(map(str, row)) for row in rows]
    if len(made.columns) > 1:
        table.insert(0, list(made.names))
    return "".join("\t".join(_BREAKS.sub(" ", cell) for cell in row) + "\n" for row in table)


def _quoted(text: str) -> str:
    """A text as protocol buffers write it: what is no plain letter as its bytes."""
    escaped = (
        chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else f"\\{byte:03o}"
        for byte in text.encode("utf-8", "surrogateescape")
    )
    return f'"{"".join(escaped)}"'
