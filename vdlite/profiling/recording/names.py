"""What an event is, by what PyTorch's profiler calls it."""

import re
from collections.abc import Iterable
from typing import Final

MODULE_PREFIX: Final = "module:"
SPAN_PREFIX: Final = "span:"
STEP_PREFIX: Final = "ProfilerStep#"
MEMORY_NAME: Final = "[memory]"

_BY_TYPE: Final = {
    "cpu_op": "operator",
    "hpu_op": "operator",
    "user_annotation": "annotation",
    "gpu_user_annotation": "device annotation",
    "gpu_memcpy": "memcpy",
    "gpu_memset": "memset",
    "kernel": "kernel",
    "collective_comm": "communication",
    "cuda_runtime": "runtime",
    "cuda_driver": "runtime",
    "cuda_sync": "synchronization",
    "cuda_event": "instant",
    "cpu_instant_event": "instant",
    "python_function": "python",
    "FEE": "python",  # of VizTracer
    "overhead": "overhead",
    "Trace": "other",
    # What the profiler itself does; times of host and device at once.
    "Profiler": "overhead",
}

# Kernels of NCCL and of what follows it on other devices.
_COMMUNICATION_KERNEL = re.compile(
    r"^(ncclDevKernel|ncclKernel|ncclDevFunc|rccl|oneccl|hccl|mscclKernel)|nccl(Dev)?Kernel"
)
# What a host does to talk to others: gloo and MPI run on its threads, the rest is an operator's bookkeeping.
_COMMUNICATION_CALL = re.compile(r"^(gloo|mpi|ucc):")

_LOADER: Final = "enumerate(DataLoader)#"
_WITHOUT_WORKERS: Final = "_SingleProcessDataLoaderIter"

_BY_ANNOTATION: Final = (
    (STEP_PREFIX, "step"),
    (_LOADER, "loader"),
    ("Optimizer.", "optimizer"),
)
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def category_of(kind: str, name: str) -> str:
    """One of CATEGORIES, for an event of that type and name."""
    if name.startswith(MODULE_PREFIX):
        return "module"
    if name.startswith(SPAN_PREFIX):
        return "annotation"
    category = _BY_TYPE.get(kind) or _of_other_device(kind)
    if category == "annotation":
        for prefix, meant in _BY_ANNOTATION:
            if name.startswith(prefix):
                return meant
    if category in ("annotation", "operator") and _COMMUNICATION_CALL.match(name):
        return "communication"
    if category == "kernel" and _COMMUNICATION_KERNEL.search(name):
        return "communication"
    return category


def shown_name(category: str, name: str) -> str:
    """The name without what only named the kind of event, and without addresses, which differ for each object."""
    if category == "module":
        return name.removeprefix(MODULE_PREFIX)
    if category == "annotation":
        return name.removeprefix(SPAN_PREFIX)
    return _ADDRESS.sub("", name) if category == "python" else name


def loader_facts(names: Iterable[str]) -> dict[str, int]:
    """The facts of the loader by names of events: that it has no workers, where they say so of all loaders."""
    kinds = {each for each in names if each.startswith(_LOADER)}
    return (
        {"loader_workers": 0} if kinds and all(_WITHOUT_WORKERS in each for each in kinds) else {}
    )


def is_device(kind: str) -> bool:
    """True if events of that type lie on a stream of a device, not on a thread of the host."""
    return kind in _DEVICE_TYPES or (
        kind not in _BY_TYPE and _of_other_device(kind) in ("kernel", "memcpy", "memset")
    )


_DEVICE_TYPES: Final = frozenset(
    (
        "kernel",
        "gpu_memcpy",
        "gpu_memset",
        "gpu_user_annotation",
        "collective_comm",
        "cuda_sync",
        "cuda_event",
    )
)


def _of_other_device(kind: str) -> str:
    """The kind of types such as "mtia_runtime", "xpu_driver" and "privateuse1_kernel"."""
    for ending, category in (
        ("runtime", "runtime"),
        ("driver", "runtime"),
        ("memcpy", "memcpy"),
        ("memset", "memset"),
        ("kernel", "kernel"),
    ):
        if kind.endswith(ending):
            return category
    return "other"
