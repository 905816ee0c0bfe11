"""What drawn landscapes are called: by what they show, and by what makes them differ from the usual one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Protocol, get_args

from vdlite.drawing.options import DirectionsKind, LandscapeOptions
from vdlite.landscape.directions.factories import LI_ET_AL
from vdlite.landscape.options import ProblemOptions
from vdlite.snapshots.folder import SnapshotFolder

_LONGEST = 60  # bytes of a model's name, or of a list
IN_NAMES = frozenset(
    [
        "centered",
        "method",
        "ignore",
        "only",
        "directions",
        "seed",
        "norm",
        "orthogonal",
        "same",
        "batch_norm",
        "parameters",
        "precision",
        "training",
    ]
)
"""Options with which the same weights look otherwise; a name says where they are not as usual."""

_NAMED = ("batch_norm", "parameters", "precision", "training")
"""Options of the problem with which the same weights look otherwise."""


class Logged(Protocol):
    """The facts known of a landscape in the log."""

    @property
    def tag(self) -> str: ...
    @property
    def summary(self) -> Mapping[str, Any]: ...


def of_path(options: LandscapeOptions) -> str:
    """`train`: the plane of a path."""
    parts = ["train"]
    if not options.centered:
        parts.append("uncentered")
    if options.method != "lstsq":
        parts.append(options.method)
    if options.ignored_by_path:
        parts.append(_ignoring(options.ignored_by_path))
    return _joined(parts, options)


def of_surroundings(options: LandscapeOptions, axes: int) -> str:
    """`result`: around a model; `result/line` along one direction. Random directions have no name but their seed.

    `snapshots`: around each snapshot.
    """
    parts = ["snapshots" if options.each_snapshot else "result"]
    if axes == 1:
        parts.append("line")
    kind = options.directions
    if kind not in get_args(DirectionsKind):
        parts.append("given")
        if isinstance(kind, (str, Path)) and (name := _short(Path(kind).stem)):
            parts.append(name)
        return _joined(parts, options)
    if kind != "random":
        parts.append(str(kind))
    drawn = kind == "random" or (kind == "gradient" and axes == 2)
    if drawn and options.seed:
        parts.append(str(options.seed))
    if options.norm != "filter":
        parts.append(f"norm={options.norm}")
    if kind == "random":
        if set(options.ignored_at_random) != set(LI_ET_AL):
            parts.append(_ignoring(options.ignored_at_random))
        if options.orthogonal:
            parts.append("orthogonal")
        if options.same:
            parts.append("same")
    return _joined(parts, options)


def of_models(options: LandscapeOptions, others: Sequence[str]) -> str:
    """`line/b`: towards another model, b. `plane/b+c`: through two others."""
    parts = ["line" if len(others) == 1 else "plane", "+".join(map(_short, others))]
    if options.orthogonal and len(others) == 2:
        parts.append("orthogonal")
    return _joined(parts, options)


def of_trainings(options: LandscapeOptions, others: Sequence[str]) -> str:
    """`train/with/adam+momentum`: the paths of several runs on the plane of all."""
    own = of_path(options).removeprefix("train").strip("/")
    return "/".join(["train", "with", "+".join(map(_short, others)), *([own] if own else [])])


def called(model: Any, place: int) -> str:
    """The name of a model: of its file, or of its run's folder."""
    if not isinstance(model, (str, Path)):
        return f"model {place + 2}"
    path = Path(model)
    return of_folder(path) if path.is_dir() else _short(path.stem)


def of_folder(path: Path) -> str:
    """The name of a run, or of the run that a folder of snapshots belongs to."""
    whole = path.resolve()
    run = whole.parents[1] if SnapshotFolder(whole).is_there() else whole
    return _short(run.name) or "model"


def unusual(options: ProblemOptions) -> tuple[str, ...]:
    """The options that were asked for otherwise than usual. More points or samples only show the same more exactly."""
    usual = {one.name: one.default for one in fields(ProblemOptions)}
    asked = {name: getattr(options, name) for name in _NAMED}
    return tuple(
        name if value is True else f"{name}={value}"
        for name, value in asked.items()
        if value != usual[name]
    )


def free(name: str, facts: Mapping[str, Any], taken: Iterable[Logged]) -> str:
    """The name; with a number if the log has it for other directions from the same model, such as two files of one name.

    facts: `fingerprint` of the directions, `model_fingerprint`, and `interval`. taken: landscapes of the same step. One
    that was drawn of another model, interval or number of points may have the name, too: what is drawn anew is to be
    found where it was.
    """
    others: dict[str, list[Any]] = {}  # what a log says may be anything, also what no set takes
    for one in taken:
        directions, settings = one.summary.get("directions"), one.summary.get("settings")
        if isinstance(directions, Mapping) and isinstance(settings, Mapping):
            known = settings.get("model_fingerprint"), settings.get("interval")
            if known == (facts.get("model_fingerprint"), facts.get("interval")):
                others.setdefault(one.tag, []).append(directions.get("fingerprint"))
    number, made = 1, name
    while made in others and facts.get("fingerprint") not in others[made]:
        number += 1
        made = f"{name}-{number}"
    return made


def _joined(parts: Iterable[str], options: LandscapeOptions) -> str:
    return "/".join([*parts, *_only(options), *unusual(options)])


def _only(options: LandscapeOptions) -> list[str]:
    return [f"only={_short(','.join(options.only_these))}"] if options.only_these else []


def _ignoring(names: Sequence[str]) -> str:
    return f"ignore={_short(','.join(names)) or 'nothing'}"


def _short(name: str) -> str:
    """One line of text that can be shown. The end stays, too: it distinguishes checkpoints of one training."""
    shown = "".join(one if one.isprintable() else "_" for one in name)
    coded = shown.encode()
    if len(coded) <= _LONGEST:
        return shown
    half = (_LONGEST - len("…".encode())) // 2
    return f"{coded[:half].decode(errors='ignore')}…{coded[-half:].decode(errors='ignore')}"
