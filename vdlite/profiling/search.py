"""Events whose names hold a text."""

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.types import Content


def matching(content: Content, query: str) -> NDArray[np.int64]:
    """Positions of the events whose names hold the query, in either case, in order of time."""
    wanted = query.casefold()
    names = np.array([wanted in text.casefold() for text in content.strings], np.bool_)
    found = np.flatnonzero(names[content.events.name])
    return found[np.argsort(content.events.start[found], kind="stable")]
