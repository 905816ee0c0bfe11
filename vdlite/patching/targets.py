"""The classes of other tools that are replaced, and by which of ours. All by name: nothing of it is imported here."""

import importlib
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Target:
    """A class of another tool."""

    module: str  # that defines it
    name: str
    needs: str  # the top-level module without which it can't be imported
    package: str  # from which scripts import it
    ours: str  # the module in which a class of the same name takes the same calls

    def our_module(self) -> Any:
        return importlib.import_module(self.ours)

    def our_class(self) -> type:
        found: type = getattr(self.our_module(), self.name)
        return found


TARGETS = (
    Target(
        "torch.utils.tensorboard.writer",
        "SummaryWriter",
        "tensorboard",
        "torch.utils.tensorboard",
        "vdlite.tensorboard",
    ),
    Target(
        "tensorboardX.writer",
        "SummaryWriter",
        "tensorboardX",
        "tensorboardX",
        "vdlite.tensorboardx",
    ),
    Target("visualdl.writer.writer", "LogWriter", "visualdl", "visualdl", "vdlite.visualdl"),
)
