"""Runs of event files: resumed ones, and the folders that their writers make beside them."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.foreign.event_files import event, log, message, plugin, scalar, start
from vdlite import LogReader
from vdlite.reader import Store

SAME = "events.out.tfevents.170000000{}.host.17.{}"  # names of one process


def test_a_resumed_run_goes_on_where_its_writer_began_anew(tmp_path: Path) -> None:
    steps = [event(scalar("loss", s), step=s, walltime=1.7e9 + s) for s in range(10)]
    extra = event(scalar("old", 1.0), step=8)
    later = [event(scalar("loss", 100 + s), step=s, walltime=1.8e9 + s) for s in (6, 7)]
    log(tmp_path, *steps, extra, name=SAME.format(0, 0))
    second = log(tmp_path, name=SAME.format(1, 0))
    # A file's own time is that of its first event.
    second.write_bytes(start(6, walltime=1.8e9) + b"".join(later))
    reader = LogReader(tmp_path)
    loss = reader.scalars(".", "loss")
    assert loss.steps.tolist() == [0, 1, 2, 3, 4, 5, 6, 7]
    assert loss.values.tolist() == [0, 1, 2, 3, 4, 5, 106, 107]
    # Nothing is unreachable.
    every = reader.scalars(".", "loss", superseded=True)
    assert len(every) == 12
    assert every.superseded is not None
    assert every.values[every.superseded].tolist() == [6, 7, 8, 9]
    assert len(reader.scalars(".", "old")) == 0


def test_records_of_other_kinds_are_superseded_as_well(tmp_path: Path) -> None:
    def note(text: str, step: int, walltime: float) -> bytes:
        value = message(1, "note") + message(8, b"\x08\x07" + message(2, b"") + message(8, text))
        return event(value + plugin("text"), step=step, walltime=walltime)

    log(tmp_path, note("a", 1, 1.7e9), note("b", 5, 1.7e9), name=SAME.format(0, 0))
    second = log(tmp_path, name=SAME.format(1, 0))
    second.write_bytes(start(4, walltime=1.8e9) + note("c", 4, 1.8e9))
    reader = LogReader(tmp_path)
    assert [record.payload for record in reader.records(".", "text", "note")] == ["a", "c"]
    every = reader.records(".", "text", "note", superseded=True)
    assert [record.payload for record in every] == ["a", "c", "b"]


def test_without_a_mark_a_later_file_supersedes_equal_steps_only(tmp_path: Path) -> None:
    log(tmp_path, *(event(scalar("x", s), step=s) for s in range(5)), name=SAME.format(0, 0))
    second = log(tmp_path, name=SAME.format(1, 0))
    second.write_bytes(event(scalar("x", 30.0), step=3, walltime=1.8e9))
    assert LogReader(tmp_path).scalars(".", "x").values.tolist() == [0, 1, 2, 30, 4]


def test_a_mark_that_comes_while_the_run_is_shown_is_followed(tmp_path: Path) -> None:
    log(tmp_path, *(event(scalar("x", s), step=s) for s in range(10)), name=SAME.format(0, 0))
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    series = store.run(store.runs()[0].id).scalars("x")
    version = series.version
    assert len(series.snapshot()) == 10
    log(tmp_path, name=SAME.format(1, 0)).write_bytes(start(4, walltime=1.8e9))
    store.refresh()
    assert series.snapshot().steps.tolist() == [0, 1, 2, 3]
    assert series.version > version


def test_parts_that_add_scalars_made_are_tags_of_their_run(tmp_path: Path) -> None:
    log(tmp_path / "run", event(scalar("lr", 0.1), step=1), name=SAME.format(0, 0))
    for number, part in enumerate(("train", "val", "deep/er"), 1):
        value = event(scalar("grp/loss", number), step=2)
        log(tmp_path / "run" / f"grp_loss_{part}", value, name=SAME.format(1, number))
    reader = LogReader(tmp_path)
    assert reader.runs == ["run"]
    assert reader.tags("run") == ["grp/loss/deep/er", "grp/loss/train", "grp/loss/val", "lr"]
    assert reader.scalars("run", "grp/loss/val").values.tolist() == [2.0]
    assert LogReader(tmp_path, fold=False).runs == [
        "run", "run/grp_loss_deep/er", "run/grp_loss_train", "run/grp_loss_val",
    ]  # fmt: skip


def test_a_part_with_a_trial_is_a_trial_of_its_run(tmp_path: Path) -> None:
    log(tmp_path, event(scalar("loss", 0.1), step=1), name=SAME.format(0, 0))
    trial = event(message(1, "_hparams_/session_start_info") + plugin("hparams", b"\x1a\0"))
    metric = event(scalar("hparam/acc", 0.75))
    log(tmp_path / "1700000000.25", trial, metric, name=SAME.format(1, 1))
    reader = LogReader(tmp_path)
    assert reader.runs == ["."]
    assert reader.scalars(".", "hparam/acc").values.tolist() == [0.75]
    assert [each.run for each in reader.trials()] == ["."]


@pytest.mark.parametrize(
    ("folder", "tags", "name"),
    [
        ("grp_loss_a", ["grp/loss"], "events.out.tfevents.1700000001.host.99.1"),  # another process
        ("grp_loss_a", ["grp/loss", "other"], SAME.format(1, 1)),
        ("other_a", ["grp/loss"], SAME.format(1, 1)),
    ],
)
def test_other_folders_are_runs_of_their_own(
    tmp_path: Path, folder: str, tags: list[str], name: str
) -> None:
    log(tmp_path / "run", event(scalar("lr", 0.1), step=1), name=SAME.format(0, 0))
    log(tmp_path / "run" / folder, *(event(scalar(tag, 1.0)) for tag in tags), name=name)
    assert LogReader(tmp_path).runs == ["run", f"run/{folder}"]


def test_a_part_becomes_one_when_its_first_value_is_there(tmp_path: Path) -> None:
    log(tmp_path, event(scalar("lr", 0.1), step=1), name=SAME.format(0, 0))
    part = log(tmp_path / "loss_a", name=SAME.format(1, 1))
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    assert {run.name for run in store.runs()} == {".", "loss_a"}
    part.write_bytes(part.read_bytes() + event(scalar("loss", 3.0), step=2))
    store.refresh(discover=True)
    assert [run.name for run in store.runs()] == ["."]
    store.refresh()
    assert store.run(store.runs()[0].id).tags() == ("loss/a", "lr")
    # And it goes on growing there.
    part.write_bytes(part.read_bytes() + event(scalar("loss", 4.0), step=3))
    while store.run(store.runs()[0].id).scalars("loss/a").snapshot().steps.tolist() != [2, 3]:
        store.refresh()


def test_damage_in_a_part_is_reported_with_its_folder(tmp_path: Path) -> None:
    log(tmp_path / "run", event(scalar("lr", 0.1), step=1), name=SAME.format(0, 0))
    name = SAME.format(1, 1)
    log(tmp_path / "run" / "loss_a", event(scalar("loss", 1.0)), b"\xff" * 70000, name=name)
    assert [damage.file for damage in LogReader(tmp_path).damage] == [f"run/loss_a/{name}"]


@pytest.mark.parametrize(
    ("folder", "name", "runs"),
    [
        ("trial 1", SAME.format(1, 1), ["."]),
        ("trial 1", "events.out.tfevents.1700000001.host", ["."]),
        ("trial 1", "events.out.tfevents.1700000001.other", [".", "trial 1"]),
        ("a/trial 1", "events.out.tfevents.1700000001.host", [".", "a/trial 1"]),
        ("1700000001.5", "events.out.tfevents.1700000001.host", ["."]),
    ],
)
def test_a_trial_with_a_name_of_its_own_is_a_part_if_the_process_is_known(
    tmp_path: Path, folder: str, name: str, runs: list[str]
) -> None:
    whole = SAME.format(0, 0) if name.endswith("17.1") else "events.out.tfevents.1700000000.host"
    log(tmp_path, event(scalar("loss", 0.1), step=1), name=whole)
    trial = event(message(1, "_hparams_/session_start_info") + plugin("hparams", b"\x1a\0"))
    log(tmp_path / folder, trial, event(scalar("hparam/acc", 0.75)), name=name)
    reader = LogReader(tmp_path)
    assert reader.runs == runs
    assert [each.run for each in reader.trials()] == runs[-1:]


def test_a_training_that_begins_with_its_hyperparameters_is_no_part_once_it_goes_on(
    tmp_path: Path,
) -> None:
    log(tmp_path, event(scalar("loss", 0.1)), name="events.out.tfevents.1700000000.host")
    trial = event(message(1, "_hparams_/session_start_info") + plugin("hparams", b"\x1a\0"))
    metric = event(scalar("hp_metric", -1.0))
    name = "events.out.tfevents.1700000001.host"
    path = log(tmp_path / "version_0", trial, metric, name=name)
    reader = LogReader(tmp_path)
    assert reader.runs == ["."]
    with path.open("ab") as file:
        file.write(event(scalar("hp_metric", 0.5), step=1))
    reader.refresh()
    assert reader.runs == [".", "version_0"]
    assert reader.tags(".") == ["loss"]
    assert reader.scalars("version_0", "hp_metric").values.tolist() == [-1.0, 0.5]


def test_trials_that_tensorboardx_names_are_trials_of_the_run(tmp_path: Path) -> None:
    tensorboardx = pytest.importorskip("tensorboardX")
    with tensorboardx.SummaryWriter(str(tmp_path / "run")) as writer:
        for step in range(5):
            writer.add_scalar("loss", step / 4, step)
        writer.add_hparams({"lr": 0.1}, {"acc": 0.5}, name="first")
        writer.add_hparams({"lr": 0.2}, {"acc": 0.75}, name="second", global_step=3)
    reader = LogReader(tmp_path)
    assert reader.runs == ["run"]
    trials = [(each.hparams["lr"], each.metrics["acc"]) for each in reader.trials("run")]
    assert [(lr, acc and acc.last) for lr, acc in trials] == [(0.1, 0.5), (0.2, 0.75)]


@pytest.mark.parametrize(("seconds", "state"), [(0, "live"), (140, "live"), (160, "ended")])
def test_a_run_that_reports_no_end_is_live_while_its_writer_may_wait(
    tmp_path: Path, seconds: float, state: str
) -> None:
    path = log(tmp_path, event(scalar("loss", 0.1)))
    written = time.time() - seconds
    os.utime(path, (written, written))
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    assert (run.state, run.tools, run.left_out) == (state, ("TensorBoard",), {})


@pytest.mark.parametrize(
    ("host", "is_there", "state"),
    [(None, False, "ended"), (None, True, "live"), ("elsewhere", False, "live")],
)
def test_a_run_whose_process_is_gone_from_this_machine_is_not_waited_for(
    tmp_path: Path, host: str | None, is_there: bool, state: str
) -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    pids = {"a": process.pid, "b": os.getpid() if is_there else process.pid}
    for part, pid in pids.items():  # it was resumed
        name = (
            f"events.out.tfevents.1700000000.{host or socket.gethostname()}.{pid}.{part == 'b':d}"
        )
        path = log(tmp_path, event(scalar("loss", 0.1)), name=name)
        os.utime(path, (time.time() - 40,) * 2)
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    assert store.runs()[0].state == state


def test_a_part_of_a_part_is_a_part_of_the_run(tmp_path: Path) -> None:
    log(tmp_path, event(scalar("best", 0.1), step=1), name=SAME.format(0, 0))
    trial = event(message(1, "_hparams_/session_start_info") + plugin("hparams", b"\x1a\0"))
    log(tmp_path / "trial 1", trial, event(scalar("acc", 0.75)), name=SAME.format(1, 1))
    inner = event(scalar("loss", 0.5), step=2)
    log(tmp_path / "trial 1" / "loss_train", inner, b"\xff" * 70000, name=SAME.format(2, 2))
    reader = LogReader(tmp_path)
    assert reader.runs == ["."]
    assert reader.tags(".") == ["acc", "best", "loss/train"]
    assert [damage.file for damage in reader.damage] == [f"trial 1/loss_train/{SAME.format(2, 2)}"]


def test_what_is_not_read_is_reported(tmp_path: Path) -> None:
    charts = message(1, "x") + message(8, b"\x08\x07" + message(8, "?")) + plugin("odd")
    log(tmp_path, event(charts), event(charts))
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    assert store.runs()[0].left_out == {"odd": 2}


def test_a_run_lasts_from_its_first_to_its_last_record_wherever_its_file_was_copied(
    tmp_path: Path,
) -> None:
    log(tmp_path, *(event(scalar("x", s), step=s, walltime=1.7e9 + s) for s in range(50)))
    assert LogReader(tmp_path).times(".") == (1.7e9, 1.7e9 + 49)
