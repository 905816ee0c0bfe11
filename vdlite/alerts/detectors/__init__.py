"""Detectors: where in a series something begins that a rule looks for. Columns in, indexes out.

Each is fed the points of one series, in pieces of any lengths, as they come, and gives the first point of every event,
in order: what goes on is one event, and ends before another can begin. It keeps of the past what it needs, and no more.
"""
