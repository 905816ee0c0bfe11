"""Regular expressions that anybody may have logged: matched in time that grows with the text alone.

Python's own engine tries one way after the other, and an expression can be written that keeps it, and with it the
server, busy for ever. Here all ways are gone at once (Thompson 1968), and what can't be done so is refused.
"""

from vdlite.server.patterns.automaton import Pattern, pattern

__all__ = ["Pattern", "pattern"]
