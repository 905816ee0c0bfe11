"""Names by patterns, as shells have them."""

from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase


def matching(names: Iterable[str], patterns: Sequence[str] | None) -> list[str]:
    """The names that are one of the patterns, or that one fits; None fits all."""
    fits = fitting(patterns)
    return [name for name in names if fits is None or fits(name)]


def fitting(patterns: Sequence[str] | None) -> Callable[[str], bool] | None:
    """Whether a name is one of the patterns, or one fits it; None: all do."""
    if patterns is None:
        return None
    wanted = [patterns] if isinstance(patterns, str) else list(patterns)

    def fits(name: str) -> bool:
        # A name that looks like a pattern, such as `loss[0]`, is meant as it is.
        return any(name == pattern or fnmatchcase(name, pattern) for pattern in wanted)

    return fits
