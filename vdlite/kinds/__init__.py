"""The kinds that can be logged: one module each.

A kind's module says what its payload is, how a caller's values become one, and how it becomes bytes and comes back.
`registry` lists them for the reader; the writer loads a kind when it is first logged.
"""
