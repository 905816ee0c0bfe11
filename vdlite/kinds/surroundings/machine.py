"""The machine that a training runs on."""

import os
import platform
import socket
from collections import Counter

from vdlite.kinds.fields import Hparam
from vdlite.kinds.surroundings.commands import Patience, output


def machine(patience: Patience) -> dict[str, Hparam]:
    """The machine's name, system, processors, memory and GPUs; what can't be found out is left out."""
    fields: dict[str, Hparam] = {
        "host": socket.gethostname(),
        "system": platform.platform(),
        "cpu": _cpu(),
        "cpus": os.cpu_count(),
        "memory_bytes": _memory(),
        **_gpus(patience),
    }
    return {name: value for name, value in fields.items() if value not in (None, "")}


def _cpu() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def _gpus(patience: Patience) -> dict[str, Hparam]:
    """Asked of the driver's own program: asking a library would start CUDA in the training's process."""
    found = output(
        ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], patience
    )
    text = (found or b"").decode(errors="replace")
    rows = [line.rpartition(",") for line in text.splitlines() if "," in line]
    if not rows:
        return {}
    names = Counter(name.strip() for name, _, _ in rows)
    shown = [name if count == 1 else f"{count} x {name}" for name, count in names.items()]
    return {
        "gpu": ", ".join(shown),
        "gpus": len(rows),
        "gpu_driver": rows[0][2].strip(),
        "visible_gpus": os.environ.get("CUDA_VISIBLE_DEVICES"),
    }
