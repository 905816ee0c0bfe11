"""What a run of SwanLab was given: `files/config.yaml`, which is rewritten while the run goes on."""

from collections.abc import Mapping
from typing import Any

from vdlite.foreign import yaml_settings
from vdlite.foreign.settings import settings_format


def _parse(data: bytes) -> Mapping[str, Any] | None:
    """Each setting stands with a description and its place; an empty mapping stands for None."""
    told = yaml_settings.parse(data)
    if told is None:
        return None
    settings = {name: each["value"] for name, each in told.items() if _is_setting(each)}
    return {name: None if value == {} else value for name, value in settings.items()}


def _is_setting(value: object) -> bool:
    return isinstance(value, dict) and "value" in value


FORMAT = settings_format("SwanLab", _parse)
