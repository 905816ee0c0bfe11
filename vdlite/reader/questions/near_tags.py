"""Tags that somebody may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches

_MOST = 10_000  # tags with which one that is not there is compared


def near_tags(tag: str, known: Iterable[str]) -> str:
    """The hint for a tag that is not there; empty where no other is near. For somebody who asks for one tag."""
    names = list(dict.fromkeys(known))[:_MOST]
    within = [name for name in names if name and tag and (tag in name or name in tag)]
    near = list(dict.fromkeys([*get_close_matches(tag, names, 3), *within]))[:3]
    return f": did you mean {', '.join(map(repr, near))}?" if near else ""
