"""Which files are other tools' logs, by their names alone."""

import re

READ: dict[str, re.Pattern[str]] = {
    "tensorboard": re.compile(r"(?!.*\.profile-empty$)(.*\.)?tfevents\..+"),
    "wandb": re.compile(r"run-.+\.wandb"),
    "visualdl": re.compile(r"vdlrecords\..+\.log.*"),
    # Lightning, Ultralytics, stable-baselines3 and RLlib, timm; names that Keras' CSVLogger is given most.
    "csv_tables": re.compile(
        r"(metrics|results|progress|summary|history|log|training|training_log)\.csv"
    ),
    # Loops of your own, detectron2, stable-baselines3, RLlib, MMEngine.
    "json_lines": re.compile(
        r"(metrics|log|history)\.jsonl|(metrics|progress|result|scalars)\.json"
    ),
    "trainer_state": re.compile(r"trainer_state\.json"),
}
"""What the names of files look like, by the module of this package that reads them."""

_ONLY_LOGS = {"tensorboard", "wandb", "visualdl"}

_NOT_READ = {
    "MindInsight": re.compile(r".+\.out\.events\.summary\..+"),
    "MLflow": re.compile(r"mlflow\.db"),
}


def module_of(file_name: str) -> str | None:
    """The module that reads files of that name; None if none does."""
    return next((module for module, name in READ.items() if name.fullmatch(file_name)), None)


def is_foreign_log(file_name: str) -> bool:
    """Whether a file of that name is read as another tool's log."""
    return module_of(file_name) is not None


def is_only_a_log(file_name: str) -> bool:
    """Whether a file of that name is a tool's log for sure, and no table that somebody has written by hand."""
    return module_of(file_name) in _ONLY_LOGS


def tool_not_read(file_name: str) -> str | None:
    """The tool whose logs are called so, if they are not read; None if none is known."""
    return next((tool for tool, name in _NOT_READ.items() if name.fullmatch(file_name)), None)
