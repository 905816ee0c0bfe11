"""Folders of TensorBoard's projector: `projector_config.pbtxt` names tables of vectors and labels, and pictures."""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.decoder_state import LeftOut, SeriesNumbers
from vdlite.foreign.formats import ANEW, Format, ReadBeside, ReadPart
from vdlite.foreign.media.pictures import opened
from vdlite.format.batch import Batch, Damage, Entries, Entry, Header
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded, encoded

_KIND = "embeddings"
_MOST_BYTES = 1 << 24  # of the file itself
_TOKEN = re.compile(
    r"\s+|#[^\n]*|(?P<close>\})|(?P<name>\w+)\s*:?\s*(?P<open>\{)"
    r"|(?P<field>\w+)\s*:\s*(?:\"(?P<text>(?:[^\"\\\n]|\\.)*)\"|(?P<number>-?\d+))"
)
_NAME = re.compile(r"(?P<tag>.*):(?P<step>\d{1,18})")


@dataclass(slots=True)
class _Embedding:
    """The embedding that one block describes."""

    at: int  # of the block's first byte
    texts: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, list[int]] = field(default_factory=dict)

    @property
    def series(self) -> tuple[str, int]:
        """Tag and step, which PyTorch writes as `tag:00012`."""
        name = self.texts.get("tensor_name") or "default"
        match = _NAME.fullmatch(name)
        return (name, 0) if match is None else (match["tag"] or "default", int(match["step"]))


class ProjectorDecoder:
    """Decodes one file: see `formats.Decoder`. It is read anew when it has changed."""

    def __init__(self, beside: ReadBeside | None = None) -> None:
        """beside: reads the files that it names; None: nothing is read."""
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._beside = beside
        self._left_out = LeftOut()
        self._numbers = SeriesNumbers()

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`."""
        return self._left_out.counts()

    def skip_zeroes(self, end: int) -> None:
        """See `formats.Decoder`."""
        self.offset = end

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        batch = Batch()
        rows: list[Entry] = []
        if not self.offset and len(data) <= _MOST_BYTES:
            self.head = ANEW
            batch.header = Header(VERSION, {"created": self.written})
            for found in _embeddings(bytes(data)):
                self._add(found, rows, batch)
        self.offset += len(data)
        if rows:
            batch.entries.append(Entries.of(rows))
        return batch

    def _add(self, found: _Embedding, rows: list[Entry], batch: Batch) -> None:
        if "tensor_path" not in found.texts:
            self._left_out.add("embeddings within a checkpoint")
            return
        if self._beside is None:
            return
        try:
            payload, summary = _encode(found, self._beside)
        except (FormatError, PayloadError, OSError):
            self._left_out.add("embeddings whose files can't be read")
            return
        tag, step = found.series
        number = self._numbers.of(_KIND, tag, batch)
        place = (False, found.at, len(payload), crc32(payload), summary)
        rows.append(Entry(number, step, self.written, *place))


def _embeddings(data: bytes) -> Iterator[_Embedding]:
    """The blocks of a file that are whole."""
    text = data.decode("latin-1")  # a byte is a character, for offsets
    open_names: list[str] = []
    found: _Embedding | None = None
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            at = text.find("\n", at) + 1 or len(text)
            continue
        if token["open"]:
            open_names.append(token["name"])
            if open_names == ["embeddings"]:
                found = _Embedding(at)
        elif token["close"] and open_names:
            open_names.pop()
            if not open_names and found is not None:
                yield found
                found = None
        elif token["field"] and found is not None:
            if token["number"] is not None:
                found.numbers.setdefault(token["field"], []).append(int(token["number"]))
            else:
                found.texts[token["field"]] = _unescaped(token["text"])
        at = token.end()


def _unescaped(text: str) -> str:
    def of(match: re.Match[str]) -> str:
        escape = match[1]
        return (
            chr(int(escape, 8) & 0xFF)
            if escape.isdigit()
            else {"n": "\n", "t": "\t"}.get(escape, escape)
        )

    plain = re.sub(r"\\([0-7]{1,3}|.)", of, text)
    return plain.encode("latin-1").decode("utf-8", "replace")


def _encode(found: _Embedding, read: ReadBeside) -> Encoded:
    """The payload and summary of an embedding. Raises FormatError, PayloadError, OSError."""
    from vdlite.kinds import embeddings

    vectors = _vectors(found, read)
    names, columns = _metadata(found, read, len(vectors))
    pictures = _pictures(found, read, len(vectors))
    return encoded(embeddings.embeddings(vectors, columns, names, thumbnails=pictures))


def _vectors(found: _Embedding, read: ReadBeside) -> NDArray[np.float64] | NDArray[np.float32]:
    data = read(found.texts["tensor_path"])
    if found.texts["tensor_path"].endswith(".bytes"):
        shape = found.numbers.get("tensor_shape", [])
        if len(shape) != 2 or min(shape) < 0 or shape[0] * shape[1] * 4 != len(data):
            raise FormatError(f"got {len(data)} bytes of float32, want those of the shape {shape}")
        return np.frombuffer(data, "<f4").reshape(shape)
    if not data.strip():
        return np.empty((0, 0))
    try:
        return np.loadtxt(io.BytesIO(data), delimiter="\t", ndmin=2, comments=None)
    except ValueError as error:
        raise FormatError(f"vectors: {error}") from error


def _metadata(
    found: _Embedding, read: ReadBeside, points: int
) -> tuple[list[str] | None, list[Sequence[float] | Sequence[str]] | None]:
    """Names and columns of the labels; a table of several columns has a row with their names."""
    if "metadata_path" not in found.texts:
        return None, None
    text = read(found.texts["metadata_path"]).decode("utf-8", "replace")
    rows = [line.split("\t") for line in text.removesuffix("\n").split("\n")]
    names = [f"{name}_{at}" if name in rows[0][:at] else name for at, name in enumerate(rows[0])]
    if len(names) == 1:
        names = ["label"]
    else:
        del rows[0]
    if len(rows) != points or any(len(row) != len(names) for row in rows):
        raise FormatError(f"got {len(rows)} rows of labels, want {points} of {len(names)} each")
    return names, [_as_numbers(column) for column in zip(*rows, strict=True)]


def _as_numbers(cells: Sequence[str]) -> Sequence[float] | Sequence[str]:
    """The cells as numbers, if all of them are."""
    for kind in (int, float):
        try:
            numbers = [kind(cell) for cell in cells]
        except ValueError:
            continue
        if all(-(2**63) <= number < 2**63 for number in numbers) or kind is float:
            return numbers
    return list(cells)


def _pictures(found: _Embedding, read: ReadBeside, points: int) -> NDArray[np.uint8] | None:
    """The pictures of the points, which a sprite has side by side, in rows."""
    if "image_path" not in found.texts:
        return None
    sheet = np.asarray(opened(read(found.texts["image_path"])).convert("RGBA"))
    width, height = ([*found.numbers.get("single_image_dim", []), 0, 0])[:2]
    if width < 1 or height < 1 or sheet.shape[1] % width:
        raise FormatError(f"got pictures of {width} x {height} in a sprite of {sheet.shape}")
    across, down = sheet.shape[1] // width, sheet.shape[0] // height
    if across * down < points:
        raise FormatError(f"got a sprite of {across * down} pictures, want {points}")
    cells = sheet[: down * height].reshape(down, height, across, width, 4).swapaxes(1, 2)
    pictures: NDArray[np.uint8] = cells.reshape(-1, height, width, 4)[:points]
    return pictures[..., :3] if (pictures[..., 3] == 255).all() else pictures


def encode_at(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`: nothing is read without the files beside."""
    raise FormatError(f"byte {offset}: there is no {kind}")


def encode_beside(read: ReadPart, beside: ReadBeside, offset: int, kind: str, _tag: str) -> Encoded:
    """See `formats.Format`; the offset is that of the embedding's block."""
    found = next(_embeddings(read(offset, _MOST_BYTES)), None)
    if found is None or kind != _KIND:
        raise FormatError(f"byte {offset}: there is no {kind}")
    try:
        return _encode(found, beside)
    except PayloadError as error:
        raise FormatError(str(error)) from error


FORMAT = Format(
    "TensorBoard",
    ProjectorDecoder,
    encode_at,
    make_decoder_beside=ProjectorDecoder,
    encode_beside=encode_beside,
)
