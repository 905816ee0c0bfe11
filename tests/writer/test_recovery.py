"""What a writer that was killed left in its spool is made lasting by the next one."""

import os
import shutil
from pathlib import Path

import pytest

from tests.writer import every_kind
from tests.writer.killed import killed_run, spools
from vdlite import LogReader, LogWriter
from vdlite.errors import FormatError
from vdlite.writer.life.recovery import recover
from vdlite.writer.life.run_writer import recorder_of


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return killed_run(tmp_path_factory.mktemp("killed") / "run")


@pytest.fixture
def run(left: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(left, tmp_path / "run"))


def everything(folder: Path) -> dict[str, list[int]]:
    reader = LogReader(folder)
    return {
        **{call: every_kind.readable(reader, ".", call, call) for call in every_kind.LARGE},
        **{
            f"small/{call}": every_kind.readable(reader, ".", call, f"small/{call}")
            for call in every_kind.SMALL
        },
    }


def test_everything_is_in_a_log_afterwards_and_the_spool_is_gone(run: Path) -> None:
    (spool,) = spools(run)
    found = recover(str(spool))
    assert found is not None
    # The record that held up the others was made by a function that no other process has.
    assert (found.records, found.lost) == (2 * len(every_kind.LARGE), 1)
    assert spools(run) == []
    assert set(map(tuple, everything(run).values())) == {(0, 1)}
    reader = LogReader(run)
    assert reader.damage == []
    assert [gap.missing for gap in reader.gaps] == [1]


def test_the_next_writer_does_it(run: Path) -> None:
    with LogWriter(run) as writer:
        assert recorder_of(writer).recovery is not None
        recorder_of(writer).recovery.join()
        writer.add_scalar("loss", 1.0)
    assert spools(run) == []
    assert set(map(tuple, everything(run).values())) == {(0, 1)}


def test_it_supersedes_nothing_that_came_later(run: Path) -> None:
    with LogWriter(run, file_name="later") as writer:
        assert recorder_of(writer).recovery is not None
        recorder_of(writer).recovery.join()
        writer.add_text("text", "1 of a resumed training", 1)
    records = LogReader(run).records(".", "text", "text")
    assert records[1].payload == "1 of a resumed training"


def test_what_is_in_the_log_already_is_not_written_again(run: Path) -> None:
    """As when one that recovers is killed before it removes the spool."""
    (spool,) = spools(run)
    copy = spool.read_bytes()
    recover(str(spool))
    spool.write_bytes(copy)
    found = recover(str(spool))
    assert found is not None
    assert (found.records, found.lost) == (0, 1)
    assert set(map(tuple, everything(run).values())) == {(0, 1)}


def test_a_living_writer_is_left_alone(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        every_kind.LARGE["image"](writer, "x", 0)
        (spool,) = spools(tmp_path)
        assert recover(str(spool)) is None
    assert spools(tmp_path) == []


def test_what_is_no_spool_is_refused_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "x.vds"
    path.write_bytes(b"something else")
    with pytest.raises(FormatError, match="spool"):
        recover(str(path))
    assert path.read_bytes() == b"something else"
    target = tmp_path / "link.vds"
    target.symlink_to(path)
    with pytest.raises(OSError):
        recover(str(target))


def test_a_damaged_draft_costs_no_other(run: Path) -> None:
    (spool,) = spools(run)
    data = bytearray(spool.read_bytes())
    data[-100] ^= 1  # within the last region
    spool.write_bytes(data)
    found = recover(str(spool))
    assert found is not None
    assert (found.records, found.lost) == (2 * len(every_kind.LARGE) - 1, 2)


def test_a_spool_of_an_empty_table_goes(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    every_kind.LARGE["image"](writer, "x", 0)
    writer.flush()
    (spool,) = spools(tmp_path)
    copy = spool.read_bytes()
    writer.close()
    spool.write_bytes(copy)
    assert recover(str(spool)) == (str(spool), 0, 0)
    assert not os.path.exists(spool)
    assert every_kind.readable(LogReader(tmp_path), ".", "image", "x") == [0]
