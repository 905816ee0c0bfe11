"""The hyperparameters of a run: what its log has of them, and when."""

import argparse
import dataclasses
import threading
from pathlib import Path
from typing import Any

import pytest

import vdlite
from tests.tracking.test_run import cycle, reader
from tests.writer import programs
from vdlite import LogReader, PayloadError


def test_metrics_and_their_goals_are_the_trials(tmp_path: Path) -> None:
    with vdlite.init(logdir=tmp_path, metrics=["speed"], goals={"speed": "max"}) as run:
        run.log({"speed": 1.0})
    (trial,) = LogReader(tmp_path).trials()
    assert (list(trial.metrics), trial.goals) == (["speed"], {"speed": "max"})
    with vdlite.init(logdir=tmp_path / "judged", goals={"speed": "max"}):
        pass
    assert list(LogReader(tmp_path / "judged").trials()[0].metrics) == ["speed"]
    with pytest.raises(PayloadError, match="goals: 'speed': got 'most', want 'min' or 'max'"):
        vdlite.init(logdir=tmp_path / "other", goals={"speed": "most"})  # type: ignore[dict-item]
    with pytest.raises(PayloadError, match="goals: got str 'max', want a mapping"):
        vdlite.init(logdir=tmp_path / "other", goals="max")  # type: ignore[arg-type]
    assert not (tmp_path / "other").exists()


def test_hyperparameters_are_one_trial_whenever_they_are_set(run: vdlite.Run) -> None:
    run.config["lr"] = 0.1
    run.config.update({"optimizer": {"name": "adam", "betas": [0.9, 0.99]}})
    run.config.seed = 3
    run.log({"loss": 1.0})
    (first,) = reader(run).trials(".")
    assert first.hparams["lr"] == 0.1
    run.config.lr = 0.2
    run.log({"loss": 0.5})
    (trial,) = reader(run).trials(".")
    assert trial.walltime == first.walltime
    assert trial.hparams == {
        "lr": 0.2,
        "optimizer/name": "adam",
        "optimizer/betas": "[0.9, 0.99]",
        "seed": 3,
    }
    assert "lineage" not in reader(run).kinds(".")
    assert run.config.lr == run.config["lr"] == 0.2
    with pytest.raises(AttributeError, match="config has no 'rate'"):
        run.config.rate  # noqa: B018
    assert "rate" not in run.config
    assert len(run.config) == 3


def test_a_hyperparameter_that_is_taken_away_is_none_of_the_trial(run: vdlite.Run) -> None:
    run.config.update({"lr": 0.1, "debug": True})
    run.log({"loss": 1.0})
    del run.config["debug"]
    run.log({"loss": 0.5})
    assert [trial.hparams for trial in reader(run).trials(".")] == [{"lr": 0.1}]
    del run.config["lr"]
    run.finish()
    assert [trial.hparams for trial in reader(run).trials(".")] == [{}]


def test_a_hyperparameter_that_is_refused_spoils_no_later_log(run: vdlite.Run) -> None:
    circle: dict[str, Any] = {}
    circle["circle"] = circle
    with pytest.raises(PayloadError):
        run.config.update({"fine": 1, "circle": circle})
    assert dict(run.config) == {}
    run.config.lr = 0.1
    run.log({"loss": 1.0})
    assert [trial.hparams for trial in reader(run).trials(".")] == [{"lr": 0.1}]


def test_trials_that_the_program_logs_itself_are_not_replaced(run: vdlite.Run) -> None:
    run.config.seed = 1
    for lr in (0.1, 0.2):
        run.writer.add_hparams({"lr": lr}, ["loss"])
        run.log({"loss": lr})
    run.config.update({"seed": 2, "optimizer": {"name": "adam"}})
    run.log({"loss": 0.0})
    trials = [trial.hparams for trial in reader(run).trials(".")]
    assert trials == [{"seed": 1}, {"lr": 0.1}, {"lr": 0.2}]
    assert dict(reader(run).records(".", "lineage", "lineage")[-1].payload.fields) == {
        "seed": 2,
        "optimizer/name": "adam",
    }


def test_a_thread_may_set_hyperparameters_while_a_run_logs(run: vdlite.Run) -> None:
    names = [f"name {number}" for number in range(2000)]

    def set_all() -> None:
        for number, name in enumerate(names):
            run.config[name] = number

    thread = threading.Thread(target=set_all)
    thread.start()
    while thread.is_alive():
        run.log({"x": 1.0})
    thread.join()
    run.finish()
    (trial,) = reader(run).trials(".")
    assert list(trial.hparams) == names


def test_hyperparameters_may_be_a_dataclass_or_a_namespace(tmp_path: Path) -> None:
    @dataclasses.dataclass
    class Options:
        lr: float = 0.1

    for number, config in enumerate([Options(), argparse.Namespace(lr=0.1), {"lr": 0.1}]):
        with vdlite.init(logdir=tmp_path / str(number), config=config, metrics=["loss"]) as run:
            run.log({"loss": 1.0})
        (trial,) = reader(run).trials(".")
        assert trial.hparams == {"lr": 0.1}
        assert trial.metrics["loss"] is not None


def test_a_run_that_logs_nothing_keeps_its_hyperparameters(tmp_path: Path) -> None:
    vdlite.init(logdir=tmp_path, config={"lr": 0.1}, notes="why").finish()
    assert LogReader(tmp_path).trials(".")[0].hparams == {"lr": 0.1}
    assert LogReader(tmp_path).records(".", "text", "notes")[0].payload == "why"


@pytest.mark.parametrize(
    "first",
    [
        'run.writer.add_scalar("loss", 1.0, 0)',
        'run.alert("too large", "lr")',
        'vdlite.alert("too large")',
        'run.save("*.yaml")',
        'run.summary["best"] = 1.0',
    ],
)
def test_a_run_that_is_killed_keeps_its_hyperparameters_whatever_it_logs_first(
    tmp_path: Path, first: str
) -> None:
    program = f"""
        import os, signal, sys, vdlite
        run = vdlite.init(logdir=sys.argv[1], config={{"lr": 0.1}}, system=False)
        run.config.seed = 3
        {first}
        os.kill(os.getpid(), signal.SIGTERM)
        """
    programs.start(program, tmp_path).communicate(timeout=60)
    assert LogReader(tmp_path).trials(".")[0].hparams == {"lr": 0.1, "seed": 3}


def test_a_program_that_ends_keeps_hyperparameters_without_a_log(tmp_path: Path) -> None:
    programs.run(
        """
        import sys, vdlite
        run = vdlite.init(logdir=sys.argv[1])
        run.config.lr = 0.1
        """,
        tmp_path,
    )
    assert LogReader(tmp_path).trials(".")[0].hparams == {"lr": 0.1}


def test_a_run_that_is_killed_before_it_logs_has_its_hyperparameters(tmp_path: Path) -> None:
    process = programs.start(
        """
        import os, signal, sys, vdlite
        run = vdlite.init(logdir=sys.argv[1], config={"lr": 0.1})
        run.config.update({"parameters": 7, "opt": "adam"})
        os.kill(os.getpid(), signal.SIGKILL)
        """,
        tmp_path,
    )
    process.communicate(timeout=60)
    (trial,) = LogReader(tmp_path).trials(".")
    assert trial.hparams == {"lr": 0.1, "parameters": 7, "opt": "adam"}


def test_a_resumed_run_has_the_hyperparameters_of_both_programs(tmp_path: Path) -> None:
    process = programs.start(
        """
        import os, signal, sys, vdlite
        vdlite.init(logdir=sys.argv[1], config={"lr": 0.1, "opt": "adam"}, goals={"acc": "max"})
        os.kill(os.getpid(), signal.SIGKILL)
        """,
        tmp_path,
    )
    process.communicate(timeout=60)
    with vdlite.init(logdir=tmp_path, config={"lr": 0.7}) as run:
        assert run.step == 0  # nothing of the training was logged
        run.log({"loss": 1.0})
        run.config.late = True
    (trial,) = LogReader(tmp_path).trials(".")
    assert trial.hparams == {"lr": 0.7, "opt": "adam", "late": True}
    assert trial.goals == {"acc": "max"}
    assert list(trial.metrics) == ["acc"]


def test_hyperparameters_that_change_all_the_time_are_logged_now_and_then(tmp_path: Path) -> None:
    with vdlite.init(logdir=tmp_path) as run:
        for step in range(300):
            run.config.step = step
            run.log({"loss": 1.0})
    reader = LogReader(tmp_path)
    assert [trial.hparams for trial in reader.trials(".")] == [{"step": 299}]
    assert len(reader.records(".", "hparams", "hparams", superseded=True)) == 101


def test_settings_of_which_one_is_refused_are_not_set(run: vdlite.Run) -> None:
    run.config.lr = 0.1
    with pytest.raises(PayloadError):
        run.config.update({"lr": 0.2, "x": 1, "endless": cycle()})
    assert run.config.as_dict() == {"lr": 0.1}
    run.log({"loss": 1.0})
    assert reader(run).trials(".")[0].hparams == {"lr": 0.1}


def test_a_metric_that_is_defined_says_which_way_it_is_better(tmp_path: Path) -> None:
    with vdlite.init(logdir=tmp_path) as run:
        run.define_metric("score", summary="max")
        run.define_metric("error", "epoch", goal="minimize")
        run.define_metric("speed", summary="mean")
        run.define_metric("val/*", summary="min")
        run.log({"score": 1.0})
        run.define_metric("late", summary="max")
    goals = LogReader(tmp_path).records(".", "hparams", "hparams")[-1].payload.goals
    assert dict(goals) == {"score": "max", "error": "min", "late": "max"}
    assert len(LogReader(tmp_path).trials(".")) == 1
