"""The names that reach a server, judged without asking any other machine where that can be avoided."""

from __future__ import annotations

import ipaddress
import socket

_EVERYWHERE = {"", "0.0.0.0", "::"}


def bare_name(host: str) -> str:
    """`host` in lower case, an IPv6 address without its brackets."""
    return host.lower().removeprefix("[").removesuffix("]")


def listens_everywhere(host: str) -> bool:
    """True if `host` stands for every address of this machine."""
    return bare_name(host) in _EVERYWHERE


def is_loopback(host: str) -> bool:
    """True if only this machine reaches a server on `host`."""
    bare = bare_name(host)
    return bare == "localhost" or (is_address(bare) and ipaddress.ip_address(bare).is_loopback)


def is_address(name: str) -> bool:
    """True if `name` is a literal IP address; only other names can be pointed elsewhere by DNS."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def own_names(host: str) -> frozenset[str]:
    """The names by which a browser reaches a server on `host`."""
    names = {bare_name(host)}
    if listens_everywhere(host):
        names |= {socket.gethostname().lower(), socket.getfqdn().lower()}
    if listens_everywhere(host) or is_loopback(host):
        names |= {"localhost", "127.0.0.1", "::1"}
    return frozenset(names - _EVERYWHERE)
