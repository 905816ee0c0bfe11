"""Graphs of models and of data pipelines: recorded of what runs, and read of files."""
