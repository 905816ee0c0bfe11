"""What a request says of where it comes from and where it goes to."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers

# A name or address and perhaps a port: nothing that two parsers could read in two ways.
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


def named_host(headers: Headers) -> str | None:
    """The name of the server that the request names, lower case; None if it can't be known."""
    hosts = headers.getlist("host")
    usable = len(hosts) == 1 and _HOST.fullmatch(hosts[0])
    return host_name(f"//{hosts[0]}") if usable else None


def is_own_origin(origin: str, headers: Headers) -> bool:
    """True if the page of that origin has the name and the port that the request names."""
    return netloc(origin) == netloc(f"//{headers['host']}", origin)


def host_name(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        return parts.hostname if parts.port != 0 else None  # a port that none can be raises
    except ValueError:
        return None


def netloc(url: str, scheme_of: str | None = None) -> tuple[str | None, int | None] | None:
    """Name and port of `url`, the port being the scheme's own where none is written."""
    try:
        parts = urlsplit(url)
        scheme = urlsplit(scheme_of).scheme if scheme_of else parts.scheme
        return parts.hostname, parts.port or {"http": 80, "https": 443}.get(scheme)
    except ValueError:
        return None
