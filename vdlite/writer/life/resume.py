"""The last steps that earlier writers logged into a run folder."""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.format.decode import LogDecoder
from vdlite.kinds.surroundings.rank import attempt_of, launch_of, rank_of

_PIECE_BYTES = 8 << 20
_HEADER_BYTES = 64 << 10  # in which the header has room


def last_steps(paths: Iterable[str]) -> dict[tuple[str, str], int]:
    """The largest step of each kind and tag in these log files. Files that can't be read are left out."""
    largest: dict[tuple[str, str], int] = {}
    for path in paths:
        try:
            steps, names = _last_steps_of(path)
        except OSError:
            continue
        for series, step in steps.items():
            if series in names:
                key = names[series]
                largest[key] = max(step, largest.get(key, step))
    return largest


def without_siblings(paths: Iterable[str]) -> tuple[list[str], list[str]]:
    """The log files of earlier programs, and those that other ranks write which were started together with this process.

    These have begun at the step at which this one begins, though they may be ahead by now. Files of who watches a
    program and keeps its console are beside it, too: they say no rank, and hold nothing of a training.
    """
    own = rank_of(os.environ)
    if own is None:
        return list(paths), []
    launch, attempt = launch_of(os.environ), attempt_of(os.environ)
    earlier: list[str] = []
    beside: list[str] = []
    for path in paths:
        about = _about(path)
        is_sibling = about.get("watches") is True or (
            about.get("launch") == launch
            and about.get("attempt", 0) == attempt
            and about.get("rank") != own.rank
        )
        (beside if is_sibling else earlier).append(path)
    return earlier, beside


def _about(path: str) -> Mapping[str, Any]:
    """What a log says of its writer; nothing where that can't be read."""
    try:
        with open(path, "rb") as file:
            header = LogDecoder().decode(file.read(_HEADER_BYTES)).header
    except OSError:
        return {}
    return {} if header is None else header.about


def _last_steps_of(path: str) -> tuple[dict[int, int], dict[int, tuple[str, str]]]:
    steps: dict[int, int] = {}
    names: dict[int, tuple[str, str]] = {}
    decoder = LogDecoder()
    with open(path, "rb") as file:
        while True:
            file.seek(decoder.offset)
            before = decoder.offset
            batch = decoder.decode(file.read(_PIECE_BYTES))
            for declaration in batch.declarations:
                names[declaration.series] = (declaration.kind, declaration.tag)
            columns: list[tuple[NDArray[Any], NDArray[np.int64]]] = [
                *((scalars.series, scalars.steps) for scalars in batch.scalars),
                *((entries.series, entries.steps) for entries in batch.entries),
            ]
            for some in columns:
                for number, step in _largest(*some):
                    steps[number] = max(step, steps.get(number, step))
            if decoder.offset == before:
                return steps, names


def _largest(series: NDArray[Any], steps: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """The number of each series, and its largest step."""
    order = np.argsort(series, kind="stable")
    numbers = series[order]
    starts = np.flatnonzero(np.append(True, numbers[1:] != numbers[:-1]))
    largest = np.maximum.reduceat(steps[order], starts)
    return zip(numbers[starts].tolist(), largest.tolist(), strict=True)
