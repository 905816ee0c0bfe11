"""Three optimizers from one beginning, on one plane; how the valley forms; how the training sharpens. About two minutes.

pip install torch
python demos/landscape_optimizers.py
vdlite --logdir runs/landscape-optimizers

A small network is trained on handwritten digits by gradient descent, by gradient descent with momentum, and by Adam, from
the same weights and with the same batches. Their snapshots span one plane, that in which all of them differ most, around
the result of gradient descent (in the manner of H. Li et al., Visualizing the Loss Landscape of Neural Nets, 2018,
section 7). The surroundings of each of Adam's snapshots lie along the same directions, for the page to play; and the
largest eigenvalue of the Hessian at each snapshot of gradient descent stands beside 2 / learning rate
(J. Cohen et al., Gradient Descent on Neural Networks Typically Occurs at the Edge of Stability, 2021).

What is seen: momentum goes the way of plain gradient descent, only further; Adam leaves it at once, and ends in another
part of the valley. The valley narrows as the training goes on, and the largest eigenvalue grows, far below 2 / learning
rate: these steps are small.
"""

import argparse

import torch
from landscape_training import noisy_digits
from torch import nn
from torch.nn.functional import cross_entropy

from vdlite import LandscapeRecorder, LogWriter, compute_curvature, compute_landscape

HIDDEN = 32
RATE = 0.05
RUNS = ("sgd", "momentum", "adam")


def network() -> nn.Module:
    """Always from the same weights."""
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Flatten(),
        nn.Linear(64, HIDDEN),
        nn.Tanh(),
        nn.Linear(HIDDEN, HIDDEN),
        nn.Tanh(),
        nn.Linear(HIDDEN, 10),
    )


def landscape() -> dict[str, object]:
    """The model, its data and its loss; the weights come from the snapshots."""
    digits = noisy_digits()
    return {"model": network(), "data": [(digits.images, digits.labels)], "loss": cross_entropy}


def optimizer_of(name: str, model: nn.Module) -> torch.optim.Optimizer:
    if name == "adam":
        return torch.optim.Adam(model.parameters(), lr=0.002)
    return torch.optim.SGD(model.parameters(), lr=RATE, momentum=0.9 if name == "momentum" else 0.0)


def train(run: str, name: str, epochs: int) -> None:
    """A run with a snapshot before the first epoch and after each."""
    digits, model = noisy_digits(), network()
    optimizer = optimizer_of(name, model)
    always = torch.Generator().manual_seed(1)
    with LogWriter(run) as writer:
        writer.add_hparams({"optimizer": name}, ["loss"])
        recorder = LandscapeRecorder(
            writer,
            model,
            unit="epoch",
            optimizer=optimizer,
            steps_per_epoch=len(digits.labels) // 64,
        )
        recorder.record(0)
        for epoch in range(1, epochs + 1):
            order = torch.randperm(len(digits.labels), generator=always)
            for batch in order[: len(order) // 64 * 64].split(64):
                loss = cross_entropy(model(digits.images[batch]), digits.labels[batch])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            with torch.no_grad():
                whole = cross_entropy(model(digits.images), digits.labels)
            writer.add_scalar("loss", whole, epoch)
            recorder.record(epoch)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logdir", default="runs/landscape-optimizers", help="folder of the runs")
    parser.add_argument("--quick", action="store_true", help="few epochs and points, to try it")
    options = parser.parse_args()
    epochs, size, samples = (3, 5, 16) if options.quick else (20, 41, 256)
    runs = [f"{options.logdir}/{name}" for name in RUNS]
    for run, name in zip(runs, RUNS, strict=True):
        train(run, name, epochs)
    (together,) = compute_landscape(runs[0], landscape, with_runs=runs[1:], size=size)
    paths = {"sgd": together.path, **together.paths}
    print(f"{'run':<10}{'first loss':>12}{'last loss':>12}{'off the plane':>15}")
    for name, path in paths.items():
        assert path is not None
        print(
            f"{name:<10}{path.true_loss[0]:>12.4f}{path.true_loss[-1]:>12.4f}{path.residual.max():>15.3f}"
        )
    compute_landscape(runs[2], landscape, each_snapshot=True, size=min(size, 21))
    compute_curvature(runs[0], landscape, num_samples=samples)
    print(f"now run: vdlite --logdir {options.logdir}")
