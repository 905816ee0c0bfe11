"""What goes to and from the disks of a Linux machine, and how full the one of a run is."""

import os
from pathlib import Path

from vdlite.watching.source import Rates

_SECTOR = 512  # bytes: what the kernel counts in, whatever the disk has


class Disk:
    """All disks, by `/proc/diskstats`: `disk/read_bytes_per_second` and `disk/written_bytes_per_second`."""

    def __init__(self, proc: Path = Path("/proc"), sys: Path = Path("/sys")) -> None:
        self._stats = proc / "diskstats"
        self._devices = sys / "block"
        self._is_whole: dict[str, bool] = {}  # by name, in the kernel's spelling
        self._rates = Rates()

    def take(self, now: float) -> dict[str, float]:
        """The bytes of whole disks; partitions, and what is made of disks, would count twice."""
        read = written = 0
        found = False
        for line in self._stats.read_text("ascii", "replace").splitlines():
            fields = line.split()
            if len(fields) > 9 and self._counts(fields[2]):
                found = True
                read += int(fields[5]) * _SECTOR
                written += int(fields[9]) * _SECTOR
        counts = {"disk/read_bytes_per_second": read, "disk/written_bytes_per_second": written}
        return self._rates.of(counts if found else {}, now)

    def _counts(self, name: str) -> bool:
        """True for a disk that is a device."""
        known = self._is_whole.get(name)
        if known is None:
            known = self._is_whole[name] = (self._devices / name / "device").exists()
        return known


class DiskSpace:
    """The file system that a folder lies on: `disk/percent` and `disk/free_bytes`."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def take(self, now: float) -> dict[str, float]:
        """How full it is for who is not root, as `df` says it. Nothing on Windows."""
        if not hasattr(os, "statvfs"):
            return {}
        found = os.statvfs(self._folder)
        used = found.f_blocks - found.f_bfree
        usable = used + found.f_bavail
        if not usable:  # drives that have no size
            return {}
        return {
            "disk/percent": 100.0 * used / usable,
            "disk/free_bytes": float(found.f_bavail * found.f_frsize),
        }
