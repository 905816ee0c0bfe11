"""Archives of NumPy that anybody may have made."""

import zlib
from zipfile import BadZipFile

BROKEN = (
    ValueError,
    KeyError,
    TypeError,
    EOFError,
    BadZipFile,
    zlib.error,
    # A way of packing that no archive of NumPy has, a password, lists in lists, more numbers than there is memory.
    NotImplementedError,
    RuntimeError,
    RecursionError,
    MemoryError,
)
"""What NumPy and JSON raise of an archive that is damaged, or made to do damage."""
