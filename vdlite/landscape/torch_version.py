"""The versions of PyTorch that may open files of weights."""

from __future__ import annotations

import re

SAFE = (2, 10)
"""Older ones have holes through which a file runs code although only weights are asked for.

CVE-2025-32434, mended in 2.6, and CVE-2026-24747, mended in 2.10.
"""


def why_not(version: str) -> str | None:
    """The reason why a PyTorch of this version should open no files that others may have made; None if it may.

    version: as `torch.__version__` has it, such as "2.13.0+cpu".
    """
    match = re.match(r"(\d+)\.(\d+)", version)
    if match is not None and (int(match[1]), int(match[2])) >= SAFE:
        return None
    wanted = ".".join(map(str, SAFE))
    return (
        f"PyTorch {version} can run what such a file brings along: install torch>={wanted}, or give "
        "the weights as a .safetensors file, which any version may open"
    )
