"""A deep network with and without shortcuts: without them the loss is rugged. Under a minute.

pip install torch
python demos/landscape_shortcuts.py
vdlite --logdir runs/landscape-shortcuts

Two runs of the same 26 layers, from the same seed, on digits with noise (after H. Li et al., Visualizing the Loss
Landscape of Neural Nets, 2018, figure 5). Both landscapes have the same random directions and the same range, so that the
page can draw them in the same colors.

What is seen: with shortcuts one smooth valley. Without them the training ends higher, in a pit of less than half the area
with an eigenvalue about five times as large, among plateaus with further minima. The column `minima` counts points of the
grid that lie lower than all eight around them.
"""

import argparse

import torch
from landscape_models import ResNet
from landscape_training import (
    HEADER,
    measures,
    noisy_digits,
    row,
    side_by_side,
    surroundings,
    train,
)

from vdlite import LogWriter

BLOCKS, CHANNELS = 4, 8
RUNS = {"with shortcuts": True, "without shortcuts": False}


def work(logdir: str, name: str, epochs: int, size: int, samples: int) -> str:
    """Train and draw one run; gives its line of the table."""
    digits = noisy_digits()
    run = f"{logdir}/{name}"
    torch.manual_seed(0)
    network = ResNet(BLOCKS, CHANNELS, shortcuts=RUNS[name])
    with LogWriter(run) as writer:
        writer.add_hparams({"shortcuts": str(RUNS[name])}, ["test/accuracy"])
        epoch = train(writer, network, digits, epochs=epochs, seed=100, rate=0.05)
    result = surroundings(run, epoch, network, digits, size=size, samples=samples)
    return row(name, result, measures(network, digits.test_images, digits.test_labels))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logdir", default="runs/landscape-shortcuts", help="folder of the runs")
    parser.add_argument("--quick", action="store_true", help="few epochs and points, to try it")
    options = parser.parse_args()
    epochs, size, samples = (2, 5, 64) if options.quick else (20, 41, 256)
    jobs = [(options.logdir, name, epochs, size, samples) for name in RUNS]
    print(HEADER, *side_by_side(work, jobs), sep="\n")
    print(f"now run: vdlite --logdir {options.logdir}")
