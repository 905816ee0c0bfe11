"""`SummaryWriter` with the calls of `torch.utils.tensorboard`, which logs here.

    from vdlite.tensorboard import SummaryWriter  # from torch.utils.tensorboard import SummaryWriter

Neither torch nor tensorboard nor protobuf is needed. `patch()` does the same for scripts that are not to be changed.
"""

from vdlite.patching import Patch, patch
from vdlite.tensorboard.file_writer import FileWriter
from vdlite.tensorboard.writer import SummaryWriter

__all__ = ["FileWriter", "Patch", "SummaryWriter", "patch"]
