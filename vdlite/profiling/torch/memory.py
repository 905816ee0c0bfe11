"""What the CUDA allocator has done."""

from __future__ import annotations

from typing import Any

import torch

from vdlite.errors import PayloadError


def taken_snapshot() -> Any:
    """Raises PayloadError where there is no CUDA."""
    if not torch.cuda.is_available():
        raise PayloadError("memory snapshot: got none, and there is no CUDA device to take one of")
    return torch.cuda.memory._snapshot()
