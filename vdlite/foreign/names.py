"""Names of files that are other tools' logs."""

import re

from vdlite.format.layout import LOGBOOK
from vdlite.plugins import readers_of

READ: dict[str, re.Pattern[str]] = {
    "tensorboard": re.compile(r"(?!.*\.profile-empty$)(.*\.)?tfevents\..+"),
    "wandb": re.compile(r"run-.+\.wandb"),
    "swanlab": re.compile(r"run-.+\.swanlab"),
    "visualdl": re.compile(r"vdlrecords\..+\.log.*"),
    # Lightning, Ultralytics, stable-baselines3 and RLlib, timm; names that Keras' CSVLogger is given most.
    "tables.csv_tables": re.compile(
        r"(metrics|results|progress|summary|history|log|training|training_log)\.csv"
    ),
    # Loops of your own, detectron2, stable-baselines3, RLlib, MMEngine.
    "tables.json_lines": re.compile(
        r"(metrics|log|history)\.jsonl|(metrics|progress|result|scalars)\.json"
    ),
    "tables.projector": re.compile(r"projector_config\.pbtxt"),
    "tables.trainer_state": re.compile(r"trainer_state\.json"),
}
"""What the names of files look like, by the module of this package that reads them."""

_ONLY_LOGS = {"tensorboard", "wandb", "swanlab", "visualdl"}

BESIDE: dict[str, re.Pattern[str]] = {
    "settings.yaml_settings": re.compile(r"hparams\.yaml|args\.yaml"),
    "settings.json_settings": re.compile(r"config\.json"),
    "settings.swanlab_config": re.compile(r"config\.yaml"),
}
"""Files that make no run, but tell what the run was given whose logs lie in the same folder; the first one counts."""

CONFIG_OF_SWANLAB = "files/config.yaml"
"""Where SwanLab keeps what a run was given, below the folder of its log."""

_NOT_READ = {"MindInsight": re.compile(r".+\.out\.events\.summary\..+")}

_DATABASE = re.compile(r".+\.(db|sqlite|sqlite3)")
DATABASE_PARTS = ("", "-wal", "-journal")
"""Behind the name of a database: the files that hold what is in it."""
PARQUET_PART = re.compile(r"(?P<begin>(?:.+_)?)part_0\.parquet")
"""The first part of an export of Neptune's."""

_JOURNAL = re.compile(r".*journal.*\.log")
_RUN_FOLDER = re.compile(r"[0-9a-f]{32}")
RUN_META = "meta.yaml"
"""The file that every run's folder of MLflow has."""
RUN_PARTS = frozenset({"inputs", "metrics", "outputs", "params", "tags"})
"""Folders in such a folder, which hold parts of the run."""


def module_of(file_name: str) -> str | None:
    """The module that reads files of that name; None if none does."""
    # As our own logs, of which there may be tens of thousands: of all others, only TensorBoard's may begin so.
    if file_name[:1].isdigit() and "tfevents" not in file_name:
        return None
    known = (READ | BESIDE).items()
    return next((module for module, name in known if name.fullmatch(file_name)), None)


def is_foreign_log(file_name: str) -> bool:
    """True if a file of that name is read as another tool's log."""
    return any(name.fullmatch(file_name) for name in READ.values()) or is_of_a_plugin(file_name)


def is_of_a_plugin(file_name: str) -> bool:
    """True if another package reads files of that name, and nothing here does."""
    if file_name == LOGBOOK:
        return False
    return bool(readers_of(file_name)) and module_of(file_name) is None and not is_store(file_name)


def is_beside_logs(file_name: str) -> bool:
    """True if a file of that name says what a run was given, if another tool's log lies beside it."""
    module = module_of(file_name)
    return module in BESIDE and module != "settings.swanlab_config"


def names_config(file_name: str) -> bool:
    """True if a log of that name says that what the run was given lies in `CONFIG_OF_SWANLAB`."""
    return module_of(file_name) == "swanlab"


def is_only_a_log(file_name: str) -> bool:
    """True if a file of that name is a tool's log for sure, and no table that somebody has written by hand."""
    return module_of(file_name) in _ONLY_LOGS


def tool_not_read(file_name: str) -> str | None:
    """The tool whose logs are called so, if they are not read; None if none is known."""
    return next((tool for tool, name in _NOT_READ.items() if name.fullmatch(file_name)), None)


def is_database(file_name: str) -> bool:
    """True if a file of that name may be a database with runs of a tool; most are not."""
    return _DATABASE.fullmatch(file_name) is not None


def is_journal(file_name: str) -> bool:
    """True if a file of that name may be a journal of Optuna's."""
    return _JOURNAL.fullmatch(file_name) is not None


def is_parquet(file_name: str) -> bool:
    """True if a file of that name may be the first part of an export of Neptune's."""
    return PARQUET_PART.fullmatch(file_name) is not None


def is_store(file_name: str) -> bool:
    """True if a file of that name may hold several runs: it has to be looked into."""
    return is_database(file_name) or is_journal(file_name) or is_parquet(file_name)


def is_run_folder(folder_name: str) -> bool:
    """True if MLflow calls folders of runs so."""
    return _RUN_FOLDER.fullmatch(folder_name) is not None
