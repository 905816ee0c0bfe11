"""What a recording says of itself: where and with what it was made."""

from __future__ import annotations

import os
import platform
import socket
from collections.abc import Mapping
from typing import Any

import numpy as np


def facts(source: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Facts of this process.

    source: what has recorded.
    """
    return {
        "source": source,
        "versions": {"python": platform.python_version(), "numpy": np.__version__},
        "host": socket.gethostname(),
        "process": os.getpid(),
        "rank": 0,
        "world": 1,
        "devices": [],
        "options": dict(options),
    }
