"""What a caller may hand to any add_*: tags, steps and walltimes."""

import operator
import os
from collections.abc import Mapping
from time import time as now_seconds
from typing import Any, SupportsIndex, TypeAlias

import msgpack
import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError, shown
from vdlite.kinds.draft import taking
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.writer.notices import warn

StepLike: TypeAlias = SupportsIndex | float

MAX_TAG_BYTES = 4096
MAX_KIND_BYTES = 64
MAX_SUMMARY_BYTES = 4096
MAX_NAME_BYTES = 4096
_MOST = 1_000_000_000  # seconds or records: what threads can wait for
_INT64 = 1 << 63
_EXACT_FLOATS = 2.0**53  # up to here a float64 is that very integer
# 1e11 seconds are the year 5138; 1e11 milliseconds are 1973. VisualDL's walltimes are milliseconds.
_FIRST_MILLISECONDS = 1e11


def check_tag(tag: object) -> str:
    """The tag, if it is one. Raises PayloadError otherwise."""
    if type(tag) is not str:
        tag = _plain(tag, "tag")
    if not tag:
        raise PayloadError("tag: got an empty string, want a name such as 'loss/train'")
    try:
        size = len(tag.encode())
    except UnicodeEncodeError as error:
        raise PayloadError(f"tag: got {tag!r:.60}, want valid Unicode") from error
    if size > MAX_TAG_BYTES:
        raise PayloadError(f"tag: got {size} bytes, want at most {MAX_TAG_BYTES}: {tag:.60}...")
    return tag


def check_kind(kind: object) -> str:
    """The name of a kind, if it can be one. Raises PayloadError otherwise."""
    text = kind if type(kind) is str else _plain(kind, "kind")
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        size = 0
    if not 0 < size <= MAX_KIND_BYTES:
        raise PayloadError(f"kind: got {shown(text)}, want a name of 1 to {MAX_KIND_BYTES} bytes")
    return text


def _plain(given: object, name: str) -> str:
    """The text of a string of another class, whose own methods may do anything. Raises PayloadError for what is none."""
    if issubclass(type(given), str):
        return str.__str__(given)
    raise PayloadError(f"{name}: got {type(given).__name__} {shown(given)}, want a string")


def check_step(step: object) -> int:
    """The step as an int64. Raises PayloadError if it is not a whole number in that range."""
    try:
        whole = _whole(step)
    except Exception as error:  # a tensor without values raises RuntimeError, others what they like
        raise PayloadError(
            f"step: got {type(step).__name__} {shown(step)}, want a whole number"
        ) from error
    if not -_INT64 <= whole < _INT64:
        # In hexadecimal: Python refuses to write long numbers in decimal.
        raise PayloadError(f"step: got {hex(whole):.40}, want a 64-bit integer")
    return whole


def given_step(step: object) -> int | None:
    """The step as `check_step` has it; None, as where none is given, for None and for NaN, which is reported once."""
    if step is None or type(step) is int:
        return None if step is None else check_step(step)
    try:
        is_nan = step != step and float(step) != float(step)  # type: ignore[arg-type]  # raises for anything else
    except Exception:  # noqa: BLE001  # whatever an object's own comparison does
        is_nan = False
    if not is_nan:
        return check_step(step)
    _tell_nan("step", "taken as none: what is logged goes on from the last one")
    return None


def _whole(step: Any) -> int:
    """The step as an integer; raises anything if it is none."""
    if isinstance(step, (bool, np.bool_)):
        raise TypeError("a truth value is no step")  # an argument in the wrong place, most likely
    try:
        return operator.index(step)
    except TypeError:
        if not isinstance(step, float) and getattr(step, "size", 1) == 1 and hasattr(step, "item"):
            step = step.item()
        if isinstance(step, (float, np.floating)) and step == step // 1:
            return int(step)
        return operator.index(step)


def check_walltime(walltime: object) -> float:
    """The walltime in seconds since 1970; milliseconds are recognized by their size; NaN is now, which is reported once.

    Raises PayloadError for anything else than a finite number or NaN.
    """
    try:
        seconds = float(walltime)  # type: ignore[arg-type]  # whatever is no number raises TypeError
    except OverflowError as error:
        raise PayloadError(
            "walltime: got an integer beyond float64, want seconds since 1970"
        ) from error
    except Exception as error:  # whatever an object's own __float__ raises
        raise PayloadError(
            f"walltime: got {type(walltime).__name__} {shown(walltime)}, want seconds since 1970"
        ) from error
    if seconds != seconds:  # NaN, without another import for the fastest call
        return _instead_of_nan()
    if not abs(seconds) < float("inf"):
        raise PayloadError(f"walltime: got {seconds}, want seconds since 1970")
    return seconds / 1000 if seconds >= _FIRST_MILLISECONDS else seconds


_warned_of_nan: set[str] = set()


def _tell_nan(what: str, taken: str) -> None:
    """Once for each argument: a NaN never ends a training."""
    if what not in _warned_of_nan:
        _warned_of_nan.add(what)
        warn("vdlite: got NaN for a %s, which is %s", what, taken)


def _instead_of_nan() -> float:
    _tell_nan("walltime", "taken for the present time")
    return now_seconds()


@taking("steps")
def check_steps(steps: ArrayLike, count: int) -> NDArray[np.int64] | None:
    """The steps as int64s, where NaN is one more than the step before it; None if none is a number.

    Raises PayloadError if they are not `count` whole numbers in that range.
    """
    is_array = isinstance(steps, np.ndarray) and steps.ndim == 1 and steps.dtype == object
    if is_array or isinstance(steps, (list, tuple)):
        # NumPy would make floats of integers that are mixed with others, or too large.
        known = [given_step(step) for step in steps]
        if len(known) != count:
            raise PayloadError(
                f"steps: got shape ({len(known)},), want ({count},), one for each value"
            )
        if None in known:
            return _with_steps_between(known)
        steps = np.array(known, np.int64)
    array = _one_each(steps, count, "steps")
    if array.dtype.kind == "f" and np.isnan(array).any():
        return check_steps(array.tolist(), count)
    if array.dtype.kind == "f":
        array = array.astype(np.float64)
        if not np.array_equal(array, np.floor(array)):
            raise PayloadError("steps: got fractions or no numbers among them, want whole numbers")
        if count and np.abs(array).max() > _EXACT_FLOATS:
            raise PayloadError(
                f"steps: got {array[np.abs(array).argmax()]} as a float, want integers beyond 2**53"
            )
    elif count and array.dtype.kind == "u" and array.max() >= _INT64:
        raise PayloadError(f"steps: got {array.max()}, want 64-bit integers")
    return array.astype(np.int64, copy=False)


def _with_steps_between(known: list[int | None]) -> NDArray[np.int64] | None:
    first = next((at for at, step in enumerate(known) if step is not None), None)
    if first is None:
        return None
    step = (known[first] or 0) - first - 1
    steps = [step := step + 1 if each is None else each for each in known]
    return np.array([check_step(step) for step in steps], np.int64)


@taking("walltimes")
def check_walltimes(walltimes: ArrayLike, count: int) -> NDArray[np.float64]:
    """The walltimes in seconds since 1970, each as `check_walltime` has it."""
    with np.errstate(over="ignore"):  # longer floats than float64 are infinite
        seconds = _one_each(walltimes, count, "walltimes").astype(np.float64, copy=False)
    if np.isinf(seconds).any():
        raise PayloadError("walltimes: got infinity, want seconds since 1970")
    if np.isnan(seconds).any():
        seconds = np.where(np.isnan(seconds), _instead_of_nan(), seconds)
    return np.where(seconds >= _FIRST_MILLISECONDS, seconds / 1000, seconds)


def _one_each(values: ArrayLike, count: int, name: str) -> NDArray[Any]:
    array = as_array(values, name)
    if array.shape != (count,):
        raise PayloadError(f"{name}: got shape {array.shape}, want ({count},), one for each value")
    return array


def check_summary(summary: Mapping[str, Any]) -> Mapping[str, Any]:
    """A copy of the summary. Raises PayloadError if it is not a small mapping that msgpack can hold."""
    try:
        packed = msgpack.packb(dict(summary), default=_packable)
        # Keys such as tuples can be packed, but never be read.
        copy: Mapping[str, Any] = msgpack.unpackb(packed, strict_map_key=False)
    except Exception as error:  # whatever a mapping of the caller's own raises
        raise PayloadError(f"summary: got {shown(summary)}, want a mapping for msgpack") from error
    if len(packed) > MAX_SUMMARY_BYTES:
        raise PayloadError(f"summary: got {len(packed)} bytes, want at most {MAX_SUMMARY_BYTES}")
    return copy


def _packable(value: object) -> object:
    """The number in msgpack of one of NumPy's; raises TypeError for anything else."""
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return value.item()
    raise TypeError(f"got {type(value).__name__}")


def check_options(
    *,
    max_queue: object,
    flush_secs: object,
    filename_suffix: object,
    file_name: object,
    comment: object,
    display_name: object,
) -> None:
    """Raises PayloadError if an option of LogWriter is wrong."""
    for name, number in (("max_queue", max_queue), ("flush_secs", flush_secs)):
        if not isinstance(number, (int, float)) or not 0 <= number <= _MOST:
            raise PayloadError(f"{name}: got {shown(number)}, want a number from 0 to {_MOST:,}")
    file_names = (
        ("filename_suffix", filename_suffix),
        ("file_name", file_name),
        ("comment", comment),
    )
    for name, text in file_names:
        if not isinstance(text, str) or "/" in text or os.sep in text or "\0" in text:
            raise PayloadError(f"{name}: got {shown(text)}, want a file name without a folder")
    for name, text in (("display_name", display_name), ("comment", comment)):
        # They go into the log's first record: if that is too long, nothing of the log can be read.
        if not isinstance(text, str) or len(text.encode(errors="replace")) > MAX_NAME_BYTES:
            raise PayloadError(
                f"{name}: got {shown(text)}, want a string of at most {MAX_NAME_BYTES} bytes"
            )
