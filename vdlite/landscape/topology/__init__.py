"""The minima of a landscape, how deep they are, and where they join."""

from vdlite.landscape.topology.measure import Minimum, Topology, topology

__all__ = ["Minimum", "Topology", "topology"]
