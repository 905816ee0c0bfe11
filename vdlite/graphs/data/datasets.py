"""Datasets: where samples come from, and how they are split and merged."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from vdlite.graphs.data import hugging_face, torchdata_nodes, web_dataset
from vdlite.graphs.data.fingerprint import fingerprint
from vdlite.graphs.data.hashes import hash_of_array, hash_of_items
from vdlite.graphs.data.held import class_names, has_method, held, held_modules, module_of, parts
from vdlite.graphs.data.indices import length_of, rows_of
from vdlite.graphs.data.transforms import is_transform
from vdlite.graphs.data.values import as_array, is_tensor

if TYPE_CHECKING:
    from vdlite.graphs.data.stages import Role
    from vdlite.graphs.data.walk import Walk

_NOT_SHOWN = {
    *(
        "transforms",
        "transform",
        "target_transform",
        "samples",
        "imgs",
        "targets",
        "data",
        "labels",
    ),
    *("class_to_idx", "dataset", "datasets", "indices", "tensors", "cumulative_sizes", "files"),
    *("images", "extensions", "loader", "is_valid_file"),
}
_LEAVES = {"pandas", "polars", "pyarrow", "h5py", "zarr", "numpy", "torch", "PIL", "builtins", "io"}
_NO_TRANSFORMS = {"loader", "is_valid_file", "generator", "worker_init_fn", "key", "logger"}


def samples(walk: Walk, dataset: Any) -> list[int]:
    """The stages whose outputs are the samples of the dataset."""
    attributes, names = held(dataset), class_names(dataset)
    if "_fingerprint" in attributes and "_info" in attributes:
        return hugging_face.table(walk, dataset, attributes)
    if "_ex_iterable" in attributes:
        return hugging_face.stream(walk, attributes)
    if "BaseNode" in names:
        return torchdata_nodes.node(walk, dataset)
    if isinstance(attributes.get("pipeline"), list) and "DataPipeline" in names:
        return web_dataset.chain(walk, dataset, attributes["pipeline"])
    if isinstance(dataset, types.GeneratorType):
        return [_generator(walk, dataset)]
    array = as_array(dataset)
    if array is not None:
        at = walk.stage(
            dataset, "source", parameters={}, rows=rows_of(dataset), data=fingerprint(dataset, {})
        )
        walk.pipeline.stages[at].outputs = [(str(array.dtype), list(array.shape[1:]))]
        return [at]
    if isinstance(dataset, (list, tuple, dict, str)):
        return [walk.stage(dataset, "source", parameters={}, rows=rows_of(dataset))]
    if "dataset" in attributes and "indices" in attributes:
        return [_split(walk, dataset, attributes)]
    return _any(walk, dataset, attributes, names)


def _split(walk: Walk, dataset: Any, attributes: Mapping[str, Any]) -> int:
    return walk.stage(
        dataset,
        "split",
        walk.samples(attributes["dataset"]),
        without=_NOT_SHOWN,
        rows=length_of(attributes["indices"]),
        indices=_hash_of_indices(attributes["indices"]),
    )


def _hash_of_indices(given: Any) -> str | None:
    array = as_array(given)
    if array is not None:
        return hash_of_array(array.astype(np.int64, copy=False))
    return hash_of_items(given) if isinstance(given, (list, tuple, range)) else None


def _generator(walk: Walk, generator: types.GeneratorType[Any, Any, Any]) -> int:
    """A generator is not asked for anything: only what it was made of is reported."""
    code = generator.gi_code
    at = walk.stage(generator, "source", type=code.co_name.strip("<>"), parameters={}, stream=True)
    stage = walk.pipeline.stages[at]
    stage.file, stage.line = code.co_filename, code.co_firstlineno
    return at


def _any(
    walk: Walk, dataset: Any, attributes: Mapping[str, Any], names: tuple[str, ...]
) -> list[int]:
    inner = [value for value in attributes.values() if is_dataset(value)]
    for several in attributes.values():
        if isinstance(several, (list, tuple, dict)) and len(several) <= 1000:
            inner += [each for each in parts(several) if is_dataset(each)]
    found = [walk.samples(each) for each in inner]
    before = [end for ends in found for end in ends]
    count = sum(bool(ends) for ends in found)
    role: Role = "merge" if count > 1 else "stage" if before else "source"
    own = {name for name, value in attributes.items() if is_dataset(value) or is_step(name, value)}
    is_stream = "IterableDataset" in names or "IterDataPipe" in names
    at = walk.stage(
        dataset,
        role,
        before,
        without=_NOT_SHOWN | own,
        rows=rows_of(dataset),
        stream=True if is_stream else None,
        data=fingerprint(dataset, attributes) if role == "source" else None,
    )
    stage = walk.pipeline.stages[at]
    for tensor in parts(attributes.get("tensors")):
        array = as_array(tensor)
        if array is not None:
            stage.outputs.append((str(array.dtype), list(array.shape[1:])))
    return _transformed(walk, attributes, at)


def _transformed(walk: Walk, attributes: Mapping[str, Any], at: int) -> list[int]:
    """After a dataset's own transforms, those of targets beside those of inputs."""
    now, targets = [at], [at]
    for name, value in attributes.items():
        if type(value).__name__ == "StandardTransform" or not is_step(name, value):
            continue
        if name == "transforms" and value is attributes.get("transform"):
            continue
        if "target" in name or "label" in name:
            targets = walk.transformed(value, targets)
        else:
            now = walk.transformed(value, now)
    return now if targets == [at] else list(dict.fromkeys([*now, *targets]))


def is_step(name: str, value: Any) -> bool:
    """True if an attribute of a dataset is something that its samples go through."""
    if value is None or name in _NO_TRANSFORMS or is_dataset(value):
        return False
    if isinstance(value, (list, tuple)):
        is_named = "transform" in name or "aug" in name
        return is_named and bool(value) and all(is_transform(each) for each in parts(value))
    if is_tensor(value):
        return False
    return is_transform(value)


def is_dataset(value: Any) -> bool:
    """True if an object's class says that samples can be taken of it."""
    if value is None or isinstance(value, (str, bytes, list, tuple, dict, set, frozenset, range)):
        return False
    if module_of(value) in _LEAVES and "Dataset" not in class_names(value):
        return False
    if held_modules(value) is not None:
        return False
    names = class_names(value)
    if "Dataset" in names or "IterDataPipe" in names or "BaseNode" in names:
        return True
    # Containers of transforms have a length, and can be called.
    is_sized = has_method(value, "__getitem__", "__iter__") and has_method(value, "__len__")
    return is_sized and not has_method(value, "__call__")
