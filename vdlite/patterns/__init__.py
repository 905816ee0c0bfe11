"""Regular expressions that anybody may have written: matched by `re`, in a process that is ended when one takes long.

An expression of ten characters can keep Python's engine busy for ever, and with it whoever asked it.
"""

from vdlite.patterns.fixed_words import fixed_words
from vdlite.patterns.many_names import ManyNames
from vdlite.patterns.matching import Matching

__all__ = ["ManyNames", "Matching", "fixed_words"]
