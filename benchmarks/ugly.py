"""Logs as people really have them, to judge the page's defaults by.

    python -m benchmarks.ugly DIR            makes DIR/nested, DIR/many, DIR/long and DIR/rl
    python -m benchmarks.ugly DIR many rl    makes some

nested: 12 runs in nested folders with every kind of record but landscapes; all three seeds of one of the four
        configurations diverge, to 8e13 and then to NaN, and their vectors are NaN.
many:   300 runs with names of about 120 characters that differ near their ends, tags of four levels.
long:   3 series of 2 million points.
rl:     10 runs in two groups that log at steps of their own and end early, one after the other.
overview: 10,000 runs of 2 tags with hyperparameters, for the lists.
"""

import argparse
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite import LogWriter

_LAYERS = {
    "conv1.weight": (16, 1, 3, 3),
    "conv1.bias": (16,),
    "conv2.weight": (32, 16, 3, 3),
    "conv2.bias": (32,),
    "norm.weight": (32,),
    "conv10.weight": (32, 32, 3, 3),
    "head.weight": (10, 512),
    "head.bias": (10,),
}
_EPOCHS = 8
_BATCHES = 40  # of an epoch


def nested(logdir: Path) -> None:
    """Two models, two optimizers, three seeds; the transformer with the second optimizer diverges."""
    for model in ("cnn", "transformer"):
        for optimizer, lr in (("adam", 0.001), ("sgd", 50.0 if model == "transformer" else 0.1)):
            for seed in range(3):
                name = f"{model}/{optimizer}-lr{lr:g}/seed{seed}"
                hparams = {"model": model, "optimizer": optimizer, "lr": lr, "seed": seed}
                _train(logdir / name, hparams, diverges=lr == 50)


def _train(folder: Path, hparams: dict[str, Any], *, diverges: bool) -> None:
    random = np.random.default_rng(sum(map(ord, str(folder.parts[-3:]))))
    difficulty = random.uniform(0.8, 1.2) * (1.0 if hparams["model"] == "cnn" else 1.3)
    with LogWriter(folder) as writer:
        writer.add_hparams(hparams, ["accuracy/test", "loss/test"])
        writer.add_environment(diff=False)
        for step in range(_EPOCHS * _BATCHES):
            progress = step / (_EPOCHS * _BATCHES)
            loss = 2.3 * difficulty * math.exp(-4 * progress) + random.normal() * 0.04 + 0.3
            if diverges:
                loss = 2.3 * 10 ** (step / 2) if step < 28 else math.nan
            writer.add_scalar("loss/train", loss, step)
            writer.add_scalar("optim/lr", hparams["lr"], step)
            writer.add_scalar("gradient/norm", abs(loss) * random.uniform(0.5, 2), step)
            if step % _BATCHES == 0:
                _epoch(writer, step, loss, random, difficulty)
        writer.add_scalar("time/total", random.uniform(50, 60))


def _epoch(
    writer: LogWriter, step: int, loss: float, random: np.random.Generator, difficulty: float
) -> None:
    classes = random.integers(0, 10, 360)
    scores = random.normal(size=(360, 10)) + 4 * (1 - 0.1 * loss) * np.eye(10)[classes]
    # Where the loss is NaN, what the model answers is NaN as well.
    guesses = np.where(np.isnan(scores).any(1), 0, scores.argmax(1))
    right = float((guesses == classes).mean()) if math.isfinite(loss) else 0.1
    writer.add_scalar("loss/test", loss * 1.1, step)
    writer.add_scalar("accuracy/test", right / difficulty, step)
    for layer, shape in _LAYERS.items():
        weights = random.normal(size=shape) * (1 + step / 400) + (0 * loss)
        writer.add_histogram(f"weights/{layer}", weights, step)
        writer.add_histogram(f"gradients/{layer}", weights * 1e-3, step)
    pictures = [_digit(random, int(digit)) for digit in classes[:9]]
    writer.add_image("samples/first", pictures[0], step)
    writer.add_image_matrix("samples/all", pictures, step, rows=3)
    writer.add_tensor("logits", scores[:10].astype("f4"), step)
    writer.add_embeddings(
        "features",
        scores.astype("f4"),
        [str(digit) for digit in classes],
        step=step,
    )
    finite = np.nan_to_num(scores)
    for digit in (0, 3):
        writer.add_pr_curve(f"digit/{digit}", classes == digit, finite[:, digit], step)
        writer.add_roc_curve(f"digit/{digit}", classes == digit, finite[:, digit], step)
    writer.add_confusion_matrix("confusion", classes, guesses, step)
    writer.add_text(
        "notes",
        f"# Step {step}\n\nLoss {loss:.3g}, from $$L = -\\frac{{1}}{{N}} \\sum_i \\log p_i$$\n\n"
        "| class | right |\n|---|---|\n" + "".join(f"| {d} | {right:.2f} |\n" for d in range(3)),
        step,
    )
    seconds = np.arange(8000) / 8000
    writer.add_audio("tone", 0.4 * np.sin(2 * np.pi * (220 + step) * seconds), step)
    writer.add_video("filters", np.stack([_digit(random, digit) for digit in range(10)]), step)


def _digit(random: np.random.Generator, digit: int) -> NDArray[np.uint8]:
    """Something that looks like a scan: a ring or a bar on noise, [28, 28, 1]."""
    rows, columns = np.mgrid[:28, :28] - 13.5
    radius = np.hypot(rows * (0.7 + digit / 12), columns)
    ring = np.exp(-((radius - 8) ** 2) / 4) if digit % 2 else np.exp(-((columns - digit) ** 2) / 3)
    picture: NDArray[np.uint8] = np.clip(230 * ring + random.normal(0, 8, (28, 28)), 0, 255).astype(
        "u1"
    )
    return picture[:, :, None]


def many(logdir: Path) -> None:
    """A sweep whose folders are named after everything that it varied."""
    random = np.random.default_rng(1)
    tags = [
        "model/encoder/block_0/attention_entropy",
        "model/encoder/block_1/attention_entropy",
        "train/loss",
        "eval/指标/准确率",
        "eval/générale/f1",
    ]
    for run in range(300):
        lr = 10 ** random.uniform(-5, -1)
        backbone = ["vit-b16", "resnet50"][run % 2]
        name = (
            f"group{run % 10}/lr={lr:.6f}-bs={2 ** (3 + run % 5)}-backbone={backbone}-augment=rand-augment-m9"
            f"-schedule=cosine-warmup5-label-smoothing=0.1-seed-{run}"
        )
        end = abs(math.log10(lr) + 3) * 0.4 + 0.2
        values = end + 2 * np.exp(-np.arange(50) / 12) + random.normal(0, 0.03, 50)
        with LogWriter(logdir / name) as writer:
            writer.add_hparams({"lr": lr, "backbone": backbone, "seed": run}, ["train/loss"])
            for tag in tags:
                writer.add_scalar_series(tag, values * random.uniform(0.9, 1.1))


def long(logdir: Path) -> None:
    """Random walks with single spikes."""
    random = np.random.default_rng(2)
    for run in range(3):
        values = random.normal(size=2_000_000).cumsum()
        values[random.integers(0, len(values), 20)] += 5000
        with LogWriter(logdir / f"walk{run}") as writer:
            writer.add_scalar_series("value", values)


def rl(logdir: Path) -> None:
    """Returns of episodes of uneven lengths, far apart between the runs of a group."""
    random = np.random.default_rng(3)
    for run in range(10):
        algorithm = ["ppo", "sac"][run % 2]
        steps = random.integers(20, 4000, 60 + 40 * run).cumsum()
        level = random.uniform(500, 3900)
        returns = level * (1 - np.exp(-steps / 8e4)) + random.normal(0, 250, len(steps)) - 400
        with LogWriter(logdir / f"{algorithm}/seed{run // 2}") as writer:
            writer.add_hparams({"algorithm": algorithm, "seed": run // 2}, ["episode/return"])
            writer.add_scalar_series("episode/return", returns, steps)
            writer.add_scalar_series("episode/length", random.integers(20, 4000, len(steps)), steps)


def overview(logdir: Path) -> None:
    """As many runs as a year of a group makes; one in a hundred has diverged."""
    random = np.random.default_rng(4)
    for run in range(10_000):
        lr = 10 ** random.uniform(-5, -1)
        loss = 2 * np.exp(-np.arange(20) / 6) + abs(math.log10(lr) + 3) * 0.1
        if run % 100 == 7:
            loss[10:] = math.nan
        with LogWriter(logdir / f"team{run % 25}/{run:05d}") as writer:
            writer.add_hparams({"lr": lr, "width": 2 ** (4 + run % 4), "seed": run % 5}, ["loss"])
            writer.add_scalar_series("loss", loss)
            writer.add_scalar_series("accuracy", 1 - loss / 4)


MAKERS: dict[str, Callable[[Path], None]] = {
    "nested": nested,
    "many": many,
    "long": long,
    "rl": rl,
    "overview": overview,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ugly", description=__doc__)
    parser.add_argument("folder", type=Path, help="what they are made in")
    parser.add_argument("names", nargs="*", choices=[[], *MAKERS], help="which; all but overview")
    arguments = parser.parse_args()
    for name in arguments.names or [name for name in MAKERS if name != "overview"]:
        since = time.perf_counter()
        MAKERS[name](arguments.folder / name)
        print(f"{name}: {time.perf_counter() - since:.1f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
