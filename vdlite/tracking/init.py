"""`init`: the beginning of a run that takes dictionaries."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from vdlite.errors import PayloadError, shown
from vdlite.kinds.hparams import Goal
from vdlite.tracking.other_names import tell_ignored
from vdlite.tracking.run import Run, check_notes
from vdlite.writer.life.run_folder import new_run_folder


def init(
    project: str = "",
    name: str | None = None,
    *,
    config: Any = None,
    group: str = "",
    notes: str = "",
    metrics: Sequence[str] = (),
    goals: "Mapping[str, Goal] | None" = None,
    dir: "str | os.PathLike[str]" = "runs",  # noqa: A002  # as other tools call it
    logdir: "str | os.PathLike[str] | None" = None,
    id: str | None = None,  # noqa: A002  # as other tools call it
    tags: Sequence[str] | None = None,
    job_type: str | None = None,
    entity: object = None,
    mode: object = None,
    resume: object = None,
    reinit: object = None,
    save_code: object = None,
    settings: object = None,
) -> Run:
    """Begin a run, in the folder `runs/PROJECT/GROUP/NAME`.

        with vdlite.init("mnist", config={"lr": 1e-3}) as run:
            run.log({"loss": 0.5})

    project, group: folders above that of the run; `/` makes several.
    name: the run's folder; None for a new one, named after the time. A run of that name that is there goes on.
    config: the hyperparameters: a mapping, a dataclass, or a namespace of argparse; also as `run.config`.
    notes: a text, kept under the tag `notes`.
    metrics: tags of the scalars that judge the run.
    goals: "min" or "max" by tag of a scalar: whether less or more of it is better; known by its name, or asked in the page, if not given.
        Without `metrics` these tags judge the run.
    dir: the logdir, which is what `vdlite --logdir` is given.
    logdir: the run's folder itself, in place of all these names.
    id: the run's folder where no name is given.
    tags, job_type: words for the run, kept in its lineage.
    entity, mode, resume, reinit, save_code, settings: of `wandb.init`: nothing comes of them, which is reported once.
    Raises LogdirError if the folder or file can't be made, PayloadError for a wrong argument.
    """
    check_notes(notes)
    more = _lineage_fields(tags, job_type)
    is_late = name is not None or logdir is not None
    tell_ignored(
        {
            "id": id if is_late else None,
            "entity": entity,
            "mode": mode,
            "resume": resume,
            "reinit": reinit,
            "save_code": save_code,
            "settings": settings,
        }
    )
    name = id if name is None and logdir is None else name
    if logdir is not None:
        if project or name or group:
            raise PayloadError(
                "logdir: got it beside project, group or name, want one or the other"
            )
        folder = os.fspath(Path(logdir).expanduser())
    else:
        parent = os.fspath(Path(dir).expanduser())
        parts = [
            _part(part, what) for part, what in ((project, "project"), (group, "group")) if part
        ]
        parent = os.path.join(parent, *parts)
        folder = (
            new_run_folder("", private=False, parent=parent)
            if name is None
            else os.path.join(parent, _part(name, "name"))
        )
    run = Run(folder, config=config, notes=notes, metrics=metrics, goals=goals)
    if more:
        run.writer.add_lineage(others=more)
    return run


def _lineage_fields(tags: object, job_type: object) -> dict[str, str]:
    """Fields of the lineage. Raises PayloadError if these are no words."""
    words = [tags] if isinstance(tags, str) else [] if tags is None else tags
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        raise PayloadError(f"tags: got {shown(tags)}, want a list of words")
    if job_type is not None and not isinstance(job_type, str):
        raise PayloadError(f"job_type: got {shown(job_type)}, want a word")
    fields = {"tags": ", ".join(words), "job_type": job_type or ""}
    return {name: text for name, text in fields.items() if text}


def _part(part: object, what: str) -> str:
    """A folder below another one."""
    if not isinstance(part, str) or not part or Path(part).is_absolute() or "\0" in part:
        raise PayloadError(f"{what}: got {shown(part)}, want the name of a folder")
    if ".." in part.replace("\\", "/").split("/"):
        raise PayloadError(f"{what}: got {shown(part)}, want a folder below the logdir")
    return part
