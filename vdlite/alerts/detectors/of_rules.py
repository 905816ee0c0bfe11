"""The detectors that rules ask for."""

from __future__ import annotations

from vdlite.alerts.detectors.bests import Bests
from vdlite.alerts.detectors.beyond import Beyond
from vdlite.alerts.detectors.detector import Detector
from vdlite.alerts.detectors.not_finite import NotFinite
from vdlite.alerts.detectors.others import AboveOthers
from vdlite.alerts.detectors.pauses import Pauses
from vdlite.alerts.detectors.plateaus import Plateaus
from vdlite.alerts.detectors.slow_rise import SlowRise
from vdlite.alerts.detectors.slowness import Slowness
from vdlite.alerts.detectors.spikes import spikes
from vdlite.alerts.rule import Rule
from vdlite.kinds.hparams import Goal

_POINTS = 200  # for which something diverges
_PAUSE = 10.0  # times
_SILENT = 600.0  # seconds
_EARLY = 20  # points before something is the best
_REST = 600.0  # seconds between two that are
SLOW = 2.0  # times


def detector_of(rule: Rule) -> Detector:
    """A new detector for a series, by a rule of scalars."""
    if rule.what == "non-finite":
        return NotFinite()
    if rule.what == "spike":
        return spikes()
    if rule.what == "plateau":
        return Plateaus(goal=rule.goal or "min", delta=rule.delta, points=rule.points or 1)
    if rule.what == "diverging":
        return SlowRise(rise=rule.rise, points=rule.points or _POINTS)
    return Beyond(above=rule.above, below=rule.below, points=rule.points or 1, resolve=rule.resolve)


def above_others_of(rule: Rule) -> AboveOthers:
    """A new detector for a series that is compared with those of other runs."""
    return AboveOthers(rise=rule.rise, points=rule.points or _POINTS)


def slowness_of(rule: Rule) -> Slowness:
    """A new detector for a run that may become slow."""
    return Slowness(times=rule.times or SLOW, below=rule.below)


def pauses_of(rule: Rule) -> Pauses:
    """A new detector for a run that may stall."""
    return Pauses(seconds=silent_seconds(rule), times=_PAUSE if rule.times is None else rule.times)


def silent_seconds(rule: Rule) -> float:
    """The seconds for which a run has to be silent."""
    return _SILENT if rule.seconds is None else rule.seconds


def bests_of(rule: Rule, goal: Goal, after: Bests | None = None) -> Bests:
    """A new detector for a series that may be its best. after: of the points of an earlier writer."""
    return Bests(
        goal=goal,
        delta=rule.delta,
        points=_EARLY if rule.points is None else rule.points,
        seconds=_REST if rule.seconds is None else rule.seconds,
        after=after,
    )
