"""The links between events of different lanes: work of devices and its operator, backward and forward operators."""

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import DEVICE_WORK, OPERATOR, RUNTIME, STEP

Columns = NDArray[np.int64]


def launches(
    category: Columns,
    on_device: NDArray[np.bool_],
    parent: Columns,
    external: Columns | None,
    correlation: Columns | None,
) -> Columns:
    """The event of the host that launched each work of a device, -1 for all other events, [N].

    That is the operator around the call of the runtime with the same correlation; where there is none, the operator
    with the same external number; else the call itself.
    """
    found = np.full(len(category), -1, np.int64)
    work = np.flatnonzero(on_device & np.isin(category, DEVICE_WORK))
    if not len(work):
        return found
    host = ~on_device
    if external is not None:
        operators = np.flatnonzero(host & (category == OPERATOR) & (external != 0))
        found[work] = _matching(external[work], external[operators], operators)
    if correlation is not None:
        calls = np.flatnonzero(host & (category == RUNTIME) & (correlation != 0))
        call = _matching(correlation[work], correlation[calls], calls)
        around = np.where(call >= 0, parent[call], -1)
        # A step is no operator: what it launches itself, such as a graph, is of the call.
        known = (around >= 0) & (category[around] != STEP)
        found[work[known]] = around[known]
        bare = ~known & (call >= 0) & (found[work] < 0)
        found[work[bare]] = call[bare]
    return found


def forwards(
    category: Columns,
    start: Columns,
    sequence: Columns | None,
    forward_thread: Columns | None,
) -> Columns:
    """The forward operator of each backward one: of its sequence number, and begun last; -1 for all other events, [N]."""
    found = np.full(len(category), -1, np.int64)
    if sequence is None or forward_thread is None:
        return found
    numbered = (category == OPERATOR) & (sequence >= 0)
    backward = np.flatnonzero(numbered & (forward_thread != 0))
    ahead = np.flatnonzero(numbered & (forward_thread == 0))
    ahead = ahead[np.argsort(start[ahead], kind="stable")]
    found[backward] = _matching(sequence[backward], sequence[ahead], ahead)
    return found


def _matching(wanted: Columns, keys: Columns, rows: Columns) -> Columns:
    """The last row that has each of the wanted keys; -1 for those that none has."""
    if not len(keys):
        return np.full(len(wanted), -1, np.int64)
    order = np.argsort(keys, kind="stable")
    at = np.searchsorted(keys[order], wanted, side="right") - 1
    at = np.maximum(at, 0)
    hit = keys[order][at] == wanted
    return np.where(hit, rows[order][at], -1)
