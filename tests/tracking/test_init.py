"""The words of `init`, as scripts for `wandb` give them."""

import inspect
import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import vdlite
from vdlite import LogdirError, LogReader, LogWriter, PayloadError
from vdlite.writer.life.importing import watching

OF_WANDB = [
    "entity",
    "project",
    "dir",
    "id",
    "name",
    "notes",
    "tags",
    "config",
    "config_exclude_keys",
    "config_include_keys",
    "allow_val_change",
    "group",
    "job_type",
    "mode",
    "force",
    "reinit",
    "resume",
    "resume_from",
    "fork_from",
    "save_code",
    "tensorboard",
    "sync_tensorboard",
    "monitor_gym",
    "settings",
    "anonymous",
]
"""The arguments of `wandb.init` 0.31."""


def fields(run: vdlite.Run) -> dict[str, Any]:
    """What the lineage of a run holds, all records together."""
    records = LogReader(run.logdir).records(".", "lineage", "lineage")
    return {name: value for record in records for name, value in record.payload.fields.items()}


def logged_config(run: vdlite.Run) -> dict[str, Any]:
    run.finish()
    return dict(LogReader(run.logdir).trials(".")[0].hparams)


def test_every_word_of_wandb_is_taken() -> None:
    assert set(OF_WANDB) <= set(inspect.signature(vdlite.init).parameters)


def test_what_means_nothing_here_is_reported_in_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = vdlite.Settings(start_method="thread", console="off")
    vdlite.init(
        dir=tmp_path, force=True, sync_tensorboard=True, monitor_gym=True, settings=settings
    ).finish()
    (record,) = caplog.records
    warning = record.getMessage()
    wanted = ("force=True", "monitor_gym", "settings (start_method, console)", "vdlite run")
    assert [each for each in wanted if each not in warning] == []
    caplog.clear()
    vdlite.init(
        "mnist",
        dir=tmp_path,
        entity="us",
        tags=["a"],
        mode="offline",
        reinit=True,
        resume="allow",
        force=False,
        anonymous=None,
    ).finish()
    assert not caplog.records


def test_an_id_is_the_folder_and_the_name_is_shown(tmp_path: Path) -> None:
    with vdlite.init("mnist", "first try", id="abc", group="seeds", dir=tmp_path) as run:
        assert Path(run.logdir) == tmp_path / "mnist" / "seeds" / "abc"
        assert (run.id, run.name, run.project, run.group) == ("abc", "first try", "mnist", "seeds")
    assert LogReader(tmp_path).display_name("mnist/seeds/abc") == "first try"


@pytest.mark.parametrize(
    ("resume", "fresh", "again"),
    [
        (None, True, True),
        (True, True, True),
        (False, True, True),
        ("allow", True, True),
        ("auto", True, True),
        ("never", True, False),
        ("must", False, True),
    ],
)
def test_resume_is_held_against_what_is_there(
    tmp_path: Path, resume: Any, fresh: bool, again: bool
) -> None:
    def begins() -> bool:
        try:
            vdlite.init(id="abc", dir=tmp_path, resume=resume).finish()
        except LogdirError as error:
            assert f"resume: got {resume!r}" in str(error)
            assert str(tmp_path / "abc") in str(error)
            return False
        return True

    assert begins() is fresh
    with vdlite.init(id="abc", dir=tmp_path) as run:
        run.log({"loss": 1.0})
    assert begins() is again
    assert len(list(tmp_path.iterdir())) == 1


def test_a_run_of_no_name_can_not_be_gone_on_with(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(PayloadError, match="'must' without id or name"):
        vdlite.init(dir=tmp_path, resume="must")
    assert not list(tmp_path.iterdir())
    vdlite.init(dir=tmp_path, resume=True).finish()
    assert "id or name" in caplog.text


def test_a_run_says_that_it_was_there(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for resume, expected in [(None, False), ("allow", True), (None, True)]:
        with vdlite.init(id="abc", dir=tmp_path, resume=resume) as run:  # type: ignore[arg-type]
            run.log({"loss": 1.0})
            assert run.resumed is expected
    (warning,) = caplog.records  # nobody has said that it may go on
    assert str(tmp_path / "abc") in warning.getMessage()


def test_the_console_of_another_rank_is_no_run_to_go_on_with(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"RANK": "1", "WORLD_SIZE": "2"}.items():
        monkeypatch.setenv(name, value)
    with watching():
        watcher = LogWriter(tmp_path / "abc")
    with vdlite.init(id="abc", dir=tmp_path) as run:
        assert not run.resumed
    watcher.close()
    assert caplog.records == []


@pytest.mark.parametrize(
    ("words", "config"),
    [
        ({"config_include_keys": ["a"]}, {"a": 1}),
        ({"config_exclude_keys": ["a"]}, {"b": 2, "c": 3}),
        ({"config_exclude_keys": []}, {"a": 1, "b": 2, "c": 3}),
    ],
)
def test_some_of_a_config_are_taken(
    tmp_path: Path, words: dict[str, Any], config: dict[str, int]
) -> None:
    run = vdlite.init(logdir=tmp_path, config={"a": 1, "b": 2, "c": 3}, **words)
    assert logged_config(run) == dict(run.config) == config


def test_a_config_may_be_a_file_flags_or_any_object(tmp_path: Path) -> None:
    plain, of_wandb = tmp_path / "plain.yaml", tmp_path / "wandb.yaml"
    plain.write_text("lr: 0.1\nmodel: {depth: 3}\n")
    of_wandb.write_text(json.dumps({"wandb_version": 1, "lr": {"desc": None, "value": 0.1}}))
    flags = SimpleNamespace(flag_values_dict=lambda: {"lr": 0.1})
    thing = SimpleNamespace(lr=0.1, _own=3)

    class Settings:
        lr = 0.1

        def half(self) -> float:
            return self.lr / 2

    for number, (config, want) in enumerate(
        [
            (str(plain), {"lr": 0.1, "model/depth": 3}),
            (of_wandb, {"lr": 0.1}),
            (flags, {"lr": 0.1}),
            (thing, {"lr": 0.1}),
            (Settings, {"lr": 0.1}),
        ]
    ):
        run = vdlite.init(logdir=tmp_path / str(number), config=config)
        assert logged_config(run) == want
    for wrong in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(PayloadError, match=r"config: can't read a YAML file: .*: /"):
            vdlite.init(logdir=tmp_path / "wrong", config=wrong)


def test_words_of_a_run_can_be_read_and_set(tmp_path: Path) -> None:
    with vdlite.init(
        "mnist",
        "first",
        id="x",
        dir=tmp_path,
        entity="us",
        job_type="train",
        tags=("a",),
        fork_from="old?_step=3",
    ) as run:
        assert (run.entity, run.job_type, run.tags, run.notes) == ("us", "train", ("a",), "")
        assert (run.dir, run.url) == (run.logdir, f"file://{run.logdir}")
        run.name, run.notes = "better", "why"
        run.tags += ("b",)
        assert run.save() == []
    assert (run.name, run.notes, run.tags) == ("better", "why", ("a", "b"))
    assert fields(run) == {
        "entity": "us",
        "job_type": "train",
        "tags": "a, b",
        "fork_from": "old?_step=3",
    }
    reader = LogReader(run.logdir)
    assert reader.records(".", "text", "notes")[-1].payload == "why"
    assert reader.display_name(".") == "better"
    assert reader.labels(".") == ["a", "b"]


def test_code_is_saved_as_the_environment(tmp_path: Path) -> None:
    vdlite.init(logdir=tmp_path, save_code=True).finish()
    assert LogReader(tmp_path).kinds(".") == ["environment"]


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "dryrun"},
        {"resume": "perhaps"},
        {"resume": 3},
        {"reinit": "sometimes"},
        {"entity": 3},
        {"fork_from": 3},
        {"id": "../x"},
        {"id": "x", "logdir": "y"},
        {"config": {"a": 1}, "config_include_keys": ["a"], "config_exclude_keys": ["a"]},
        {"config": {"a": 1}, "config_include_keys": "a"},
    ],
)
def test_a_word_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PayloadError, match=next(name for name in options if name != "config")):
        vdlite.init(**options)
    assert not list(tmp_path.iterdir())


def test_a_disabled_run_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with vdlite.init(
        "mnist", mode="disabled", config={"lr": 0.1}, notes="why", save_code=True
    ) as run:
        assert vdlite.run is run
        assert (run.disabled, run.id) == (True, "disabled")
        run.config.lr = 0.2
        run.log({"loss": 0.5, "anything": object()})
        run.summary["best"] = 0.4
        run.define_metric("loss", summary="min")
        run.alert("hot", "too hot")
        run.name = "other"
        run.writer.add_scalar("loss", 1.0)
        assert (run.step, run.summary["loss"], run.summary.best) == (1, 0.5, 0.4)
        assert Path(run.dir).is_dir()
    vdlite.init(id="abc", mode="disabled", resume="must").finish()
    assert not list(tmp_path.iterdir())
    with pytest.raises(vdlite.ClosedWriterError):
        run.log({"loss": 1.0})


def test_another_value_is_refused_where_a_script_wants_that(tmp_path: Path) -> None:
    run = vdlite.init(logdir=tmp_path, config={"lr": 0.1}, allow_val_change=False)
    run.config.lr = 0.1
    with pytest.raises(PayloadError, match=r"'lr' is 0\.1, got 0\.2: allow_val_change=True"):
        run.config.lr = 0.2
    with pytest.raises(PayloadError, match="allow_val_change"):
        run.config.update({"new": 1, "lr": 0.2})
    assert run.config.as_dict() == {"lr": 0.1}
    run.config.update({"lr": 0.2}, allow_val_change=True)
    run.config.setdefaults({"lr": 9, "new": 1})
    assert (run.config.get("none", 5), [*run.config], {**run.config}) == (
        5,
        ["lr", "new"],
        {"lr": 0.2, "new": 1},
    )
    run.finish()


def test_a_run_watches_the_machine_unless_it_is_asked_not_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VDLITE_SYSTEM")
    with vdlite.init(logdir=str(tmp_path / "off"), system=False) as run:
        run.log({"loss": 1.0})
    assert LogReader(tmp_path).tags("off") == ["loss"]
    with vdlite.init(logdir=str(tmp_path / "on")) as run:
        run.log({"loss": 1.0})
        end = time.monotonic() + 30
        while len(LogReader(tmp_path).tags("on")) == 1 and time.monotonic() < end:
            time.sleep(0.01)
    tags = LogReader(tmp_path).tags("on")
    assert tags[0] == "loss"
    assert "system/process/threads" in tags
