"""The logdirs: the runs below them, stores of other tools, and which logs belong to one run."""
