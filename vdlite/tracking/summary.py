"""The summary of a whole run: the last value of each scalar, and what the program sets itself."""

from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

from vdlite.tracking.names import flattened

PREFIX = "summary"


class Summary(MutableMapping[str, Any]):
    """The number by tag that was logged last; what is set is logged as `summary/NAME` at once."""

    def __init__(self, log: Callable[[str, Any], None]) -> None:
        self._log = log
        self._set: dict[str, Any] = {}
        self._last: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self._set[name] if name in self._set else self._last[name]

    def __setitem__(self, name: str, value: Any) -> None:
        for path, each in flattened({name: value}):
            self._log(f"{PREFIX}/{path}", each)
        self._set[name] = value

    def __delitem__(self, name: str) -> None:
        """Forgets it here; what is logged stays."""
        if name in self._set:
            del self._set[name]
        else:
            del self._last[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._last, **self._set})

    def __len__(self) -> int:
        return len({**self._last, **self._set})

    def __repr__(self) -> str:
        return f"Summary({ {**self._last, **self._set}!r})"

    def note(self, tag: str, number: Any) -> None:
        """Note a number that was logged."""
        if not tag.startswith(f"{PREFIX}/"):  # it has its place already
            self._last[tag] = number
