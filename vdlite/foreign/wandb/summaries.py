"""What a run's summary says that its history does not."""

from collections.abc import Callable
from typing import Any

from vdlite.foreign.wandb.records import read_config
from vdlite.protobuf.message import Message

_WORKED_OUT = {"min", "max", "mean", "best", "last", "first"}  # see `define_metric(summary=)`


def read_summary(message: Message) -> dict[str, Any]:
    """The numbers and texts of a record of the summary. Raises FormatError."""
    values = read_config(message, lists=False)  # which is made alike
    return {
        name: value for name, value in values.items() if isinstance(value, bool | int | float | str)
    }


def _metric_of(name: str) -> str:
    begin, _, end = name.rpartition("/")
    return begin if end in _WORKED_OUT else name


class SummaryRecords:
    """The records of one file's summary.

    Before each row of the history W&B gives the newest values once more: that record is kept, but not looked into
    until the end.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[int, bytes]] = []
        self._repeated: tuple[int, bytes] | None = None
        self._values: dict[
            str, tuple[int, dict[str, Any]]
        ] = {}  # by name, where it was reported last
        self._given: set[int] = set()  # offsets of records that were given

    def add(self, offset: int, message: Message) -> None:
        """A record of the summary."""
        self._waiting.append((offset, bytes(message.buffer[message.start : message.end])))

    def take_history(self) -> None:
        """A row of the history follows. Raises FormatError."""
        if self._waiting:
            self._repeated = self._waiting.pop()
            self._read_waiting()

    def _read_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for offset, data in waiting:
            values = read_summary(Message(memoryview(data)))
            for name, value in values.items():
                if name not in self._values or self._values[name][1][name] != value:
                    self._values[name] = (offset, values)  # W&B repeats all of them now and then

    def alone(
        self, is_in_history: Callable[[str], bool], *, at_end: bool
    ) -> list[tuple[int, dict[str, Any]]]:
        """Records that reported last what no history has, with their offsets, in order, each once. Raises FormatError.

        What W&B itself works out of a metric, `METRIC/max` by `define_metric`, is of the history, too.
        at_end: no row follows; else what waits for one is left, which may hold it.
        """
        if at_end:
            self._waiting += [] if self._repeated is None else [self._repeated]
            self._read_waiting()
        found = {
            at: values
            for name, (at, values) in self._values.items()
            if at not in self._given
            and not (is_in_history(name) or is_in_history(_metric_of(name)))
        }
        self._given.update(found)
        return sorted(found.items())
