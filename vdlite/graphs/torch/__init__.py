"""Graphs of PyTorch models: one real call of them, recorded."""

from vdlite.graphs.torch.record import record

__all__ = ["record"]
