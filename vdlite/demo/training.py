"""Six trainings on scikit-learn's handwritten digits, logged with vdlite: the example of how to.

Run by `vdlite demo` in a process of its own: python -m vdlite.demo.training LOGDIR SECONDS
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import numpy as np

from vdlite import LogWriter
from vdlite.demo.landscapes import log_landscapes, recorder_of
from vdlite.demo.looks import log_begin, log_epoch
from vdlite.demo.network import Array, Labels, Network, Optimizer
from vdlite.demo.plan import PLANS, Digits, Plan, load_digits

BATCH = 32  # images
EPOCHS = 24
WARM_UP = 200  # batches
PROFILE_EVERY = 100  # batches
PROFILED = 10  # batches in each profile
TOGETHER = 2  # trainings that go on side by side
TRAINING = 0.85  # share of the time; the rest is for the landscapes


def train(plan: Plan, digits: Digits, logdir: Path, *, seconds: float) -> None:
    """Train one network and log it into `logdir`/NAME.

    seconds: how long that takes at least; a network this small would be done before one can look.
    """
    rng = np.random.default_rng(1)
    network = Network.random([64, plan.width, plan.width, 10], rng)
    optimizer = Optimizer(plan.optimizer, network.parameters)
    batches = [batch for _ in range(EPOCHS) for batch in _batches(len(digits.train_labels), rng)]
    begun = time.monotonic()

    run = logdir / plan.name
    # What a process prints is one console: of trainings that go on side by side in it, the first one prints.
    prints = plan is PLANS[0]

    with (
        LogWriter(run) as writer,
        writer.capture_output() if prints else nullcontext(),
        writer.profile(steps=PROFILED, wait=PROFILE_EVERY, warmup=0, repeat=2) as profile,
    ):
        log_begin(writer, plan, digits, network, batch=BATCH)
        if prints:
            print(f"{len(digits.train_labels)} images to learn, {len(digits.test_labels)} to test")
        recorder = recorder_of(
            writer, network, plan, steps=len(batches), steps_per_epoch=len(batches) // EPOCHS
        )
        recorder.record(0)
        for step, batch in enumerate(batches):
            rate = plan.rate * _schedule(step, len(batches))
            with writer.span("data"):
                images, labels = digits.train_images[batch], digits.train_labels[batch]
            loss, gradients = network.gradients(images, labels, writer.span)
            with writer.span("optimizer"):
                optimizer.step(gradients, rate)
            recorder.record(step + 1)

            with writer.span("logging"):
                writer.add_scalar("loss/train", loss, step)
                writer.add_scalar("gradient/norm", _norm(gradients), step)
                writer.add_scalar("learning rate", rate, step)

            epoch, rest = divmod(step + 1, len(batches) // EPOCHS)
            if rest == 0:
                test = digits.test_images, digits.test_labels
                known = digits.train_images, digits.train_labels
                accuracy = network.accuracy(*test)
                writer.add_scalar("loss/test", network.loss(*test), step)
                writer.add_scalar("accuracy/test", accuracy, step)
                writer.add_scalar("accuracy/train", network.accuracy(*known), step)
                writer.add_scalar("weights/norm", _norm(network.weights), step)
                log_epoch(writer, network, gradients, digits, epoch=epoch, step=step)
                if prints:
                    right = f"\x1b[32m{accuracy:.1%}\x1b[0m"  # green
                    print(f"\repoch {epoch:>2} of {EPOCHS} | loss {loss:.4f} | {right} right")
                if not np.isfinite(loss):
                    return  # it diverged, and nothing will bring it back
            elif prints:
                done = "#" * (20 * rest * EPOCHS // len(batches))
                print(f"\repoch {epoch + 1:>2} of {EPOCHS} | {done}", end="")

            with writer.span("waiting, so that one can look"):
                end = begun + TRAINING * seconds * step / len(batches)
                time.sleep(max(0, end - time.monotonic()))
            profile.step()
    log_landscapes(run, network, plan, digits)


def _batches(images: int, rng: np.random.Generator) -> Iterator[Labels]:
    """Every image once, in random order; the rest that fills no batch is left out."""
    order = rng.permutation(images)
    for begin in range(0, images - BATCH + 1, BATCH):
        yield order[begin : begin + BATCH]


def _schedule(step: int, steps: int) -> float:
    """Share of the highest learning rate: a linear warm-up, and a cosine down to zero."""
    return min(1.0, (step + 1) / WARM_UP) * (1 + math.cos(math.pi * step / steps)) / 2


def _norm(arrays: list[Array]) -> float:
    return float(np.sqrt(sum(np.sum(array.astype(np.float64) ** 2) for array in arrays)))


def train_all(logdir: Path, *, seconds: float) -> None:
    """All trainings of PLANS, TOGETHER at a time, in `seconds` at least."""
    digits = load_digits()
    share = seconds * TOGETHER / len(PLANS)
    one = partial(train, digits=digits, logdir=logdir, seconds=share)
    # One of them diverges on purpose; NumPy need not warn of that. (Set within each thread.)
    with ThreadPoolExecutor(TOGETHER, initializer=partial(np.seterr, all="ignore")) as pool:
        list(pool.map(one, PLANS))


if __name__ == "__main__":
    train_all(Path(sys.argv[1]), seconds=float(sys.argv[2]))
