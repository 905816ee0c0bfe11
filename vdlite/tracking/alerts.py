"""Levels of alerts, as scripts for `wandb` have them."""

from enum import Enum


class AlertLevel(Enum):
    """How urgent an alert is."""

    INFO = "INFO"
    WARN = "WARN"
    ERROR = "ERROR"
