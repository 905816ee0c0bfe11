"""What other tools call something is answered with what it is called here."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import wraps
from typing import ParamSpec, TypeVar

from vdlite.errors import PayloadError

P = ParamSpec("P")
T = TypeVar("T")

_ARGUMENTS: Mapping[str, str] = {
    "global_step": "step",
    "scalar_value": "value",
    "log_dir": "logdir",
    "logging_dir": "logdir",
    "bins": "buckets",
    "max_bins": "buckets",
    "img_tensor": "img",
    "image": "img",
    "snd_tensor": "audio_array",
    "vid_tensor": "video",
    "hparam_dict": "hparams_dict",
    "metric_dict": "metrics_list",
    "label_img": "thumbnails",
    "values_by_sub_tag": "tag_scalar_dict",
    "names": "tags",
    "keys": "tags",
    "wall_time": "walltime",
    "timestamp": "walltime",
    "config_dict": "look",
}
"""Arguments of TensorBoard's and tensorboardX's writers, and of habit, by what they are called here."""

_METHODS: Mapping[str, str] = {
    "add_images": "add_image (dataformats='NCHW') or add_image_matrix",
    "add_image_with_boxes": "add_figure, or add_image of a picture with the boxes drawn",
    "add_embedding": "add_embeddings",
    "add_pr_curve_raw": "add_pr_curve, which counts by itself",
    "add_histogram_raw": "add_histogram, which counts by itself",
    "add_summary": "an add_ method for each value",
    "add_custom_scalars_multilinechart": "add_custom_scalars({category: {title: tags}})",
    "add_custom_scalars_marginchart": "add_custom_scalars({category: {title: ['Margin', tags]}})",
    "log": "add_scalars, or add_scalar for each number",
    "log_metrics": "add_scalars, or add_scalar for each number",
    "log_params": "add_hparams",
    "get_logdir": "the attribute logdir",
}
"""Methods of other tools' writers, and what does the same here."""


def with_hint(method: Callable[P, T]) -> Callable[P, T]:
    """The method; a call whose arguments have wrong names is answered with the right ones, and errors begin with the tag.

    It costs about 0.2 us a call, so `add_scalar` does without.
    """
    known = list(inspect.signature(method).parameters)
    has_tag = known[1:2] == ["tag"]
    name = "" if method.__name__ == "__init__" else f".{method.__name__}"

    @wraps(method)
    def call(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return method(*arguments, **named)
        except PayloadError as error:
            tag = arguments[1] if len(arguments) > 1 else named.get("tag")
            if has_tag and isinstance(tag, str):
                error.args = (_of_tag(tag, method.__name__, str(error)),)
            raise
        except TypeError as error:
            if not is_of_the_call(error):
                raise
            raise TypeError(f"LogWriter{name}(){_said(error, named, known)}") from None

    return call


def unknown_argument(method: str, unknown: Mapping[str, object], known: list[str]) -> TypeError:
    """The error to be raised for arguments of these names."""
    name = next(iter(unknown))
    return TypeError(
        f"LogWriter.{method}() got an unexpected keyword argument {name!r}{_hint(unknown, known)}"
    )


def is_of_the_call(error: TypeError) -> bool:
    """True if arguments did not fit, for who has just called something; False if it comes from within."""
    trace = error.__traceback__
    return trace is None or trace.tb_next is None


def unknown_attribute(
    name: str, of: str = "LogWriter", instead: Mapping[str, str] = _METHODS
) -> AttributeError:
    """The error to be raised for an attribute that an object does not have.

    of: its class. instead: what there is in place of attributes that other tools have.
    """
    meant = f": here it is {instead[name]}" if name in instead else ""
    return AttributeError(f"{of!r} object has no attribute {name!r}{meant}", name=name)


def _of_tag(tag: str, method: str, message: str) -> str:
    """The message of an error with the tag before it, in place of the kind where it begins with that."""
    if not tag or message.startswith(("tag: ", f"{tag[:200]}: ")):
        return message
    kind, _, rest = message.partition(": ")
    return f"{tag[:200]}: {rest if method.startswith(f'add_{kind}') else message}"


def _said(error: TypeError, named: Mapping[str, object], known: list[str]) -> str:
    _, _, rest = str(error).partition("()")
    return f"{rest}{_hint(named, known)}"


def _hint(named: Mapping[str, object], known: list[str]) -> str:
    """The hint for the first argument that there is not."""
    for name in named:
        if name in known:
            continue
        if _ARGUMENTS.get(name) in known:
            return f": it is called {_ARGUMENTS[name]!r} here"
        if name in ("project", "config") and "logdir" in known:
            return ": vdlite.init() takes it; LogWriter takes the run's folder, 'runs/PROJECT/NAME'"
        close = get_close_matches(name, known, n=1, cutoff=0.5)
        return f": did you mean {close[0]!r}?" if close else ""
    return ""
