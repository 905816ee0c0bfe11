"""Config files that Hydra resolved for a program: they lie in its output folder. Hydra is never imported for it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from vdlite.kinds.surroundings.text_files import kept_text

_FILES = ("config.yaml", "hydra.yaml", "overrides.yaml")


def hydra_folders() -> dict[str, str]:
    """The folders of Hydra's job in this process: `output`, `config` below it and `started`; none if it runs no job."""
    module: Any = sys.modules.get("hydra.core.hydra_config")
    if module is None:
        return {}
    try:
        if not module.HydraConfig.initialized():
            return {}
        job = module.HydraConfig.get()
        folders = {"output": str(job.runtime.output_dir), "started": str(job.runtime.cwd)}
        # None: the program does not want the files.
        if job.output_subdir is not None:
            folders["config"] = str(job.output_subdir)
    except Exception:  # noqa: BLE001  # it is somebody else's object, of any version
        return {}
    return folders


def hydra_files(folders: dict[str, str]) -> dict[str, str]:
    """The texts of the config files, by their names below the output folder."""
    if not {"output", "config"} <= folders.keys():
        return {}
    found = {
        f"{folders['config']}/{name}": kept_text(Path(folders["output"], folders["config"], name))
        for name in _FILES
    }
    return {name: text for name, text in found.items() if text is not None}
