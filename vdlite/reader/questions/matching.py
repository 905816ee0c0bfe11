"""Names by patterns, as shells have them."""

from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase

from vdlite.kinds.aside_tags import is_aside


def matching(names: Iterable[str], patterns: Sequence[str] | None) -> list[str]:
    """The names that are one of the patterns, or that one fits; None fits all."""
    fits = fitting(patterns)
    return [name for name in names if fits is None or fits(name)]


def asked_tags(tags: Iterable[str], fits: Callable[[str], bool] | None) -> list[str]:
    """The scalars that fit; where nothing is asked for (None), all but those beside the training."""
    return [tag for tag in tags if (not is_aside(tag) if fits is None else fits(tag))]


def fitting(patterns: Sequence[str] | None) -> Callable[[str], bool] | None:
    """Whether a name is one of the patterns, or one fits it; None: all do."""
    if patterns is None:
        return None
    wanted = [patterns] if isinstance(patterns, str) else list(patterns)

    def fits(name: str) -> bool:
        # A name that looks like a pattern, such as `loss[0]`, is meant as it is.
        return any(name == pattern or fnmatchcase(name, pattern) for pattern in wanted)

    return fits
