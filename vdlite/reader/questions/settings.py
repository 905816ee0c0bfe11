"""What runs were given and what they ran in, and in which of it they differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Literal

from vdlite.errors import DriveError, FormatError
from vdlite.kinds.environment import NAME as ENVIRONMENT
from vdlite.kinds.environment import Environment
from vdlite.kinds.fields import Hparam
from vdlite.reader.questions.plain import cut_text
from vdlite.reader.run.run import Run
from vdlite.reader.trials.data_values import data_values
from vdlite.reader.trials.descriptions import described_fields
from vdlite.reader.trials.trials import logged_trials

Group = Literal["hparams", "data", "lineage", "environment", "packages"]
GROUPS: tuple[Group, ...] = ("hparams", "data", "lineage", "environment", "packages")

_NAMED = 5  # runs that are named with a value


@dataclass(frozen=True, slots=True)
class Settings:
    """What one run was given, of its last trial, and what it ran in."""

    fields: Mapping[tuple[Group, str], Hparam]
    code: str  # the difference of its code from the commit; empty if there is none, or it was not logged


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a setting, and the runs that have it."""

    value: Hparam
    is_missing: bool  # these runs have no such setting
    count: int  # runs
    runs: tuple[str, ...]  # the first of them


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting in which runs differ."""

    group: Group
    name: str  # "*": the whole group, which some runs have not logged
    values: tuple[Value, ...]  # the first of them: what most runs have
    value_count: int
    odd: str | None  # the run that alone differs from all others, of three runs or more


@dataclass(frozen=True, slots=True)
class _Given:
    """A value that was logged, which may be None."""

    value: Hparam


def settings_of(run: Run) -> Settings:
    """The settings of a run; what is damaged is left out."""
    trials = logged_trials(run)
    fields: dict[tuple[Group, str], Hparam] = {}
    if trials:
        fields |= {("hparams", name): value for name, value in trials[-1][1].hparams.items()}
    fields |= {("data", name): value for name, value in data_values(run).items()}
    for (group, name), value in described_fields(run)[0].items():
        fields["environment" if group == ENVIRONMENT else "lineage", name] = value
    found = environment_of(run)
    if found is not None:
        fields |= {("packages", name): version for name, version in found.packages.items()}
    return Settings(fields, "" if found is None else found.diff)


def environment_of(run: Run) -> Environment | None:
    """The newest environment of a run that can be read; None if it logged none."""
    records = [each for tag in run.tags(ENVIRONMENT) for each in run.records(ENVIRONMENT, tag)]
    for record in sorted(records, key=lambda each: each.walltime, reverse=True):
        try:
            found: Environment = record.payload
        except DriveError:
            raise
        except (FormatError, OSError):
            continue
        return found
    return None


def differing(settings: Mapping[str, Settings], most: int) -> list[Setting]:
    """The settings in which runs differ, by group; settings: by run. most: values of each.

    Where some runs have logged nothing of a group, that is one difference, named `*`, and the others are compared.
    """
    found: list[Setting] = []
    for group in GROUPS:
        having = {
            run: each
            for run, each in settings.items()
            if any(key[0] == group for key in each.fields)
        }
        if having and len(having) < len(settings):
            found.append(
                _setting(
                    group,
                    "*",
                    {run: _Given("logged") if run in having else None for run in settings},
                    most,
                )
            )
        names = dict.fromkeys(
            name for each in having.values() for of, name in each.fields if of == group
        )
        for name in names:
            values = {
                run: _Given(each.fields[group, name]) if (group, name) in each.fields else None
                for run, each in having.items()
            }
            found.append(_setting(group, name, values, most))
    return [each for each in found if each.value_count > 1]


def _setting(group: Group, name: str, given: Mapping[str, _Given | None], most: int) -> Setting:
    """A setting; given: the value of each run, None for those that have none."""
    having: dict[str, list[str]] = {}
    values: dict[str, Value] = {}
    for run, each in given.items():
        # As text with its type: NaN is no equal of itself, and 1 equals True.
        key = "" if each is None else f"{type(each.value).__name__} {each.value!r}"
        having.setdefault(key, []).append(run)
        values[key] = Value(
            None if each is None else cut_text(each.value),
            each is None,
            len(having[key]),
            tuple(having[key][:_NAMED]),
        )
    order = sorted(having, key=lambda key: -len(having[key]))
    alone = [having[key][0] for key in order if len(having[key]) == 1]
    is_odd = len(order) == 2 and len(given) > 2 and len(alone) == 1
    shown = tuple(values[key] for key in order[:most])
    return Setting(group, name, shown, len(order), alone[0] if is_odd else None)


def code_difference(a: Settings, b: Settings) -> list[str]:
    """The lines in which two runs' changes of their code differ, beginning with + or -."""
    lines = unified_diff(a.code.splitlines(), b.code.splitlines(), "a", "b", lineterm="", n=1)
    return [cut_text(line) for line in lines]


def equal_settings(settings: Sequence[Settings]) -> int:
    """How many settings all runs have alike."""
    if not settings:
        return 0
    first = settings[0].fields
    return sum(
        all(key in each.fields and repr(each.fields[key]) == repr(value) for each in settings)
        for key, value in first.items()
    )
