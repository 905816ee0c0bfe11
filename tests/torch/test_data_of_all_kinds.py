"""Samples as people have them."""

from collections import UserDict

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, TensorDataset

from vdlite.errors import LandscapeError
from vdlite.landscape.torch import TorchProblem

X = torch.randn(50, 5, generator=torch.Generator().manual_seed(1))
Y = torch.randint(0, 3, (50,), generator=torch.Generator().manual_seed(2))


def model():
    torch.manual_seed(0)
    return nn.Linear(5, 3)


def center(data, loss=F.cross_entropy, **settings):
    problem = TorchProblem(model(), data, loss, **settings)
    values = problem.values_of([[weight.value for weight in problem.weights]])
    return values["loss"][0], problem


def truth(count=50):
    with torch.no_grad():
        return F.cross_entropy(model()(X[:count]), Y[:count]).item()


class Endless(IterableDataset):
    def __iter__(self):
        while True:
            yield from zip(X, Y, strict=True)


def generated():
    yield X[:20], Y[:20]
    yield X[20:20], Y[20:20]  # an empty batch
    yield X[20:], Y[20:]


@pytest.mark.parametrize(
    "data",
    [
        generated,
        lambda: [(X.numpy(), Y.numpy())],
        lambda: [[X, Y]],
        lambda: DataLoader(TensorDataset(X, Y), batch_size=7),
        lambda: DataLoader(TensorDataset(X, Y), batch_size=7, num_workers=1),
        lambda: [(x[None], y[None]) for x, y in zip(X, Y, strict=True)],
    ],
    ids=["generator", "numpy", "lists", "loader", "workers", "one by one"],
)
def test_batches_of_any_kind_give_the_same_mean(data):
    assert center(data())[0] == pytest.approx(truth(), rel=1e-5)


def test_a_loader_without_end_is_read_as_far_as_needed():
    value, problem = center(DataLoader(Endless(), batch_size=8), num_samples=45)
    assert problem.facts()["samples"] == 45
    assert value == pytest.approx(truth(45), rel=1e-5)


@pytest.mark.parametrize(
    "change",
    [
        lambda array: array[::-1].copy()[::-1],  # backwards in memory
        lambda array: array.astype(array.dtype.newbyteorder(">")),
        lambda array: np.asfortranarray(array),
    ],
    ids=["backwards", "other byte order", "columns first"],
)
def test_arrays_may_lie_in_memory_as_they_like(change):
    array = change(X.numpy())
    array.flags.writeable = False
    assert center([(array, Y.numpy())])[0] == pytest.approx(truth(), rel=1e-5)


class Words(UserDict):
    """As tokenizers give them: a mapping whose items are attributes, too."""

    def __getattr__(self, name):
        try:
            return self.__dict__["data"][name]
        except KeyError:
            raise AttributeError(name) from None


def test_a_batch_that_is_its_own_kind_of_mapping_stays_one():
    def loss(net, batch):
        assert isinstance(batch, Words)
        return F.cross_entropy(net(batch.x), batch.y)

    data = [Words(x=X[:30], y=Y[:30]), Words(x=X[30:], y=Y[30:])]
    assert center(data, None, batch_loss=loss)[0] == pytest.approx(truth(), rel=1e-5)


def test_a_data_set_instead_of_its_batches_is_reported():
    with pytest.raises(LandscapeError, match=r"want batches: DataLoader\(data"):
        TorchProblem(model(), TensorDataset(X, Y), F.cross_entropy)


def test_a_pair_of_arrays_instead_of_batches_is_reported():
    with pytest.raises(LandscapeError, match="batch of type Tensor, want"):
        center((X, Y))


def test_whole_numbers_and_single_samples_count_too():
    whole = (X * 3).round().to(torch.int64)
    value, _ = center(
        [(whole, Y)], None, batch_loss=lambda net, batch: F.cross_entropy(net(batch[0].float()), Y)
    )
    with torch.no_grad():
        assert value == pytest.approx(F.cross_entropy(model()(whole.float()), Y).item(), rel=1e-5)
    assert center([(X[:1], Y[:1])])[0] == pytest.approx(truth(1), rel=1e-5)
