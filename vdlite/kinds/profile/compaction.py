"""Tables with only those strings that they use."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.types import CallTree, Collectives, Groups

Columns = NDArray[np.int64]


def compacted(
    strings: Sequence[str], groups: Groups, tree: CallTree, collectives: Collectives
) -> tuple[list[str], Groups, CallTree, Collectives]:
    """The strings that the tables use, the empty one first, and the tables with their new positions."""
    columns = [
        groups.name,
        groups.shapes,
        groups.place,
        groups.module,
        groups.launched_by,
        tree.name,
        collectives.name,
        collectives.group,
        collectives.dtype,
    ]
    used = np.unique(np.concatenate([np.zeros(1, np.int64), *columns]))

    def moved(column: Columns) -> Columns:
        return np.searchsorted(used, column).astype(np.int64)

    return (
        [strings[at] for at in used.tolist()],
        replace(
            groups,
            name=moved(groups.name),
            shapes=moved(groups.shapes),
            place=moved(groups.place),
            module=moved(groups.module),
            launched_by=moved(groups.launched_by),
        ),
        replace(tree, name=moved(tree.name)),
        replace(
            collectives,
            name=moved(collectives.name),
            group=moved(collectives.group),
            dtype=moved(collectives.dtype),
        ),
    )
