"""What events of a profile are, which phase of a training they belong to, and what a step's time is spent on."""

from typing import Final

CATEGORIES: Final = (
    "operator",
    "annotation",
    "module",
    "python",
    "runtime",
    "kernel",
    "memcpy",
    "memset",
    "communication",
    "step",
    "loader",
    "optimizer",
    "synchronization",
    "device annotation",
    "overhead",
    "instant",
    "other",
)
"""An event holds the position of its own. New ones go to the end: logs hold these positions."""

OPERATOR, ANNOTATION, MODULE, PYTHON, RUNTIME = range(5)
KERNEL, MEMCPY, MEMSET, COMMUNICATION = range(5, 9)
STEP, LOADER, OPTIMIZER, SYNCHRONIZATION = range(9, 13)

DEVICE_WORK: Final = (KERNEL, MEMCPY, MEMSET, COMMUNICATION)
"""What a device does; on the lane of a host, communication is what the host does."""

PHASES: Final = ("data", "forward", "backward", "optimizer", "communication", "other")
"""Of a training step, by what the host was doing. Where several were at once, the first of these counts."""

DATA_PHASE, FORWARD_PHASE, BACKWARD_PHASE, OPTIMIZER_PHASE, COMMUNICATION_PHASE, OTHER_PHASE = (
    range(6)
)

PARTS: Final = (
    "kernel",
    "memcpy",
    "memset",
    "communication",
    "runtime",
    "data",
    "operator",
    "other",
)
"""What a moment of a step counts as. Where several happen at once, the first of these counts."""

LANE_KINDS: Final = ("thread", "stream", "other")
LEVELS: Final = ("info", "warning", "error")
