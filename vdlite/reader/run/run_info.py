"""What is told of a run."""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from vdlite.format.outcome import Outcome


@dataclass(frozen=True, slots=True)
class RunInfo:
    """What the run list shows of a run."""

    id: str  # for requests; depends on the name alone
    name: str  # relative to the logdir
    display_name: str | None
    started: float | None  # seconds since 1970
    updated: float | None  # when its last record was logged, in seconds since 1970
    duration: float | None  # seconds that its training took; None: its records don't tell
    state: str  # "live", "ended" or "quiet"
    outcome: Outcome | None  # how it ended, if it has and that was told
    loading: bool
    records: int
    bytes: int
    files: int
    damaged: int  # regions
    missing: int  # records that a writer could not write
    diverged: int  # scalar tags whose newest value is not finite
    last_step: int | None  # the largest of its scalars
    tools: tuple[str, ...]  # other tools that wrote logs of it, such as "TensorBoard"
    left_out: Mapping[str, int]  # what their logs hold that is not read, and how often
    hangs_since: float | None  # its drive does not answer since then (seconds since 1970)


class Extent(NamedTuple):
    """How much of a run there is, and how much of it has been read."""

    files: int
    files_read: int
    bytes: int
    bytes_read: int


def run_id(name: str) -> str:
    """A short name for requests: 12 hexadecimal digits."""
    return hashlib.sha256(os.fsencode(name)).hexdigest()[:12]
