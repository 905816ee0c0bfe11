"""What a recording says of PyTorch, its devices and the other ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
import torch.distributed as dist

from vdlite.profiling.recording import facts as of_process


def facts(options: Mapping[str, Any]) -> dict[str, Any]:
    found = of_process.facts("torch.profiler", options)
    versions = found["versions"]
    versions["torch"] = str(torch.__version__)
    if torch.version.cuda:
        versions["cuda"] = str(torch.version.cuda)
    found["devices"] = _devices()
    found["threads"] = torch.get_num_threads()
    if dist.is_available() and dist.is_initialized():
        found["rank"] = dist.get_rank()
        found["world"] = dist.get_world_size()
        found["backend"] = str(dist.get_backend())
    return found


def options_of(profiler: Any) -> dict[str, bool]:
    """With which options a torch profiler was made."""
    names = {
        "shapes": "record_shapes",
        "memory": "profile_memory",
        "stacks": "with_stack",
        "flops": "with_flops",
    }
    return {name: bool(getattr(profiler, theirs, False)) for name, theirs in names.items()}


def _devices() -> list[dict[str, Any]]:
    """The devices that are in use: to ask for others would start them."""
    if not torch.cuda.is_available() or not torch.cuda.is_initialized():
        return []
    found = []
    for index in range(torch.cuda.device_count()):
        properties = torch.cuda.get_device_properties(index)
        found.append(
            {
                "type": "cuda",
                "index": index,
                "name": properties.name,
                "memory": properties.total_memory,
                "multiprocessors": properties.multi_processor_count,
                "compute": f"{properties.major}.{properties.minor}",
            }
        )
    return found
