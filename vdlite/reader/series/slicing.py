"""Slices as people write them: `0, :, -1, 2:10:2`."""

import re
from collections.abc import Sequence

from vdlite.errors import SliceError

_NUMBER = r"\s*([+-]?\d{1,18})?\s*"
_PART = re.compile(rf"{_NUMBER}(?:(:){_NUMBER}(?:(:){_NUMBER})?)?")


def parse_slices(text: str, shape: Sequence[int]) -> tuple[int | slice, ...]:
    """One index or slice for each dimension of `shape`, with the meaning that Python gives them.

    Raises SliceError if the text is no such thing, an index is out of range, or a slice is empty although the dimension
    is not.
    """
    parts = text.split(",") if text.strip() else []
    if len(parts) != len(shape):
        raise SliceError(f"slice: got {len(parts)} parts, want {len(shape)}, one per dimension")
    return tuple(
        _parse(part.strip(), axis, size)
        for axis, (part, size) in enumerate(zip(parts, shape, strict=True))
    )


def _parse(part: str, axis: int, size: int) -> int | slice:
    match = _PART.fullmatch(part)
    if match is None or not part:
        raise SliceError(
            f"slice, dimension {axis}: got {part!r:.40}, want an index such as -1, or a range such as 2:10 or ::2"
        )
    first, is_range, last, _, step = match.groups()
    if is_range is None:
        index = int(first)
        if not -size <= index < size:
            raise SliceError(
                f"slice, dimension {axis}: got index {index}, want {-size} to {size - 1}"
                if size
                else f"slice, dimension {axis}: got index {index}, but there is nothing along it"
            )
        return index
    start, stop, by = (None if number is None else int(number) for number in (first, last, step))
    if by == 0:
        raise SliceError(f"slice, dimension {axis}: got a step of 0")
    found = slice(start, stop, by)
    if size and not len(range(*found.indices(size))):
        raise SliceError(
            f"slice, dimension {axis}: got {part!r:.40}, which holds none of its {size} values"
        )
    return found
