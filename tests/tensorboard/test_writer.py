"""What scripts rely on in a SummaryWriter, from its folder to its end."""

import json
import logging
import os
import pickle
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.tensorboard.written import KINDS, payload, values
from tests.writer import programs
from vdlite import LogReader
from vdlite.tensorboard import SummaryWriter
from vdlite.tensorboardx import SummaryWriter as SummaryWriterX


@KINDS
def test_a_writer_without_a_folder_makes_one_of_time_host_and_comment(
    kind: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kind(comment="_lr").close()
    (folder,) = (tmp_path / "runs").iterdir()
    host = re.escape(socket.gethostname())
    assert re.fullmatch(rf"[A-Z][a-z]{{2}}\d\d_\d\d-\d\d-\d\d_{host}_lr", folder.name)


@KINDS
def test_a_folder_may_be_a_path(kind: Callable[..., Any], tmp_path: Path) -> None:
    with kind(tmp_path) as writer:
        writer.add_scalar("x", 1.0, 0)
    assert values(tmp_path, "x") == [1.0]


def test_a_folder_is_not_that_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    SummaryWriter("~").close()
    assert (tmp_path / "~").is_dir()


def test_a_folder_has_the_name_that_it_was_given(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path)
    assert writer.get_logdir() == writer.log_dir == tmp_path
    assert writer.file_writer is not None
    assert writer.file_writer.get_logdir() == str(tmp_path)
    assert writer.all_writers == {str(tmp_path): writer.file_writer}
    writer.close()
    other = SummaryWriterX(log_dir=str(tmp_path))
    assert other.logdir == str(tmp_path)
    other.close()


@KINDS
def test_what_is_added_after_the_end_goes_on(kind: Callable[..., Any], tmp_path: Path) -> None:
    writer = kind(str(tmp_path))
    writer.add_scalar("x", 1.0, 0)
    writer.close()
    assert writer.file_writer is None
    assert writer.all_writers is None
    writer.flush()
    writer.close()
    writer.add_scalar("x", 2.0, 1)
    assert writer.file_writer is writer._get_file_writer()
    writer.add_text("t", "late")
    writer.close()
    assert values(tmp_path, "x") == [1.0, 2.0]
    assert payload(tmp_path, "text", "t") == "late"


def test_a_relative_folder_stays_where_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").mkdir()
    writer = SummaryWriter("run")
    writer.close()
    monkeypatch.chdir(tmp_path / "other")
    writer.add_scalar("x", 1.0, 0)
    writer.close()
    assert values(tmp_path / "run", "x") == [1.0]
    assert not (tmp_path / "other" / "run").exists()


def test_nothing_is_raised_where_no_new_file_can_be_made(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = tmp_path / "run"
    writer = SummaryWriter(run)
    writer.close()
    for file in run.iterdir():
        file.unlink()
    run.rmdir()
    run.write_text("in the way")
    with caplog.at_level(logging.WARNING, "vdlite"):
        writer.add_scalar("x", 1.0, 0)
        writer.add_scalar("x", 1.0, 1)
        writer.close()
    assert [record.message.partition(":")[0] for record in caplog.records] == [
        "vdlite can't log into the run any more"
    ]


def test_what_is_no_model_does_not_end_a_training(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Model:
        def __repr__(self) -> str:
            raise RuntimeError("not even this")

    with SummaryWriter(tmp_path) as writer, caplog.at_level(logging.WARNING, "vdlite"):
        writer.add_graph("no file", np.ones(1), True, False)
        writer.add_graph(Model())
    assert "no file" in payload(tmp_path, "text", "model")
    assert len(caplog.records) == 3
    with SummaryWriter(tmp_path) as writer, pytest.raises((ValueError, OSError)):
        writer.add_onnx_graph(tmp_path / "none.onnx")


def test_a_purge_step_supersedes_what_was_logged_before(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for step in range(6):
            writer.add_scalar("x", 0.0, step)
            writer.add_text("note", "old", step)
    with SummaryWriter(tmp_path, purge_step=3) as writer:
        writer.add_scalar("x", 1.0, 3)
    assert writer.purge_step is None
    assert values(tmp_path, "x") == [0, 0, 0, 1]
    reader = LogReader(tmp_path)
    assert [record.step for record in reader.records(".", "text", "note")] == [0, 1, 2]
    assert len(reader.scalars(".", "x", superseded=True)) == 7
    assert reader.kinds(".") == ["scalar", "text"]


def test_a_suffix_goes_to_the_end_of_the_name(tmp_path: Path) -> None:
    SummaryWriter(tmp_path, filename_suffix=".mine").close()
    assert [name.endswith(".mine.vdl") for name in os.listdir(tmp_path)] == [True]


def test_usual_steps_and_times_hold_within_a_block(tmp_path: Path) -> None:
    with SummaryWriterX(str(tmp_path)) as writer:
        with writer.use_metadata(global_step=10, walltime=5.5):
            writer.add_scalar("x", 1.0)
            writer.add_scalar("x", 2.0, 12)
            writer.add_text("t", "text")
            with pytest.raises(AssertionError), writer.use_metadata(global_step=1):
                pass
        writer.add_scalar("x", 3.0)
        with pytest.raises(AssertionError), writer.use_metadata():
            pass
    points = LogReader(tmp_path).scalars(".", "x")
    assert points.steps.tolist() == [10, 12, 13]
    assert points.walltimes[:2].tolist() == [5.5, 5.5]
    assert LogReader(tmp_path).records(".", "text", "t")[0].step == 10


def test_scalars_are_exported_as_json(tmp_path: Path) -> None:
    run = str(tmp_path / "run")
    with SummaryWriterX(run) as writer:
        writer.add_scalars("main", {"a": 1.0}, 3, 5.0)
        writer.export_scalars_to_json(tmp_path / "out.json")
        assert writer.scalar_dict == {}
    assert json.loads((tmp_path / "out.json").read_text()) == {f"{run}/main/a": [[5.0, 3, 1.0]]}


def test_a_writer_may_write_nothing(tmp_path: Path) -> None:
    with SummaryWriterX(str(tmp_path / "run"), write_to_disk=False) as writer:
        writer.add_scalar("x", 1.0, 0)
        writer.add_image("i", np.zeros((3, 2, 2)), 0)
    writer.add_scalar("x", 1.0, 0)
    assert not (tmp_path / "run").exists()


def test_what_leads_elsewhere_is_left_out_with_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "vdlite"):
        with SummaryWriterX(str(tmp_path), comet_config={"disabled": False}) as writer:
            writer.add_openvino_graph("model.xml")
        SummaryWriterX(str(tmp_path), comet_config={"disabled": True}).close()
    assert len(caplog.records) == 2


@KINDS
def test_a_writer_goes_to_other_processes(kind: Callable[..., Any], tmp_path: Path) -> None:
    with kind(str(tmp_path)) as writer:
        writer.add_scalar("x", 1.0, 0)
        with pickle.loads(pickle.dumps(writer)) as copy:
            copy.add_scalar("x", 2.0, 1)
            copy.file_writer.flush()
        if hasattr(os, "fork"):
            child = os.fork()
            if not child:
                writer.add_scalar("x", 3.0, 2)
                os._exit(0)
            os.waitpid(child, 0)
        writer.add_scalar("x", 4.0, 3)
    assert values(tmp_path, "x") == [1, 2, 3, 4]


def test_the_writer_loads_no_framework_and_no_pictures() -> None:
    program = "import sys; from vdlite.tensorboard import SummaryWriter; print(*sys.modules)"
    loaded = set(programs.run(program).split())
    heavy = {"torch", "tensorboard", "tensorboardX", "google.protobuf", "PIL", "matplotlib"}
    assert loaded & (heavy | {"vdlite.reader", "vdlite.server", "vdlite.graphs"}) == set()
