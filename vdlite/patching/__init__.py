"""Scripts that log with other tools' writers log here, with no line of them changed."""

from vdlite.patching.patch import Mode, Patch, patch

__all__ = ["Mode", "Patch", "patch"]
