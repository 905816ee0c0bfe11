"""Lists of installed packages, as `pip freeze` writes them."""

import re

_LINE = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)==(\S+)")
_MOST = 10_000


def packages_of(requirements: bytes) -> dict[str, str]:
    """Versions by lower-case name, sorted; lines that tell none are left out."""
    lines = requirements.decode(errors="replace").splitlines()
    found = (match for line in lines[:_MOST] if (match := _LINE.match(line.strip())))
    return dict(sorted((match[1].lower(), match[2]) for match in found))
