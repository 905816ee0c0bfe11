"""Logdirs that were there and are gone, or that can't be read."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from pathlib import Path

from vdlite.reader.logdir.discovery import Found, Unreadable
from vdlite.reader.logdir.logdirs import Logdir


@dataclass(frozen=True, slots=True)
class LostLogdir:
    """A logdir whose runs can't be followed for the moment."""

    logdir: str  # as it was given
    reason: str | None  # None: it is gone
    place: Logdir

    @property
    def is_away(self) -> bool:
        """True if it is gone as a whole, and mostly comes back.

        A file that is gone has been deleted or is written anew, and an object store has no folder without a file.
        """
        return self.reason is None and not self.place.file and self.place.address is None

    @property
    def hidden(self) -> Unreadable:
        """What is below it: as it stands among what a search could not look into."""
        return Unreadable(self.place.prefix or ".", self.reason or "it is gone")


def lost_logdirs(
    logdirs: Mapping[str, Logdir], found: Found, ever_there: Set[Path]
) -> tuple[LostLogdir, ...]:
    """The logdirs that a look did not find, in their order; what never was there is waited for, and not among them.

    logdirs: by what was given. ever_there: the paths of those that any look has found.
    """
    reasons = {each.path: each.reason for each in found.unreadable}
    lost = []
    for given, place in logdirs.items():
        if place.path in found.there:
            continue
        reason = reasons.get(place.prefix or place.file or ".") or reasons.get(place.prefix or ".")
        if reason is not None or place.path in ever_there:
            lost.append(LostLogdir(given, reason, place))
    return tuple(lost)
