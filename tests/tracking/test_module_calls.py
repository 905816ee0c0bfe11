"""`vdlite.log` and its like, which go to the run that `init` made last: `import vdlite as wandb`."""

import gc
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import vdlite
import vdlite as wandb
from tests.writer import programs
from vdlite import LogReader, NoRunError, PayloadError


@pytest.fixture(autouse=True)
def no_run() -> Iterator[None]:
    vdlite.finish()
    yield
    vdlite.finish()


def values(folder: "str | Path", tag: str) -> list[tuple[int, float]]:
    points = LogReader(folder).scalars(".", tag)
    return list(zip(points.steps.tolist(), points.values.tolist(), strict=True))


BEFORE_INIT: dict[str, Callable[[], object]] = {
    "log()": lambda: wandb.log({"a": 1}),
    "define_metric()": lambda: wandb.define_metric("a"),
    "alert()": lambda: wandb.alert("a", "b"),
    "watch()": lambda: wandb.watch(None),
    "unwatch()": wandb.unwatch,
    "save()": lambda: wandb.save("a"),
    "config": lambda: wandb.config.lr,
    "summary": lambda: wandb.summary["best"],
}


@pytest.mark.parametrize("call", BEFORE_INIT)
def test_a_call_before_init_says_what_to_do(call: str) -> None:
    with pytest.raises(NoRunError) as error:
        BEFORE_INIT[call]()
    assert str(error.value).startswith(f"vdlite.{call}: there is no run; want vdlite.init(...)")


def test_every_use_of_a_config_before_init_is_refused() -> None:
    uses: list[Callable[[], object]] = [
        lambda: wandb.config["lr"],
        lambda: wandb.config.update({"lr": 1}),
        lambda: wandb.config.__setitem__("lr", 1),
        lambda: setattr(wandb.config, "lr", 1),
        lambda: list(wandb.config),
        lambda: "lr" in wandb.config,
        lambda: dict(wandb.config),
        lambda: len(wandb.config),
    ]
    for use in uses:
        with pytest.raises(NoRunError):
            use()
    assert not wandb.config
    assert "before init" in repr(wandb.summary)


def test_calls_of_the_module_go_to_the_run_that_was_made_last(tmp_path: Path) -> None:
    assert wandb.run is None
    wandb.init(project="mnist", config={"lr": 0.1}, dir=tmp_path)
    run = wandb.run
    assert run is not None
    assert wandb.config is run.config
    gc.collect()  # nobody else holds it
    for epoch in range(2):
        wandb.log({"loss": 1.0 / (1 + epoch)})
    wandb.summary["best"] = 0.5
    wandb.summary.update({"verdict": {"is": "good"}})
    wandb.config.update({"late": 1}, allow_val_change=True)
    wandb.define_metric("loss", summary="min")
    wandb.finish()
    assert wandb.run is None
    wandb.finish()
    assert values(run.logdir, "loss") == [(0, 1.0), (1, 0.5)]
    assert values(run.logdir, "summary/best") == [(1, 0.5)]
    with pytest.raises(NoRunError):
        wandb.log({"loss": 1.0})


@pytest.mark.parametrize(
    ("reinit", "is_same", "ends", "goes_to"),
    [
        (None, False, False, "new"),
        ("default", False, False, "new"),
        (True, False, True, "new"),
        ("finish_previous", False, True, "new"),
        (False, True, False, "old"),
        ("return_previous", True, False, "old"),
        ("create_new", False, False, "old"),
    ],
)
def test_a_second_init_does_what_reinit_says(
    tmp_path: Path, reinit: Any, is_same: bool, ends: bool, goes_to: str
) -> None:
    old = wandb.init(dir=tmp_path)
    new = wandb.init(dir=tmp_path, reinit=reinit)
    assert (new is old, old.writer.closed) == (is_same, ends)
    assert wandb.run is (new if goes_to == "new" else old)
    assert len(list(tmp_path.iterdir())) == (1 if is_same else 2)
    old.finish()
    new.finish()
    assert wandb.run is None


def test_a_run_that_is_ended_for_itself_goes_on(tmp_path: Path) -> None:
    for part in range(2):
        wandb.init(id="abc", dir=tmp_path, config={"lr": 0.1}, reinit=True, resume="allow")
        wandb.log({f"part{part}": 1.0})
    assert len(LogReader(tmp_path).trials("abc")) == 1
    assert values(tmp_path / "abc", "part1") == [(1, 1.0)]


@pytest.mark.parametrize(
    ("exit_code", "outcome"), [(None, "finished"), (0, "finished"), (1, "failed")]
)
def test_an_exit_code_is_an_outcome(tmp_path: Path, exit_code: int | None, outcome: str) -> None:
    wandb.init(logdir=tmp_path)
    wandb.log({"loss": 1.0})
    wandb.finish(exit_code)
    assert LogReader(tmp_path).outcome(".") == outcome


def test_an_alert_is_a_text_and_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with wandb.init(logdir=tmp_path / "first"):
        wandb.alert(title="hot", text="80 degrees", level=wandb.AlertLevel.WARN)
        wandb.alert("done", level="INFO")
        with pytest.raises(PayloadError, match="level: got 'LOUD', want 'info', 'warn', 'error'"):
            wandb.alert("a", "b", "LOUD")
        with pytest.raises(PayloadError, match="title: got int"):
            wandb.alert(3, "b")  # type: ignore[arg-type]
    records = LogReader(tmp_path).records("first", "text", "alerts")
    assert [record.payload for record in records] == [
        "WARN: **hot**\n\n80 degrees",
        "INFO: **done**",
    ]
    assert [each.getMessage() for each in caplog.records] == [
        "first: WARN: hot: 80 degrees",
        "first: INFO: done",
    ]


def test_files_that_are_saved_stay_where_they_are(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("a.pt", "b.pt"):
        (tmp_path / name).touch()
    run = wandb.init(logdir=tmp_path / "run")
    pattern = str(tmp_path / "*.pt")
    assert wandb.save(pattern) == [str(tmp_path / "a.pt"), str(tmp_path / "b.pt")]
    assert wandb.save(tmp_path / "none.pt") == []
    wandb.finish()
    assert len(caplog.records) == 1
    (first, _) = LogReader(run.logdir).records(".", "lineage", "lineage")
    assert dict(first.payload.fields) == {f"saved/{pattern}": pattern}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.pt", "b.pt", "run"]


def test_there_is_nobody_to_log_in_to(caplog: pytest.LogCaptureFixture) -> None:
    assert wandb.login() is wandb.login(key="x") is True
    wandb.setup()
    wandb.require("core")
    wandb.teardown()
    assert len(caplog.records) <= 1  # once for a program


def test_threads_log_into_the_run(tmp_path: Path) -> None:
    wandb.init(logdir=tmp_path)
    threads = [
        threading.Thread(target=lambda at=at: wandb.log({f"thread/{at}": 1.0}, step=at))
        for at in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wandb.finish()
    assert len(LogReader(tmp_path).tags(".")) == 4


def test_a_program_that_never_finishes_loses_nothing(tmp_path: Path) -> None:
    programs.run(
        """
        import sys
        import vdlite as wandb
        wandb.init(project="mnist", name="dropped", dir=sys.argv[1], config={"lr": 0.2})
        wandb.init(project="mnist", name="first", dir=sys.argv[1])
        wandb.config.lr = 0.1
        if wandb.run is not None:
            wandb.log({"loss": 1.0})
        """,
        tmp_path,
    )
    reader = LogReader(tmp_path)
    assert reader.trials("mnist/first")[0].hparams == {"lr": 0.1}
    assert reader.scalars("mnist/first", "loss").values.tolist() == [1.0]
    assert reader.trials("mnist/dropped")[0].hparams == {"lr": 0.2}
    assert {reader.state(run) for run in reader.runs} == {"ended"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forked_workers_log_into_files_of_their_own(tmp_path: Path) -> None:
    programs.run(
        """
        import os, sys
        import vdlite as wandb
        wandb.init(logdir=sys.argv[1], config={"lr": 0.1})
        wandb.log({"loss": 1.0})
        child = os.fork()
        if not child:
            wandb.log({"worker": 2.0}, step=7)
            os._exit(0)
        os.waitpid(child, 0)
        wandb.log({"loss": 0.5})
        wandb.finish()
        """,
        tmp_path,
    )
    assert values(tmp_path, "loss") == [(0, 1.0), (1, 0.5)]
    assert values(tmp_path, "worker") == [(7, 2.0)]
    assert len(LogReader(tmp_path).trials(".")) == 1


def test_a_step_metric_comes_along(tmp_path: Path) -> None:
    """The points are those of wandb 0.31 for the same calls."""
    wandb.init(logdir=tmp_path)
    epoch = wandb.define_metric("epoch")
    wandb.define_metric("val/*", step_metric=epoch)
    wandb.define_metric("alone", step_metric="epoch", step_sync=False)
    wandb.define_metric("acc", summary="max")
    wandb.define_metric("loss", summary="min, mean,last")
    for data in [
        {"epoch": 1.0, "x": 0.0},
        {"val/a": 5.0},
        {"val/b": 5.0, "epoch": 2.0},
        {"acc": 1.0, "loss": 3.0},
        {"acc": 3.0, "loss": 1.0},
        {"acc": 2.0, "loss": 2.0},
        {"val": {"c": 1.0}},
        {"alone": 1.0},
    ]:
        wandb.log(data)
    assert values(tmp_path, "epoch") == [(0, 1.0), (1, 1.0), (2, 2.0), (6, 2.0)]
    assert dict(wandb.summary) == {
        "epoch": 2.0,
        "x": 0.0,
        "val/a": 5.0,
        "val/b": 5.0,
        "acc": {"max": 3.0},
        "loss": {"min": 1.0, "mean": 2.0, "last": 2.0},
        "val/c": 1.0,
        "alone": 1.0,
    }
    for loss in (float("nan"), 0.5):
        wandb.log({"loss": loss})
    assert wandb.summary["loss"]["min"] == 0.5
    wandb.summary["x"] = 7.0
    wandb.log({"x": 8.0})
    assert wandb.summary["x"] == 8.0
    with pytest.raises(PayloadError, match="summary: got 'most', want some of min, max"):
        wandb.define_metric("a", summary="most")
    with pytest.raises(PayloadError, match="goal: got 'up', want 'minimize'"):
        wandb.define_metric("a", goal="up")
