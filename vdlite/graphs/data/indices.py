"""The samples of each source that a dataset or loader gives."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.graphs.data.held import arguments, class_names, held, parts
from vdlite.graphs.data.values import as_array, plain_values

Indices: TypeAlias = NDArray[np.int64]

MOST_LISTED = 1 << 22  # in a list, which takes 15 ns for each
MOST_INDICES = 1 << 26
_MOST_DEPTH = 16
_PLACES = ("root", "path", "data_dir", "folder", "directory", "filename", "file", "dir")
_LISTED = ("samples", "data", "imgs", "targets", "labels", "images", "files")


@dataclass(frozen=True, slots=True)
class Taken:
    """Samples of a source."""

    source: object  # equal for what is the same source
    rows: int | None  # of the whole source; None if that is not known
    indices: Indices | None  # None for all of it


class TooManyIndicesError(Exception):
    """There are more indices than are compared."""


def taken(dataset: Any, depth: int = 0) -> list[Taken]:
    """The indices that a dataset gives of its sources. Raises TooManyIndicesError."""
    attributes = held(dataset)
    names = class_names(dataset)
    if depth < _MOST_DEPTH and "dataset" in attributes and "indices" in attributes:
        inner = taken(attributes["dataset"], depth + 1)
        chosen = as_indices(attributes["indices"])
        return [] if chosen is None else chosen_of(inner, chosen)
    if depth < _MOST_DEPTH and "datasets" in attributes and "ConcatDataset" in names:
        return [each for part in parts(attributes["datasets"]) for each in taken(part, depth + 1)]
    if "_data" in attributes and "_fingerprint" in attributes:
        return [Taken(_table_key(attributes), None, _table_indices(attributes))]
    return [Taken(_source_key(dataset, attributes), rows_of(dataset), None)]


def chosen_of(inner: list[Taken], chosen: Indices) -> list[Taken]:
    """The samples of these numbers, where samples come one source after the other."""
    if len(inner) == 1:
        only = inner[0]
        if only.indices is None:
            return [Taken(only.source, only.rows, chosen)]
        return [Taken(only.source, only.rows, only.indices[chosen])]
    counts = [_count(each) for each in inner]
    if any(count is None for count in counts):
        return []
    ends = np.cumsum([count or 0 for count in counts])
    found: list[Taken] = []
    for each, end, count in zip(inner, ends.tolist(), counts, strict=True):
        first = end - (count or 0)
        here = chosen[(chosen >= first) & (chosen < end)] - first
        found.append(
            Taken(each.source, each.rows, here if each.indices is None else each.indices[here])
        )
    return found


def as_indices(given: Any) -> Indices | None:
    """Indices as an array; None if these are none. Raises TooManyIndicesError."""
    if isinstance(given, range):
        _admit(len(given), MOST_INDICES)
        return np.arange(given.start, given.stop, given.step, dtype=np.int64)
    found = as_array(given)
    if found is not None:
        _admit(found.size, MOST_INDICES)
        is_index = found.ndim == 1 and found.dtype.kind in "iu"
        return found.astype(np.int64, copy=False) if is_index else None
    if isinstance(given, (list, tuple)):
        _admit(len(given), MOST_LISTED)
        try:
            return np.frombuffer(array("q", given), np.int64)
        except (TypeError, OverflowError):
            return None
    return None


def rows_of(dataset: Any) -> int | None:
    """How many samples there are, without asking a method of an unknown class."""
    if isinstance(dataset, (list, tuple, dict)):
        return len(dataset)
    array_given = as_array(dataset)
    if array_given is not None:
        return int(array_given.shape[0]) if array_given.ndim else None
    attributes, names = held(dataset), class_names(dataset)
    if "indices" in attributes and "dataset" in attributes:
        return length_of(attributes["indices"])
    if "TensorDataset" in names:
        found = parts(attributes.get("tensors"))
        return length_of(found[0]) if found else None
    if "ConcatDataset" in names:
        counts = [rows_of(each) for each in parts(attributes.get("datasets"))]
        return None if None in counts else sum(count or 0 for count in counts)
    if "FakeData" in names:
        size = attributes.get("size")
        return size if isinstance(size, int) else None
    for name in _LISTED:
        count = length_of(attributes.get(name))
        if count is not None:
            return count
    return None


def length_of(given: Any) -> int | None:
    """The length of a list or an array; None for anything else."""
    if isinstance(given, (list, tuple, range)):
        return len(given)
    found = as_array(given)
    return int(found.shape[0]) if found is not None and found.ndim else None


def _count(of: Taken) -> int | None:
    return of.rows if of.indices is None else len(of.indices)


def _admit(count: int, most: int) -> None:
    if count > most:
        raise TooManyIndicesError


def _source_key(dataset: Any, attributes: dict[str, Any]) -> object:
    """The object; or, of what reads files, what it was made with: two of them may read the same ones."""
    if not any(isinstance(attributes.get(name), str) for name in _PLACES):
        return id(dataset)
    given = {
        name: value
        for name, value in arguments(dataset, attributes).items()
        if "transform" not in name and (value is None or isinstance(value, (bool, int, float, str)))
    }
    return (type(dataset).__name__, str(sorted(plain_values(given, "full").items())))


def _table_key(attributes: dict[str, Any]) -> object:
    return id(getattr(attributes["_data"], "table", attributes["_data"]))


def _table_indices(attributes: dict[str, Any]) -> Indices | None:
    """The rows of its table that a dataset of Hugging Face shows."""
    chosen = attributes.get("_indices")
    if chosen is None:
        return None
    column = chosen.column(0)
    _admit(len(column), MOST_INDICES)
    return np.asarray(column.to_numpy(), np.int64)
