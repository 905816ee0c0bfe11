"""Ray Tune, which starts a cluster on this machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray.tune")

import ray
from ray import tune

from tests.trainers.reading import Logged, runs
from vdlite.integrations.ray import VdliteLoggerCallback


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


def test_each_trial_is_a_run_with_its_hyperparameters(tmp_path: Path) -> None:
    def train(config: dict[str, Any]) -> None:
        for number in range(3):
            tune.report({"loss": config["lr"] * number, "deep": {"a": float(number)}})

    tune.Tuner(
        train,
        param_space={"lr": tune.grid_search([0.25, 0.5])},
        run_config=tune.RunConfig(
            storage_path=str(tmp_path / "ray"),
            callbacks=[VdliteLoggerCallback(tmp_path / "runs", metric="loss")],
            verbose=0,
        ),
    ).fit()
    names = runs(tmp_path / "runs")
    assert len(names) == 2
    for name, rate in zip(names, (0.25, 0.5), strict=True):
        logged = Logged(tmp_path / "runs", name)
        assert logged.points("loss") == [(1, 0.0), (2, rate), (3, 2 * rate)]
        assert logged.steps("deep/a") == [1, 2, 3]
        assert logged.trials == [({"lr": rate}, ("loss",))]
        assert not {"pid", "done", "timestamp"} & set(logged.tags())
