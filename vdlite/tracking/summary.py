"""The summary of a whole run: the last value of each scalar, and what the program sets itself."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from vdlite.tracking.attributes import ByAttribute
from vdlite.tracking.names import flattened

PREFIX = "summary"


class Summary(ByAttribute):
    """The number by tag that was logged last; what is set is logged as `summary/NAME` at once.

    Of the two, what came last counts, as with `wandb`.
    """

    _own = ("_last", "_log", "_values")
    _what = "summary"

    def __init__(self, log: Callable[[str, Any], None]) -> None:
        self._log = log
        self._values: dict[str, Any] = {}
        self._last: dict[str, Any] = {}  # numbers by tag, whatever the summary has of them

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has the values, and is of no run."""
        return _alone, (self._values, self._last)

    def belongs_to(self, log: Callable[[str, Any], None]) -> None:
        """Log what is set from now on."""
        self._log = log

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __setitem__(self, name: str, value: Any) -> None:
        for path, each in flattened({name: value}):
            self._log(f"{PREFIX}/{path}", each)
        self._values[name] = value

    def __delitem__(self, name: str) -> None:
        """Forgets it here; what is logged stays."""
        del self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Summary({self._values!r})"

    def note(self, tag: str, number: Any, summed_up: Any) -> None:
        """Note a number that was logged, and what is shown of it; None for nothing."""
        self._last[tag] = number
        if summed_up is not None and not tag.startswith(f"{PREFIX}/"):  # that has its place already
            self._values[tag] = summed_up

    def note_all(self, pairs: Iterable[tuple[str, Any]]) -> None:
        """Note values of which none is logged."""
        self._values.update(pairs)

    def last(self, tag: str) -> Any:
        """The number that was logged last; None if there is none."""
        return self._last.get(tag)


def _alone(values: dict[str, Any], last: dict[str, Any]) -> Summary:
    made = Summary(lambda *_: None)
    made._values, made._last = values, last
    return made
