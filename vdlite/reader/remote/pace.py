"""How often a remote logdir is listed, and what that costs."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from vdlite.reader.remote.address import AZURE, GOOGLE, S3, WEB

OFTEN = 5.0
SELDOM = 60.0
LIVE_SECONDS = 300.0
"""A logdir in which something was written within that time may go on."""

_DAY = 86_400
_DOLLARS_PER_1000 = dict.fromkeys((*S3, *GOOGLE), 0.005) | dict.fromkeys(AZURE, 0.0055)
"""List prices of requests that list, in US dollars, as of 2026, in the regions where they are lowest."""

_LISTED = dict.fromkeys((*S3, *GOOGLE), 1000) | dict.fromkeys(AZURE, 5000) | dict.fromkeys(WEB, 0)
"""Objects that one request lists; 0: all of them."""


def nobody() -> bool:
    return False


@dataclass(slots=True)
class Pace:
    """The time between two looks."""

    often: float = OFTEN  # seconds, while something is written and somebody looks
    is_watched: Callable[[], bool] = nobody

    @property
    def seldom(self) -> float:
        """Seconds between two looks otherwise."""
        return max(self.often, SELDOM)

    def seconds(self, *, is_live: bool) -> float:
        """Seconds between two looks now."""
        return self.often if is_live and self.is_watched() else self.seldom


def cost(scheme: str, objects: int, pace: Pace) -> str:
    """The sentence that says what looking costs: requests and, where prices are known, dollars a day."""
    slow, fast = f"every {pace.seldom:g} s", f"every {pace.often:g} s"
    watched = "while a run is written and the page is open"
    most = _LISTED.get(scheme)
    if most is None:
        return f"{objects:,} objects are listed {slow}; {fast} {watched}; --poll-seconds bounds it"
    pages = max(1, math.ceil(objects / most)) if most else 1
    seldom, often = (round(_DAY / seconds * pages) for seconds in (pace.seldom, pace.often))
    price = _DOLLARS_PER_1000.get(scheme)

    def said(requests: int) -> str:
        dollars = "" if price is None else f" (about ${requests * price / 1000:.2f})"
        return f"{requests:,} requests a day{dollars}"

    return (
        f"{objects:,} objects are listed with {pages:,} {'request' if pages == 1 else 'requests'} "
        f"{slow}: {said(seldom)}; {fast} {watched}: {said(often)}; --poll-seconds bounds it"
    )
