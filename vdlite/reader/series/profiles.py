"""Profiles in logs: their tables at once, their events when they are asked for."""

from pathlib import Path

from vdlite.errors import NotFoundError
from vdlite.kinds.profile.payload import (
    HEAD_BYTES,
    decode_content,
    decode_tables,
    tables_length,
)
from vdlite.kinds.profile.types import NAME
from vdlite.profiling.logged import LoggedProfile
from vdlite.reader.series.record_series import Record, RecordSeries

PROFILE = NAME


def read_profile(record: Record) -> LoggedProfile:
    """Raises FormatError if its tables are damaged, OSError if the file can't be read."""
    head = record.part(0, HEAD_BYTES)
    tables = decode_tables(head, record.part(HEAD_BYTES, tables_length(head)))
    return LoggedProfile(tables, lambda: decode_content(record.raw(), tables))


def read_profile_file(path: Path) -> LoggedProfile:
    """A profile of a file that is nothing but its payload. Raises as `read_profile` does."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
        tables = decode_tables(head, file.read(tables_length(head)))
    return LoggedProfile(tables, lambda: decode_content(path.read_bytes(), tables))


def find_profile(series: RecordSeries, step: int | None) -> Record:
    """The record of a step; None for the highest. Raises NotFoundError."""
    records = series.records()
    found = [record for record in records if step is None or record.step == step]
    if not found:
        raise NotFoundError(f"no {NAME} with tag {series.tag!r} at step {step} in this run")
    return found[-1]
