"""`init`: the beginning of a run that takes dictionaries."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from vdlite.errors import PayloadError, shown
from vdlite.kinds.hparams import Goal
from vdlite.tracking.config import as_mapping, kept
from vdlite.tracking.current import current_run, set_current
from vdlite.tracking.ignored import tell_ignored
from vdlite.tracking.resuming import check_resume
from vdlite.tracking.run import Run
from vdlite.tracking.words import Words, tags_of, word
from vdlite.writer.life.run_folder import common_run_folder
from vdlite.writer.notices import warn

if TYPE_CHECKING:
    from vdlite.tracking.ignored import Settings

_MODES = (None, "online", "offline", "shared", "disabled")
_REINITS = ("default", "return_previous", "finish_previous", "create_new")


def init(
    project: str | None = None,
    name: str | None = None,
    *,
    config: Any = None,
    group: str | None = None,
    notes: str | None = None,
    metrics: Sequence[str] = (),
    goals: "Mapping[str, Goal] | None" = None,
    dir: "str | os.PathLike[str] | None" = None,  # noqa: A002  # as other tools call it
    logdir: "str | os.PathLike[str] | None" = None,
    id: str | None = None,  # noqa: A002  # as other tools call it
    tags: Sequence[str] | None = None,
    job_type: str | None = None,
    entity: str | None = None,
    mode: Literal["online", "offline", "disabled", "shared"] | None = None,
    resume: bool | Literal["allow", "never", "must", "auto"] | None = None,
    reinit: (
        bool | Literal["default", "return_previous", "finish_previous", "create_new"] | None
    ) = None,
    config_include_keys: Sequence[str] | None = None,
    config_exclude_keys: Sequence[str] | None = None,
    allow_val_change: bool | None = None,
    save_code: bool | None = None,
    system: bool | float = True,
    resume_from: str | None = None,
    fork_from: str | None = None,
    settings: "Settings | Mapping[str, Any] | None" = None,
    force: bool | None = None,
    tensorboard: bool | None = None,
    sync_tensorboard: bool | None = None,
    monitor_gym: bool | None = None,
    anonymous: object = None,
) -> Run:
    """Begin a run, in the folder `runs/PROJECT/GROUP/NAME`; `vdlite.log` and its like go to it from now on.

        with vdlite.init("mnist", config={"lr": 1e-3}) as run:
            run.log({"loss": 0.5})

    project, group: folders above that of the run; `/` makes several.
    name: the run's folder; None for a new one, named after the time. A run of that name that is there goes on.
    config: the hyperparameters: a mapping, a dataclass, a namespace of argparse, flags of absl, the path of a YAML file,
        or any object with attributes; also as `run.config`.
    notes: a text, kept under the tag `notes`.
    metrics: tags of the scalars that judge the run.
    goals: "min" or "max" by tag of a scalar: whether less or more of it is better; known by its name, or asked in the page, if not given.
        Without `metrics` these tags judge the run.
    dir: the logdir, which is what `vdlite --logdir` is given; `runs` if None.
    logdir: the run's folder itself, in place of all these names.
    id: the run's folder; `name` is then only shown.
    tags: the run's labels.
    job_type, entity, fork_from, resume_from: words for the run, kept in its lineage.
    mode: "disabled" writes nothing at all; the others mean nothing, as nothing is sent anywhere.
    resume: "never": the run must not be there; "must": it must be; anything else: one that is there goes on.
    reinit: what becomes of the run that `init` made before and that has not ended: it goes on beside the new one if None or
        "default"; True or "finish_previous" ends it, False or "return_previous" gives it in place of a new one, and
        "create_new" lets `vdlite.log` go to it still.
    config_include_keys, config_exclude_keys: names in `config` that alone are taken, or are not.
    allow_val_change: False refuses another value for a hyperparameter that has one.
    save_code: True logs the environment: git commit, changes to it, packages, command line, and a script that git does not know.
    system: True logs what the machine does, every 10 seconds, as `LogWriter.watch_system`; a number of seconds so often; False
        does not. The variable `VDLITE_SYSTEM` set to 0 says no for all.
    settings, force, tensorboard, sync_tensorboard, monitor_gym, anonymous: of `wandb.init`: nothing comes of them, which is reported
        in one warning.
    Raises LogdirError if the folder or file can't be made, or is not as `resume` wants it; PayloadError for a wrong argument.
    """
    words = Words(
        word(project, "project", "the name of a folder"),
        word(group, "group", "the name of a folder"),
        word(name, "name", "the name of a folder"),
        word(entity, "entity"),
        word(job_type, "job_type"),
        tags_of(tags),
        word(notes, "notes", "a text"),
        word(fork_from, "fork_from"),
        word(resume_from, "resume_from"),
    )
    _check_one_of("mode", mode, _MODES)
    if reinit is not None and not isinstance(reinit, bool):
        _check_one_of("reinit", reinit, _REINITS)
    hyperparameters = kept(as_mapping(config), config_include_keys, config_exclude_keys)
    folder = _folder(words, name, id, dir, logdir)
    disabled = mode == "disabled"
    if not disabled:
        check_resume(resume, folder)
    previous = current_run()
    if previous is not None and (reinit is False or reinit == "return_previous"):
        return previous
    tell_ignored(
        settings,
        {
            "force": force,
            "tensorboard": tensorboard,
            "sync_tensorboard": sync_tensorboard,
            "monitor_gym": monitor_gym,
            "anonymous": anonymous,
        },
    )
    if previous is not None and (reinit is True or reinit == "finish_previous"):
        previous.finish()  # now: the new one may be the same run, and goes on with what is there
    is_named = folder is not None
    if folder is None:
        parent = _parent(words, dir)
        folder = (
            os.path.join(parent, "disabled")  # which is not made
            if disabled
            else common_run_folder("", private=False, parent=parent)
        )
    run = Run(
        folder,
        config=hyperparameters,
        metrics=metrics,
        goals=goals,
        words=words,
        disabled=disabled,
        allow_val_change=allow_val_change is not False,
        display_name=words.name if id is not None else "",
        system=system,
    )
    if run.resumed and resume is None and logdir is None and is_named:  # or else by other ranks
        text = "vdlite.init goes on with the run that is there: resume='allow' says that it may, 'never' that it may not: %s"
        warn(text, run.logdir)
    if save_code and not disabled:
        run._writer.add_environment(script=True)  # hyperparameters may still be set
    if previous is None or reinit != "create_new":
        set_current(run)
    return run


def _check_one_of(what: str, given: object, wanted: "tuple[object, ...]") -> None:
    if given not in wanted:
        want = ", ".join(repr(each) for each in wanted if each is not None)
        raise PayloadError(f"{what}: got {shown(given)}, want one of {want}")


def _folder(
    words: Words,
    name: str | None,
    id: str | None,  # noqa: A002  # as `init` calls it
    dir: "str | os.PathLike[str] | None",  # noqa: A002
    logdir: "str | os.PathLike[str] | None",
) -> str | None:
    """The run's folder; None if it gets a new one, of no name."""
    parent = _parent(words, dir)
    if logdir is not None:
        if words.project or words.name or words.group or id:
            raise PayloadError(
                "logdir: got it beside project, group, name or id, want one or the other"
            )
        return os.fspath(Path(logdir).expanduser())
    if id is not None:
        return os.path.join(parent, _part(id, "id"))
    return None if name is None else os.path.join(parent, _part(name, "name"))


def _parent(words: Words, dir: "str | os.PathLike[str] | None") -> str:  # noqa: A002
    """The folder that holds the run's."""
    named = ((words.project, "project"), (words.group, "group"))
    parts = [_part(part, what) for part, what in named if part]
    return os.path.join(os.fspath(Path("runs" if dir is None else dir).expanduser()), *parts)


def _part(part: object, what: str) -> str:
    """A folder below another one."""
    if not isinstance(part, str) or not part or Path(part).is_absolute() or "\0" in part:
        raise PayloadError(f"{what}: got {shown(part)}, want the name of a folder")
    if ".." in part.replace("\\", "/").split("/"):
        raise PayloadError(f"{what}: got {shown(part)}, want a folder below the logdir")
    return part
