"""Studies of Optuna."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

pytest.importorskip("optuna")

import optuna

from tests.trainers.reading import Logged, runs
from vdlite import LogReader, LogWriter
from vdlite.integrations.optuna import VdliteCallback

optuna.logging.set_verbosity(optuna.logging.WARNING)


def objective(trial: optuna.Trial) -> float:
    """Every third trial is pruned, every fourth one fails."""
    x = trial.suggest_float("x", -1, 1)
    trial.suggest_categorical("kind", ["a", "b"])
    for step in range(3):
        trial.report(x * x + step, step)
        if trial.number % 3 == 2 and step == 1:
            raise optuna.TrialPruned
    if trial.number % 4 == 3:
        raise ValueError("broken on purpose")
    return x * x


def study(**options: object) -> optuna.Study:
    return optuna.create_study(
        study_name="line", sampler=optuna.samplers.RandomSampler(seed=0), **options
    )


def test_each_trial_is_a_run(tmp_path: Path) -> None:
    made = study()
    made.optimize(objective, 4, catch=(ValueError,), callbacks=[VdliteCallback(tmp_path)])
    assert runs(tmp_path) == [f"line/trial-000{number}" for number in range(4)]
    for trial in made.trials:
        logged = Logged(tmp_path, f"line/trial-{trial.number:04}")
        assert logged.trials == [(trial.params, ("value",))]
        ended = [(3, trial.value)] if trial.number in (0, 1) else []
        assert logged.points("value") == [*trial.intermediate_values.items(), *ended]
        assert logged.goals == {"value": "min"}
    states = [Logged(tmp_path, run).lineage["state"] for run in runs(tmp_path)]
    assert states == ["COMPLETE", "COMPLETE", "PRUNED", "FAIL"]
    reader = LogReader(tmp_path)
    outcomes = [reader.outcome(run) for run in reader.runs]
    assert outcomes == ["finished", "finished", "pruned", "failed"]


@pytest.mark.parametrize("reports", [{}, {0: 2.0, 1: 1.0}])
def test_a_trial_took_as_long_as_the_study_says(tmp_path: Path, reports: dict[int, float]) -> None:
    begin = datetime(2026, 1, 2, 3, 4, 5, 500_000)
    trial = optuna.trial.FrozenTrial(
        number=0,
        trial_id=0,
        state=optuna.trial.TrialState.COMPLETE,
        value=0.5,
        datetime_start=begin,
        datetime_complete=begin + timedelta(seconds=90),
        params={"x": 0.5},
        distributions={"x": optuna.distributions.FloatDistribution(0, 1)},
        user_attrs={},
        system_attrs={},
        intermediate_values=reports,
    )
    VdliteCallback(tmp_path)(study(), trial)
    reader = LogReader(tmp_path)
    assert reader.duration("line/trial-0000") == 90
    assert reader.scalars("line/trial-0000", "value").walltimes[-1] == begin.timestamp() + 90


def test_what_is_searched_by_its_magnitude_is_known(tmp_path: Path) -> None:
    def objective(trial: optuna.Trial) -> float:
        trial.suggest_int("width", 8, 1024, log=True)
        trial.suggest_categorical("kind", ["a", "b"])
        return trial.suggest_float("x", 0.1, 1) + trial.suggest_float("noise", 1e-5, 1, log=True)

    study().optimize(objective, 1, callbacks=[VdliteCallback(tmp_path)])
    (trial,) = LogReader(tmp_path).trials()
    assert trial.logarithmic == ("width", "noise")


def test_several_values_have_the_names_of_the_study(tmp_path: Path) -> None:
    made = study(directions=["minimize", "maximize"])
    made.set_metric_names(["loss", "speed"])
    made.optimize(lambda trial: (trial.number, 0.5), 2, callbacks=[VdliteCallback(tmp_path)])
    logged = Logged(tmp_path, "line/trial-0001")
    assert (logged.points("loss"), logged.points("speed")) == ([(0, 1.0)], [(0, 0.5)])
    assert logged.trials == [({}, ("loss", "speed"))]
    assert logged.goals == {"loss": "min", "speed": "max"}


def test_threads_log_at_once(tmp_path: Path) -> None:
    study().optimize(
        objective, 12, n_jobs=4, catch=(ValueError,), callbacks=[VdliteCallback(tmp_path)]
    )
    assert len(runs(tmp_path)) == 12


def test_the_objective_logs_more_into_the_run(tmp_path: Path) -> None:
    callback = VdliteCallback(tmp_path, metrics=("accuracy",))

    def more(trial: optuna.Trial) -> float:
        with LogWriter(callback.folder(trial.study, trial)) as writer:
            writer.add_scalar("loss", 0.25, 7)
        trial.set_user_attr("note", ["a", 1])
        return 0.5

    study().optimize(more, 1, callbacks=[callback])
    logged = Logged(tmp_path)
    assert (logged.points("loss"), logged.points("accuracy")) == ([(7, 0.25)], [(0, 0.5)])
    assert logged.lineage["user/note"] == '["a", 1]'
