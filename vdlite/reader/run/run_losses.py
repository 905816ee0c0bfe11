"""What the files of a run can't show: damage, gaps, and what can't be read at all."""

from collections.abc import Sequence

from vdlite.foreign.stores.places import place_of
from vdlite.reader.run.losses import FileDamage, FileGap
from vdlite.reader.run.run_file import RunFile
from vdlite.reader.run.spool_file import SpoolFile


class RunLosses:
    """The losses of a run at one moment, in the order of its files."""

    def __init__(self, run: str, logs: Sequence[RunFile], spools: Sequence[SpoolFile]) -> None:
        """run: its name, which the files' names begin with."""
        self._run = run
        self._logs = logs
        self._spools = spools

    def damage(self) -> tuple[FileDamage, ...]:
        """The damage, in the order of files and offsets."""
        found = []
        for file in self._logs:
            name = self._name(file)
            for damage in [*file.damage, file.tail.pending]:
                if damage is not None:
                    found.append(FileDamage(name, damage.offset, damage.bytes, damage.reason))
            for count, what in (
                (file.undeclared, "belong to series whose declaration is lost"),
                (file.misplaced, "are of another kind than their series is declared as"),
            ):
                if count:
                    reason = f"{count} records {what}"
                    found.append(FileDamage(name, file.tail.offset, 0, reason))
        for spool in self._spools:
            name = self._name(spool)
            for damage in spool.damage:
                found.append(FileDamage(name, damage.offset, damage.bytes, damage.reason))
        return tuple(found)

    def gaps(self) -> tuple[FileGap, ...]:
        """The records that writers could not write."""
        files: list[RunFile | SpoolFile] = [*self._logs, *self._spools]
        return tuple(
            FileGap(self._name(file), gap.missing, gap.since, gap.until)
            for file in files
            for gap in file.gaps
        )

    def left_behind(self) -> tuple[tuple[str, int], ...]:
        """Spools of writers that were killed, and how many records were read of each."""
        return tuple((self._name(spool), spool.records) for spool in self._spools if spool.records)

    def failures(self) -> tuple[tuple[str, str], ...]:
        """Files that can't be read at all, and why."""
        logs = [(self._name(file), file.tail.failure) for file in self._logs]
        spools = [(self._name(spool), spool.failure) for spool in self._spools]
        return tuple((name, why) for name, why in [*logs, *spools] if why is not None)

    def _name(self, file: RunFile | SpoolFile) -> str:
        folded = file.folded if isinstance(file, RunFile) else None
        place = place_of(file.path)
        if place is not None and place.key:
            return self._run  # a part of a file has no other name
        parts = [self._run, "." if folded is None else folded.folder, file.path.name]
        return "/".join(part for part in parts if part != ".")
