"""Losses that count something else than samples, and losses that are refused."""

from functools import partial

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from vdlite.errors import LandscapeError
from vdlite.landscape import Workers, compute_surface, curvature, random_directions
from vdlite.landscape.torch import TorchProblem

PADDING = 0
LENGTHS = [9, 2, 7, 1, 1, 8, 3, 2, 9, 1, 5, 4]


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(11, 6)
        self.out = nn.Linear(6, 11)

    def forward(self, words):
        return self.out(torch.tanh(self.token(words)))


def token_sum(outputs, targets):
    total = F.cross_entropy(
        outputs.flatten(0, 1), targets.flatten(), ignore_index=PADDING, reduction="sum"
    )
    return total, (targets != PADDING).sum()


def masked(outputs, targets):
    """The same, not added up yet."""
    each = F.cross_entropy(outputs.transpose(1, 2), targets, reduction="none")
    known = targets != PADDING
    return each * known, known


def token_mean(net, batch):
    words, targets = batch
    return {"loss": token_sum(net(words), targets), "first": torch.zeros(len(words))}


def padded(size, lengths=LENGTHS, widest=None):
    """Batches of sentences, each as wide as its longest one, or all of one width."""
    torch.manual_seed(3)
    words = [torch.randint(1, 11, (length,)) for length in lengths]
    found = []
    for start in range(0, len(words), size):
        some = words[start : start + size]
        width = max(map(len, some)) if widest is None else widest
        rows = torch.stack([F.pad(one, (0, width - len(one))) for one in some])
        found.append((rows, rows * 3 % 11))
    return found


def problem(size, loss=token_sum, **settings):
    torch.manual_seed(0)
    return TorchProblem(Words(), padded(size, **settings), loss)


def truth(net):
    """The mean over all tokens, in one batch."""
    ((words, targets),) = padded(len(LENGTHS))
    logits = net(words).flatten(0, 1)
    return F.cross_entropy(logits, targets.flatten(), ignore_index=PADDING).item()


@pytest.mark.parametrize("loss", [token_sum, masked])
@pytest.mark.parametrize("widest", [None, 9])
def test_the_mean_over_tokens_is_the_same_however_they_were_batched(loss, widest):
    values = []
    for size in (1, 2, 5, 12):
        made = problem(size, loss, widest=widest)
        directions = random_directions(made.weights, ignore=())
        got = compute_surface(made, directions, x=(-1, 1, 3))
        values.append(got.values["loss"])
        assert got.center["loss"] == pytest.approx(truth(made.model), rel=1e-6)
    for one in values[1:]:
        np.testing.assert_allclose(one, values[0], rtol=1e-5)


def test_what_counts_tokens_and_what_counts_samples_may_stand_side_by_side():
    torch.manual_seed(0)
    made = TorchProblem(Words(), padded(5), batch_loss=token_mean)
    got = made.values_of([[weight.value for weight in made.weights]])
    assert got["loss"][0] == pytest.approx(truth(made.model), rel=1e-6)
    assert got["first"][0] == 0


def test_batches_without_any_token_count_nothing():
    torch.manual_seed(0)
    empty = torch.zeros(4, 3, dtype=torch.long)
    made = TorchProblem(Words(), [*padded(5), (empty, empty)], token_sum)
    got = made.values_of([[weight.value for weight in made.weights]])
    assert got["loss"][0] == pytest.approx(truth(made.model), rel=1e-6)


def test_the_hessian_counts_tokens_too():
    found = [curvature(problem(size), top=2, probes=0).eigenvalues for size in (1, 5, 12)]
    for one in found[1:]:
        np.testing.assert_allclose(one, found[0], rtol=1e-4)
    slopes = [np.concatenate([part.reshape(-1) for part in problem(n).slope()]) for n in (2, 12)]
    np.testing.assert_allclose(slopes[0], slopes[1], atol=1e-6)


def test_curvatures_along_the_axes_count_tokens_too():
    found = []
    for size in (2, 12):
        made = problem(size)
        along = made.curvatures_along(random_directions(made.weights, ignore=()))
        found.append(along.values)
    assert found[0] == pytest.approx(found[1], rel=1e-4)


def test_workers_count_tokens_too():
    made = problem(5)
    directions = random_directions(made.weights, ignore=())
    here = compute_surface(made, directions, x=(-1, 1, 3))
    with Workers(2, worth_starting=0.0) as workers:
        there = compute_surface(made, directions, x=(-1, 1, 3), executor=workers)
    np.testing.assert_allclose(there.values["loss"], here.values["loss"], rtol=1e-6)


def summed(outputs, targets):
    return F.cross_entropy(outputs, targets, reduction="sum")


def three(outputs, targets):
    return torch.ones(3) * F.cross_entropy(outputs, targets)


@pytest.mark.parametrize("size", [24, 40, 64])
@pytest.mark.parametrize(
    ("loss", "words"),
    [
        (summed, "loss: got a sum over the samples of a batch, want their mean"),
        (three, "loss: got 3 numbers for a batch of .* samples, want their mean"),
    ],
)
def test_a_loss_that_is_no_mean_over_samples_is_refused(loss, words, size):
    x, y = torch.randn(64, 5), torch.randint(0, 3, (64,))
    data = list(zip(x.split(size), y.split(size), strict=True))
    made = TorchProblem(nn.Linear(5, 3), data, loss)
    with pytest.raises(LandscapeError, match=words):
        compute_surface(made, random_directions(made.weights), x=(-1, 1, 3))


def test_a_metric_that_is_a_sum_is_refused_by_its_name():
    def right(outputs, targets):
        return (outputs.argmax(1) == targets).sum()

    x = torch.randn(64, 5)
    y = torch.arange(64) % 3
    made = TorchProblem(nn.Linear(5, 3), [(x, y)], F.cross_entropy, metrics={"right": right})
    with pytest.raises(LandscapeError, match="right: got a sum"):
        made.values_of([[weight.value for weight in made.weights]])


class Transposed(Words):
    """With classes in the second place, as torch's losses want them."""

    def forward(self, words):
        return super().forward(words).transpose(1, 2)


MEAN = nn.CrossEntropyLoss(ignore_index=PADDING)


@pytest.mark.parametrize(
    ("loss", "size", "lengths", "is_warned"),
    [
        (MEAN, 5, LENGTHS, True),
        (partial(F.cross_entropy, ignore_index=PADDING), 5, LENGTHS, True),
        # In one batch, with as many words in each sentence, without an ignored word, or with another sum.
        (MEAN, 12, LENGTHS, False),
        (MEAN, 5, [6] * 12, False),
        (F.cross_entropy, 5, LENGTHS, False),
        (nn.CrossEntropyLoss(ignore_index=PADDING, reduction="none"), 5, LENGTHS, False),
    ],
)
def test_a_mean_that_depends_on_how_tokens_were_batched_is_warned_of(
    caplog, loss, size, lengths, is_warned
):
    TorchProblem(Transposed(), padded(size, lengths, 9), loss)
    assert ["of which batches have different numbers" in one for one in caplog.messages] == (
        [True] if is_warned else []
    )
