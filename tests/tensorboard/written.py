"""What the tests of SummaryWriters share."""

from pathlib import Path
from typing import Any

import pytest

from vdlite import LogReader
from vdlite.tensorboard import SummaryWriter
from vdlite.tensorboardx import SummaryWriter as SummaryWriterX

KINDS = pytest.mark.parametrize("kind", [SummaryWriter, SummaryWriterX])


def payload(folder: Path, kind: str, tag: str) -> Any:
    """That of the last record of a tag."""
    return LogReader(folder).records(".", kind, tag)[-1].payload


def steps(folder: Path, tag: str) -> list[int]:
    found: list[int] = LogReader(folder).scalars(".", tag).steps.tolist()
    return found


def values(folder: Path, tag: str) -> list[float]:
    found: list[float] = LogReader(folder).scalars(".", tag).values.tolist()
    return found
