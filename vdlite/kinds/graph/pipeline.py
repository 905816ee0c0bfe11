"""The facts of data pipelines as named single values, which runs are compared by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from vdlite.kinds.fields import Hparam
from vdlite.kinds.graph.types import Graph, Plain

if TYPE_CHECKING:
    from collections.abc import Sequence

WHOLE = "pipeline"
"""Of each loader there is this value: `train/pipeline`."""

MOST_VALUES = 1000  # of one graph
_MOST_NODES = 10_000  # a larger graph is no pipeline that anybody made by hand
_MOST_LOADERS = 100
_DATA = "data"
_STEPS = ("transform", "random")  # roles whose order is compared
_NOT_COMPARED = {"role", "loader", "data", "indices", "range", "slowest_ms", WHOLE}
_MOST_PARTS = 4  # of a list whose numbers have a value each
_MOST_TEXT = 200


def pipeline_values(graph: Graph) -> dict[str, Hparam]:
    """The parameters of each loader and each of its stages: `train/RandomCrop.size`.

    That there is a stage is a value of its own, `train/RandomCrop`; a second one is `train/RandomCrop#2`. The stages
    that a Compose holds are reported as if there were none. Lists of 2 to 4 numbers have a value for each of them, too.
    """
    found: dict[str, Hparam] = {}
    if len(graph.nodes) > _MOST_NODES:
        return found
    attributes, types = graph.attributes, graph.types
    parameters_of = cache(
        lambda at: tuple(_parameters(attributes[at]))
    )  # loaders share most of their stages
    before: dict[int, list[int]] = {}
    for source, taker in graph.edges.tolist():
        before.setdefault(taker, []).append(source)
    ends = [at for at, held in enumerate(attributes) if isinstance(held.get("loader"), str)]
    for end in ends[:_MOST_LOADERS]:
        held = attributes[end]
        loader = held["loader"]
        counts: dict[str, int] = {}
        order = 0
        for at in _upstream(end, before):
            stage = attributes[at]
            is_step = stage.get("role") in _STEPS
            order += is_step
            if at != end and _goes_without_saying(stage, types[at], held):
                continue
            name = _name(types[at], counts) if at != end else "loader"
            if at != end:
                found[f"{loader}/{name}"] = True
            if is_step:
                found[f"{loader}/{name}.order"] = order
            for parameter, value in parameters_of(at):
                found[f"{loader}/{name}.{parameter}"] = value
                if len(found) >= MOST_VALUES:
                    return found
        for whole in (WHOLE, _DATA):
            if isinstance(held.get(whole), str):
                found[f"{loader}/{whole}"] = str(held[whole])
    return found


def _upstream(end: int, before: Mapping[int, Sequence[int]]) -> list[int]:
    """The node and all that it takes from, in their order."""
    found, waiting = {end}, [end]
    while waiting:
        for source in before.get(waiting.pop(), ()):
            if source not in found:
                found.add(source)
                waiting.append(source)
    return sorted(found)


def _goes_without_saying(
    stage: Mapping[str, Plain], type_name: str, loader: Mapping[str, Plain]
) -> bool:
    """What every loader has, and the loader itself gives."""
    role = stage.get("role")
    if role == "batch":
        return loader.get("batch_size") is not None
    return role == "collate" and type_name.startswith("default_")


def _name(type_name: str, counts: dict[str, int]) -> str:
    counts[type_name] = counts.get(type_name, 0) + 1
    return type_name if counts[type_name] == 1 else f"{type_name}#{counts[type_name]}"


def _parameters(stage: Mapping[str, Plain]) -> Iterator[tuple[str, Hparam]]:
    for given, value in stage.items():
        if given in _NOT_COMPARED:
            continue
        name = str(given).replace("/", ".")  # what stands behind the last one is a stage
        if isinstance(value, dict):
            for inner, each in value.items():
                yield f"{name}.{str(inner).replace('/', '.')}", _single(each)
            continue
        yield name, _single(value)
        if isinstance(value, list) and 2 <= len(value) <= _MOST_PARTS:
            for at, each in enumerate(value):
                if isinstance(each, (int, float)) and not isinstance(each, bool):
                    yield f"{name}[{at}]", each


def _single(value: Plain) -> Hparam:
    if value is None or isinstance(value, (bool, int, float)):
        return value
    text = _text(value)
    return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…"


def _text(value: Plain) -> str:
    """The text of a value; numbers in a list have six digits: no computer's leftover is worth a look."""
    if isinstance(value, float):
        short = f"{value:.6g}"
        return (
            short
            if "." in short or "e" in short or not short.lstrip("-").isdigit()
            else f"{short}.0"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    return str(value)
