"""What the demo's network says of all images on a plane: hills of confidence, each in the color of a digit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.demo.network import Array, Network

_SIDE = 61  # points along either side of the plane
_HEIGHT = 0.6  # of full confidence, where the plane is 2 wide
_COLORS = np.array(
    [
        (76, 120, 168), (245, 133, 24), (84, 162, 75), (228, 87, 86), (114, 183, 178),
        (238, 202, 59), (178, 121, 162), (255, 157, 166), (157, 117, 93), (150, 152, 160),
    ],
    np.uint8,
)  # fmt: skip


class Decisions(NamedTuple):
    """A mesh."""

    vertices: NDArray[np.float64]  # [N, 3]: along the first component, confidence, along the second
    faces: NDArray[np.int64]  # [M, 3]
    colors: NDArray[np.uint8]  # [N, 3]


def decisions(network: Network, images: Array) -> Decisions:
    """The greatest probability, and whose it is, on the plane of the first two principal components of images [N, D]."""
    middle = images.mean(axis=0)
    _, spread, components = np.linalg.svd(images - middle, full_matrices=False)
    deviations = spread[:2] / np.sqrt(len(images))
    along = np.linspace(-2.5, 2.5, _SIDE)
    x, z = np.meshgrid(along, along)
    places = np.stack([x.ravel(), z.ravel()], axis=1) * deviations
    *_, logits = network.activations(np.asarray(middle + places @ components[:2], images.dtype))
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    confidence = 1 / odds.sum(axis=1)
    height = _HEIGHT * confidence
    vertices = np.stack([x.ravel() / along[-1], height, z.ravel() / along[-1]], axis=1)
    corner = np.arange(_SIDE * _SIDE).reshape(_SIDE, _SIDE)
    a, b, c, d = corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]
    faces = np.concatenate([np.stack([a, b, c], -1), np.stack([a, c, d], -1)]).reshape(-1, 3)
    return Decisions(vertices, faces, _COLORS[logits.argmax(axis=1)])
