"""Regular expressions that anybody may have written: matched by `re`, in a process that is ended when one takes long.

An expression of ten characters can keep Python's engine busy for ever, and with it whoever asked it.
"""

from vdlite.patterns.matching import Matching

__all__ = ["Matching"]
