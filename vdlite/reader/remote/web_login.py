"""The user and password by which a WebDAV server knows somebody: those of the file .netrc, as curl and git take them."""

import netrc
import os
from base64 import b64encode
from urllib.parse import urlsplit

from vdlite.reader.remote.address import Address

_HERE = {"localhost", "127.0.0.1", "::1"}


def login_headers(address: Address) -> dict[str, str]:
    """The header that logs in, empty without an entry for the host.

    A user in the address, as in https://me@host/runs, has to be that of the entry. Nothing is sent without TLS, but on
    this machine.
    """
    user, _, host = address.parts[0].rpartition("@")
    machine = urlsplit(f"//{host}").hostname or ""
    if address.scheme == "http" and machine not in _HERE:
        return {}
    try:
        entry = netrc.netrc(os.environ.get("NETRC")).hosts.get(machine)
    except (OSError, netrc.NetrcParseError):
        return {}
    if entry is None or (user and user != entry[0]):
        return {}
    login, _, password = entry
    known = b64encode(f"{login}:{password}".encode()).decode()
    return {"Authorization": f"Basic {known}"}
