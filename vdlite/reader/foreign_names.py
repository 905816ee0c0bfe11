"""Which other tool a file is from, by its name alone."""

import re

_TOOLS = {
    "TensorBoard": re.compile(r"(^|.*\.)tfevents\..+"),
    "VisualDL": re.compile(r"vdlrecords\..+\.log"),
    "MindInsight": re.compile(r".+\.out\.events\.summary\..+"),
    "W&B": re.compile(r".+\.wandb"),
    "MLflow": re.compile(r"mlflow\.db"),
}


def tool_of(file_name: str) -> str | None:
    """The tool whose logs are called so; None if none is known."""
    return next((tool for tool, name in _TOOLS.items() if name.fullmatch(file_name)), None)
