"""Runs that somebody may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches

_MOST = 5  # that are named


def near_runs(name: str, known: Iterable[str], most: int = _MOST) -> list[str]:
    """The runs whose names are near one that is not there, the likeliest first.

    Those that only have more folders in front, or fewer; where there are none, those that are spelled alike.
    """
    names = list(known)
    longer = [each for each in names if each.endswith(f"/{name}")]
    shorter = [each for each in names if name.endswith(f"/{each}")]
    if longer or shorter:
        return [*longer, *shorter][:most]
    alike = get_close_matches(name, names, most)
    if "/" not in name:
        by_last: dict[str, list[str]] = {}
        for each in names:
            by_last.setdefault(each.rpartition("/")[2], []).append(each)
        alike += [each for last in get_close_matches(name, by_last, most) for each in by_last[last]]
    return list(dict.fromkeys(alike))[:most]


def runs_instead(name: str, known: Iterable[str]) -> str:
    """The end of an error for a run that is not there: which was meant, or else which there are."""
    names = list(known)
    near = near_runs(name, names)
    if near:
        return f"did you mean {', '.join(map(repr, near))}?"
    shown = ", ".join(map(repr, names[:_MOST])) or "none"
    return f"there are {shown}{', ...' if len(names) > _MOST else ''}"
