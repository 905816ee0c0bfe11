"""Tags of the machine: scalars below `system/` say what it did, not how a training went."""

from collections.abc import Iterable

SYSTEM = "system/"


def is_system(tag: str) -> bool:
    """True for the tag of a number of the machine, a process or a GPU, whose step is seconds."""
    return tag.startswith(SYSTEM)


def training_first(tags: Iterable[str]) -> list[str]:
    """The tags, in their order, those of the machine last."""
    return sorted(tags, key=is_system)
