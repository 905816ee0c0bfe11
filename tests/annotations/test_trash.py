"""The trash: a run's own files go there and come back, and nothing else is touched."""

from __future__ import annotations

import itertools
import json
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vdlite import LogWriter, annotations
from vdlite.annotations import Edit, Sidecar, Trash
from vdlite.annotations.removal import remove, sweep
from vdlite.annotations.trash import move
from vdlite.errors import NotFoundError, SidecarError, TrashError
from vdlite.reader.logdir.discovery import discover


def write_run(folder: Path) -> None:
    with LogWriter(folder) as writer:
        writer.add_scalar("loss", 0.5, 0)
        writer.add_text("about", "x" * 100_000, 0)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, and what it holds."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


def test_a_run_comes_back_byte_for_byte(tmp_path: Path) -> None:
    write_run(tmp_path / "deep" / "a")
    before = tree(tmp_path)
    assert {Path(name).suffix for name in before} == {".vdl", ".vdm"}

    item = Trash(tmp_path).put("deep/a")
    assert not (tmp_path / "deep" / "a").exists()
    assert discover([tmp_path]).files == {}
    assert (item.run, item.files) == ("deep/a", 2)
    assert item.bytes == sum(map(len, before.values()))
    moved = tree(tmp_path / ".vdlite" / "trash" / item.id)
    about = json.loads(moved.pop("item.json"))
    assert moved == before
    assert about == {
        "run": "deep/a",
        "deleted": item.deleted,
        "files": sorted(Path(name).name for name in before),
    }

    assert Trash(tmp_path).items() == [item]
    Trash(tmp_path).restore(item.id)
    assert Trash(tmp_path).items() == []
    after = tree(tmp_path)
    assert {name: after[name] for name in before} == before
    assert list(discover([tmp_path]).files) == ["deep/a"]


def test_other_files_and_nested_runs_stay(tmp_path: Path) -> None:
    write_run(tmp_path / "a")
    write_run(tmp_path / "a" / "inner")
    (tmp_path / "a" / "model.pt").write_bytes(b"weights")
    Trash(tmp_path).put("a")
    assert list(discover([tmp_path]).files) == ["a/inner"]
    assert (tmp_path / "a" / "model.pt").read_bytes() == b"weights"


def test_a_run_in_the_logdir_itself_can_be_deleted_and_restored(tmp_path: Path) -> None:
    write_run(tmp_path)
    before = tree(tmp_path)
    item = Trash(tmp_path).put(".")
    assert tmp_path.is_dir()
    assert discover([tmp_path]).files == {}
    Trash(tmp_path).restore(item.id)
    assert {name: tree(tmp_path)[name] for name in before} == before


def test_restore_overwrites_nothing(tmp_path: Path) -> None:
    write_run(tmp_path / "a")
    (log,) = (tmp_path / "a").glob("*.vdl")
    item = Trash(tmp_path).put("a")
    log.parent.mkdir()
    log.write_bytes(b"another")
    with pytest.raises(TrashError, match="is there again"):
        Trash(tmp_path).restore(item.id)
    assert log.read_bytes() == b"another"
    assert Trash(tmp_path).items() == [item]


def test_a_run_that_was_deleted_twice_is_two_items(tmp_path: Path) -> None:
    for _ in range(2):
        write_run(tmp_path / "a")
        Trash(tmp_path).put("a")
    items = Trash(tmp_path).items()
    assert [item.run for item in items] == ["a", "a"]
    for item in items:
        Trash(tmp_path).restore(item.id)
    assert len(list((tmp_path / "a").glob("*.vdl"))) == 2


@pytest.mark.parametrize(
    "name", ["..", "../other", "a/../../other", "/etc", "", "a//b", ".vdlite/trash", "a\0b", "./a"]
)
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    logdir = tmp_path / "logs"
    write_run(logdir / "a")
    write_run(tmp_path / "other")
    before = tree(tmp_path)
    with pytest.raises(TrashError):
        Trash(logdir).put(name)
    assert tree(tmp_path) == before


def test_a_run_behind_a_link_is_refused(tmp_path: Path) -> None:
    logdir = tmp_path / "logs"
    logdir.mkdir()
    write_run(tmp_path / "elsewhere" / "a")
    (logdir / "linked").symlink_to(tmp_path / "elsewhere")
    before = tree(tmp_path)
    with pytest.raises(TrashError, match="link or file is in the way"):
        Trash(logdir).put("linked/a")
    assert tree(tmp_path) == before


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="needs a second file system")
def test_what_lies_on_another_disk_stays_there(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as elsewhere:
        if Path(elsewhere).stat().st_dev == tmp_path.stat().st_dev:
            pytest.skip("/dev/shm is no file system of its own")
        first, second = tmp_path / "a.vdl", Path(elsewhere, "b.vdl")
        for file in (first, second):
            file.write_bytes(b"log")
        target = tmp_path / "target"
        target.mkdir()
        with pytest.raises(SidecarError, match="can't move a file"):
            move([first, second], target)
        assert (first.read_bytes(), second.read_bytes()) == (b"log", b"log")
        assert list(target.iterdir()) == []


def test_a_file_in_the_place_of_the_trash_is_reported(tmp_path: Path) -> None:
    write_run(tmp_path / "a")
    (tmp_path / ".vdlite").mkdir()
    (tmp_path / ".vdlite" / "trash").write_text("mine")
    before = tree(tmp_path)
    with pytest.raises(SidecarError, match="a link or file has its name"):
        Trash(tmp_path).put("a")
    assert tree(tmp_path) == before
    assert Trash(tmp_path).items() == []


def test_a_file_where_the_folder_was_keeps_a_run_in_the_trash(tmp_path: Path) -> None:
    write_run(tmp_path / "a")
    item = Trash(tmp_path).put("a")
    (tmp_path / "a").write_text("mine")
    before = tree(tmp_path)
    with pytest.raises(TrashError, match="link or file is in the way"):
        Trash(tmp_path).restore(item.id)
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    "about",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"run": "../../elsewhere", "deleted": 1}',
        b'{"run": "/etc", "deleted": 1}',
        b'{"run": 7, "deleted": 1}',
        b'{"run": "a", "deleted": "soon"}',
        b'{"run": "a"}',
        b"[" * 60_000,
    ],
)
def test_an_item_that_is_none_is_not_listed(tmp_path: Path, about: bytes) -> None:
    write_run(tmp_path / "a")
    item = Trash(tmp_path).put("a")
    (tmp_path / ".vdlite" / "trash" / item.id / "item.json").write_bytes(about)
    assert Trash(tmp_path).items() == []
    with pytest.raises(NotFoundError):
        Trash(tmp_path).restore(item.id)


@pytest.mark.parametrize("item", ["..", "", "../..", "20260102T101500-00000000", "\0"])
def test_an_item_that_is_not_there_is_not_found(tmp_path: Path, item: str) -> None:
    with pytest.raises(NotFoundError):
        Trash(tmp_path).restore(item)


def test_nothing_of_the_library_removes_a_file() -> None:
    rooms = Path(annotations.__file__).parent
    for source in rooms.glob("*.py"):
        if source.name == "removal.py":  # for the command line alone
            continue
        text = source.read_text("utf-8")
        assert not any(word in text for word in (".unlink(", "os.remove", "rmtree", ".replace("))


def test_a_run_of_thousands_of_files_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for number in range(3000):
        (folder / f"20260102T101500-host-{number}-1a2b3c4d.vdl").touch()
    trash = Trash(tmp_path)
    item = trash.put("run")
    assert [each.files for each in trash.items()] == [3000]
    trash.restore(item.id)
    assert len(list(folder.iterdir())) == 3000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_or_an_odd_time_in_the_place_of_what_was_deleted_is_no_item(tmp_path: Path) -> None:
    for number, name in enumerate(["pipe", "time"]):
        item = tmp_path / ".vdlite" / "trash" / f"20260102T101500-1a2b3c4{number}"
        (item / "run").mkdir(parents=True)
        (item / "run" / "a.vdl").touch()
        if name == "pipe":
            os.mkfifo(item / "item.json")
        else:
            (item / "item.json").write_text('{"run": "run", "deleted": NaN}')
    assert Trash(tmp_path).items() == []


def test_no_server_can_remove_a_file() -> None:
    server = Path(annotations.__file__).parents[1] / "server"
    assert not any("removal" in path.read_text("utf-8") for path in server.rglob("*.py"))


def test_an_item_behind_a_link_is_none(tmp_path: Path) -> None:
    logdir, outside = tmp_path / "log", tmp_path / "outside"
    with LogWriter(outside / "run") as writer:
        writer.add_scalar("loss", 1.0)
    before = sorted(path for path in outside.rglob("*"))
    item = logdir / ".vdlite" / "trash" / "20260101T000000-00000003"
    item.mkdir(parents=True)
    (item / "lnk").symlink_to(outside, target_is_directory=True)
    (item / "item.json").write_text(json.dumps({"run": "lnk/run", "deleted": 1}))
    trash = Trash(logdir)
    assert trash.items() == []
    with pytest.raises(NotFoundError):
        trash.restore(item.name)
    # Put there after the look at it.
    planted = annotations.TrashItem(item.name, "lnk/run", 1.0, 1, 1)
    with pytest.raises(SidecarError):
        remove(trash, planted)
    assert sorted(path for path in outside.rglob("*")) == before


def test_tables_that_may_be_somebodys_own_stay(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    table = run / "results.csv"
    table.write_text("step,loss\n0,1\n")
    trash = Trash(tmp_path)
    with pytest.raises(TrashError, match="may be somebody's own"):
        trash.put("run")
    (run / "events.out.tfevents.1700000000.host").touch()
    assert trash.put("run").files == 1
    assert table.exists()


def test_of_many_who_delete_one_run_at_once_one_does_and_nothing_is_left_over(
    tmp_path: Path,
) -> None:
    for number in range(20):
        run = tmp_path / f"run{number}"
        run.mkdir()
        for part in range(10):
            (run / f"20260102T101500-host-{part}-1a2b3c4d.vdl").touch()
        outcomes: list[object] = []

        def delete(run: str, outcomes: list[object], start: threading.Barrier) -> None:
            trash = Trash(tmp_path)  # as of another server
            start.wait()
            try:
                outcomes.append(trash.put(run).files)
            except Exception as error:  # noqa: BLE001  # whatever it is
                outcomes.append(type(error))

        start = threading.Barrier(4)
        threads = [
            threading.Thread(target=delete, args=(run.name, outcomes, start)) for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(map(str, outcomes)) == ["10", *[str(NotFoundError)] * 3]
    assert len(list((tmp_path / ".vdlite" / "trash").iterdir())) == 20
    assert len(Trash(tmp_path).items()) == 20


@pytest.mark.parametrize("nth", range(6))
def test_a_run_that_somebody_takes_away_just_before_the_nth_look_at_it_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "20260102T101500-host-1-1a2b3c4d.vdl").touch()
    looks, rename = itertools.count(), os.rename

    def vanishing(look: Callable[..., Any]) -> Callable[..., Any]:
        def looked(path: Any, *others: Any, **options: Any) -> Any:
            if Path(path).is_relative_to(run) and next(looks) == nth:
                rename(run, tmp_path.parent / f"{tmp_path.name}-elsewhere")
            return look(path, *others, **options)

        return looked

    for name in ("lstat", "stat", "listdir", "scandir", "rename"):
        monkeypatch.setattr(os, name, vanishing(getattr(os, name)))
    with pytest.raises(
        NotFoundError, match=r"files of the run are gone: run|has taken a file away"
    ):
        Trash(tmp_path).put("run")


def test_what_restored_runs_leave_is_swept_and_nothing_else(tmp_path: Path) -> None:
    write_run(tmp_path / "a")
    write_run(tmp_path / "b")
    trash = Trash(tmp_path)
    restored, kept = trash.put("a"), trash.put("b")
    trash.restore(restored.id)
    own = tmp_path / ".vdlite" / "trash" / "20260102T101500-1a2b3c4d"
    own.mkdir()
    (own / "item.json").touch()
    (own / "notes.txt").touch()
    sweep(trash)
    assert {folder.name for folder in trash.folders()} == {kept.id, own.name}
    assert trash.items() == [kept]


def test_errors_name_no_place_above_the_logdir(tmp_path: Path) -> None:
    trash = Trash(tmp_path)
    errors: list[Exception] = []

    def refused(act: Callable[[], object]) -> None:
        with pytest.raises((NotFoundError, SidecarError, TrashError)) as caught:
            act()
        errors.append(caught.value)

    refused(lambda: trash.put("gone"))
    (tmp_path / "empty").mkdir()
    refused(lambda: trash.put("empty"))
    (tmp_path / "file").touch()
    refused(lambda: trash.put("file"))
    refused(lambda: trash.put("file/run"))
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "results.csv").write_text("step,loss\n")
    refused(lambda: trash.put("table"))
    (tmp_path / "mlflow.db").touch()
    refused(lambda: trash.put("mlflow.db/run"))
    write_run(tmp_path / "a")
    item = trash.put("a")
    write_run(tmp_path / "a")
    log = next((tmp_path / "a").glob("*.vdl"))
    held = next((tmp_path / ".vdlite" / "trash" / item.id / "a").glob("*.vdl"))
    log.rename(log.with_name(held.name))
    refused(lambda: trash.restore(item.id))
    refused(lambda: move([tmp_path / "never" / "was"], tmp_path))
    refused(lambda: Trash(tmp_path / "nowhere").put("a"))
    blocked = tmp_path / "blocked"
    write_run(blocked / "a")
    (blocked / ".vdlite").touch()
    refused(lambda: Trash(blocked).put("a"))
    refused(lambda: Sidecar(blocked).append([Edit("run", "a", "x", "note")]))
    (tmp_path / ".vdlite" / "annotations.jsonl").mkdir()
    refused(lambda: Sidecar(tmp_path).append([Edit("run", "a", "x", "note")]))
    assert [str(error) for error in errors if str(tmp_path.parent) in str(error)] == []
