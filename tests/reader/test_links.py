"""Links and files of odd types in a logdir: nothing outside of it is read, and nothing holds up a reader."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from vdlite import FormatError, LogReader, LogWriter
from vdlite.format.records import MAGIC, VERSION, RecordType, record
from vdlite.reader.check import check
from vdlite.reader.files.files import OUTSIDE, LogFiles
from vdlite.reader.logdir.discovery import Unreadable, discover

posix = pytest.mark.skipif(os.name != "posix", reason="files of these types are made on POSIX")


def log(folder: Path, value: float = 1.0) -> Path:
    with LogWriter(folder) as writer:
        writer.add_scalar("x", value, 0)
        return Path(writer.file_name)


def refer(log: Path, offset: int, length: int, crc: int = 0) -> None:
    """Write a log with one record whose payload lies in the media file beside it."""
    data = record(0, RecordType.HEADER, MAGIC, VERSION, {})
    data += record(len(data), RecordType.SERIES, 0, "own", "x", {})
    data += record(len(data), RecordType.REFERENCE, 0, 0, 1.0, offset, length, crc, {})
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_bytes(data)


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    log(tmp_path / "logdir" / "run")
    return tmp_path / "logdir"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Another user's logs, say."""
    log(tmp_path / "elsewhere" / "other")
    return tmp_path / "elsewhere"


def test_a_log_behind_a_link_that_leads_outside_is_left_out_and_reported(
    logdir: Path, elsewhere: Path
) -> None:
    (file,) = (elsewhere / "other").iterdir()
    (logdir / "run" / "a.vdl").symlink_to(file)
    reader = LogReader(logdir)
    assert reader.tags("run") == ["x"]
    assert len(reader.scalars("run", "x", superseded=True)) == 1
    assert [(each.file, each.reason) for each in reader.damage] == [("run/a.vdl", OUTSIDE)]
    followed = LogReader(logdir, follow_links=True)
    assert len(followed.scalars("run", "x", superseded=True)) == 2
    assert followed.damage == []


def test_a_folder_behind_a_link_that_leads_outside_is_left_out_and_reported(
    logdir: Path, elsewhere: Path
) -> None:
    (logdir / "theirs").symlink_to(elsewhere)
    (logdir / "notes").symlink_to(elsewhere / "nothing")
    (logdir / "run" / "code.py").symlink_to(__file__)
    assert discover([logdir]).unreadable == [Unreadable("theirs", OUTSIDE)]
    assert LogReader(logdir).runs == ["run"]
    assert LogReader(logdir, follow_links=True).runs == ["run", "theirs/other"]


@posix
def test_a_link_to_the_root_is_not_walked(logdir: Path) -> None:
    (logdir / "everything").symlink_to("/")
    found = discover([logdir])
    assert list(found.files) == ["run"]
    assert found.unreadable == [Unreadable("everything", OUTSIDE)]


def test_a_link_between_runs_of_a_logdir_is_followed(logdir: Path) -> None:
    (logdir / "a").symlink_to("run")  # before `run`, but that is where it really is
    (logdir / "copy").mkdir()
    (file,) = (logdir / "run").iterdir()
    (logdir / "copy" / file.name).symlink_to(Path("..", "run", file.name))
    reader = LogReader(logdir)
    assert reader.runs == ["copy", "run"]
    assert len(reader.scalars("copy", "x")) == 1
    assert reader.damage == []


def test_several_logdirs_may_link_to_each_other(logdir: Path, elsewhere: Path) -> None:
    (logdir / "theirs").symlink_to(elsewhere / "other")
    assert set(discover([logdir, elsewhere]).files) == {"logdir/run", "elsewhere/other"}
    assert discover([logdir, elsewhere]).unreadable == []


def test_a_logdir_may_itself_be_a_link(logdir: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(logdir)
    (logdir / "again").symlink_to(tmp_path / "link" / "run")
    reader = LogReader(tmp_path / "link")
    assert (reader.runs, reader.damage) == (["run"], [])
    assert len(reader.scalars("run", "x")) == 1


def test_a_log_that_is_given_by_name_may_be_a_link(logdir: Path, tmp_path: Path) -> None:
    (file,) = (logdir / "run").iterdir()
    (tmp_path / "newest.vdl").symlink_to(file)
    assert check([tmp_path / "newest.vdl"]).records == 1


def test_loops_of_links_end(logdir: Path) -> None:
    (logdir / "run" / "up").symlink_to(logdir)
    (logdir / "x").symlink_to("y")
    (logdir / "y").symlink_to("x")
    found = discover([logdir])
    assert list(found.files) == ["run"]
    assert {item.path for item in found.unreadable} == {"x", "y"}


def test_a_log_that_is_exchanged_for_a_link_after_it_was_found_is_not_read(
    logdir: Path, elsewhere: Path
) -> None:
    (file,) = (logdir / "run").iterdir()
    (other,) = (elsewhere / "other").iterdir()
    reader = LogReader(logdir)
    file.unlink()
    file.symlink_to(other)
    assert reader.kinds("run") == []


def test_a_folder_that_is_exchanged_for_a_link_after_it_was_found_is_not_entered(
    logdir: Path, elsewhere: Path
) -> None:
    files = LogFiles([logdir])
    secret = elsewhere / "other" / "x.vdl"
    secret.write_bytes(b"secret")
    (logdir / "run").rename(logdir / "away")
    (logdir / "run").symlink_to(elsewhere / "other")
    path = logdir / "run" / "x.vdl"
    buffer = bytearray(10)
    asked: list[Callable[[], object]] = [
        lambda: files.read(path, 0, 10),
        lambda: files.read_into(path, 0, buffer),
        lambda: files.stat(path),
        lambda: files.stat(path, (0, 0)),
        lambda: files.list(logdir / "run"),
    ]
    for ask in asked:
        with pytest.raises(OSError, match=OUTSIDE):
            ask()
    assert buffer == bytearray(10)
    assert LogFiles([logdir], follow_links=True).read(path, 0, 10) == b"secret"


def test_no_name_leads_up_out_of_the_logdir(logdir: Path, elsewhere: Path) -> None:
    for path in (logdir / ".." / "elsewhere", elsewhere):
        with pytest.raises(OSError):
            LogFiles([logdir]).list(path)


@posix
@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "folder", "outside", "gone", "loop"])
def test_a_media_file_of_an_odd_type_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    refer(tmp_path / "run" / "a.vdl", 0, 4)
    media = tmp_path / "run" / "a.vdm"
    if kind == "pipe":
        os.mkfifo(media)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listener:
            home = os.getcwd()
            os.chdir(media.parent)  # the name of a socket may be a hundred bytes at most
            try:
                listener.bind(media.name)
            finally:
                os.chdir(home)
    elif kind == "folder":
        media.mkdir()
    else:
        target = {"device": "/dev/zero", "outside": __file__, "gone": "gone", "loop": "a.vdm"}
        media.symlink_to(target[kind])
    (found,) = LogReader(tmp_path).records("run", "own", "x")
    with pytest.raises(OSError):
        found.raw()
    with pytest.raises(OSError):
        found.part(0, 4)
    if kind == "device":
        with pytest.raises(OSError, match="not a plain file"):
            LogFiles([tmp_path], follow_links=True).read(media, 0, 4)


@posix
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "gone"])
def test_a_log_file_of_an_odd_type_is_no_log(logdir: Path, kind: str) -> None:
    path = logdir / "run" / "odd.vdl"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"device": "/dev/zero", "gone": "nowhere"}[kind])
    (files,) = discover([logdir], LogFiles([logdir], follow_links=True)).files.values()
    assert len(files) == 1


@posix
def test_a_log_that_becomes_a_pipe_holds_nobody_up(logdir: Path) -> None:
    (file,) = (logdir / "run").iterdir()
    reader = LogReader(logdir)
    assert reader.tags("run") == ["x"]
    file.unlink()
    os.mkfifo(file)
    reader.refresh()
    assert reader.runs == []


def test_a_sparse_file_of_100_gigabytes_costs_no_more_than_is_read(tmp_path: Path) -> None:
    refer(tmp_path / "run" / "a.vdl", (100 << 30) - 4, 8)
    media = tmp_path / "run" / "a.vdm"
    with open(media, "wb") as file:
        file.truncate(100 << 30)
    (found,) = LogReader(tmp_path).records("run", "own", "x")
    with pytest.raises(FormatError, match="the file ends before"):
        found.raw()
    assert found.part(0, 4) == bytes(4)


@pytest.mark.parametrize(("offset", "length"), [((1 << 63) - 5, 4), ((1 << 63) - 1, 0), (5, 0)])
def test_an_offset_that_no_file_has_is_damage(tmp_path: Path, offset: int, length: int) -> None:
    refer(tmp_path / "run" / "a.vdl", offset, length, crc=1)
    (tmp_path / "run" / "a.vdm").write_bytes(b"short")
    (found,) = LogReader(tmp_path).records("run", "own", "x")
    with pytest.raises(FormatError):
        found.raw()
    assert found.part(0, 4) == b""


def test_a_payload_that_ends_where_no_file_can_is_damage_of_the_log(tmp_path: Path) -> None:
    refer(tmp_path / "run" / "a.vdl", (1 << 63) - 1, 4)
    reader = LogReader(tmp_path)
    assert reader.records("run", "own", "x") == []
    (damage,) = reader.damage
    assert damage.reason == "not a record: got record type 4 with 9 items"


def test_an_error_says_nothing_of_what_was_found(tmp_path: Path) -> None:
    refer(tmp_path / "run" / "a.vdl", 0, 1, crc=1)
    (tmp_path / "run" / "a.vdm").write_bytes(b"\xbe")
    (found,) = LogReader(tmp_path).records("run", "own", "x")
    with pytest.raises(FormatError) as raised:
        found.raw()
    path = tmp_path / "run" / "a.vdm"
    assert str(raised.value) == f"payload at byte 0: does not match its checksum: {path}"


def test_check_counts_what_a_link_leaves_out_as_unreadable(logdir: Path, elsewhere: Path) -> None:
    (logdir / "theirs").symlink_to(elsewhere)
    report = check([logdir])
    assert not report.intact
    assert report.unreadable == (Unreadable(str(logdir / "theirs"), OUTSIDE),)
    assert check([logdir], follow_links=True).intact
