"""Versions of series: whoever holds points of a version knows by it whether these still count."""

import itertools
import time

# A log may be replaced by another one, also while no server runs; a page that was open meanwhile must not take the new
# points for those that follow its old ones. So the numbers begin at the time, in microseconds since 1970: a series
# would have to change a million times a second to come to the numbers of a later process. JavaScript counts up to 2^53.
_numbers = itertools.count(time.time_ns() // 1000)


def new_version() -> int:
    """A number that is greater than any that was given before, to whichever series, in this process or an earlier one."""
    return next(_numbers)
