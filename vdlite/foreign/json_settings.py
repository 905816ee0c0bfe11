"""Settings in JSON: `config.json`."""

import json
from collections.abc import Mapping
from typing import Any

from vdlite.foreign.settings import settings_format


def parse(data: bytes) -> Mapping[str, Any] | None:
    """See `settings.Parse`."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


FORMAT = settings_format("JSON", parse)
