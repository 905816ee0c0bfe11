"""What a run is called in requests and addresses."""

import hashlib
import os


def run_id(name: str) -> str:
    """A short name for requests: 12 hexadecimal digits."""
    return hashlib.sha256(os.fsencode(name)).hexdigest()[:12]
