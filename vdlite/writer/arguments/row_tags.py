"""The tags of rows, checked once for all rows of the same tags."""

from collections.abc import Mapping, Sequence, Set
from typing import Any

from vdlite.errors import PayloadError, shown
from vdlite.kinds.draft import taking
from vdlite.writer.arguments.checks import check_tag

_MOST = 64  # sequences that are remembered

Tags = tuple[str, ...]


class RowTags:
    """The tags of rows: the same tuple for tags that come again.

    A tuple that is given again is known at once; a list is compared with what it held, since it may have changed. Any
    thread may ask: what is lost between two of them is found again.
    """

    def __init__(self) -> None:
        self._given: dict[
            int, tuple[Any, Tags]
        ] = {}  # by identity of what was given, which is kept
        self._checked: dict[Tags, Tags] = {}
        self._once: dict[Tags, None] = {}  # that were asked for a single time

    def of(self, given: Sequence[str]) -> Tags:
        """The tags that a caller has given. Raises PayloadError if they are none, or one comes twice."""
        known = self._given.get(id(given))
        if known is not None and known[0] is given:
            tags = known[1]
            if type(given) is tuple or (len(given) == len(tags) and given == list(tags)):
                return tags
        tags = self._checked_tags(_tuple_of(given))
        if type(given) is tuple or type(given) is list:
            _remember(self._given, id(given), (given, tags))
        return tags

    def given_again(self, tags: Tags) -> Tags | None:
        """The tags, if the same were given before; None at the first time. Raises PayloadError as `of` does."""
        known = self._checked.get(tags)
        if known is None and tags in self._once:
            self._once.pop(tags, None)
            return self._checked_tags(tags)
        if known is None:
            _remember(self._once, tags, None)
        return known

    def _checked_tags(self, given: tuple[Any, ...]) -> Tags:
        plain = set(map(type, given)) <= {str}
        known = self._checked.get(given) if plain else None
        if known is not None:
            return known
        tags = tuple(map(check_tag, given))
        if len(set(tags)) < len(tags):
            seen: set[str] = set()
            twice = next(tag for tag in tags if tag in seen or seen.add(tag))  # type: ignore[func-returns-value]
            raise PayloadError(f"tags: got {twice!r:.200} twice, want each tag once")
        tags = self._checked.get(tags, tags)
        _remember(self._checked, tags, tags)
        return tags


def _remember(known: dict[Any, Any], key: object, value: object) -> None:
    known[key] = value
    if len(known) > _MOST:
        known.pop(next(iter(known)), None)


@taking("tags")
def _tuple_of(given: object) -> tuple[Any, ...]:
    if isinstance(given, (str, bytes, Mapping, Set)):
        raise PayloadError(
            f"tags: got {type(given).__name__} {shown(given)}, want a sequence of tags"
        )
    try:
        return tuple(given)  # type: ignore[arg-type]  # whatever is no sequence raises
    except TypeError:
        raise PayloadError(
            f"tags: got {type(given).__name__} {shown(given)}, want a sequence of tags"
        ) from None
