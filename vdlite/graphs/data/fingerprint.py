"""Fingerprints that say whether two runs saw the same data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vdlite.graphs.data.hashes import hash_of, hash_of_array, hash_of_items
from vdlite.graphs.data.held import parts
from vdlite.graphs.data.indices import rows_of
from vdlite.graphs.data.values import as_array

_CONTENT = ("samples", "data", "targets", "labels", "_labels", "classes", "files")
_MOST_FILES = 4096  # of a longer list, some that are evenly spread


def fingerprint(dataset: Any, attributes: Mapping[str, Any]) -> str | None:
    """A hash of how many samples there are, their labels, the names of their files, or their numbers.

    None where nothing of these is at hand: then nobody can tell.
    """
    found: list[Any] = []
    array = as_array(dataset)
    if array is not None:
        found.append(hash_of_array(array))
    for tensor in parts(attributes.get("tensors")):
        numbers = as_array(tensor)
        if numbers is not None:
            found.append(hash_of_array(numbers))
    for name, value in attributes.items():
        numbers = None if name in _CONTENT else as_array(value)
        if numbers is not None and numbers.ndim:
            found.append([name, hash_of_array(numbers)])
    for name in _CONTENT:
        content = _content(attributes.get(name))
        if content is not None:
            found.append([name, content])
    if not found:
        return None
    return hash_of(type(dataset).__name__, rows_of(dataset), found)


def _content(given: Any) -> str | None:
    array = as_array(given)
    if array is not None:
        return hash_of_array(array)
    if not isinstance(given, (list, tuple)) or not given:
        return None
    if isinstance(given[0], (list, tuple)):  # pairs of a file and its label
        few = given[:: max(1, len(given) // _MOST_FILES)]
        pairs = [[_last_parts(each) for each in pair] for pair in few if len(pair) <= 8]
        return hash_of(len(given), pairs)
    return hash_of_items(given)


def _last_parts(given: Any) -> Any:
    """A file by its name and folder: another machine keeps the same data elsewhere."""
    if isinstance(given, str):
        return given.replace("\\", "/").split("/")[-2:]
    return given if isinstance(given, (bool, int, float)) else type(given).__name__
