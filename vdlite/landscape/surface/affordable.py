"""How many points beside those of a surface are worth their time."""

WORTH_SECONDS = 0.1
"""In any case, however few points the surface has."""


def affordable(share: float, points: int, each: float) -> float:
    """How many, at most.

    share: of the time that the points of the surface take. each: seconds that a point takes.
    """
    return max(share * points, WORTH_SECONDS / max(each, 1e-9))
