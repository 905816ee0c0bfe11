"""The steps at which writers of a run began anew: from these on nothing counts any more that earlier files hold."""

from typing import NamedTuple


class FileKey(NamedTuple):
    """A log file's place among those of its run, which have the order of these keys.

    Ours come behind those of other tools: of one step, what a LogWriter was given counts, and not what a second
    logger made of it. Of several processes, what rank 0 was given counts.
    """

    is_ours: bool
    before: int  # minus its rank: lower ranks come later; 0 for who is alone
    created: float  # seconds since 1970; 0 where it is not known
    name: str


class Restarts:
    """The restarts of one run; its series share them."""

    def __init__(self) -> None:
        self._steps: dict[FileKey, int] = {}
        self.version = 0  # grows with every change

    def begin(self, file: FileKey, step: int) -> None:
        """The writer of that file began anew at that step."""
        known = self._steps.get(file)
        if known is None or step < known:
            self._steps = self._steps | {file: step}
            self.version += 1

    def drop(self, file: FileKey) -> None:
        """That file is gone."""
        if file in self._steps:
            self._steps = {key: step for key, step in self._steps.items() if key != file}
            self.version += 1

    def limit(self, file: FileKey) -> int | None:
        """The first step of that file which no longer counts; None if all do.

        A rank that was resumed takes nothing from the others, which are resumed themselves.
        """
        return min(
            (
                step
                for key, step in self._steps.items()
                if key > file and (key.before == file.before or not file.is_ours)
            ),
            default=None,
        )

    def __bool__(self) -> bool:
        return bool(self._steps)
