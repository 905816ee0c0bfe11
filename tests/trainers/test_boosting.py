"""LightGBM and XGBoost."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.trainers.reading import Logged, outcome_after, runs

RANDOM = np.random.default_rng(0)
INPUTS = RANDOM.normal(size=(120, 3))
TARGETS = INPUTS[:, 0] * 2 + RANDOM.normal(size=120) * 0.1


@pytest.fixture
def lightgbm() -> Any:
    return pytest.importorskip("lightgbm")


@pytest.fixture
def xgboost() -> Any:
    return pytest.importorskip("xgboost")


def light(lightgbm: Any, callback: Any, *more: Any, rounds: int = 4) -> dict[str, Any]:
    """Train; returns the history of the metric, as LightGBM keeps it."""
    history: dict[str, Any] = {}
    data = lightgbm.Dataset(INPUTS[:80], TARGETS[:80])
    test = lightgbm.Dataset(INPUTS[80:], TARGETS[80:], reference=data)
    lightgbm.train(
        {"objective": "regression", "num_leaves": 5, "verbose": -1, "num_threads": 1},
        data,
        rounds,
        valid_sets=[test],
        callbacks=[callback, lightgbm.record_evaluation(history), *more],
    )
    return history


def test_a_training_of_lightgbm_is_one_run(lightgbm: Any, tmp_path: Path) -> None:
    from vdlite.integrations.lightgbm import VdliteCallback

    history = light(lightgbm, VdliteCallback(tmp_path / "first", {"seed": 7}))
    logged = Logged(tmp_path)
    assert logged.points("valid_0/l2") == list(enumerate(history["valid_0"]["l2"]))
    ((values, metrics),) = logged.trials
    assert metrics == ("valid_0/l2",)
    assert logged.goals == {"valid_0/l2": "min"}
    assert (values["num_leaves"], values["num_iterations"], values["seed"]) == (5, 4, 7)
    assert logged.progress == ("iterations", 4, 4)


def test_a_training_of_lightgbm_that_came_to_its_end_is_finished(
    lightgbm: Any, tmp_path: Path
) -> None:
    from vdlite.integrations.lightgbm import VdliteCallback

    light(lightgbm, VdliteCallback(tmp_path))
    assert outcome_after(tmp_path) == "finished"


def test_a_training_of_lightgbm_that_fails_in_its_middle_is_not_finished(
    lightgbm: Any, tmp_path: Path
) -> None:
    from vdlite.integrations.lightgbm import VdliteCallback

    def fail(env: Any) -> None:
        if env.iteration == 2:
            raise RuntimeError("broken on purpose")

    with pytest.raises(RuntimeError, match="broken on purpose"):
        light(lightgbm, VdliteCallback(tmp_path), fail)
    assert outcome_after(tmp_path) is None


def test_a_training_of_lightgbm_that_stops_early_has_its_last_iteration(
    lightgbm: Any, tmp_path: Path
) -> None:
    from vdlite.integrations.lightgbm import VdliteCallback

    stops = lightgbm.early_stopping(1, min_delta=10.0, verbose=False)
    history = light(lightgbm, VdliteCallback(tmp_path), stops, rounds=20)
    assert outcome_after(tmp_path) == "finished"
    assert Logged(tmp_path).points("valid_0/l2") == list(enumerate(history["valid_0"]["l2"]))
    assert len(history["valid_0"]["l2"]) == 2


def test_folds_of_lightgbm_that_stop_early_are_finished(lightgbm: Any, tmp_path: Path) -> None:
    from vdlite.integrations.lightgbm import VdliteCallback

    lightgbm.cv(
        {"objective": "regression", "verbose": -1, "num_threads": 1},
        lightgbm.Dataset(INPUTS, TARGETS),
        20,
        nfold=2,
        stratified=False,
        callbacks=[VdliteCallback(tmp_path), lightgbm.early_stopping(1, min_delta=10.0)],
    )
    assert outcome_after(tmp_path) == "finished"
    assert len(Logged(tmp_path).points("valid/l2")) < 20


def test_one_callback_of_lightgbm_makes_a_run_for_each_training(
    lightgbm: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vdlite.integrations.lightgbm import VdliteCallback

    monkeypatch.chdir(tmp_path)
    callback = VdliteCallback()
    light(lightgbm, callback)
    light(lightgbm, callback)
    assert len(runs(tmp_path)) == 2


def test_folds_of_lightgbm_are_logged_with_their_spread(lightgbm: Any, tmp_path: Path) -> None:
    from vdlite.integrations.lightgbm import VdliteCallback

    found = lightgbm.cv(
        {"objective": "regression", "verbose": -1, "num_threads": 1},
        lightgbm.Dataset(INPUTS, TARGETS),
        3,
        nfold=2,
        stratified=False,
        callbacks=[VdliteCallback(tmp_path)],
    )
    logged = Logged(tmp_path)
    assert logged.points("valid/l2") == list(enumerate(found["valid l2-mean"]))
    assert logged.points("valid/l2_std") == list(enumerate(found["valid l2-stdv"]))


def test_a_training_of_xgboost_is_one_run_and_more_rounds_go_on(
    xgboost: Any, tmp_path: Path
) -> None:
    from vdlite.integrations.xgboost import VdliteCallback

    data = xgboost.DMatrix(INPUTS, TARGETS)
    settings = {"max_depth": 2, "eta": 0.3, "nthread": 1}
    model, losses = None, []
    for _ in range(2):
        history: dict[str, Any] = {}
        model = xgboost.train(
            settings,
            data,
            3,
            evals=[(data, "train")],
            evals_result=history,
            verbose_eval=False,
            xgb_model=model,
            callbacks=[VdliteCallback(tmp_path / "first", {"seed": 7})],
        )
        losses += history["train"]["rmse"]
    logged = Logged(tmp_path)
    assert logged.points("train/rmse") == list(enumerate(losses))
    ((values, metrics),) = logged.trials
    assert metrics == ("train/rmse",)
    assert (values["max_depth"], values["eta"], values["seed"]) == (2, 0.3, 7)


def test_xgboost_gets_its_model_back_and_gives_the_best_iteration(
    xgboost: Any, tmp_path: Path
) -> None:
    from vdlite.integrations.xgboost import VdliteCallback

    model = xgboost.XGBRegressor(
        n_estimators=5, early_stopping_rounds=2, n_jobs=1, callbacks=[VdliteCallback(tmp_path)]
    )
    model.fit(INPUTS[:80], TARGETS[:80], eval_set=[(INPUTS[80:], TARGETS[80:])], verbose=False)
    assert Logged(tmp_path).lineage["metric/best_iteration"] == model.best_iteration


def test_a_training_of_xgboost_that_came_to_its_end_is_finished(
    xgboost: Any, tmp_path: Path
) -> None:
    from vdlite.integrations.xgboost import VdliteCallback

    data = xgboost.DMatrix(INPUTS, TARGETS)
    callbacks = [VdliteCallback(tmp_path)]
    xgboost.train({"nthread": 1}, data, 2, evals=[(data, "train")], callbacks=callbacks)
    callbacks.clear()
    assert outcome_after(tmp_path) == "finished"


def test_folds_of_xgboost_are_logged_with_their_spread(xgboost: Any, tmp_path: Path) -> None:
    from vdlite.integrations.xgboost import VdliteCallback

    found = xgboost.cv(
        {"max_depth": 2, "nthread": 1},
        xgboost.DMatrix(INPUTS, TARGETS),
        3,
        nfold=2,
        as_pandas=False,
        callbacks=[VdliteCallback(tmp_path)],
    )
    logged = Logged(tmp_path)
    assert logged.points("test/rmse") == list(enumerate(found["test-rmse-mean"]))
    assert logged.points("test/rmse_std") == list(enumerate(found["test-rmse-std"]))
    assert logged.trials[0][0]["max_depth"] == 2
