"""Comparing trials: what matters, how groups of curves run, whether two groups differ. Arrays in, arrays out.

Nothing here knows of runs, tags or the server.
"""
