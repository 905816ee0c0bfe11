"""Hyperparameters: what one trial was given, and the tags of the scalars that judge it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.numbers.packing import pack, unpack

NAME = "hparams"

Hparam: TypeAlias = "bool | int | float | str | None"

_INT64 = 1 << 63
_PREVIEW = 32  # of the hyperparameters, in the summary
_PREVIEW_TEXT = 60  # characters


@dataclass(frozen=True, slots=True)
class Hparams:
    """One trial."""

    hparams: Mapping[str, Hparam]  # by name, in the order they were given
    metrics: tuple[str, ...]  # tags of scalars of the same run


@taking(NAME)
def hparams(values: object, metrics: object) -> Ready:
    """A draft of a trial.

    values: a mapping of names to numbers, strings, booleans or None; NumPy scalars and arrays or tensors of size one
        are numbers; anything else, such as a list, is kept as text.
    metrics: tags of scalars.
    Raises PayloadError if they are not such.
    """
    if not isinstance(values, Mapping):
        raise PayloadError(
            f"hparams_dict: got {type(values).__name__} {values!r:.60}, want a mapping of name to value"
        )
    if isinstance(metrics, (str, bytes)) or not isinstance(metrics, Iterable):
        raise PayloadError(f"metrics_list: got {metrics!r:.60}, want a list of tags")
    plain = {_name(name): _plain(value) for name, value in values.items()}
    tags = [_tag(tag) for tag in metrics]
    payload = pack({"hparams": plain, "metrics": tags})
    preview = {
        name[:_PREVIEW_TEXT]: value[:_PREVIEW_TEXT] if isinstance(value, str) else value
        for name, value in list(plain.items())[:_PREVIEW]
    }
    return Ready(payload, {"count": len(plain), "preview": _fitting(preview)})


def decode(payload: bytes) -> Hparams:
    """The trial. Raises FormatError for bytes that are none."""
    fields = unpack(payload, NAME)
    values, metrics = fields.get("hparams"), fields.get("metrics")
    if not isinstance(values, dict) or not isinstance(metrics, list):
        raise FormatError("hparams payload: want the fields hparams and metrics")
    return Hparams(values, tuple(map(str, metrics)))


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise PayloadError(
            f"hparams_dict: got a name that is {type(name).__name__} {name!r:.60}, want a string"
        )
    return _text(name)


def _tag(tag: object) -> str:
    if not isinstance(tag, str):
        raise PayloadError(f"metrics_list: got {type(tag).__name__} {tag!r:.60}, want tags")
    return _text(tag)


def _plain(value: Any) -> Hparam:
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, np.generic) or _holds_one(value):
        value = value.item()
    if isinstance(value, (bool, float)) or value is None:
        return value
    if isinstance(value, int):
        # msgpack ends at 64 bits; a float keeps the size of what is larger, if not its digits.
        return int(value) if -_INT64 <= value < 2 * _INT64 else _large(value)
    return _text(value if isinstance(value, str) else str(value))


def _holds_one(value: Any) -> bool:
    """Whether it is an array or a tensor of size one."""
    if isinstance(value, np.ndarray):
        return value.size == 1
    return hasattr(value, "numel") and hasattr(value, "detach") and bool(value.numel() == 1)


def _large(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _text(text: str) -> str:
    return text.encode(errors="replace").decode()


def _fitting(preview: dict[str, Hparam]) -> dict[str, Hparam]:
    """As many of the first as a summary has room for."""
    while preview and len(pack(preview)) > 3000:
        preview.popitem()
    return preview
