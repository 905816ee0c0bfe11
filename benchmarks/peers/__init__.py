"""vdlite beside its peers on the same data: what writing takes, and how soon runs, tags and curves are there.

python -m benchmarks peers
"""
