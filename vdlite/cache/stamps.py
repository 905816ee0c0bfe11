"""Stamps of files: what changes when anybody writes to them."""

import os
from typing import NamedTuple


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
