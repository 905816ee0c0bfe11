"""The losses of logs: damaged bytes, and records that were never written."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileDamage:
    """Bytes of a log file that hold no readable record."""

    file: str
    offset: int
    bytes: int
    reason: str


@dataclass(frozen=True, slots=True)
class FileGap:
    """Records that a writer could not write, since writing failed for too long."""

    file: str
    missing: int
    since: float  # seconds since 1970
    until: float
