"""How records lie on disk: names of files, records as bytes, and bytes as records again.

This package knows no kind: a payload is bytes to it. `docs/format.md` is its specification.
"""
