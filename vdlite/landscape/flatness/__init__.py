"""How wide the valley around a model is."""

from vdlite.landscape.flatness.measure import Flatness, flatness

__all__ = ["Flatness", "flatness"]
