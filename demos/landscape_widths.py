"""A narrow and a wide ResNet: around the wide one's result the loss is flatter. Under two minutes.

pip install torch
python demos/landscape_widths.py
vdlite --logdir runs/landscape-widths

Six runs: ResNets of 8 layers with 4 and with 16 channels in the first stage, from three seeds, on digits with noise. The
table gives the area around the result in which the loss rises by less than 1, along random directions that are
normalized by filter (H. Li et al., Visualizing the Loss Landscape of Neural Nets, 2018, figure 6), and the sharpness.

What is seen: the area of the wide nets is at least three and a half times as large, for every seed. That is so, too,
where both are stopped as soon as their loss is 0.03 (--until 0.03), so it does not come from the lower loss of the wide
nets. The largest eigenvalue of the Hessian does: it is three times as small and more for the wide nets after all epochs,
and at the same loss it distinguishes them no longer (6 to 14 for the narrow, 5 to 12 for the wide ones).
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

CHANNELS = {"narrow": 4, "wide": 16}


def work(logdir: str, name: str, seed: int, epochs: int, size: int, until: float) -> str:
    """Train and draw one run; gives its line of the table."""
    digits = noisy_digits()
    run = f"{logdir}/{name}-{seed}"
    torch.manual_seed(seed)
    network = ResNet(1, CHANNELS[name])
    with LogWriter(run) as writer:
        writer.add_hparams({"channels": CHANNELS[name], "seed": seed}, ["test/accuracy"])
        epoch = train(writer, network, digits, epochs=epochs, seed=seed, until=until)
    result = surroundings(run, epoch, network, digits, size=size, samples=512)
    test = measures(network, digits.test_images, digits.test_labels)
    return row(f"{name}-{seed}", result, test)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logdir", default="runs/landscape-widths", help="folder of the runs")
    parser.add_argument("--until", type=float, default=0.0, help="loss to stop at")
    parser.add_argument("--quick", action="store_true", help="few epochs and points, to try it")
    options = parser.parse_args()
    seeds, epochs, size = (1, 2, 5) if options.quick else (3, 15, 25)
    jobs = [
        (options.logdir, name, seed, epochs, size, options.until)
        for seed in range(seeds)
        for name in CHANNELS
    ]
    print(HEADER, *side_by_side(work, jobs), sep="\n")
    print(f"now run: vdlite --logdir {options.logdir}")
