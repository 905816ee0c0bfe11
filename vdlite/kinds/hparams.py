"""Hyperparameters: what one trial was given, the tags of the scalars that judge it, and which way these are better."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.fields import Hparam, name_of, names_of, plain, sound
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.packing import pack, unpack

NAME = "hparams"

Goal = Literal["min", "max"]
"""Whether less or more of a scalar is better."""

_GOALS: tuple[Goal, ...] = get_args(Goal)
_PREVIEW = 32  # of the hyperparameters, in the summary
_PREVIEW_TEXT = 60  # characters


@dataclass(frozen=True, slots=True)
class Hparams:
    """One trial."""

    hparams: Mapping[str, Hparam]  # by name, in the order they were given
    metrics: tuple[str, ...]  # tags of scalars of the same run
    goals: Mapping[str, Goal] = field(
        default_factory=dict
    )  # by tag; not of each, if nobody said it
    logarithmic: tuple[str, ...] = ()  # the hyperparameters that are searched by their magnitude
    replaces: bool = False  # it is the trial that its writer logged last, as it is known now
    extends: bool = False  # it adds to the trial that was logged last, whoever logged that


@taking(NAME)
def hparams(
    values: object,
    metrics: object,
    goals: object = None,
    logarithmic: object = (),
    *,
    replace: bool = False,
    extend: bool = False,
) -> Ready:
    """A draft of a trial.

    values: a mapping of names to numbers, strings, booleans or None; NumPy scalars and arrays or tensors of size one
        are numbers; anything else, such as a list, is kept as text.
    metrics: tags of scalars.
    goals: a mapping of tags, these or others, to "min" or "max": whether less or more of it is better; None for none.
        Without metrics, these are the metrics.
    logarithmic: names of hyperparameters that are searched by their magnitude.
    replace: whether it is the writer's last trial once more, as it is known now.
    extend: whether it adds to the run's last trial, in place of what that has under these names.
    Raises PayloadError if they are not such.
    """
    if not isinstance(values, Mapping):
        raise PayloadError(
            f"hparams_dict: got {type(values).__name__} {values!r:.60}, want a mapping of name to value"
        )
    given = {_name(name): plain(value) for name, value in values.items()}
    tags = names_of(metrics, "metrics_list", "tags")
    checked = _goals(goals)
    fields: dict[str, Any] = {"hparams": given, "metrics": tags or list(checked)}
    if checked:
        fields["goals"] = checked
    if by_magnitude := names_of(logarithmic, "logarithmic", "names"):
        fields["logarithmic"] = by_magnitude
    if replace and extend:
        raise PayloadError("add_hparams: got replace and extend, want one of them")
    if replace or extend:
        fields["replaces" if replace else "extends"] = True
    preview = {
        name[:_PREVIEW_TEXT]: value[:_PREVIEW_TEXT] if isinstance(value, str) else value
        for name, value in list(given.items())[:_PREVIEW]
    }
    return Ready(pack(fields), {"count": len(given), "preview": _fitting(preview)})


def decode(payload: bytes) -> Hparams:
    """The trial. Raises FormatError for bytes that are none."""
    fields = unpack(payload, NAME)
    values, metrics = fields.get("hparams"), fields.get("metrics")
    if not isinstance(values, dict) or not isinstance(metrics, list):
        raise FormatError("hparams payload: want the fields hparams and metrics")
    goals = fields.get("goals", {})
    if not isinstance(goals, dict):
        raise FormatError(f"hparams payload: goals: got {type(goals).__name__}, want a mapping")
    # Words that later versions may have are no goals of this one.
    known = {str(tag): known_goal(goal) for tag, goal in goals.items()}
    readable: dict[str, Goal] = {tag: goal for tag, goal in known.items() if goal is not None}
    logarithmic = fields.get("logarithmic", [])
    if not isinstance(logarithmic, list):
        raise FormatError(
            f"hparams payload: logarithmic: got {type(logarithmic).__name__}, want a list"
        )
    return Hparams(
        values,
        tuple(map(str, metrics)),
        readable,
        tuple(map(str, logarithmic)),
        replaces=fields.get("replaces") is True,
        extends=fields.get("extends") is True,
    )


def known_goal(goal: object) -> Goal | None:
    """The goal, if it is one."""
    return next((each for each in _GOALS if isinstance(goal, str) and goal == each), None)


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise PayloadError(
            f"hparams_dict: got a name that is {type(name).__name__} {name!r:.60}, want a string"
        )
    return sound(name)


def _goals(goals: object) -> dict[str, str]:
    if goals is None:
        return {}
    if not isinstance(goals, Mapping):
        raise PayloadError(
            f"goals: got {type(goals).__name__} {goals!r:.60}, want a mapping of tag to 'min' or 'max'"
        )
    for tag, goal in goals.items():
        if known_goal(goal) is None:
            raise PayloadError(f"goals: {tag!r:.60}: got {goal!r:.60}, want 'min' or 'max'")
    return {name_of(tag, "goals", "tags"): str(goal) for tag, goal in goals.items()}


def _fitting(preview: dict[str, Hparam]) -> dict[str, Hparam]:
    """The first values, as many as a summary has room for."""
    while preview and len(pack(preview)) > 3000:
        preview.popitem()
    return preview


KIND = Kind(NAME, decode)
