"""Drafts: what stands between a caller's values and a record."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

import msgpack
import numpy as np
from numpy.typing import NDArray

from vdlite.errors import MissingPackageError, PayloadError, shown

MOST_SUMMARY_BYTES = 4096
"""Of a summary as msgpack: it lies in the log file, which is read as a whole."""

Arrays: TypeAlias = Sequence[NDArray[Any]]
Settings: TypeAlias = Mapping[str, Any]
"""Whatever `numbers.packing.pack` takes: numbers, text, lists, maps, small arrays."""
Encoded: TypeAlias = tuple[bytes, Mapping[str, Any]]
"""The payload's bytes, and its summary: a little to know of it without reading it (4 KiB of msgpack at most)."""
Encode: TypeAlias = Callable[[Arrays, Settings], Encoded]
"""A kind's way from a draft to a payload: the same for the same arrays and settings, in any process."""

_READY = "ready"  # the setting that holds the summary of a payload that is bytes already

_Arguments = ParamSpec("_Arguments")
_Made = TypeVar("_Made")


class Draft:
    """Values that the caller handed over, checked, that are not bytes yet.

    Making one is quick and raises PayloadError for what can't be logged. Encoding may be slow: for a large draft
    the writer's thread does it, while the training goes on. The arrays may be the caller's own: whoever encodes later
    copies them first. Encoding again gives the same: an interrupted call may be repeated.
    """

    __slots__ = ("arrays", "is_slow", "make", "settings")

    def __init__(
        self,
        make: Encode,
        arrays: Arrays,
        settings: Settings | None,
        *,
        is_slow: bool = False,
    ) -> None:
        """settings: None if only this process can encode it, since something is still on its way from a device.

        is_slow: whether encoding takes long however little there is of it.
        """
        self.make = make
        self.arrays = arrays
        self.settings = settings
        self.is_slow = is_slow

    @property
    def nbytes(self) -> int:
        """Bytes of its arrays."""
        return sum(array.nbytes for array in self.arrays)

    def encode(self) -> Encoded:
        return self.make(self.arrays, {} if self.settings is None else self.settings)


class Ready(Draft):
    """A draft of a payload that is bytes already."""

    __slots__ = ("_payload", "_summary")

    def __init__(self, payload: bytes, summary: Mapping[str, Any]) -> None:
        super().__init__(encode_ready, [np.frombuffer(payload, np.uint8)], {_READY: summary})
        self._payload = payload
        self._summary = summary

    def encode(self) -> Encoded:
        return self._payload, self._summary


def is_ready(settings: Settings) -> bool:
    """True if the only array of a draft with these settings is its payload."""
    return _READY in settings


def encode_ready(arrays: Arrays, settings: Settings) -> Encoded:
    """The payload and the summary that a `Ready` was made of."""
    (payload,) = arrays
    return payload.tobytes(), settings[_READY]


def taking(kind: str) -> Callable[[Callable[_Arguments, _Made]], Callable[_Arguments, _Made]]:
    """For functions that make drafts: whatever the caller's objects do while they are looked at is a PayloadError.

    They may raise anything from their `__array__`, `__len__` or `__str__`, and be larger than memory. What the
    program wants to hear of NumPy's arithmetic does not concern ours, in which NaN and infinities are data.
    """

    def around(make: Callable[_Arguments, _Made]) -> Callable[_Arguments, _Made]:
        @wraps(make)
        def made(*arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Made:
            try:
                with np.errstate(all="ignore"):
                    return make(*arguments, **named)
            except (PayloadError, MissingPackageError):
                raise
            except Exception as error:
                raise PayloadError(
                    f"{kind}: got what can't be taken: {shown(error, 200)}"
                ) from error

        return made

    return around


def encoded(draft: Draft) -> Encoded:
    """The payload's bytes and a summary that a log file takes, whatever the draft says of itself.

    A record is worth more than its summary: what does not fit into that is left out of it.
    """
    with np.errstate(all="ignore"):
        payload, summary = draft.encode()
    if _fits(summary):
        return payload, summary
    fitting: dict[str, Any] = {}
    for name, value in summary.items():
        if _fits(fitting | {name: value}):
            fitting[name] = value
    return payload, fitting


def _fits(summary: Mapping[str, Any]) -> bool:
    try:
        return len(msgpack.packb(dict(summary))) <= MOST_SUMMARY_BYTES
    except (ValueError, TypeError, OverflowError):
        return False
