"""Several ranks of one training, side by side: who waits for whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.types import Tables

Columns: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Axis:
    """How the ranks' times become those of the first one."""

    by: Literal["host", "collectives", "clocks"]
    """`host`: by the clock that they share; `clocks`: by clocks of several hosts, which may disagree."""
    shift: NDArray[np.int64]  # [R], ns: what is added to times of each rank
    spread: int
    """ns: how far collectives still end apart, at the median of the rank where it is most."""


def collectives(ranks: Sequence[Tables]) -> Columns:
    """Each collective that all the ranks took part in, in order of time; columns of one length [C], or [C, R].

    waiting_ns [C, R]: its duration on a rank less the shortest of all ranks: that rank waited so long for the others.
    transfer_ns [C]: the shortest duration, which is what the communication itself takes.
    skew_ns [C]: how much later the last rank arrived than the first, by clocks that are taken to agree on one host.
    Collectives are the same if group and sequence number are; where these were not recorded, if they are the n-th of
    their name.
    """
    each = [_keyed(tables) for tables in ranks]
    common = [key for key in each[0] if all(key in other for other in each[1:])] if each else []
    start = np.array([[found[key][0] for found in each] for key in common], np.int64)
    duration = np.array([[found[key][1] for found in each] for key in common], np.int64)
    start = start.reshape(len(common), len(each))
    duration = duration.reshape(len(common), len(each))
    shortest = duration.min(axis=1, initial=np.iinfo(np.int64).max) if each else duration[:, :0]
    return {
        "name": [key[0] for key in common],
        "group": [key[1] for key in common],
        "sequence": np.array([key[2] for key in common], np.int64),
        "waiting_ns": duration - shortest[:, None],
        "transfer_ns": shortest,
        "skew_ns": start.max(axis=1, initial=0) - start.min(axis=1, initial=np.iinfo(np.int64).max)
        if len(common)
        else np.zeros(0, np.int64),
    }


def clocks(ranks: Sequence[Tables]) -> dict[str, NDArray[np.int64]]:
    """How far each rank's clock is from that of the first, by when collectives end, [R]: the median, and the spread.

    A collective ends on all ranks at about the same time. On one host the offset is the noise of that.
    """
    each = [_keyed(tables) for tables in ranks]
    offsets, spreads = [], []
    for found in each:
        ends = [sum(found[key]) - sum(each[0][key]) for key in each[0] if key in found]
        middle = float(np.median(ends)) if ends else 0.0
        offsets.append(int(middle))
        spreads.append(int(np.median(np.abs(np.array(ends) - middle))) if ends else 0)
    return {"offset_ns": np.array(offsets, np.int64), "spread_ns": np.array(spreads, np.int64)}


def axis(ranks: Sequence[Tables]) -> Axis:
    """One axis of time for all ranks.

    Where they ran on one host, its clock is believed; else that collectives end on all ranks at about the same time,
    if the first rank shares some with each rank of another host.
    """
    shift = np.array([tables.base - ranks[0].base for tables in ranks], np.int64)
    hosts = [tables.facts.get("host") for tables in ranks]
    if hosts and all(host is not None and host == hosts[0] for host in hosts):
        return Axis("host", shift, 0)
    found = [_keyed(tables) for tables in ranks]
    elsewhere = [at for at, host in enumerate(hosts) if host is None or host != hosts[0]]
    if not all(any(key in found[0] for key in found[at]) for at in elsewhere):
        return Axis("clocks", shift, 0)
    estimates = clocks(ranks)
    shift[elsewhere] -= estimates["offset_ns"][elsewhere]
    return Axis("collectives", shift, int(estimates["spread_ns"][elsewhere].max(initial=0)))


def _keyed(tables: Tables) -> dict[tuple[str, str, int], tuple[int, int]]:
    """Start (ns since 1970) and duration of each collective, by name, group and sequence number."""
    held = tables.collectives
    seen: dict[tuple[str, str], int] = {}
    found = {}
    for at in np.argsort(held.start, kind="stable").tolist():
        name = tables.strings[held.name[at]]
        group = tables.strings[held.group[at]]
        sequence = int(held.sequence[at])
        if sequence < 0:
            sequence = seen.get((name, group), 0)
            seen[name, group] = sequence + 1
        found[name, group, sequence] = (tables.base + int(held.start[at]), int(held.duration[at]))
    return found


def rank_of(tables: Tables) -> int:
    rank = tables.facts.get("rank", 0)
    return rank if isinstance(rank, int) else 0
