"""LogWriter's calls: what they take, what they refuse, what comes out of LogReader."""

import math
import pickle
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import ClosedWriterError, LogdirError, LogReader, LogWriter, PayloadError


def test_the_folder_is_there_at_once(tmp_path: Path) -> None:
    LogWriter(logdir=str(tmp_path / "runs" / "mnist"))
    assert (tmp_path / "runs" / "mnist").is_dir()


def test_the_default_folder_is_new_and_named_after_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    writers = [LogWriter(comment="first") for _ in range(3)]
    folders = [writer.logdir for writer in writers]
    assert len(set(folders)) == 3
    stamp = r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d"
    assert all(re.fullmatch(rf"runs/{stamp}\.first(_\d)?", folder) for folder in folders)
    assert Path(writers[0].file_name).parent == tmp_path / folders[0]
    assert pickle.loads(pickle.dumps(writers[0])).logdir == str(tmp_path / folders[0])


def test_add_scalars_logs_each_sub_tag(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalars("loss", {"train": 1, "test": np.float32(2)}, 5, 99.0)
        writer.add_scalars("loss", {"train": 3.0})
    reader = LogReader(tmp_path)
    assert reader.tags(".") == ["loss/test", "loss/train"]
    assert reader.scalars(".", "loss/train").steps.tolist() == [5, 6]
    assert reader.scalars(".", "loss/test").walltimes.tolist() == [99.0]


def test_add_scalars_logs_all_or_nothing(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match="str"):
            writer.add_scalars("loss", {"train": 1.0, "test": "bad"}, 5)  # type: ignore[dict-item]
        with pytest.raises(PayloadError, match="want a mapping"):
            writer.add_scalars("loss", [1.0], 5)  # type: ignore[arg-type]
    assert LogReader(tmp_path).tags(".") == []


def test_payloads_of_any_kind_and_size_come_back(tmp_path: Path) -> None:
    payloads = [b"", b"x" * 2048, b"y" * 2049, bytes(range(256)) * 4000]
    with LogWriter(tmp_path) as writer:
        for payload in payloads:
            writer.add_record("mine", "tag", payload, summary={"size": len(payload)})
    records = LogReader(tmp_path).records(".", "mine", "tag")
    assert [record.payload for record in records] == payloads
    assert [record.summary["size"] for record in records] == [0, 2048, 2049, 1_024_000]
    log = next(tmp_path.glob("*.vdl"))
    assert log.stat().st_size < 4000


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"kind": "scalar", "payload": b""}, "add_scalar"),
        ({"kind": "", "payload": b""}, "kind"),
        ({"kind": "k" * 65, "payload": b""}, "kind"),
        ({"kind": "\ud800", "payload": b""}, "kind"),
        ({"kind": "k", "payload": "text"}, "payload: got str"),
        ({"kind": "k", "payload": b"", "summary": {"x": object()}}, "summary"),
        ({"kind": "k", "payload": b"", "summary": {"x": "y" * 5000}}, "summary"),
        ({"kind": "k", "payload": b"", "summary": {(1, 2): 3}}, "summary"),
    ],
)
def test_a_record_that_is_none_is_refused(
    tmp_path: Path, arguments: dict[str, Any], problem: str
) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match=problem):
        writer.add_record(tag="t", **arguments)


def test_a_call_after_close_says_so_and_leaves_the_log_alone(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    writer.add_scalar("x", 1.0)
    assert not writer.closed
    writer.close()
    assert writer.closed
    size = Path(writer.file_name).stat().st_size
    with pytest.raises(ClosedWriterError, match="after close"):
        writer.add_scalar("x", 2.0)
    with pytest.raises(ClosedWriterError, match="after close"):
        writer.add_record("k", "x", b"")
    writer.close()
    writer.flush()
    assert Path(writer.file_name).stat().st_size == size


@pytest.mark.parametrize(
    "options",
    [
        {"flush_secs": -1},
        {"flush_secs": "often"},
        {"max_queue": -1},
        {"max_queue": math.nan},
        {"file_name": "a/b"},
        {"filename_suffix": "/x"},
        {"flush_secs": 1e300},
        {"display_name": "x" * 5000},
        {"comment": "x" * 70_000},
        {"comment": "a/b"},
        {"display_name": 3},
    ],
)
def test_a_wrong_option_is_refused(tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(PayloadError, match=next(iter(options))):
        LogWriter(tmp_path, **options)


def test_an_unknown_option_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="flush_sec"):
        LogWriter(tmp_path, flush_sec=1)  # type: ignore[call-arg]


def test_a_logdir_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LogdirError, match="file"):
        LogWriter(tmp_path / "file")
    with pytest.raises(LogdirError, match="file"):
        LogWriter(tmp_path / "file" / "below")


def test_nothing_is_written_when_that_is_not_wanted(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run", write_to_disk=False) as writer:
        writer.add_scalar("x", 1.0)
        writer.add_record("k", "x", b"z" * 10_000)
        with pytest.raises(PayloadError):
            writer.add_scalar("x", "bad")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_files_are_named_as_wished_and_never_shared(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        with LogWriter(tmp_path, file_name="log", filename_suffix=".a") as writer:
            writer.add_scalar("x", 1.0)
            names.append(Path(writer.file_name).name)
    assert names == ["log.a.vdl", "log.a_0002.vdl", "log.a_0003.vdl"]
    assert LogReader(tmp_path).scalars(".", "x").steps.tolist() == [0, 1, 2]


def test_a_pickled_writer_writes_its_own_file_into_the_same_run(tmp_path: Path) -> None:
    with LogWriter(tmp_path, display_name="n") as writer:
        copy = pickle.loads(pickle.dumps(writer))
        with copy:
            assert copy.logdir == writer.logdir
            assert copy.file_name != writer.file_name


def test_logging_warns_of_nothing(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with LogWriter(tmp_path) as writer:
            writer.add_scalar("x", np.array([[1.0]]))
