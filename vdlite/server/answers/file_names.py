"""What a file is called that is saved from the page."""

import re

_MOST = 80  # characters of a part


def file_stem(run: str, tag: str, step: int) -> str:
    """The stem of a file of one record: such that those of several runs can lie in one folder."""
    parts = (re.sub(r"[^A-Za-z0-9._-]+", "_", part).strip("_.")[:_MOST] for part in (run, tag))
    return "-".join([*filter(None, parts), str(step)])
