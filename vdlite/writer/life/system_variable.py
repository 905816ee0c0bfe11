"""The variable that says to writers whether they watch their machine, and how often."""

VARIABLE = "VDLITE_SYSTEM"
"""What `vdlite run --system` sets: seconds from one look to the next, or 0 for nobody to watch."""

EVERY_SECONDS = 10.0
