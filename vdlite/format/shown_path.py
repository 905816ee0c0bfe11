"""Paths as people read them."""

import os
import re

_OF_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/(?!/)")
"""What an address begins with where a Path has made one slash of two. The drives of Windows have one letter."""


def shown_path(path: str | os.PathLike[str]) -> str:
    """The text of a path; of what has an address, such as s3://bucket/runs/a.vdl, with both slashes."""
    text = path if isinstance(path, str) else os.fspath(path)
    found = _OF_ADDRESS.match(text)
    return text if found is None else f"{found[1]}://{text[found.end() :].replace(os.sep, '/')}"
