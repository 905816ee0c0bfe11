"""Events of scalars, and what is said of them."""

from __future__ import annotations

from vdlite.alerts.alert import Alert, EventName, Found
from vdlite.alerts.rule import Rule
from vdlite.alerts.watched_series import Place
from vdlite.reader.questions.plain import said_number


def event_of_scalar(rule: Rule, run: str, tag: str, place: Place) -> Found:
    """The event of a rule of scalars at a place."""
    points, at = place.points, place.at
    step, value = int(points.steps[at]), float(points.values[at])
    text = _said(rule, tag, step, value, place.expected)
    walltime = float(points.walltimes[at])
    alert = Alert(rule.name, rule.level, run, tag, step, walltime, value, text)
    return Found(EventName(rule.name, run, tag, step), alert)


def _said(rule: Rule, tag: str, step: int, value: float, usual: float | None) -> str:
    number, expected = said_number(value), usual or 0.0
    if rule.what == "non-finite":
        return f"{tag} is {number} at step {step}"
    if rule.what == "spike":
        return f"{tag} rose to {number} at step {step}, usual were {said_number(expected)}"
    if rule.what == "plateau":
        return f"{tag} has not got better for {rule.points or 1} points at step {step}"
    if rule.what == "best":
        before = "" if usual is None else f", before it was {said_number(usual)}"
        return f"{tag} is best so far at step {step}: {number}{before}"
    if rule.what == "diverging":
        whose = "others have" if rule.against == "others" else "it has been at"
        return f"{tag} diverges from step {step} on, {whose} {said_number(expected)}"
    return f"{tag} is {number} at step {step}, {_beyond(rule, value)}"


def _beyond(rule: Rule, value: float) -> str:
    is_above = rule.above is not None and value > rule.above
    limit = rule.above if is_above else rule.below
    return f"{'above' if is_above else 'below'} {limit:.6g}"


def event_of_run(
    rule: Rule, run: str, step: int | None, walltime: float | None, text: str
) -> Found:
    """The event of a rule of runs."""
    alert = Alert(rule.name, rule.level, run, None, step, walltime, None, text)
    return Found(EventName(rule.name, run, None, walltime), alert)
