"""Graphs in files, and what is computed of them."""
