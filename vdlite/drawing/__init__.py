"""Drawing the landscapes of a run into its log: which there are, what they are called, and computing them.

`vdlite.compute_landscape` does it; its options can be read without loading what computes.
"""
