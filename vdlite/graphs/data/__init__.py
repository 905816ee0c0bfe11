"""Graphs of data pipelines: read off the objects of loaders, which are neither run nor asked for anything."""

from vdlite.graphs.data.record import data_graph, is_walked

__all__ = ["data_graph", "is_walked"]
