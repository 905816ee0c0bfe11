"""Landscapes of PyTorch models."""

from vdlite.landscape.torch.measures import accuracy
from vdlite.landscape.torch.problem import TorchProblem

__all__ = ["TorchProblem", "accuracy"]
