"""Columns of what the events of a trace tell in their arguments."""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from typing import Any, Final

from numpy.typing import NDArray

from vdlite.profiling.files.trace_events import Decoder
from vdlite.profiling.recording.builder import Strings, unless_all
from vdlite.profiling.recording.rows import CollectiveRows, KernelRows, whole

OPTIONAL: Final = {
    "external": 0,
    "correlation": 0,
    "sequence": -1,
    "forward_thread": 0,
    "shapes": 0,
    "args": 0,
    "bytes": 0,
}
"""Columns that a trace may not have, and what stands for nothing in them."""

_NONE, _OPERATOR, _LAUNCH, _KERNEL, _ANY = range(5)

_MOST_BYTES = 64 << 20
_OTHERS = ("Input type", "Concrete Inputs", "Input Strides")


def what_is_read(kind: str, category: str, *, on_device: bool) -> int:
    """The arguments of such events that are read, as `TraceArguments.take` wants them."""
    if kind == "python_function":
        return _NONE  # only numbers of its own
    if kind == "kernel":
        return _KERNEL
    if on_device or category in ("runtime", "synchronization", "memcpy", "memset"):
        return _LAUNCH
    return _OPERATOR if kind in ("cpu_op", "user_annotation") else _ANY


class TraceArguments:
    """Reads them piece by piece."""

    def __init__(self, strings: Strings) -> None:
        self.kernels = KernelRows(strings)
        self.collectives = CollectiveRows(strings)
        self.left_out = 0
        """How many events are without their arguments, since there are too many different ones."""
        self._strings = strings
        self._bytes = 0
        self._known: dict[Hashable, tuple[int, int]] = {}

    def take(
        self, events: Sequence[Any], hows: Sequence[int], decoder: Decoder, first: int
    ) -> dict[str, NDArray[Any]]:
        """Columns of those that tell anything.

        first: position of the first of the events in the recording.
        """
        count = len(events)
        rows: dict[str, list[int]] = {name: [nothing] * count for name, nothing in OPTIONAL.items()}
        external, correlation, nbytes = rows["external"], rows["correlation"], rows["bytes"]
        sequence, forward_thread = rows["sequence"], rows["forward_thread"]
        for row, how in enumerate(hows):
            if how == _NONE:
                continue
            args = events[row].args
            if how == _OPERATOR:
                operator = decoder.operator(args)
                external[row] = operator.external
                sequence[row] = operator.sequence
                forward_thread[row] = operator.forward_thread
                inputs = operator.inputs
                if inputs is not None:
                    known = self._known.get(inputs) or self._new_inputs(inputs, decoder, args)
                    rows["shapes"][row], rows["args"][row] = known
                if operator.is_collective:
                    self.collectives.add(first + row, decoder.arguments(args))
            elif how == _ANY:
                rows["args"][row] = self._text(decoder.text(args))
            else:
                given = decoder.arguments(args)
                external[row] = whole(given.get("External id"))
                correlation[row] = whole(given.get("correlation"))
                nbytes[row] = whole(given.get("bytes"))
                if how == _KERNEL:
                    self.kernels.add(first + row, given)
                    if "Collective name" in given:
                        self.collectives.add(first + row, given, on_device=True)
        return {
            name: array
            for name, column in rows.items()
            if (array := unless_all(column, OPTIONAL[name])) is not None
        }

    def _new_inputs(self, inputs: Hashable, decoder: Decoder, args: Any) -> tuple[int, int]:
        """Positions of the shapes and of the other arguments."""
        given = decoder.arguments(args)
        dims = given.get("Input Dims")
        others = {name: given[name] for name in _OTHERS if name in given}
        found = self._known[inputs] = (
            self._strings.add(json.dumps(dims)) if dims else 0,
            self._text(json.dumps(others, ensure_ascii=False)),
        )
        return found

    def _text(self, text: str) -> int:
        """Position of an argument's text; 0 if there are too many already."""
        if not text or text == "{}":
            return 0
        found = self._strings.positions.get(text)
        if found is not None:
            return found
        if self._bytes + len(text) > _MOST_BYTES:
            self.left_out += 1
            return 0
        self._bytes += len(text)
        return self._strings.add(text)
