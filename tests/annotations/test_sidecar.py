"""The sidecar: whoever appends, nothing is lost, and damage costs only its own line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vdlite.annotations import Edit, Sidecar
from vdlite.annotations.sidecar import LONGEST_LINE
from vdlite.errors import SidecarError

APPENDER = """
import sys
from vdlite.annotations import Edit, Sidecar

sidecar = Sidecar(sys.argv[1])
for number in range(int(sys.argv[3])):
    sidecar.append([Edit("run", f"{sys.argv[2]}/{number}", str(number), "note")])
"""


def file_of(logdir: Path) -> Path:
    return logdir / ".vdlite" / "annotations.jsonl"


def note(name: str, text: str | None) -> Edit:
    return Edit("run", name, text, "note")


def known(logdir: Path) -> dict[str, dict[str, Any]]:
    """What a server that starts now knows of the runs."""
    sidecar = Sidecar(logdir)
    sidecar.refresh()
    return {name: dict(fields) for name, fields in sidecar.runs.items()}


def test_of_several_edits_of_a_field_the_last_counts(tmp_path: Path) -> None:
    sidecar = Sidecar(tmp_path)
    sidecar.append([note("a", "first"), Edit("run", "a", ["x", " y ", "x"], "labels")])
    sidecar.append([note("a", "second"), note("b", "other")])
    sidecar.append([note("b", None)])
    assert sidecar.runs == {"a": {"note": "second", "labels": ["x", "y"]}}
    assert known(tmp_path) == {"a": {"note": "second", "labels": ["x", "y"]}}


def test_thresholds_charts_boards_and_directions_are_objects_by_name(tmp_path: Path) -> None:
    sidecar = Sidecar(tmp_path)
    sidecar.append(
        [Edit("threshold", "loss/test", {"above": 0.5}), Edit("chart", "gap", {"a": []})]
    )
    sidecar.append([Edit("chart", "gap", None), Edit("board", "gap", {"b": 1})])
    sidecar.append([Edit("direction", "value", {"goal": "max"})])
    assert sidecar.directions == {"value": {"goal": "max"}}
    assert sidecar.boards == {"gap": {"b": 1}}
    assert (sidecar.thresholds, sidecar.charts) == ({"loss/test": {"above": 0.5}}, {})


def test_the_baseline_is_every_run_that_is_marked(tmp_path: Path) -> None:
    sidecar = Sidecar(tmp_path)
    assert sidecar.baseline == ()
    sidecar.append([Edit("run", name, True, "baseline") for name in ("b", "a", "c")])
    sidecar.append([Edit("run", "c", None, "baseline"), note("d", "none of it")])
    assert sidecar.baseline == ("a", "b")


def test_what_is_empty_is_as_if_it_had_never_been_given(tmp_path: Path) -> None:
    sidecar = Sidecar(tmp_path)
    sidecar.append([Edit("run", "a", "x", "name"), Edit("run", "a", True, "archived")])
    sidecar.append([Edit("run", "a", "  ", "name"), Edit("run", "a", False, "archived")])
    sidecar.append([Edit("run", "a", [" "], "labels"), note("a", "\n")])
    assert sidecar.runs == {}


def test_a_file_says_its_version_in_every_line(tmp_path: Path) -> None:
    Sidecar(tmp_path).append([note("a", "x"), Edit("chart", "c", {})])
    lines = [json.loads(line) for line in file_of(tmp_path).read_text().splitlines()]
    assert [line.pop("walltime") > 1e9 for line in lines] == [True, True]
    assert lines == [
        {"v": 1, "about": "run", "name": "a", "field": "note", "value": "x"},
        {"v": 1, "about": "chart", "name": "c", "value": {}},
    ]


def test_two_processes_that_append_at_once_lose_nothing(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen([sys.executable, "-c", APPENDER, str(tmp_path), name, "150"])
        for name in ("one", "two")
    ]
    assert [process.wait() for process in processes] == [0, 0]
    assert known(tmp_path) == {
        f"{name}/{number}": {"note": str(number)}
        for name in ("one", "two")
        for number in range(150)
    }


def test_each_of_two_servers_sees_the_edits_of_the_other(tmp_path: Path) -> None:
    one, two = Sidecar(tmp_path), Sidecar(tmp_path)
    two.refresh()
    one.append([note("a", "of one")])
    two.append([note("b", "of two")])
    version = one.version
    one.refresh()
    assert one.version > version
    assert one.runs == two.runs == {"a": {"note": "of one"}, "b": {"note": "of two"}}
    version = one.version
    one.refresh()
    assert one.version == version


def test_a_line_torn_at_any_byte_costs_only_itself(tmp_path: Path) -> None:
    Sidecar(tmp_path).append([note("a", "whole")])
    whole = file_of(tmp_path).read_bytes()
    Sidecar(tmp_path).append([note("b", "tørn")])
    torn = file_of(tmp_path).read_bytes()[len(whole) :]
    for cut in range(len(torn)):
        file_of(tmp_path).write_bytes(whole + torn[:cut])
        running = Sidecar(tmp_path)
        running.refresh()
        assert running.runs == {"a": {"note": "whole"}}
        running.append([note("c", "after")])
        expected = {"a": {"note": "whole"}, "c": {"note": "after"}}
        if cut == len(torn) - 1:  # only the end of the line was missing
            expected["b"] = {"note": "tørn"}
        assert running.runs == known(tmp_path) == expected
        assert file_of(tmp_path).read_bytes().startswith(whole + torn[:cut])


def test_a_line_that_comes_in_two_parts_is_read_once_it_is_whole(tmp_path: Path) -> None:
    Sidecar(tmp_path).append([note("a", "x" * 100)])
    whole = file_of(tmp_path).read_bytes()
    file_of(tmp_path).write_bytes(whole[:50])
    sidecar = Sidecar(tmp_path)
    sidecar.refresh()
    assert sidecar.runs == {}
    with file_of(tmp_path).open("ab") as file:
        file.write(whole[50:])
    sidecar.refresh()
    assert sidecar.runs == {"a": {"note": "x" * 100}}


def test_damage_in_the_middle_costs_only_its_line(tmp_path: Path) -> None:
    sidecar = Sidecar(tmp_path)
    for name in "abc":
        sidecar.append([note(name, name)])
    lines = file_of(tmp_path).read_bytes().splitlines(keepends=True)
    for damaged in (b"\xff" * 20, b"\0" * 8, b"", b"[" * 100_000, b"{}", b"null", b'"v"'):
        file_of(tmp_path).write_bytes(lines[0] + damaged + b"\n" + lines[2])
        assert known(tmp_path) == {"a": {"note": "a"}, "c": {"note": "c"}}


def test_a_line_of_a_newer_version_is_kept_and_passed_over(tmp_path: Path) -> None:
    Sidecar(tmp_path).append([note("a", "x")])
    for newer in ({"v": 2, "about": "run"}, {"v": 1, "about": "dream", "name": "a", "value": {}}):
        with file_of(tmp_path).open("a") as file:
            file.write(json.dumps(newer) + "\n")
    before = file_of(tmp_path).read_bytes()
    sidecar = Sidecar(tmp_path)
    sidecar.append([note("b", "y")])
    assert sidecar.runs == {"a": {"note": "x"}, "b": {"note": "y"}}
    assert file_of(tmp_path).read_bytes().startswith(before)


@pytest.mark.parametrize(
    "line",
    [
        {"name": "a", "field": "name", "value": 7},
        {"name": "a", "field": "name", "value": "x" * 201},
        {"name": "a", "field": "note", "value": "x" * 65537},
        {"name": "a", "field": "note", "value": "\ud800"},
        {"name": "a", "field": "labels", "value": ["x", 1]},
        {"name": "a", "field": "labels", "value": [str(i) for i in range(101)]},
        {"name": "a", "field": "labels", "value": "good"},
        {"name": "a", "field": "archived", "value": 1},
        {"name": "a", "field": "secret", "value": "x"},
        {"name": ["a"], "field": "note", "value": "x"},
        {"about": "chart", "name": "", "value": {}},
        {"about": "chart", "name": "c", "value": [1]},
        {"about": "chart", "name": "c", "value": {"x": 1 << 64}},
        {"about": "chart", "name": "c", "value": {"x": float("nan")}},
        {"about": "chart", "name": "c", "value": {"\udc80": 1}},
        {"about": "chart", "name": "c", "value": {"x": "y" * 65536}},
        {"about": ["run"], "name": "a", "field": "note", "value": "x"},
        {"v": True, "about": ["run"], "name": "a", "field": "note", "value": "x"},
    ],
)
def test_a_line_whose_value_can_not_be_is_passed_over(tmp_path: Path, line: dict[str, Any]) -> None:
    file_of(tmp_path).parent.mkdir()
    file_of(tmp_path).write_text(json.dumps({"v": 1, "about": "run"} | line) + "\n")
    sidecar = Sidecar(tmp_path)
    sidecar.refresh()
    assert (sidecar.runs, sidecar.thresholds, sidecar.charts) == ({}, {}, {})


def test_a_huge_line_is_passed_over_without_its_neighbors(tmp_path: Path) -> None:
    sidecar = Sidecar(tmp_path)
    sidecar.append([note("a", "x")])
    with file_of(tmp_path).open("ab") as file:
        file.write(b"x" * (5 * LONGEST_LINE + 77))
    sidecar.refresh()
    sidecar.append([note("b", "y")])
    assert sidecar.runs == known(tmp_path) == {"a": {"note": "x"}, "b": {"note": "y"}}


@given(tail=st.binary(max_size=300))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_at_the_end_cost_nothing_else(tmp_path: Path, tail: bytes) -> None:
    file_of(tmp_path).unlink(missing_ok=True)
    sidecar = Sidecar(tmp_path)
    sidecar.append([note("a", "x")])
    with file_of(tmp_path).open("ab") as file:
        file.write(tail)
    sidecar.append([note("b", "y")])
    assert sidecar.runs == known(tmp_path) == {"a": {"note": "x"}, "b": {"note": "y"}}


def test_names_of_folders_that_are_no_text_come_back_as_they_were(tmp_path: Path) -> None:
    name = os.fsdecode(b"run-\xff\xfe")
    Sidecar(tmp_path).append([note(name, "odd")])
    assert known(tmp_path) == {name: {"note": "odd"}}


def test_another_file_in_its_place_is_read_anew(tmp_path: Path) -> None:
    sidecar = Sidecar(tmp_path)
    sidecar.append([note("a", "x"), note("b", "y")])
    other = tmp_path / "other"
    other.mkdir()
    Sidecar(other).append([note("a", "z" * 300)])
    version = sidecar.version
    file_of(other).replace(file_of(tmp_path))
    sidecar.refresh()
    assert sidecar.runs == {"a": {"note": "z" * 300}}
    assert sidecar.version > version


def test_a_file_that_shrank_is_read_anew(tmp_path: Path) -> None:
    sidecar = Sidecar(tmp_path)
    sidecar.append([note("a", "x")])
    size = file_of(tmp_path).stat().st_size
    sidecar.append([note("a", "y")])
    os.truncate(file_of(tmp_path), size)
    sidecar.refresh()
    assert sidecar.runs == {"a": {"note": "x"}}


def test_a_file_that_went_is_nothing_annotated(tmp_path: Path) -> None:
    sidecar = Sidecar(tmp_path)
    sidecar.append([note("a", "x")])
    version = sidecar.version
    file_of(tmp_path).unlink()
    sidecar.refresh()
    assert sidecar.runs == {}
    assert sidecar.version > version


def test_a_missing_logdir_is_reported_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(SidecarError, match="the folder is not there"):
        Sidecar(tmp_path / "none").append([note("a", "x")])
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / ".vdlite").write_text("mine")
    assert known(tmp_path) == {}
    with pytest.raises(SidecarError, match="a link or file has its name"):
        Sidecar(tmp_path).append([note("a", "x")])
    assert (tmp_path / ".vdlite").read_text() == "mine"


def test_a_link_to_elsewhere_is_not_followed(tmp_path: Path) -> None:
    logdir, elsewhere = tmp_path / "logs", tmp_path / "elsewhere"
    logdir.mkdir()
    Sidecar(tmp_path).append([note("a", "x")])
    (tmp_path / ".vdlite").rename(elsewhere)
    before = (elsewhere / "annotations.jsonl").read_bytes()
    (logdir / ".vdlite").symlink_to(elsewhere)
    assert known(logdir) == {}
    with pytest.raises(SidecarError, match="a link or file has its name"):
        Sidecar(logdir).append([note("b", "y")])

    (logdir / ".vdlite").unlink()
    (logdir / ".vdlite").mkdir()
    file_of(logdir).symlink_to(elsewhere / "annotations.jsonl")
    assert known(logdir) == {}
    with pytest.raises(SidecarError, match="can't write annotations"):
        Sidecar(logdir).append([note("b", "y")])
    assert (elsewhere / "annotations.jsonl").read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_the_place_of_the_file_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / ".vdlite").mkdir()
    os.mkfifo(file_of(tmp_path))
    assert known(tmp_path) == {}
    with pytest.raises(SidecarError, match="not a plain file"):
        Sidecar(tmp_path).append([note("a", "x")])


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    """A limit on the size of files is as good as a full disk: the write is cut short."""
    script = (
        "import resource, signal, sys\n"
        "from vdlite.annotations import Edit, Sidecar\n"
        "from vdlite.errors import SidecarError\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "sidecar = Sidecar(sys.argv[1])\n"
        "sidecar.append([Edit('run', 'a', 'x', 'note')])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (250, 250))\n"
        "try:\n"
        "    sidecar.append([Edit('run', 'b', 'y' * 1000, 'note')])\n"
        "except SidecarError as error:\n"
        "    print(error, dict(sidecar.runs))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert "can't write annotations: No space left on device" in done.stdout
    sidecar = Sidecar(tmp_path)
    sidecar.append([note("c", "z")])
    assert known(tmp_path) == {"a": {"note": "x"}, "c": {"note": "z"}}


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks on files")
def test_what_is_known_is_reported_while_the_file_holds_up_a_writer(tmp_path: Path) -> None:
    import fcntl

    sidecar = Sidecar(tmp_path)
    sidecar.append([Edit("run", "a", "first", "note")])
    with open(file_of(tmp_path), "rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        edits = [Edit("run", "a", "second", "note")]
        writer = threading.Thread(target=sidecar.append, args=(edits,))
        writer.start()
        assert sidecar.runs == {"a": {"note": "first"}}
        assert sidecar.version > 0
        assert writer.is_alive()
        fcntl.flock(other, fcntl.LOCK_UN)
    writer.join()
    assert sidecar.runs == {"a": {"note": "second"}}
