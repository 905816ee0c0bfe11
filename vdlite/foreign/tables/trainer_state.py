"""What the Trainer of transformers keeps of a training: `trainer_state.json`, which is rewritten at each checkpoint."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from vdlite.errors import FormatError
from vdlite.foreign.decoder_state import LeftOut
from vdlite.foreign.formats import ANEW, Format, ReadPart
from vdlite.foreign.tables.meanings import step_of
from vdlite.foreign.tables.scalar_columns import ScalarColumns, number_of
from vdlite.format.batch import Batch, Damage, Header
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded

_MOST_BYTES = 1 << 26  # which take twenty times as much memory while they are parsed
_MOST_TEXT = 200  # characters
_CUT = 16  # characters or bytes at the end, which may be a part of a number, a word or a sign
_PARTS = ("eval", "test")


class StateDecoder:
    """Decodes one file: see `formats.Decoder`. It is read when it is whole."""

    def __init__(self) -> None:
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._left_out = LeftOut()

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
        self.wants = 0
        try:
            state = json.loads(data) if not self.offset else None
        except (ValueError, RecursionError) as error:
            place = _place_of(error, data)
            if place is None and len(data) < _MOST_BYTES:
                self.wants = len(data) + 1
                return batch
            batch.damage.append(
                Damage(place or 0, len(data) - (place or 0), f"it is no JSON: {error}"[:_MOST_TEXT])
            )
            self.head = ANEW
            state = None
        self.offset += len(data)
        if state is not None:
            self.head = ANEW
        columns = ScalarColumns()
        for tag, step, value in self._points(state):
            columns.add(tag, step, self.written, value)
        columns.hand_over(batch)
        batch.header = Header(VERSION, {"created": self.written})
        return batch

    def _points(self, state: Any) -> Iterator[tuple[str, int, float]]:
        history = state.get("log_history") if isinstance(state, dict) else None
        if not isinstance(history, list):
            self._left_out.add("states without a history")
            return
        for row in history:
            step = row.get("step") if isinstance(row, dict) else None
            whole = step_of(number_of(step)) if isinstance(step, int | float) else None
            if whole is None:
                self._left_out.add("rows without a step")
                continue
            for name, value in row.items():
                if name == "step":
                    continue
                if isinstance(value, int | float):
                    yield _tag(name), whole, number_of(value)
                elif value is not None:
                    self._left_out.add(f"texts and lists called {name:.60}")


def encode_at(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`: only scalars are read."""
    raise FormatError(f"byte {offset}: there is no {kind}")


FORMAT = Format("transformers", StateDecoder, encode_at)


def _place_of(error: Exception, data: bytes | bytearray) -> int | None:
    """The place where a text is no JSON; None if it may only be cut short."""
    if isinstance(error, UnicodeDecodeError):
        return error.start if error.start < len(data) - _CUT else None
    if not isinstance(error, json.JSONDecodeError) or error.msg.startswith("Unterminated string"):
        return 0 if isinstance(error, RecursionError) else None
    return error.pos if error.pos < len(error.doc.rstrip()) - _CUT else None


def _tag(name: str) -> str:
    """The tag that the Trainer itself uses for TensorBoard."""
    part, _, rest = name.partition("_")
    return f"{part}/{rest}" if part in _PARTS and rest else f"train/{name}"
