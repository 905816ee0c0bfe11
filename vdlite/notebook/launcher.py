"""The tile in JupyterLab's launcher: a server that jupyter-server-proxy starts, and serves below Jupyter's own address.

Who may use Jupyter may see the page: the proxy asks with the token of that server, which nobody else is given.
"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Any

ICON = Path(__file__).parent / "icon.svg"


def server() -> dict[str, Any]:
    """The settings that jupyter-server-proxy wants to know."""
    token = secrets.token_urlsafe(32)
    return {
        # Ended with Jupyter; what it shows is VDLITE_LOGDIR, else the folder in which Jupyter was started.
        "command": [sys.executable, "-m", "vdlite", "--host", "127.0.0.1", "--port", "{port}"],
        "environment": {"VDLITE_TOKEN": token, "VDLITE_OPEN": "0"},
        "request_headers_override": {"Authorization": f"Bearer {token}"},
        "timeout": 30,
        "new_browser_tab": False,
        # JupyterLab shows pictures among its notebooks only, which is where the proxy puts tiles.
        "launcher_entry": {"title": "vdlite", "icon_path": str(ICON)},
    }
