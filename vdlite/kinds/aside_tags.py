"""Tags beside a training: scalars below `system/` and `progress/` say what the machine did and how far loops are, not how it went."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from vdlite.kinds.progress_tags import PROGRESS

SYSTEM = "system/"

ASIDE = (PROGRESS, SYSTEM)
"""What tags beside a training begin with."""


def is_aside(tag: str) -> bool:
    """True for the tag of a number of the machine, a process, a GPU or a loop, whose step is seconds or items."""
    return tag.startswith(ASIDE)


def aside_among(tags: Sequence[str]) -> list[str]:
    """The tags beside the training among rising ones."""
    return [tag for prefix in ASIDE for tag in beginning_with(tags, prefix)]


def beginning_with(tags: Sequence[str], prefix: str) -> Iterator[str]:
    """The tags with a prefix among rising ones, found without a look at the others: there may be a million."""
    behind = map(tags.__getitem__, range(bisect_left(tags, prefix), len(tags)))
    return takewhile(lambda tag: tag.startswith(prefix), behind)


def training_first(tags: Iterable[str]) -> list[str]:
    """The tags, in their order, those beside the training last."""
    return sorted(tags, key=is_aside)
