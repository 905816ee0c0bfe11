"""What every decoder keeps of its file: the numbers of its series, and what of it is not read."""

from collections.abc import Mapping

from vdlite.format.batch import Batch, Declaration

_MOST_REASONS = 100  # that are reported; what a file calls its values may be anything


class SeriesNumbers:
    """The series of one file, numbered as they are met."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}  # by kind and tag

    def known(self, kind: str, tag: str) -> int | None:
        """The number of a series that was met before."""
        return self._numbers.get((kind, tag))

    def of(self, kind: str, tag: str, batch: Batch) -> int:
        """The number of a series, which is declared in the batch if it is a new one."""
        number = self._numbers.get((kind, tag))
        if number is None:
            number = self._numbers[kind, tag] = len(self._numbers)
            batch.declarations.append(Declaration(number, kind, tag, {}))
        return number


class LeftOut:
    """The parts of one file that are not read, and how often each was met."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, what: str, count: int = 1) -> None:
        """Count something that is not read as met so often more."""
        if what in self._counts or len(self._counts) < _MOST_REASONS:
            self._counts[what] = self._counts.get(what, 0) + count

    def counts(self) -> Mapping[str, int]:
        """A copy, which stays as it is."""
        return self._counts.copy()
