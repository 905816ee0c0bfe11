"""Drafts that wait for their making: nobody can change them, and they are where they can outlive the process."""

import logging
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.writer import every_kind
from vdlite import LogReader, LogWriter
from vdlite.format import spool as layout
from vdlite.format import spool_lock
from vdlite.kinds import draft, registry
from vdlite.kinds.numbers.packing import number_type, unpack
from vdlite.writer.file.descriptor import lies_at
from vdlite.writer.life.run_writer import recorder_of
from vdlite.writer.queue import waiting
from vdlite.writer.queue.mounts import is_on_network
from vdlite.writer.queue.spool import Spool

KIND = "own"


def held_back(gate: threading.Event) -> draft.Draft:
    """A draft whose making waits."""

    def wait(_: draft.Arrays, __: draft.Settings) -> draft.Encoded:
        assert gate.wait(20)
        return b"gate", {}

    return draft.Draft(wait, [], {}, is_slow=True)


def spools(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.vds"))


def table(path: Path) -> list[layout.Slot]:
    return layout.read_slots(path.read_bytes()[layout.HEADER_BYTES : layout.REGIONS_AT])


def stored(path: Path) -> list[layout.StoredDraft]:
    octets = np.frombuffer(path.read_bytes(), np.uint8)
    return [
        layout.read_draft(slot, octets[slot.offset : slot.offset + slot.length], number_type)
        for slot in table(path)
        if slot.length
    ]


@pytest.mark.parametrize("flush_secs", [0, 60])  # in the spool, and in memory
@pytest.mark.parametrize("size", [10, 40_000])
def test_what_the_caller_changes_later_is_not_seen(
    tmp_path: Path, flush_secs: float, size: int
) -> None:
    gate = threading.Event()
    floats = np.linspace(0, 1, size, dtype=np.float32)
    pixels = np.full((size // 10, 10, 3), 7, np.uint8)
    labels, thumbnails = (
        ["a", "b", "c", "d"] * (size // 4),
        np.zeros((size // 4 * 4, 2, 2), np.uint8),
    )
    vectors = np.ones((size // 4 * 4, 3), np.float32)
    truth = np.arange(size) % 2
    with LogWriter(tmp_path, flush_secs=flush_secs) as writer:
        recorder_of(writer).add(KIND, "gate", held_back(gate))
        writer.add_histogram("x", floats)
        writer.add_tensor("x", floats[::2])
        writer.add_image("x", pixels.transpose(2, 0, 1), dataformats="CHW")
        writer.add_image_matrix("matrix", [pixels, pixels])
        writer.add_audio("x", floats)
        writer.add_video("x", pixels[np.newaxis])
        writer.add_pr_curve("x", truth, floats, weights=floats)
        writer.add_roc_curve("x", truth, floats)
        writer.add_embeddings("x", vectors, labels, thumbnails=thumbnails)
        for array in (floats, pixels, thumbnails, vectors, truth):
            array[:] = 100
        labels[:] = ["z"] * len(labels)
        gate.set()
    reader = LogReader(tmp_path)

    def payload(kind: str, tag: str = "x") -> Any:
        (record,) = reader.records(".", kind, tag)
        return record.payload

    assert payload("histogram").max == 1
    assert payload("tensor").values.max() < 1
    assert (payload("image").pixels == 7).all()
    assert payload("image", "matrix").cell(1).max() == 7
    assert payload("audio").samples.max() == 32767
    assert payload("video").frames().max() == 7
    assert payload("pr_curve").threshold[1] == 1
    assert payload("roc_curve").positives == size // 2
    found = payload("embeddings")
    assert found.vectors.max() == 1
    assert set(found.columns[0]) == set("abcd")


@pytest.mark.parametrize("call", every_kind.LARGE)
def test_another_process_makes_the_same_of_a_draft(tmp_path: Path, call: str) -> None:
    """From the spool, as if this one had been killed."""
    gate = threading.Event()
    kind = every_kind.KIND_OF.get(call, call)
    with LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "gate", held_back(gate))
        every_kind.LARGE[call](writer, "x", 3)
        (path,) = spools(tmp_path)
        (draft_of_gate, left) = stored(path)
        gate.set()
    assert (draft_of_gate.kind, left.kind, left.tag) == (KIND, kind, "x")
    made, summary = registry.encode(left.kind, left.arrays, unpack(left.settings, kind))
    (record,) = LogReader(tmp_path).records(".", kind, "x")
    assert made == record.raw()
    assert dict(record.summary) == dict(summary)


def test_a_spool_is_there_only_while_something_waits(tmp_path: Path) -> None:
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        writer.add_image("small", np.zeros((2, 2)))
        assert spools(tmp_path) == []
        recorder_of(writer).add(KIND, "gate", held_back(gate), 5, 2.5)
        (path,) = spools(tmp_path)
        (slot,) = table(path)
        assert (slot.number, slot.step, slot.walltime) == (1, 5, 2.5)
        gate.set()
        writer.flush()
        assert table(path) == []
    assert spools(tmp_path) == []


def test_an_idle_spool_goes_while_the_writer_lives(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for _ in range(2):  # and is made again
            writer.add_image("x", np.zeros((200, 200)))
            assert recorder_of(writer).sink.encode_queue.wait_for_idle(60)
            assert spools(tmp_path) == []


def test_regions_are_used_again_and_never_overlap(tmp_path: Path) -> None:
    spool = Spool(str(tmp_path / "x.vds"), {}, mode=0o600, fsync=False)
    rng = np.random.default_rng(0)
    held: list[tuple[Any, int, Any]] = []
    for step in range(300):
        array = rng.integers(0, 255, rng.integers(1, 300_000), np.uint8)
        place = spool.put(layout.Region(KIND, "x", b"", [array]))
        assert place is not None
        slot = layout.Slot(0, place.offset, place.length, step, 0.0, place.sum)
        index = spool.claim(slot)
        assert index is not None
        held.append((place, index, (slot, array)))
        while len(held) > 12:
            _, index, _ = held.pop(int(rng.integers(len(held))))
            spool.release(index)
        for _, _, (slot, array) in held:
            np.testing.assert_array_equal(spool.read(slot).arrays[0], array)
    assert os.stat(spool.path).st_size < 40 * 300_000
    assert not spool.remove()
    while held:
        spool.release(held.pop()[1])
    del place
    assert spool.remove()
    assert not os.path.exists(spool.path)


def test_where_no_spool_can_be_had_memory_is_used_and_that_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(waiting, "Spool", full)
    with caplog.at_level(logging.WARNING), LogWriter(tmp_path) as writer:
        for step in range(5):
            every_kind.LARGE["image"](writer, "x", step)
    assert every_kind.readable(LogReader(tmp_path), ".", "image", "x") == list(range(5))
    assert caplog.text.count("No space left on device") == 1
    assert "is lost if the process is killed" in caplog.text


def test_a_disk_that_fills_up_costs_no_waiting_draft(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "gate", held_back(gate))
        every_kind.LARGE["image"](writer, "x", 0)
        (path,) = spools(tmp_path)
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, limits[1]))
        try:
            every_kind.LARGE["image"](writer, "x", 1)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert [slot.length > 0 for slot in table(path)] == [True, True, False]
        gate.set()
    assert every_kind.readable(LogReader(tmp_path), ".", "image", "x") == [0, 1]


def test_a_spool_that_somebody_removes_is_replaced(tmp_path: Path) -> None:
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "gate", held_back(gate))
        every_kind.LARGE["image"](writer, "x", 0)
        spools(tmp_path)[0].unlink()
        recorder_of(writer).look_at = 0.0
        writer.add_scalar("loss", 1.0)
        every_kind.LARGE["image"](writer, "x", 1)
        assert len(stored(spools(tmp_path)[0])) == 1
        gate.set()
    assert every_kind.readable(LogReader(tmp_path), ".", "image", "x") == [0, 1]
    assert spools(tmp_path) == []


def test_a_descriptor_that_other_code_closed_is_not_written_to(tmp_path: Path) -> None:
    """Its number may be that of another file by now."""
    other = tmp_path / "other"
    other.write_bytes(b"precious")
    gate = threading.Event()
    with LogWriter(tmp_path / "run") as writer:
        recorder_of(writer).add(KIND, "gate", held_back(gate))
        spool = recorder_of(writer).sink._drafts._spool
        assert spool is not None
        os.close(spool._own.fd)
        file = os.open(other, os.O_RDWR)
        assert file == spool._own.fd
        every_kind.LARGE["image"](writer, "x", 0)
        gate.set()
        writer.flush()
    assert other.read_bytes() == b"precious"
    os.close(file)
    assert every_kind.readable(LogReader(tmp_path / "run"), ".", "image", "x") == [0]


def test_small_records_of_other_series_do_not_wait(tmp_path: Path) -> None:
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "gate", held_back(gate))
        for call in every_kind.SMALL:
            every_kind.SMALL[call](writer, f"x/{call}", 3)
        reader = LogReader(tmp_path)
        for call in every_kind.SMALL:
            assert every_kind.readable(reader, ".", call, f"x/{call}") == [3]
        gate.set()


def test_labels_that_msgpack_has_no_words_for_are_kept(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_embeddings("x", np.zeros((8000, 3)), [2**70] * 7999 + ["\ud800"])
    (record,) = LogReader(tmp_path).records(".", "embeddings", "x")
    assert record.payload.columns[0][-1] == "?"


def test_network_drives_are_recognized_by_the_systems_list(tmp_path: Path) -> None:
    device = os.stat(tmp_path).st_dev
    near = f"22 1 {os.major(device)}:{os.minor(device)} / / rw shared:1 - ext4 /dev/x rw\n"
    far = near.replace("ext4", "nfs4")
    mounts = tmp_path / "mountinfo"
    for text, wanted in ((near, False), (far, True), ("", False), ("nonsense\n - \n", False)):
        mounts.write_text(text)
        assert is_on_network(str(tmp_path), str(mounts)) is wanted
    assert not is_on_network(str(tmp_path / "nothing"), str(mounts))


def test_a_spool_is_locked_before_it_has_its_name(tmp_path: Path) -> None:
    """Who finds it without a lock would take its writer for dead, and remove it."""
    path = tmp_path / "x.vds"
    stop = threading.Event()
    alive: list[bool] = []

    def look() -> None:
        while not stop.is_set():
            try:
                with path.open("rb") as file:
                    taken = spool_lock.is_taken(file.fileno())
                    # In this order: a spool that is done with is removed before its lock goes.
                    alive.append(taken or not lies_at(file.fileno(), str(path)))
            except FileNotFoundError:
                continue

    watcher = threading.Thread(target=look)
    watcher.start()
    for _ in range(300):
        spool = Spool(str(path), {}, mode=0o600, fsync=False)
        with path.open("rb") as file:
            assert spool_lock.is_taken(file.fileno())
        assert spool.remove()
    stop.set()
    watcher.join()
    assert all(alive)
    assert list(tmp_path.iterdir()) == []


def test_what_a_closed_descriptor_held_is_read_by_its_path(tmp_path: Path) -> None:
    gate = threading.Event()
    with LogWriter(tmp_path) as writer:
        recorder_of(writer).add(KIND, "gate", held_back(gate))
        every_kind.LARGE["image"](writer, "x", 0)
        spool = recorder_of(writer).sink._drafts._spool
        assert spool is not None
        os.close(spool._own.fd)
        gate.set()
        writer.flush()
    reader = LogReader(tmp_path)
    assert every_kind.readable(reader, ".", "image", "x") == [0]
    assert reader.gaps == []
