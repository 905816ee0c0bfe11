"""The order of very many names: by the parts between their slashes, each of them as people count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.names.natural_order import natural_key

MOST_PARTS = 12
"""What lies deeper in a name is one part."""

_MOST_BY_LETTERS = (
    50_000  # parts; more are ordered by their numbers and code points, which is a tenth of the work
)
_DIGITS = re.compile(r"\d+", re.ASCII)


class Parts:
    """The parts of N names: `layers.2` and `w1` of `layers.2/w1`."""

    def __init__(self, names: Sequence[str]) -> None:
        self.order, self.ranks, self.parts = _ordered(names)

    order: NDArray[np.intp]
    """[N], the names' places in their order."""
    ranks: NDArray[np.int32]
    """[N, D], in that order: the place of each part among `parts`; -1 behind a name's last part."""
    parts: list[str]
    """Each part once, in order."""


def in_order(names: Iterable[str]) -> list[str]:
    """The names in their order."""
    every = list(names)
    return [every[place] for place in Parts(every).order.tolist()]


def _ordered(names: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.int32], list[str]]:
    # Most names share all but their last part with the name before: those are split once.
    folders: dict[str, int] = {}
    leaves: dict[str, int] = {}
    folder_of, leaf_of = [], []
    for name in names:
        folder, slash, leaf = name.rpartition("/")
        folder += slash
        if folder.count("/") >= MOST_PARTS:
            leaf = name.split("/", MOST_PARTS - 1)[-1]
            folder = name[: len(name) - len(leaf)]
        folder_of.append(folders.setdefault(folder, len(folders)))
        leaf_of.append(leaves.setdefault(leaf, len(leaves)))
    split = [folder.split("/")[:-1] for folder in folders]
    numbers = leaves
    for each in split:
        for part in each:
            numbers.setdefault(part, len(numbers))
    parts = sorted(numbers, key=natural_key if len(numbers) <= _MOST_BY_LETTERS else _quick_key)
    rank_of = np.empty(len(parts), np.int32)
    rank_of[[numbers[part] for part in parts]] = np.arange(len(parts), dtype=np.int32)
    lengths = np.fromiter(map(len, split), np.intp, len(split))
    depth = int(lengths.max(initial=0)) + 1
    of_folders = np.full((len(folders), depth), -1, np.int32)
    flat = [numbers[part] for each in split for part in each]
    of_folders[np.arange(depth) < lengths[:, None]] = rank_of[flat]
    at_folder = np.array(folder_of, np.intp)
    ranks = of_folders[at_folder]
    ranks[np.arange(len(names)), lengths[at_folder]] = rank_of[leaf_of]
    order = _sorted_rows(ranks, len(parts))
    return order, np.asfortranarray(ranks[order]), parts


def _sorted_rows(ranks: NDArray[np.int32], count: int) -> NDArray[np.intp]:
    """The places of rows [N, D] in their order; each number is below `count`, and -1 at least."""
    if float(count + 1) ** ranks.shape[1] < 2.0**62:
        keys = np.zeros(len(ranks), np.int64)
        for column in ranks.T:
            keys = keys * (count + 1) + (column + 1)
        return np.argsort(keys, kind="stable")
    return np.lexsort(ranks.T[::-1])


def _quick_key(part: str) -> tuple[str, str]:
    """Numbers by their length first: a 2 comes before a 10."""
    return _DIGITS.sub(_counted, part), part


def _counted(number: re.Match[str]) -> str:
    digits = number.group().lstrip("0")
    return f"{chr(0x30 + min(len(digits), 9))}{digits}"
