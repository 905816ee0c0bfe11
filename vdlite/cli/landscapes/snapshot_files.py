"""Arguments of commands that look at snapshots: files of them, and lists of names."""

from __future__ import annotations

import glob

from vdlite.cli.terminal import UsageError


def listed(given: str) -> list[str]:
    """The names of a list with commas."""
    return [one for one in given.split(",") if one]


def snapshot_files(pattern: str) -> dict[int, str]:
    """The files of a pattern, by the last number of each name. Raises UsageError."""
    from vdlite.snapshots.folder import step_in

    found: dict[int, str] = {}
    for path in sorted(glob.glob(pattern)):  # noqa: PTH207  # the pattern may be absolute
        step = step_in(path)
        if step is None:
            raise UsageError(f"--snapshots: the name has no number, which is its step: {path}")
        if step in found:
            raise UsageError(f"--snapshots: {found[step]} and {path} are both of step {step}")
        found[step] = path
    if not found:
        raise UsageError(f"--snapshots: no file fits {pattern}")
    return found
