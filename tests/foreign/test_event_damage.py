"""Damaged and growing event files: what can be read is read, what can't is reported with its offset."""

from pathlib import Path

import pytest

from tests.foreign.event_files import BEGIN, NAME, event, frame, log, message, number, scalar
from vdlite import LogReader
from vdlite.reader import Store

FRAMES = [event(scalar("loss", s), step=s, walltime=1.7e9 + s) for s in range(40)]


def test_a_file_may_be_read_while_its_last_event_is_written(tmp_path: Path) -> None:
    data = BEGIN + b"".join(FRAMES[:3])
    path = tmp_path / NAME
    begin = len(BEGIN) + len(FRAMES[0]) + len(FRAMES[1])
    for end in range(begin, len(data)):
        path.write_bytes(data[:end])
        reader = LogReader(tmp_path)
        assert reader.scalars(".", "loss").steps.tolist() == [0, 1]
        assert reader.damage == []
        path.write_bytes(data)
        reader.refresh()
        assert reader.scalars(".", "loss").steps.tolist() == [0, 1, 2]


@pytest.mark.parametrize("place", range(0, len(FRAMES[20]), 3))
def test_a_flipped_byte_costs_one_event_and_is_reported(tmp_path: Path, place: int) -> None:
    path = log(tmp_path, *FRAMES)
    data = bytearray(path.read_bytes())
    begin = len(BEGIN) + sum(len(each) for each in FRAMES[:20])
    data[begin + place] ^= 0x10
    path.write_bytes(data)
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").steps.tolist() == [*range(20), *range(21, 40)]
    (damage,) = reader.damage
    assert (damage.file, damage.offset, damage.bytes) == (NAME, begin, len(FRAMES[20]))


def test_what_is_inserted_costs_only_itself(tmp_path: Path) -> None:
    path = log(tmp_path, *FRAMES[:20], b"\0" * 5000 + b"garbage" * 10, *FRAMES[20:])
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").steps.tolist() == list(range(40))
    (damage,) = reader.damage
    assert damage.bytes == 5070
    assert path.exists()


def test_an_event_that_is_longer_than_a_piece_is_read(tmp_path: Path) -> None:
    text = "x" * (9 << 20)
    value = (
        message(1, "note")
        + message(8, number(1, 7) + message(2, b"") + message(8, text))
        + message(9, message(1, message(1, "text")))
    )
    # The checksum of nine megabytes, bit by bit, takes a while: it is of the frame's length alone here.
    big = frame_with_crc(value)
    log(tmp_path, FRAMES[0], big, FRAMES[1])
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").steps.tolist() == [0, 1]
    assert reader.records(".", "text", "note")[0].payload == text


def frame_with_crc(value: bytes) -> bytes:
    from struct import pack

    from vdlite.foreign.messages.crc32c import crc32c, masked

    data = message(5, message(1, value))
    head = frame(data[:0])[:0] + pack("<Q", len(data))
    return head + pack("<I", masked(crc32c(head))) + data + pack("<I", masked(crc32c(data)))


def test_a_length_that_no_file_has_does_not_take_memory(tmp_path: Path) -> None:
    from struct import pack

    from tests.foreign.event_files import check

    huge = pack("<Q", 1 << 60)
    large = pack("<Q", (1 << 28) - 1)
    log(tmp_path, FRAMES[0], huge + check(huge), FRAMES[1], large + check(large), *FRAMES[2:5])
    reader = LogReader(tmp_path)
    # Behind the second one, everything may still be a part of the event that it announces.
    assert reader.scalars(".", "loss").steps.tolist() == [0, 1]
    assert [damage.bytes for damage in reader.damage] == [12]


def test_an_event_that_is_no_message_is_reported(tmp_path: Path) -> None:
    log(tmp_path, FRAMES[0], frame(b"\xff\xff\xff"), FRAMES[1])
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").steps.tolist() == [0, 1]
    assert "can't be read" in reader.damage[0].reason


def test_a_file_that_is_replaced_by_a_shorter_one_is_read_anew(tmp_path: Path) -> None:
    log(tmp_path, *FRAMES)
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    log(tmp_path, *FRAMES[5:8])
    store.refresh()
    assert store.run(run.id).scalars("loss").snapshot().steps.tolist() == [5, 6, 7]


def test_every_file_of_a_folder_is_followed_also_an_older_one(tmp_path: Path) -> None:
    older = log(tmp_path, FRAMES[0], name="events.out.tfevents.1700000000.host.1.0")
    newer = log(tmp_path, FRAMES[1], name="events.out.tfevents.1700000100.host.2.0")
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").steps.tolist() == [0, 1]
    for path, more in ((newer, FRAMES[2]), (older, FRAMES[3])):
        path.write_bytes(path.read_bytes() + more)
        reader.refresh()
    assert reader.scalars(".", "loss").steps.tolist() == [0, 1, 2, 3]


def test_any_bytes_do_no_harm(tmp_path: Path) -> None:
    import random

    rng = random.Random(5)
    whole = BEGIN + b"".join(FRAMES)
    for at in range(150):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 30)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        (tmp_path / str(at)).mkdir()
        (tmp_path / str(at) / NAME).write_bytes(data[: rng.randrange(len(data))])
    reader = LogReader(tmp_path)
    for run in reader.runs:
        for tag in reader.tags(run):
            assert set(reader.scalars(run, tag).values) <= {float(s) for s in range(40)}


def test_a_long_event_that_is_still_written_is_waited_for(tmp_path: Path) -> None:
    text = "y" * (11 << 20)
    value = message(1, "note") + message(8, number(1, 7) + message(2, b"") + message(8, text))
    big = frame_with_crc(value + message(9, message(1, message(1, "text"))))
    path = log(tmp_path, FRAMES[0], big[: 6 << 20])
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").steps.tolist() == [0]
    log(tmp_path, FRAMES[0], big, FRAMES[1])
    reader.refresh()
    assert reader.records(".", "text", "note")[0].payload == text
    assert reader.scalars(".", "loss").steps.tolist() == [0, 1]
    assert path.exists()
