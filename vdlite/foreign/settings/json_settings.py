"""Settings in JSON: `config.json`."""

import json

from vdlite.foreign.settings.settings import Settings, settings_format


def parse(data: bytes) -> Settings:
    """See `settings.Parse`."""
    try:
        found = json.loads(data)
    except ValueError as error:
        return Settings({}, str(error))
    except RecursionError:
        return Settings({}, "too many levels")
    return Settings(found if isinstance(found, dict) else {})


FORMAT = settings_format("JSON", parse)
