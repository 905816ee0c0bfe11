"""What scripts for `wandb` call and give, and nothing comes of: there is no account, no server elsewhere, no upload."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vdlite.writer.notices import warn

_warned: set[str] = set()  # of what there was a warning already


class Settings:
    """Settings as `wandb.Settings` takes them: any names. Nothing comes of them, which `init` reports."""

    def __init__(self, **settings: object) -> None:
        self.__dict__.update(settings)

    def __repr__(self) -> str:
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


def tell_ignored(settings: object, given: Mapping[str, Any]) -> None:
    """Warn once of all arguments that were given to `init` and mean nothing here."""
    names = [f"{name}={value!r:.40}" for name, value in given.items() if value]
    of = settings if isinstance(settings, Mapping) else getattr(settings, "__dict__", {})
    if settings is not None:
        shown = ", ".join(str(name) for name in of) or type(settings).__name__
        names.append(f"settings ({shown:.200})")
    if names:
        hint = (
            ". Logs of TensorBoard's writers are read where they lie, and `vdlite run script.py` takes what they log"
            if given.get("sync_tensorboard") or given.get("tensorboard")
            else ""
        )
        warn(
            "vdlite.init: nothing comes of %s: there is no account and no upload%s",
            ", ".join(names),
            hint,
        )


def login(
    key: object = None,
    relogin: object = None,
    host: object = None,
    force: object = None,
    timeout: object = None,
    verify: object = None,
    anonymous: object = None,
) -> bool:
    """True: there is no account to log into, which is said once."""
    _warn_once(
        "login", "there is no account: logs stay in a folder, which `vdlite --logdir DIR` shows"
    )
    return True


def setup(settings: Settings | None = None) -> None:
    """Does nothing: there is no service to start."""


def teardown(exit_code: int | None = None) -> None:
    """Does nothing: runs end by `finish`, or with the program."""


def require(requirement: object = None, experiment: object = None) -> None:
    """Does nothing: there is one version of vdlite."""


def _warn_once(name: str, why: str) -> None:
    if name not in _warned:
        _warned.add(name)
        warn("vdlite.%s() does nothing: %s", name, why)
