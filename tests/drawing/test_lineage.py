"""Landscapes tell of the training what the run's lineage does, where nobody else did."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from vdlite import LandscapeRecorder, LogWriter, compute_landscape
from vdlite.drawing.sources import sources
from vdlite.kinds.landscape import Landscape
from vdlite.landscape import ArrayProblem

OF_LINEAGE = {"optimizer": "Adam", "steps_per_epoch": 7}


def recorded(run: Path, lineage: Mapping[str, Any] | None = None, **facts: Any) -> Path:
    weights = [np.zeros(2)]
    with LogWriter(run) as writer:
        recorder = LandscapeRecorder(writer, weights, size=3, unit="epoch", **facts)
        for epoch in range(3):
            weights[0][:] = epoch, epoch**2
            recorder.record(epoch)
        if lineage is not None:
            writer.add_lineage(**lineage)
    return run


def bowl(facts: Mapping[str, Any] | None = None) -> ArrayProblem:
    return ArrayProblem([np.zeros(2)], lambda w: float((w[0] ** 2).sum()), facts=facts)


def facts_of(landscape: Landscape) -> dict[str, Any]:
    settings = landscape.settings
    return {"optimizer": settings.optimizer, "steps_per_epoch": settings.steps_per_epoch}


def given(**more: Any) -> dict[str, Any]:
    loader = SimpleNamespace(dataset=[1] * 14, batch_size=2, batch_sampler=[[0, 1]] * 7)
    return {"optimizer": "Adam", "train_loader": loader, **more}


def test_optimizer_and_steps_per_epoch_come_from_the_lineage(tmp_path: Path) -> None:
    run = recorded(tmp_path / "run", given())
    made = compute_landscape(run, bowl)
    assert [one.settings["mode"] for one in made] == ["train", "result"]
    assert [facts_of(one) for one in made] == [OF_LINEAGE] * 2
    (source,) = sources(run, bowl, {})
    assert source.steps_per_unit == 7


def test_what_the_recorder_was_reported_counts_more(tmp_path: Path) -> None:
    run = recorded(tmp_path / "run", given(), optimizer="SGD")
    assert facts_of(compute_landscape(run, bowl)[0]) == {**OF_LINEAGE, "optimizer": "SGD"}
    run = recorded(tmp_path / "other", given(), steps_per_epoch=3)
    assert facts_of(compute_landscape(run, bowl)[0]) == {**OF_LINEAGE, "steps_per_epoch": 3}


def test_what_the_drawing_was_reported_counts_more(tmp_path: Path) -> None:
    run = recorded(tmp_path / "run", given())
    facts = {"optimizer": "Lion", "steps_per_epoch": 5}
    assert facts_of(compute_landscape(run, lambda: bowl(facts))[0]) == facts


def test_steps_per_epoch_can_be_a_field_of_ones_own(tmp_path: Path) -> None:
    run = recorded(tmp_path / "run", given(others={"steps_per_epoch": 2}))
    assert facts_of(compute_landscape(run, bowl)[0]) == {**OF_LINEAGE, "steps_per_epoch": 2}


def test_a_run_without_lineage_says_neither(tmp_path: Path) -> None:
    run = recorded(tmp_path / "run")
    assert facts_of(compute_landscape(run, bowl)[0]) == {"optimizer": None, "steps_per_epoch": None}


def test_a_lineage_of_other_types_says_neither(tmp_path: Path) -> None:
    odd = {"others": {"optimizer": 3, "steps_per_epoch": "many"}}
    run = recorded(tmp_path / "run", odd)
    assert facts_of(compute_landscape(run, bowl)[0]) == {"optimizer": None, "steps_per_epoch": None}


def test_snapshots_that_the_caller_names_have_it_too(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with LogWriter(run) as writer:
        writer.add_lineage(**given())
    snapshots = {epoch: [np.array([epoch, epoch**2.0])] for epoch in range(3)}
    made = compute_landscape(run, bowl, snapshots=snapshots, unit="epoch", size=3)
    assert facts_of(made[0]) == OF_LINEAGE


def test_a_landscape_that_was_drawn_before_the_lineage_came_is_not_drawn_again(
    tmp_path: Path,
) -> None:
    run = recorded(tmp_path / "run")
    before = compute_landscape(run, bowl)
    with LogWriter(run) as writer:
        writer.add_lineage(**given())
    assert [one.id for one in compute_landscape(run, bowl)] == [one.id for one in before]
