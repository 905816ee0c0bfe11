"""Stamps of files: what changes when anybody writes to them."""

import os
from typing import NamedTuple

_TICK = 20_000_000
"""Nanoseconds: times of files are not finer than that, as the clock ticks that they are taken from."""
_COARSE = 2_100_000_000
"""The same of drives that know whole seconds only."""


class Stamp(NamedTuple):
    """What the system says of a file."""

    device: int
    inode: int
    size: int  # bytes
    modified: int  # nanoseconds since 1970
    changed: int  # the same; unlike `modified`, no program can set it

    @classmethod
    def of(cls, status: os.stat_result) -> "Stamp":
        return cls(
            status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
        )

    def is_young(self, now: int) -> bool:
        """True if a change after now could leave the same stamp; now: nanoseconds since 1970."""
        return abs(now - self.changed) < (_TICK if self.changed % 1_000_000_000 else _COARSE)
