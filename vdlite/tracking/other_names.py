"""What runs of `wandb` have that is called otherwise here, and what there is instead."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar

from vdlite.writer.arguments.hints import is_of_the_call

P = ParamSpec("P")
T = TypeVar("T")

OF_RUN: Mapping[str, str] = {
    "path": "run.logdir",
    "sync_dir": "run.dir",
    "config_static": "run.config",
    "project_url": "run.url",
    "get_project_url": "run.url",
    "sweep_url": "run.url",
    "starting_step": "run.step, right behind init",
    "status": "what `vdlite --logdir DIR` shows",
    "pin_config_keys": "the columns of *Trials* in the page",
    "write_logs": "run.writer.add_text",
    "finish_artifact": "nothing, as there are no artifacts",
    "log_code": "run.writer.add_environment(), which keeps commit and changes",
    "log_artifact": "run.save(path) for a file; there are no artifacts",
    "use_artifact": "the path of a file, as there are no artifacts",
    "log_model": "run.save(path); there are no artifacts",
    "use_model": "the path of a file, as there are no artifacts",
    "link_model": "nothing, as there is no registry",
    "link_artifact": "nothing, as there is no registry",
    "upsert_artifact": "run.save(path) for a file; there are no artifacts",
    "restore": "the path of a file: files stay where they are",
    "offline": "always so: nothing is sent anywhere",
    "start_time": "the header of the log",
    "get_url": "run.url",
    "project_name": "run.project",
    "settings": "the arguments of init",
    "display": "vdlite.notebook.show()",
    "to_html": "vdlite.notebook.show()",
    "mark_preempting": "not needed: a run of the same name goes on",
}
"""Attributes of a run of `wandb`, and what there is instead."""


def of_dictionaries(method: Callable[P, T]) -> Callable[P, T]:
    """The method `log`; a call that has its values as arguments is asked to make a dictionary of them."""
    known = list(inspect.signature(method).parameters)

    @wraps(method)
    def call(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return method(*arguments, **named)
        except TypeError as error:
            unknown = [name for name in named if name not in known]
            if not unknown or not is_of_the_call(error):
                raise
            want = f"want a dictionary: run.log({{{unknown[0]!r}: ...}})"
            raise TypeError(f"Run.log(): got an argument {unknown[0]!r}, {want}") from None

    return call
