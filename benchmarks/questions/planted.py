"""Logs in which everything that is asked for was planted, so that the right answers are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from vdlite import LogWriter

_BLOCK = 1000  # points that are logged at once


@dataclass
class Planted:
    """What was planted, by run."""

    steps: int  # of each scalar
    spikes: dict[str, tuple[int, float]] = field(default_factory=dict)  # step and value
    lowest: dict[str, tuple[int, float]] = field(default_factory=dict)
    diverged: dict[str, int] = field(default_factory=dict)  # first step that is not finite
    gaps: dict[str, tuple[int, int]] = field(default_factory=dict)  # first missing step, how many
    dead: dict[str, tuple[str, int]] = field(default_factory=dict)  # tag, first step
    last_texts: dict[str, str] = field(default_factory=dict)
    last_values: dict[str, float] = field(default_factory=dict)
    odd: dict[str, tuple[str, str]] = field(default_factory=dict)  # of a group: run, setting
    changed: dict[tuple[str, str], str] = field(default_factory=dict)  # the one setting of two runs
    groups: dict[tuple[str, str], str] = field(default_factory=dict)  # lower, none or too few
    best: dict[str, str] = field(default_factory=dict)  # of a group: the trial that did not fail
    killed: list[str] = field(default_factory=list)
    many_spikes: tuple[str, frozenset[int]] = ("", frozenset())


def plant(folder: Path, *, steps: int = 100_000) -> Planted:
    """Write the logs, and say what is in them."""
    rng = np.random.default_rng(0)
    planted = Planted(steps)
    for number in range(20):
        name = f"spikes/{number:02}"
        values = _loss(rng, steps)
        at = int(rng.integers(steps // 10, steps - 10))
        low = int(rng.integers(steps // 10, steps - 10))
        values[at], values[low] = 50.0 + number, -5.0 - number
        planted.spikes[name] = (at, values[at])
        planted.lowest[name] = (low, values[low])
        planted.last_values[name] = values[-1]
        planted.last_texts[name] = f"checkpoint {number} written, {rng.integers(1e9)} samples seen"
        with LogWriter(folder / name) as writer:
            _log(writer, "loss", values)
            for step in range(50):
                writer.add_text("output", f"step {step}", step)
            writer.add_text("output", planted.last_texts[name], 50)
    for number in range(10):
        name = f"diverged/{number:02}"
        values = _loss(rng, steps)
        first = int(rng.integers(steps // 10, steps - 10))
        values[first : first + 1 + number * 50] = np.nan
        planted.diverged[name] = first
        with LogWriter(folder / name) as writer:
            _log(writer, "loss", values)
    for number in range(10):
        name = f"gaps/{number:02}"
        first, length = int(rng.integers(10, steps - 100)), int(rng.integers(1, 50))
        planted.gaps[name] = (first, length)
        kept = np.r_[0:first, first + length : steps]
        with LogWriter(folder / name) as writer:
            _log(writer, "loss", _loss(rng, steps)[kept], kept)
    for number in range(10):
        name = f"layers/{number:02}"
        layer, first = f"gradient/layer{rng.integers(12)}", int(rng.integers(100, 700))
        planted.dead[name] = (layer, first)
        with LogWriter(folder / name) as writer:
            for each in range(12):
                values = np.abs(rng.normal(size=1000)) + 0.01
                if f"gradient/layer{each}" == layer:
                    values[first:] = 0
                _log(writer, f"gradient/layer{each}", values)
    _plant_settings(folder, planted, rng)
    _plant_groups(folder, planted, rng)
    at = rng.choice(np.arange(1, steps - 1), min(1000, steps // 20), replace=False)
    values = _loss(rng, steps)
    values[at] = 100.0
    planted.many_spikes = ("many", frozenset(at.tolist()))
    with LogWriter(folder / "many") as writer:
        _log(writer, "loss", values)
    return planted


def _plant_settings(folder: Path, planted: Planted, rng: np.random.Generator) -> None:
    names = ("optimizer", "augment", "warmup", "batch_size", "schedule")
    for group in range(5):
        odd = int(rng.integers(6))
        for number in range(6):
            settings: dict[str, str | int | float] = {
                f"setting{each}": each * 7 for each in range(40)
            }
            settings |= {name: f"{name} as always" for name in names}
            if number == odd:
                settings[names[group]] = "another"
            with LogWriter(folder / f"odd{group}/{number}") as writer:
                writer.add_hparams(settings, ["loss"])
                writer.add_scalar("loss", float(rng.normal(0.5 + (number == odd), 0.01)), 0)
        planted.odd[f"odd{group}"] = (f"odd{group}/{odd}", names[group])
    for number in range(10):
        changed = f"setting{rng.integers(40)}"
        pair = (f"pairs/{number}a", f"pairs/{number}b")
        for place, name in enumerate(pair):
            settings = {f"setting{each}": each * 7 for each in range(40)}
            settings[changed] = 1000 + place
            with LogWriter(folder / name) as writer:
                writer.add_hparams(settings, [])
                writer.add_scalar("loss", 0.5, 0)
        planted.changed[pair] = changed


def _plant_groups(folder: Path, planted: Planted, rng: np.random.Generator) -> None:
    cases = {"lower": (6, 0.5), "none": (6, 0.0), "too few": (2, 0.5)}
    for number in range(9):
        what = list(cases)[number % 3]
        runs, distance = cases[what]
        pair = (f"groups/{number}a", f"groups/{number}b")
        for place, name in enumerate(pair):
            seeds = rng.normal(size=runs) * 0.1
            seeds = (seeds - seeds.mean()) / seeds.std(ddof=1) * 0.1 + 1.0 + place * distance
            for seed, value in enumerate(seeds):
                with LogWriter(folder / f"{name}/{seed}") as writer:
                    writer.add_scalar("loss", float(value), 10)
        planted.groups[pair] = what
    for group in range(5):
        losses = rng.permutation(20) / 20 + 0.01
        for number, loss in enumerate(losses):
            writer = LogWriter(folder / f"trials{group}/{number:02}")
            writer.add_hparams({"lr": float(number)}, ["loss"])
            writer.add_scalar("loss", float(loss), 5)
            # The best one failed.
            writer.close(outcome="failed" if loss == losses.min() else "finished")
        planted.best[f"trials{group}"] = f"trials{group}/{np.argsort(losses)[1]:02}"


def _loss(rng: np.random.Generator, steps: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    found: np.ndarray[tuple[int], np.dtype[np.float64]] = (
        2 * np.exp(-np.arange(steps) / (steps / 5)) + 0.3 + rng.normal(size=steps) * 0.02
    )
    return found


def _log(
    writer: LogWriter,
    tag: str,
    values: np.ndarray[tuple[int], np.dtype[np.float64]],
    steps: np.ndarray[tuple[int], np.dtype[np.int64]] | None = None,
) -> None:
    for first in range(0, len(values), _BLOCK):
        part = slice(first, first + _BLOCK)
        at = np.arange(len(values))[part] if steps is None else steps[part]
        writer.add_scalar_series(tag, values[part], at)
