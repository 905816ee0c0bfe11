"""What drawn landscapes are called: by what they show, and by what makes them differ from the usual one."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from vdlite.landscape.directions import Directions
from vdlite.landscape.making import LI_ET_AL
from vdlite.snapshots.folder import SnapshotFolder
from vdlite.snapshots.wishes import Wishes

_LONGEST = 60  # bytes of a model's name, or of a list
_USUAL = {"batch_norm": "frozen", "parameters": "weights", "precision": "", "training": False}


class Logged(Protocol):
    """What is known of a landscape in the log."""

    @property
    def tag(self) -> str: ...
    @property
    def summary(self) -> Mapping[str, Any]: ...


def of_path(wishes: Wishes) -> str:
    """`train`: the plane of a path."""
    parts = ["train"]
    if not wishes.centered:
        parts.append("uncentered")
    if wishes.method != "lstsq":
        parts.append(wishes.method)
    if wishes.ignore_path:
        parts.append(_ignoring(wishes.ignore_path))
    return _joined(parts, wishes)


def of_surroundings(wishes: Wishes, axes: int) -> str:
    """`result`: around a model; `result/line` along one direction. Random directions have no name but their seed."""
    parts = ["result"] if axes == 2 else ["result", "line"]
    kind = wishes.directions
    if isinstance(kind, Directions):
        parts += ["given", *filter(None, [_short(wishes.directions_name)])]
        return _joined(parts, wishes)
    if kind != "random":
        parts.append(kind)
    drawn = kind == "random" or (kind == "gradient" and axes == 2)
    if drawn and wishes.seed:
        parts.append(str(wishes.seed))
    if wishes.norm != "filter":
        parts.append(f"norm={wishes.norm}")
    if kind == "random":
        if set(wishes.ignore) != set(LI_ET_AL):
            parts.append(_ignoring(wishes.ignore))
        if wishes.orthogonal:
            parts.append("orthogonal")
    return _joined(parts, wishes)


def of_models(wishes: Wishes, others: Sequence[str]) -> str:
    """`line/b`: towards another model, b. `plane/b+c`: through two others."""
    parts = ["line" if len(others) == 1 else "plane", "+".join(map(_short, others))]
    if wishes.orthogonal and len(others) == 2:
        parts.append("orthogonal")
    return _joined(parts, wishes)


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


def told_apart(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """What was asked for otherwise than usual. More points or samples only show the same more exactly."""
    return tuple(
        name if settings[name] is True else f"{name}={settings[name]}"
        for name, usual in _USUAL.items()
        if name in settings and settings[name] != usual
    )


def free(name: str, facts: Mapping[str, Any], taken: Iterable[Logged]) -> str:
    """The name; with a number if the log has it for other directions from the same model, such as two files of one name.

    facts: `fingerprint` of the directions, `model_fingerprint`, and `interval`. taken: landscapes of the same step. One
    that was drawn of another model, interval or number of points may have the name, too: what is drawn anew is to be
    found where it was.
    """
    others: dict[str, list[Any]] = {}  # what a log tells may be anything, also what no set takes
    for one in taken:
        told, settings = one.summary.get("directions"), one.summary.get("settings")
        if isinstance(told, Mapping) and isinstance(settings, Mapping):
            known = settings.get("model_fingerprint"), settings.get("interval")
            if known == (facts.get("model_fingerprint"), facts.get("interval")):
                others.setdefault(one.tag, []).append(told.get("fingerprint"))
    number, made = 1, name
    while made in others and facts.get("fingerprint") not in others[made]:
        number += 1
        made = f"{name}-{number}"
    return made


def _joined(parts: Iterable[str], wishes: Wishes) -> str:
    return "/".join([*parts, *wishes.told_apart])


def _ignoring(names: Sequence[str]) -> str:
    return f"ignore={_short(','.join(names)) or 'nothing'}"


def _short(name: str) -> str:
    """One line of text that can be shown. The end stays, too: it tells checkpoints of one training apart."""
    shown = "".join(one if one.isprintable() else "_" for one in name)
    coded = shown.encode()
    if len(coded) <= _LONGEST:
        return shown
    half = (_LONGEST - len("…".encode())) // 2
    return f"{coded[:half].decode(errors='ignore')}…{coded[-half:].decode(errors='ignore')}"
