"""Datasets of Hugging Face: tables, whose history is in their fingerprint, and streams, whose steps are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from vdlite.graphs.data.held import held, parts
from vdlite.graphs.data.transforms import is_transform
from vdlite.kinds.graph.types import Plain

if TYPE_CHECKING:
    from vdlite.graphs.data.walk import Walk

_ABOUT = ("builder_name", "config_name", "dataset_name", "version")
_NO_STEPS = {"ex_iterable", "ex_iterables", "formatting", "features", "token_per_repo_id"}
_NO_STEPS |= {
    "is_batch_accumulate_arrow_table_function",
    "decoding_pool",
    "sleep_on_threads_shutdown",
}
_NO_STEPS |= {"max_num_running_async_map_functions_in_parallel", "generate_more_kwargs_fn"}
_SUFFIX = "ExamplesIterable"


def table(walk: Walk, dataset: Any, attributes: Mapping[str, Any]) -> list[int]:
    info = held(attributes["_info"])
    parameters: dict[str, Plain] = {
        name: walk.value(info[name], name) for name in _ABOUT if _is_known(info.get(name))
    }
    if attributes.get("_split") is not None:
        parameters["split"] = _text(attributes["_split"])
    features = info.get("features")
    if isinstance(features, dict):
        parameters["columns"] = walk.value(list(dict.keys(features)))
    if attributes.get("_format_type") is not None:
        parameters["format"] = walk.value(attributes["_format_type"])
    at = walk.stage(
        dataset,
        "source",
        parameters=parameters,
        rows=len(dataset),
        data=walk.value(attributes["_fingerprint"]),
    )
    chosen = attributes.get("_format_kwargs")
    transform = chosen.get("transform") if isinstance(chosen, dict) else None
    return walk.transformed(transform, [at])


def stream(walk: Walk, attributes: Mapping[str, Any]) -> list[int]:
    return _step(walk, attributes["_ex_iterable"])


def _step(walk: Walk, step: Any, depth: int = 0) -> list[int]:
    """The step after those that it takes its examples from."""
    attributes = held(step)
    inner = [attributes["ex_iterable"]] if "ex_iterable" in attributes else []
    inner += parts(attributes.get("ex_iterables"))
    inner = inner if depth < 200 else []
    before = [end for each in inner for end in _step(walk, each, depth + 1)]
    at = walk.stage(
        step,
        "merge" if len(inner) > 1 else "transform" if inner else "source",
        before,
        type=type(step).__name__.removesuffix(_SUFFIX) or type(step).__name__,
        without=_NO_STEPS,
        stream=None if inner else True,
    )
    for name in ("function", "mask_function"):
        _point_at(walk, at, attributes.get(name))
    return [at]


def _point_at(walk: Walk, at: int, function: Any) -> None:
    code = getattr(function, "__code__", None) if is_transform(function) else None
    if code is not None:
        stage = walk.pipeline.stages[at]
        stage.file, stage.line = code.co_filename, code.co_firstlineno


def _is_known(value: Any) -> bool:
    return value is not None and value != ""


def _text(split: Any) -> str:
    """A split is a text, or knows its name."""
    name = held(split).get("_name", split)
    return str.__str__(name) if isinstance(name, str) else type(split).__name__
