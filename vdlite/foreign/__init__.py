"""Logs that other tools have written, as the records that ours hold.

A format is one module or package here: it recognizes its files by their names, and turns their bytes into the batches that
a vdlite log file gives. Nothing of the tools themselves is needed, and nothing here writes.
"""
