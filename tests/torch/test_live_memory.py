"""Memory in use while a model is called, by the shapes in its graph, against a count of what is really allocated."""

from typing import Any

import pytest
import torch
from torch import nn
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from tests.torch import graph_models as models
from vdlite.graphs.capture import capture


class Allocated(TorchDispatchMode):
    """Counts the bytes of results that nobody has let go of; tensors of the model are none."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        tensors = [*model.parameters(), *model.buffers()]
        self._known = {each.untyped_storage()._cdata for each in tensors}
        self._sizes: dict[int, tuple[StorageWeakRef, int]] = {}
        self.most = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        made = func(*args, **(kwargs or {}))
        for each in tree_leaves(made):
            if isinstance(each, torch.Tensor):
                storage = each.untyped_storage()
                if storage._cdata not in self._known:
                    self._sizes[storage._cdata] = StorageWeakRef(storage), storage.nbytes()
                del storage
        self._sizes = {at: held for at, held in self._sizes.items() if not held[0].expired()}
        self.most = max(self.most, sum(size for _, size in self._sizes.values()))
        return made


class Convolutions(nn.Sequential):
    """Batch norm, activations in place, and shapes that shrink."""

    def __init__(self) -> None:
        layers: list[nn.Module] = []
        for before, after in ((3, 16), (16, 32), (32, 64)):
            layers += [nn.Conv2d(before, after, 3, stride=2, padding=1), nn.BatchNorm2d(after)]
            layers.append(nn.ReLU(inplace=True))
        super().__init__(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))


LARGE: dict[str, tuple[Any, torch.Tensor]] = {
    "convolutions": (Convolutions, torch.zeros(8, 3, 64, 64)),
    "tutorial": (models.Tutorial, torch.zeros(32, 1, 28, 28)),
    "unet": (models.Unet, torch.zeros(8, 1, 64, 64)),
    "residual": (
        lambda: nn.Sequential(models.Residual(), nn.AdaptiveAvgPool2d(1)),
        torch.zeros(8, 3, 64, 64),
    ),
    "transformer": (lambda: models.Transformer(width=64), torch.zeros(8, 32, dtype=torch.long)),
}


@pytest.mark.parametrize("name", LARGE)
def test_the_peak_is_what_a_training_step_allocates(name: str) -> None:
    make, given = LARGE[name]
    model = make()
    with Allocated(model) as allocated:
        output = model(given.clone())
        output.backward(torch.ones_like(output))
    for parameter in model.parameters():
        parameter.grad = None
    memory = capture(model, [given]).memory()
    assert memory.peak is not None
    assert memory.live[memory.peak] == pytest.approx(allocated.most, rel=0.1)
    held = [*model.parameters(), *model.buffers()]
    assert memory.held == sum(each.nbytes for each in held)
    assert memory.peak_bytes == memory.held + int(memory.live[memory.peak])
