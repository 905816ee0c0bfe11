"""LeNet on handwritten digits: two intervals of its training and its result, as loss landscapes. Two minutes.

pip install torch
python demos/landscape_digits.py
vdlite --logdir runs

In the early interval the path runs down into the valley, across the contour lines. In the late one it wanders about at
the bottom: weight decay and small batches keep it moving (without them it would creep along a line). The lines for the
landscapes are marked with "landscape". How the result is bent, in all directions at once, its curvature says: the
density of the Hessian's eigenvalues, and a map of the smallest against the largest.
All of it can be drawn again, larger or otherwise, without training again:

vdlite landscape runs/landscape-digits --entry demos.landscape_digits:landscape --size 81
"""

import argparse
from collections.abc import Iterable

import numpy as np
import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy, interpolate

from vdlite import LandscapeRecorder, LogWriter, compute_landscape
from vdlite.landscape import LandscapePath
from vdlite.landscape.torch import accuracy

TEST = 360  # images
BATCH = 32
STEPS_PER_EPOCH = 45
EARLY = range(0, 12 * STEPS_PER_EPOCH + 1, 15)  # steps
LATE = range(20 * STEPS_PER_EPOCH, 40 * STEPS_PER_EPOCH + 1, 30)


class LeNet(nn.Module):
    """LeNet-5 (LeCun et al. 1998) with rectified units, for images of 28 by 28 pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 6, 5, padding=2),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(6, 16, 5),
            nn.ReLU(),
            nn.MaxPool2d(2),
        )
        self.classes = nn.Sequential(
            nn.Flatten(),
            nn.Linear(400, 120),
            nn.ReLU(),
            nn.Linear(120, 84),
            nn.ReLU(),
            nn.Linear(84, 10),
        )

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.classes(self.features(images))


def load() -> tuple[torch.Tensor, torch.Tensor]:
    """The 1797 digits of scikit-learn, enlarged to 28 by 28 pixels, in random order."""
    values, labels = load_digits(return_X_y=True)
    small = torch.tensor(values, dtype=torch.float32).reshape(-1, 1, 8, 8) / 16
    images = interpolate(small, size=28, mode="bicubic", align_corners=False)
    order = torch.randperm(len(labels), generator=torch.Generator().manual_seed(0))
    return images[order], torch.tensor(labels)[order]


def landscape():  # landscape
    """Model, data, loss and metrics, of which landscapes are drawn; the weights come from the snapshots."""
    images, labels = load()
    return LeNet(), [(images[TEST:], labels[TEST:])], cross_entropy, {"accuracy": accuracy}


def train(run: str, intervals: list[range]) -> None:
    """A training as any other, with a recorder beside it."""
    torch.manual_seed(0)
    images, labels = load()
    network = LeNet()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.03, momentum=0.9, weight_decay=0.01)
    with LogWriter(run) as writer:
        recorder = LandscapeRecorder(  # landscape
            writer,
            network,
            intervals=intervals,
            size=31,
            num_samples=512,
            optimizer=optimizer,
            steps_per_epoch=STEPS_PER_EPOCH,
        )
        recorder.record(0)  # landscape
        for step, batch in enumerate(batches(len(labels) - TEST, steps=intervals[-1][-1]), 1):
            loss = cross_entropy(network(images[TEST + batch]), labels[TEST + batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            recorder.record(step)  # landscape
            writer.add_scalar("loss/train", loss, step)
            if step % STEPS_PER_EPOCH == 0:
                with torch.no_grad():
                    right = network(images[:TEST]).argmax(dim=1) == labels[:TEST]
                writer.add_scalar("accuracy/test", right.float().mean(), step)


def batches(images: int, *, steps: int) -> Iterable[torch.Tensor]:
    """So many batches of numbers of images; in each epoch every image comes once."""
    while steps > 0:
        epoch = torch.randperm(images).split(BATCH)[:steps]
        steps -= len(epoch)
        yield from epoch


def straightness(path: LandscapePath) -> float:
    """How far a path gets, as a share of its length: 1 for a straight line."""
    steps = np.diff(np.stack([path.x, path.y]))
    return float(np.linalg.norm(steps.sum(axis=1)) / np.linalg.norm(steps, axis=0).sum())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logdir", default="runs/landscape-digits", help="folder of this run")
    parser.add_argument("--quick", action="store_true", help="few steps and points, to try it")
    options = parser.parse_args()
    torch.set_num_threads(1)  # threads cost more than they bring to so small a network
    train(options.logdir, [range(0, 41, 5), range(40, 61, 5)] if options.quick else [EARLY, LATE])

    quick = {"size": 5, "num_samples": 128} if options.quick else {"workers": 2}
    made = compute_landscape(options.logdir, landscape, **quick)  # landscape
    map_size, samples = (3, 32) if options.quick else (9, 128)
    *_, bent, _ = compute_landscape(  # landscape
        options.logdir,
        landscape,
        train=False,
        with_curvature=True,
        curvature_size=map_size,
        curvature_samples=samples,
        **quick,
    )
    print("landscape  steps     loss, from and to  explained     straightness  off the plane")
    for one in made:
        if one.path is None:
            print(f"{one.settings['mode']:<21}{one.center['loss']:<.4f}")
            continue
        path = one.path
        steps = f"{path.step[0]}-{path.step[-1]}"
        losses = f"{path.true_loss[0]:.4f}  {path.true_loss[-1]:.4f}"
        explained = " + ".join(f"{share:.0%}" for share in one.directions["explained"])
        print(
            f"{one.settings['mode']:<11}{steps:<10}{losses:<19}{explained:<14}"
            f"{straightness(path):<14.2f}up to {path.residual.max():.2f}"
        )
    largest, *_, smallest = bent.curvature["eigenvalues"]
    print(f"eigenvalues of the result's Hessian: {smallest:.3g} to {largest:.3g}")
    print(f"now run: vdlite --logdir {options.logdir}")
