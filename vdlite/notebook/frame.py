"""What a cell shows: HTML whose script finds the address of the server, and frames the page.

The notebook's file keeps it. So it holds no token, but a code that is good once and for two minutes, and what is
seen of it without a script, or without its server, is a sentence.
"""

from __future__ import annotations

import html
import json
import os
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

_PLACE = """\
<div data-vdlite="{name}"><p>vdlite shows {logdirs} here while the kernel runs. \
Run this cell again to see it.</p></div>
<script>({script})({given})</script>
"""


def frame(
    url: str,
    port: int,
    code: str,
    logdirs: Sequence[str],
    *,
    height: int,
    page: str,
    environment: Mapping[str, str] = os.environ,
) -> str:
    """HTML that frames the page of a server.

    url: of the server, as this machine reaches it.
    code: lets the browser in.
    height: pixels.
    page: what of the page's address follows, from # on.
    environment: names a proxy, by which the browser reaches ports of this machine.
    """
    name = code.partition(".")[0]
    parts = urlsplit(url)
    given = {
        "name": name,
        "code": code,
        "scheme": parts.scheme,
        "port": port,
        "path": parts.path,
        "page": page,
        "height": height,
        "made": int(time.time() * 1000),
        "proxy": _proxy(port, environment),
        "title": f"vdlite: {', '.join(logdirs)}",
    }
    return _PLACE.format(
        name=name,
        logdirs=html.escape(", ".join(logdirs)),
        script=_script(),
        # In a script, nothing may look like its end.
        given=json.dumps(given).replace("<", "\\u003c"),
    )


def _proxy(port: int, environment: Mapping[str, str]) -> str | None:
    """The address at which a proxy serves a port, where the environment gives it."""
    for variable, sign in (("VDLITE_PROXY_URL", "{port}"), ("VSCODE_PROXY_URI", "{{port}}")):
        address = environment.get(variable, "")
        if sign in address:
            return address.replace(sign, str(port)).rstrip("/")
    return None


@cache
def _script() -> str:
    return (Path(__file__).parent / "frame.js").read_text("utf-8").strip()
