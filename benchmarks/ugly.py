"""Logs as people really have them, to judge the page's defaults by.

    python -m benchmarks.ugly DIR               makes all but overview, each in a folder of DIR named as below
    python -m benchmarks.ugly DIR tuning rl     makes some

nested: 12 runs in nested folders with every kind of record but landscapes; all three seeds of one of the four
        configurations diverge, to 8e13 and then to NaN, and their vectors are NaN. One more was killed at step 230,
        and resumed at 200.
many:   300 runs with names of 115 to 120 characters that differ near their ends, tags of four levels.
tuning: 3 runs of a fine-tuning with 197 scalar tags, 160 of them of layers; one ends at a loss of 72, without a NaN.
rl:     10 runs in two groups that log at steps of their own and end early, one after the other.
trials: 200 trials whose learning rate is searched over four decades, and found near 0.002.
long:   3 series of 2 million points.
overview: 10,000 runs of 2 tags with hyperparameters, for the lists.

What is logged is the same each time; `nested` takes ten seconds, the others a few or less.
"""

import argparse
import math
import multiprocessing
import os
import signal
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
_START = 1_760_000_000.0  # 2025-10-09 08:53:20 UTC


def nested(logdir: Path) -> None:
    """Two models, two optimizers, three seeds; the transformer with the second optimizer diverges."""
    for model in ("cnn", "transformer"):
        for optimizer, lr in (("adam", 0.001), ("sgd", 50.0 if model == "transformer" else 0.1)):
            for seed in range(3):
                name = f"{model}/{optimizer}-lr{lr:g}/seed{seed}"
                hparams = {"model": model, "optimizer": optimizer, "lr": lr, "seed": seed}
                _train(logdir / name, hparams, diverges=lr == 50)
    _resumed(logdir / "cnn/adam-lr0.001/resumed")


def _resumed(folder: Path) -> None:
    """Killed at step 230, and gone on with from the checkpoint of step 200."""
    killed = multiprocessing.get_context("spawn").Process(target=_log_until_killed, args=(folder,))
    killed.start()
    killed.join()
    with LogWriter(folder) as writer:
        _log_steps(writer, 200, _EPOCHS * _BATCHES)


def _log_until_killed(folder: Path) -> None:
    writer = LogWriter(folder)
    hparams = {"model": "cnn", "optimizer": "adam", "lr": 0.001, "seed": 3}
    writer.add_hparams(hparams, ["accuracy/test", "loss/test"])
    _log_steps(writer, 0, 230)
    os.kill(os.getpid(), signal.SIGKILL)


def _log_steps(writer: LogWriter, start: int, end: int) -> None:
    """What a run of `nested` logs of scalars; where it was resumed, the loss is a little higher."""
    random = np.random.default_rng(start)
    for step in range(start, end):
        falling = 2.6 * math.exp(-4 * step / (_EPOCHS * _BATCHES))
        loss = falling + 0.3 + (0.15 if start else 0) + random.normal() * 0.04
        writer.add_scalar("loss/train", loss, step)
        writer.add_scalar("optim/lr", 0.001, step)
        writer.add_scalar("gradient/norm", loss * random.uniform(0.5, 2), step)
        if step % _BATCHES == 0:
            writer.add_scalar("loss/test", loss * 1.1, step)
            writer.add_scalar("accuracy/test", 0.95 - 0.3 * loss, step)


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


def tuning(logdir: Path) -> None:
    """A language model, fine-tuned with three learning rates; the highest leaves at step 800, beginning in layer 24."""
    steps = np.arange(0, 1500, 10)
    for name, lr, end in (("lr1e-4", 1e-4, 1.19), ("lr2e-4", 2e-4, 1.16), ("lr5e-4", 5e-4, 72.0)):
        random = np.random.default_rng(round(lr * 1e6))
        blows_up = end > 10
        with LogWriter(logdir / f"llama-1b-lora-r64-{name}") as writer:
            hparams = {"lr": lr, "lora_r": 64, "warmup": 50, "batch_size": 32}
            writer.add_hparams(hparams, ["eval/loss"], logarithmic=["lr"])
            for tag, (at, values) in _tuned(random, steps, lr, end, blows_up=blows_up).items():
                writer.add_scalar_series(
                    tag, values, at, _START + 1.9 * at + random.uniform(0, 0.2)
                )


def _tuned(
    random: np.random.Generator, steps: NDArray[Any], lr: float, end: float, *, blows_up: bool
) -> dict[str, tuple[NDArray[Any], NDArray[Any]]]:
    """Steps and values of 197 tags."""
    count = len(steps)

    def noise(width: float) -> NDArray[Any]:
        return random.normal(0, width, count)

    late = np.clip((steps - 800) / 690, 0, None) if blows_up else np.zeros(count)
    floor = 1.16 if blows_up else end
    loss = floor + (3.2 - floor) * np.exp(-steps * lr * 10) + (end - floor) * late**2.6
    schedule = np.minimum(steps / 50, 0.5 + 0.5 * np.cos(np.pi * steps / 1500))
    of_evals = np.append(np.flatnonzero(steps % 100 == 90), count - 1)
    tags: dict[str, NDArray[Any]] = {
        "train/loss": loss * (1 + noise(0.02)),
        "train/grad_norm": (0.4 + 0.5 * np.exp(-steps / 300)) * (1 + 40 * late) + abs(noise(0.08)),
        "train/perplexity": np.exp(np.minimum(loss, 20)),
        "train/epoch": steps / 745,
        "train/tokens": steps * 32 * 1024.0,
        "train/tokens_per_second": 57e3 + noise(900) - 14e3 * (steps % 500 == 490),
        "optim/lr": lr * schedule,
        "optim/weight_decay": np.full(count, 0.01),
        "optim/beta2": np.full(count, 0.999),
        "optim/grad_norm": (0.5 + late * 30) * np.exp(noise(0.2)),
        "optim/update_ratio": 1e-3 * schedule * np.exp(noise(0.1)),
        "optim/clip_fraction": np.clip(0.1 + late + noise(0.02), 0, 1),
    }
    evals = {
        "eval/loss": loss,
        "eval/perplexity": np.exp(np.minimum(loss, 20)),
        "eval/accuracy": 0.66 - 0.1 * np.minimum(loss - 1.1, 6),
        "eval/rouge1": 0.41 - 0.05 * np.minimum(loss - 1.1, 6),
        "eval/rougeL": 0.35 - 0.04 * np.minimum(loss - 1.1, 6),
        "eval/samples_per_second": 92 + noise(1),
        "eval/runtime": 31 + noise(0.4),
    }
    for part in ("data", "forward", "backward", "step"):
        tags[f"time/{part}"] = 0.1 + abs(noise(0.02))
    for gpu in range(4):
        tags[f"host/gpu.{gpu}.memory"] = 71 + noise(0.2)
        tags[f"host/gpu.{gpu}.power"] = 640 + noise(15)
        tags[f"host/gpu.{gpu}.busy"] = np.clip(96 + noise(3), 0, 100)
    tags["host/cpu"] = 18 + noise(2)
    tags["host/memory"] = 212 + steps / 1500
    for layer in range(32):
        # What goes wrong begins in one layer, and spreads to those beside it.
        wrong = np.clip((steps - 800 - 25 * abs(layer - 24)) / 700, 0, None) if blows_up else 0
        depth = 1 + layer / 16
        tags[f"activations/layers.{layer}.rms"] = depth * (1 + 12 * wrong) * np.exp(noise(0.05))
        tags[f"activations/layers.{layer}.max"] = 9 * depth * (1 + 20 * wrong) * np.exp(noise(0.1))
        tags[f"grad_norm/layers.{layer}"] = (
            0.08 / depth * (1 + 5 * np.exp(-steps / 250)) * 10 ** (3 * wrong) * np.exp(noise(0.2))
        )
        tags[f"weights/layers.{layer}.rms"] = 0.02 * depth * (1 + steps * lr / 20 + wrong)
        tags[f"attention/layers.{layer}.entropy"] = (
            (4 - layer / 16) / (1 + 4 * wrong) * np.exp(noise(0.02))
        )
    return {tag: (steps, values) for tag, values in tags.items()} | {
        tag: (steps[of_evals], values[of_evals]) for tag, values in evals.items()
    }


def rl(logdir: Path) -> None:
    """Returns of episodes of uneven lengths, far apart between the runs of a group."""
    random = np.random.default_rng(3)
    for run in range(10):
        algorithm = ["ppo", "sac"][run % 2]
        steps = random.integers(20, 4000, 60 + 40 * run).cumsum()
        level = random.uniform(500, 3900)
        returns = level * (1 - np.exp(-steps / 8e4)) + random.normal(0, 250, len(steps)) - 400
        with LogWriter(logdir / f"{algorithm}/seed{run // 2}") as writer:
            writer.add_hparams({"algorithm": algorithm, "seed": run // 2}, ["rollout/ep_rew_mean"])
            times = _START + steps / 900
            writer.add_scalar_series("rollout/ep_rew_mean", returns, steps, times)
            lengths = random.integers(20, 4000, len(steps))
            writer.add_scalar_series("rollout/ep_len_mean", lengths, steps, times)
            writer.add_scalar_series("time/fps", random.normal(900, 20, len(steps)), steps, times)


def trials(logdir: Path) -> None:
    """A search that gathers where it finds low losses, as TPE does."""
    random = np.random.default_rng(5)
    for trial in range(200):
        gathered = random.normal(-2.7, 0.25)
        lr = 10 ** (random.uniform(-5, -1) if trial < 30 or trial % 10 == 0 else gathered)
        hparams = {
            "lr": lr,
            "dropout": round(random.uniform(0, 0.5), 3),
            "width": 2 ** int(random.integers(4, 9)),
        }
        end = 0.2 + 0.35 * (math.log10(lr) + 2.7) ** 2 + 0.3 * hparams["dropout"] ** 2
        epochs = np.arange(12)
        losses = end + 2 * np.exp(-epochs / 3) + random.normal(0, 0.02, 12)
        with LogWriter(logdir / f"trial-{trial}") as writer:
            writer.add_hparams(
                hparams, ["val/loss"], goals={"val/loss": "min"}, logarithmic=["lr", "width"]
            )
            times = _START + 60.0 * trial + 5 * epochs
            writer.add_scalar_series("val/loss", losses, epochs, times)
            writer.add_scalar_series("train/loss", losses * 0.9, epochs, times)


def long(logdir: Path) -> None:
    """Random walks with single spikes."""
    random = np.random.default_rng(2)
    for run in range(3):
        values = random.normal(size=2_000_000).cumsum()
        values[random.integers(0, len(values), 20)] += 5000
        with LogWriter(logdir / f"walk{run}") as writer:
            writer.add_scalar_series("value", values)


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
    "tuning": tuning,
    "rl": rl,
    "trials": trials,
    "long": long,
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
