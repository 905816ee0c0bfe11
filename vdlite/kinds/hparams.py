"""Hyperparameters: what one trial was given, and the tags of the scalars that judge it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.fields import Hparam, plain, sound
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.packing import pack, unpack

NAME = "hparams"

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
    given = {_name(name): plain(value) for name, value in values.items()}
    tags = [_tag(tag) for tag in metrics]
    payload = pack({"hparams": given, "metrics": tags})
    preview = {
        name[:_PREVIEW_TEXT]: value[:_PREVIEW_TEXT] if isinstance(value, str) else value
        for name, value in list(given.items())[:_PREVIEW]
    }
    return Ready(payload, {"count": len(given), "preview": _fitting(preview)})


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
    return sound(name)


def _tag(tag: object) -> str:
    if not isinstance(tag, str):
        raise PayloadError(f"metrics_list: got {type(tag).__name__} {tag!r:.60}, want tags")
    return sound(tag)


def _fitting(preview: dict[str, Hparam]) -> dict[str, Hparam]:
    """As many of the first as a summary has room for."""
    while preview and len(pack(preview)) > 3000:
        preview.popitem()
    return preview


KIND = Kind(NAME, decode)
