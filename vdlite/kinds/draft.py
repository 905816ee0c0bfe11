"""What stands between a caller's values and a record."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

import msgpack
import numpy as np

from vdlite.errors import PayloadError, shown

MOST_SUMMARY_BYTES = 4096
"""Of a summary as msgpack: it lies in the log file, which is read as a whole."""

_Arguments = ParamSpec("_Arguments")
_Made = TypeVar("_Made")


class Draft(Protocol):
    """A private copy of what the caller handed over, checked, that is not bytes yet.

    Making one is quick and raises PayloadError for what can't be logged. Encoding may be slow: for a large draft
    the writer's thread does it, while the training goes on. Nothing that the caller changes later is seen. Encoding
    it again gives the same: an interrupted call may be repeated.
    """

    @property
    def nbytes(self) -> int:
        """Bytes of memory that it holds."""

    def encode(self) -> tuple[bytes, Mapping[str, Any]]:
        """The payload's bytes, and its summary: a little to know of it without reading it (4 KiB of msgpack at most)."""


class Ready:
    """A draft of a payload that is bytes already."""

    __slots__ = ("_payload", "_summary")

    def __init__(self, payload: bytes, summary: Mapping[str, Any]) -> None:
        self._payload = payload
        self._summary = summary

    @property
    def nbytes(self) -> int:
        return len(self._payload)

    def encode(self) -> tuple[bytes, Mapping[str, Any]]:
        return self._payload, self._summary


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
            except PayloadError:
                raise
            except Exception as error:
                raise PayloadError(
                    f"{kind}: got what can't be taken: {shown(error, 200)}"
                ) from error

        return made

    return around


def encoded(draft: Draft) -> tuple[bytes, Mapping[str, Any]]:
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
