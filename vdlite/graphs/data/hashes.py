"""Short hashes that tell whether two things are the same."""

from __future__ import annotations

import types
from hashlib import blake2b
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

_NESTED = (dict, list, tuple)
_BYTES = 6  # among a million pipelines, the chance that any two have the same is 0.2 %
_MOST_HASHED = 1 << 14  # items of a long list
_LARGE = 1 << 26  # bytes of an array
_FEW_HASHED = 1 << 12  # items of a large array, each of which may be on another page of memory


def hash_of(*content: Any) -> str:
    """The hash of numbers, texts, lists and maps of them; the order of a map's names does not count."""
    return blake2b(msgpack.packb(_ordered(content)), digest_size=_BYTES).hexdigest()


def hash_of_items(items: list[Any] | tuple[Any, ...] | range) -> str:
    """The hash of the number of plain items, and of the items; of a long list, of some that are evenly spread."""
    stride = max(1, len(items) // _MOST_HASHED)
    few = list(items[::stride])
    try:
        return hash_of(len(items), np.array(few, np.int64).tobytes())
    except (ValueError, TypeError, OverflowError):
        return hash_of(len(items), [_text(each) for each in few])


def hash_of_array(array: NDArray[Any]) -> str:
    """The hash of an array's dtype, shape and numbers; of a large one, of some that are evenly spread."""
    return hash_of(str(array.dtype), list(array.shape), _content(array))


def _content(array: NDArray[Any]) -> bytes:
    """The content of an array; none of a part of a file: looking at it would read it."""
    base: Any = array
    while base is not None:
        if isinstance(base, np.memmap):
            return b""
        base = getattr(base, "base", None)
    if array.dtype == object:
        return b""
    most = _MOST_HASHED if array.nbytes <= _LARGE else _FEW_HASHED
    flat = array.reshape(-1) if array.flags.c_contiguous else array.flat
    return np.ascontiguousarray(flat[:: max(1, array.size // most)]).tobytes()


def hash_of_code(code: types.CodeType) -> str:
    """The hash of what a function does: lines may move, and its file may have another name."""
    return hash_of(_code(code))


def _code(code: types.CodeType) -> list[Any]:
    constants = [
        _code(each) if isinstance(each, types.CodeType) else _text(each) for each in code.co_consts
    ]
    return [code.co_code, list(code.co_names), constants]


def _ordered(content: Any) -> Any:
    if isinstance(content, dict):
        content = [[name, content[name]] for name in sorted(content)]
    # Most are leaves, for which a call each would take as long as the hash.
    return [_ordered(each) if type(each) in _NESTED else each for each in content]


def _text(given: Any) -> str:
    """The text of plain things only: another object's text may run anything, and hold its place in memory."""
    if given is None or isinstance(given, (bool, int, float, complex, str, bytes)):
        return repr(given)
    if isinstance(given, frozenset):
        return "{" + ", ".join(sorted(map(_text, given))) + "}"
    if isinstance(given, (list, tuple)):
        return "(" + ", ".join(map(_text, given)) + ")"
    return type(given).__name__
