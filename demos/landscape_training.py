"""What the landscape demos beside this file share: hard digits, a training with snapshots, and a table of flatness."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy

from vdlite import LandscapeRecorder, LogWriter, compute_landscape
from vdlite.landscape import Landscape, curvature, flatness
from vdlite.landscape.torch import TorchProblem, accuracy

TEST = 360  # images
NOISE = 0.5  # deviation of the noise on pixels from -1 to 1: without it, digits are too easy to distinguish nets


@dataclass(frozen=True)
class Digits:
    """Images [N, 1, 8, 8] from -1 to 1, with noise on them, and which digit each shows [N]."""

    images: torch.Tensor
    labels: torch.Tensor
    test_images: torch.Tensor
    test_labels: torch.Tensor


def noisy_digits() -> Digits:
    """The 1797 digits that come with scikit-learn, always with the same noise."""
    values, labels = load_digits(return_X_y=True)
    always = torch.Generator().manual_seed(0)
    order = torch.randperm(len(labels), generator=always)
    images = torch.tensor(values, dtype=torch.float32).reshape(-1, 1, 8, 8)[order] / 8 - 1
    images += NOISE * torch.randn(images.shape, generator=always)
    labels = torch.tensor(labels)[order]
    return Digits(images[TEST:], labels[TEST:], images[:TEST], labels[:TEST])


def measures(network: nn.Module, images: torch.Tensor, labels: torch.Tensor) -> tuple[float, float]:
    """Mean loss, and the share of images that are classified right."""
    network.eval()
    with torch.no_grad():
        outputs = network(images)
    right = (outputs.argmax(dim=1) == labels).float().mean()
    return cross_entropy(outputs, labels).item(), right.item()


def train(
    writer: LogWriter,
    network: nn.Module,
    digits: Digits,
    *,
    epochs: int,
    seed: int,
    batch_size: int = 64,
    rate: float = 0.1,
    weight_decay: float = 5e-4,
    adam: bool = False,
    until: float = 0.0,
) -> int:
    """Train a network, with curves in the log and a snapshot after each epoch.

    rate: at first; it falls along a cosine. until: a loss that is small enough to end with.
    Gives the last epoch.
    """
    torch.manual_seed(seed)
    weights = network.parameters()
    optimizer: torch.optim.Optimizer
    if adam:
        optimizer = torch.optim.Adam(weights, lr=rate, weight_decay=weight_decay)
    else:
        optimizer = torch.optim.SGD(weights, lr=rate, momentum=0.9, weight_decay=weight_decay)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    recorder = LandscapeRecorder(
        writer,
        network,
        unit="epoch",
        create_landscape={"train": False},
        optimizer=optimizer,
        steps_per_epoch=len(digits.labels) // batch_size,
    )
    for epoch in range(1, epochs + 1):
        network.train()
        # Batch norm wants whole batches: the rest that fills none is left out.
        order = torch.randperm(len(digits.labels))
        for batch in order[: len(order) // batch_size * batch_size].split(batch_size):
            loss = cross_entropy(network(digits.images[batch]), digits.labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        schedule.step()
        recorder.record(epoch)
        known = measures(network, digits.images, digits.labels)
        unknown = measures(network, digits.test_images, digits.test_labels)
        writer.add_scalar("train/loss", known[0], epoch)
        writer.add_scalar("train/accuracy", known[1], epoch)
        writer.add_scalar("test/loss", unknown[0], epoch)
        writer.add_scalar("test/accuracy", unknown[1], epoch)
        if known[0] <= until:
            break
    return epoch


def surroundings(
    run: str, epoch: int, network: nn.Module, digits: Digits, *, size: int, samples: int
) -> Landscape:
    """The landscape around the last snapshot of a run, with the ends of the Hessian's spectrum; both are in its log.

    network: as the training has left it after this epoch.
    """
    data = [(digits.images, digits.labels)]
    (landscape,) = compute_landscape(
        run,
        lambda: (network, data, cross_entropy, {"accuracy": accuracy}),
        size=size,
        num_samples=samples,
    )
    problem = TorchProblem(network, data, cross_entropy, num_samples=samples // 2)
    # Without the density of all eigenvalues, which would take ten times as long as those at the ends.
    whole = replace(landscape, curvature=curvature(problem, probes=0))
    with LogWriter(run) as writer:
        writer.add_landscape("landscape/result", whole, epoch)
    return whole


HEADER = (
    f"{'run':<22}{'train loss':>11}{'test loss':>11}{'test acc.':>11}"
    f"{'area':>8}{'sharpness':>11}{'top eigenvalue':>16}{'minima':>8}"
)


def row(name: str, landscape: Landscape, test: tuple[float, float]) -> str:
    """A line of the table: how good a result is, and how flat its surroundings are.

    test: its `measures` with images that it has never seen.
    """
    flat = flatness(landscape)
    assert flat is not None and landscape.curvature is not None  # it is whole, and was asked for
    area = f"{'>' if flat.open else ''}{flat.area:.2f}"
    return (
        f"{name:<22}{flat.center:>11.4f}{test[0]:>11.3f}{test[1]:>11.3f}"
        f"{area:>8}{flat.sharpness:>11.3f}{landscape.curvature['eigenvalues'][0]:>16.2f}"
        f"{minima(landscape):>8}"
    )


def minima(landscape: Landscape) -> int:
    """How many points of a landscape lie lower than all eight around them."""
    loss = torch.tensor(landscape.values["loss"])[None, None]
    around = torch.nn.functional.max_pool2d(-loss, 3, 1, padding=1)
    return int((around == -loss).sum())


def side_by_side(work: Callable[..., str], jobs: Sequence[tuple[object, ...]]) -> list[str]:
    """What `work` gives of each job, two at a time: processes of one thread each suit small networks best."""
    with ProcessPoolExecutor(2, get_context("spawn"), torch.set_num_threads, (1,)) as pool:
        return list(pool.map(work, *zip(*jobs, strict=True)))
