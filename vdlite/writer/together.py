"""Numbers that share a step and a walltime, logged in the way that costs least."""

from collections.abc import Mapping

import numpy as np

from vdlite.writer.life.run_writer import recorder_of
from vdlite.writer.log_writer import LogWriter

FEWEST = 8
"""Numbers of which a row is cheaper than single records."""

AT_ONCE = 256
"""Numbers of which that holds of a single row, too; a reader leaves such rows in the log until somebody asks for a tag."""


def add_together(
    writer: LogWriter, numbers: Mapping[str, float], step: int, walltime: float
) -> None:
    """Log each number as `add_scalar` does, and raise what that raises."""
    if not add_as_row(writer, numbers, step, walltime):
        for tag, number in numbers.items():
            writer.add_scalar(tag, number, step, walltime)


def add_as_row(writer: LogWriter, numbers: Mapping[str, float], step: int, walltime: float) -> bool:
    """Log numbers as a row, if there are enough of them, and their tags come again; False if nothing was logged.

    A few tags that come once would be declared for a single row. Raises what `add_scalar_row` raises.
    """
    if len(numbers) < FEWEST:
        return False
    given = tuple(numbers)
    tags = recorder_of(writer).row_tags.given_again(given)
    if tags is None and len(given) >= AT_ONCE:
        tags = given
    if tags is None:
        return False
    writer.add_scalar_row(tags, np.array(list(numbers.values()), np.float64), step, walltime)
    return True
