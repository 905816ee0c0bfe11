"""What a run of SwanLab was given: `files/config.yaml`, which is rewritten while the run goes on."""

from vdlite.foreign.settings import yaml_settings
from vdlite.foreign.settings.settings import Settings, settings_format


def _parse(data: bytes) -> Settings:
    """Each setting stands with a description and its place; an empty mapping stands for None."""
    found = yaml_settings.parse(data)
    settings = {name: each["value"] for name, each in found.values.items() if _is_setting(each)}
    given = {name: None if value == {} else value for name, value in settings.items()}
    return found._replace(values=given)


def _is_setting(value: object) -> bool:
    return isinstance(value, dict) and "value" in value


FORMAT = settings_format("SwanLab", _parse)
