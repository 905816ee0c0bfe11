"""Makes torchvision of PyPI usable beside torch for CPUs: the operators that it brings are made for CUDA only.

Importing this defines those that it can't be imported without, and non-maximum suppression as its docs tell it.
Where torchvision has them, it changes nothing.
"""

import importlib

import torch

_SCHEMA = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
_MOST = 300  # boxes, the best of all: a test has no time for more


def _overlap(one: torch.Tensor, other: torch.Tensor) -> float:
    """Intersection over union of two boxes, as their corners."""
    sizes = (torch.minimum(one[2:], other[2:]) - torch.maximum(one[:2], other[:2])).clamp(min=0)
    both = sizes.prod()
    areas = (one[2:] - one[:2]).prod() + (other[2:] - other[:2]).prod()
    return float(both / (areas - both))


def _nms(dets: torch.Tensor, scores: torch.Tensor, iou_threshold: float) -> torch.Tensor:
    kept: list[int] = []
    for at in scores.argsort(descending=True).tolist()[:_MOST]:
        if all(_overlap(dets[at], dets[each]) <= iou_threshold for each in kept):
            kept.append(at)
    return torch.tensor(kept, dtype=torch.int64)


def _make() -> None:
    try:
        importlib.import_module("torchvision.extension")
    except RuntimeError:  # an operator that does not exist
        for name in ("nms", "qnms"):
            torch.library.define(f"torchvision::{name}", _SCHEMA)
        torch.library.impl("torchvision::nms", "CPU", _nms)
        boxes = importlib.import_module("torchvision.ops.boxes")
        boxes._assert_has_ops = lambda: None  # type: ignore[attr-defined]


_make()
