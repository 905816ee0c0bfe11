"""Regular expressions that anybody may have logged: matched by `re`, in a process that is ended when one takes long.

An expression of ten characters can keep Python's engine busy for ever, and with it, in one process, the whole server.
"""

from vdlite.server.patterns.matching import Matching

__all__ = ["Matching"]
