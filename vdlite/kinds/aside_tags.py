"""Tags beside a training: scalars below `system/` and `progress/` say what the machine did and how far loops are, not how it went."""

from collections.abc import Iterable

from vdlite.kinds.progress_tags import PROGRESS

SYSTEM = "system/"


def is_aside(tag: str) -> bool:
    """True for the tag of a number of the machine, a process, a GPU or a loop, whose step is seconds or items."""
    return tag.startswith((SYSTEM, PROGRESS))


def training_first(tags: Iterable[str]) -> list[str]:
    """The tags, in their order, those beside the training last."""
    return sorted(tags, key=is_aside)
