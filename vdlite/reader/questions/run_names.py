"""What runs are called: as the page calls them, so that a query for a name finds the same runs.

`webapp/src/lib/names.ts` does the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

_STORE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://[^/]*")
"""What the path may begin with of a run in one of two logdirs of one name."""

_Item = TypeVar("_Item")
_Key = TypeVar("_Key", bound=Hashable)


class Called(NamedTuple):
    """What a run is called, and where it lies: several may be called the same, none lie in one place."""

    given: str
    path: str  # with `/` between its parts
    tools: tuple[str, ...]  # that wrote it; empty: vdlite alone


class _Tail(NamedTuple):
    path: str
    parts: tuple[str, ...]


def distinguished(runs: Iterable[Called]) -> Mapping[str, str]:
    """A name for each run, by its path.

    Where others are called the same, there stands behind it in parentheses the tool that none of these has, or else
    as many parts of its path as it takes.
    """
    names: dict[str, str] = {}
    for given, group in _by(runs, lambda run: run.given).items():
        if len(group) == 1:
            names[group[0].path] = given
            continue
        for tool, alike in _by(group, lambda run: ", ".join(run.tools) or "vdlite").items():
            asides = _endings(alike) if len(alike) > 1 else {alike[0].path: tool}
            names |= {path: f"{given} ({aside})" for path, aside in asides.items()}
    return names


def _endings(group: Sequence[Called]) -> Mapping[str, str]:
    """The fewest last parts of each path that are the end of no other; its whole if there are none."""
    found: dict[str, str] = {}
    rest = _tails(group)
    count = 0
    while rest:
        count += 1
        last = {tail: "/".join(tail.parts[-count:]) for tail in rest}
        alike = _by(rest, last.__getitem__)
        done = {tail for tail in rest if len(tail.parts) <= count or len(alike[last[tail]]) == 1}
        found |= {tail.path: last[tail] for tail in rest if tail in done}
        rest = [tail for tail in rest if tail not in done]
    return found


def _tails(group: Sequence[Called]) -> list[_Tail]:
    """The parts of the paths, without the last ones that say nothing as long as they stay different."""
    tails = [_Tail(run.path, _parts(run.path)) for run in group]
    while True:
        ends = {tail.parts[-1:] for tail in tails}
        shorter = [
            _Tail(tail.path, tail.parts[:-1])
            if len(ends) == 1 or tail.parts[-1:] == (run.given,)
            else tail
            for tail, run in zip(tails, group, strict=True)
        ]
        joined = {"/".join(tail.parts) for tail in shorter}
        if shorter == tails or "" in joined or len(joined) < len(tails):
            return tails
        tails = shorter


def _parts(path: str) -> tuple[str, ...]:
    """What slashes divide; a store such as `s3://bucket` is one part. `webapp/src/lib/path-parts.ts` does the same."""
    store = _STORE.match(path)
    if store is None or store.end() == len(path):
        return tuple(path.split("/"))
    return (store[0], *path[store.end() + 1 :].split("/"))


def _by(items: Iterable[_Item], key: Callable[[_Item], _Key]) -> dict[_Key, list[_Item]]:
    """The items by their key, in the order in which keys are first seen."""
    groups: dict[_Key, list[_Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups
