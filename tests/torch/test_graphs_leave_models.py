"""A model whose graph was recorded is afterwards what it was before."""

import gc
import random
import weakref
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from tests.torch import graph_models as models
from vdlite.graphs.capture import capture


def state(model: nn.Module) -> dict[str, Any]:
    """All that a model is, as far as it can be known."""
    found: dict[str, Any] = {}
    for name, module in model.named_modules():
        for attribute, value in vars(module).items():
            shown = value
            if isinstance(value, (dict, list, set)):
                shown = [id(each) for each in (value.items() if isinstance(value, dict) else value)]
                shown = (
                    [(key, id(each)) for key, each in value.items()]
                    if isinstance(value, dict)
                    else shown
                )
            elif isinstance(value, torch.Tensor):
                shown = (id(value), value.tolist())
            found[f"{name}.{attribute}"] = (id(value), shown)
    for name, tensor in [*model.named_parameters(), *model.named_buffers()]:
        found[f"tensor {name}"] = (id(tensor), tensor.detach().clone().tolist(), tensor._version)
        found[f"grad {name}"] = None if tensor.grad is None else tensor.grad.tolist()
    return found


@pytest.mark.parametrize("fake", [True, False])
@pytest.mark.parametrize(
    "make",
    [
        models.Remembers,
        lambda: models.Transformer(dropout=0.5),
        lambda: nn.Sequential(nn.BatchNorm1d(4), nn.Dropout(), nn.Linear(4, 4)),
    ],
)
def test_the_model_and_random_numbers_are_afterwards_what_they_were(fake: bool, make: Any) -> None:
    model = make()
    is_words = isinstance(model, models.Transformer)
    given = models.example(None if is_words else (3, 4))
    optimizer = torch.optim.AdamW(model.parameters())
    model(given).sum().backward()  # gradients that must stay
    before = state(model), given.tolist()
    numbers = random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state().tolist()  # type: ignore[index]
    graph = capture(model, [given], fake=fake, optimizer=optimizer)
    assert set(graph.phases) == {"forward", "backward", "optimizer"}
    assert (state(model), given.tolist()) == before
    after = random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state().tolist()  # type: ignore[index]
    assert after == numbers
    assert optimizer.state == {}
    assert model.training


def test_nothing_of_the_model_is_held() -> None:
    model, given = models.Remembers(), torch.ones(2, 4)
    given.requires_grad_()
    held = [weakref.ref(each) for each in (model, given, model.linear.weight)]
    capture(model, [given], fake=False)
    capture(model, [given], fake=True)
    del model, given
    gc.collect()
    assert [each() for each in held] == [None] * 3


def test_weights_that_a_model_writes_into_are_afterwards_what_they_were() -> None:
    class Writes(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = nn.Linear(2, 2)

        def forward(self, given: torch.Tensor) -> torch.Tensor:
            with torch.no_grad():
                self.linear.weight.add_(1)
            return self.linear(given) if given.sum() > 0 else given

    model = Writes()
    before = model.linear.weight.tolist()
    assert capture(model, [torch.ones(1, 2)]).source == "real"
    capture(model, [torch.ones(1, 2)], fake=False)
    assert model.linear.weight.tolist() == before


def test_users_hooks_run_and_may_fail() -> None:
    model = models.Tutorial()
    ran: list[str] = []
    model.conv1.register_forward_hook(lambda *_: ran.append("conv1"))

    def fails(*_: Any) -> None:
        raise RuntimeError("a hook of the user")

    model.linear.register_forward_hook(fails)
    hooks = [dict(module._forward_hooks) for module in model.modules()]
    graph = capture(model, [torch.zeros(1, 1, 28, 28)])
    assert "a hook of the user" in graph.notes[-1]
    assert "conv1" in ran
    assert [dict(module._forward_hooks) for module in model.modules()] == hooks


def test_the_step_of_an_optimizer_is_recorded_and_nothing_moves() -> None:
    model = models.Tutorial()
    before = [each.clone() for each in model.parameters()]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    graph = capture(model, [torch.zeros(2, 1, 28, 28)], optimizer=optimizer, fake=False)
    steps = [at for at, phase in enumerate(graph.phases) if phase == "optimizer"]
    assert [graph.types[at] for at in steps] == ["aten.add_.Tensor"] * 6
    assert {graph.scopes[at] for at in steps} == {"optimizer"}
    for one, other in zip(model.parameters(), before, strict=True):
        assert torch.equal(one, other)
    alien = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
    other = capture(model, [torch.zeros(2, 1, 28, 28)], optimizer=alien)
    assert "none of the optimizer's parameters belongs to the model" in other.notes[0]
