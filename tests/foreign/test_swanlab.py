"""Runs of SwanLab: one that it has written itself, and damaged ones."""

import math
import random
import struct
from pathlib import Path

import pytest

from tests.foreign.event_files import message, number
from tests.foreign.wandb_files import framed
from vdlite import LogReader
from vdlite.foreign.swanlab.records import read_scalar
from vdlite.foreign.swanlab.scalars import ScalarReader
from vdlite.protobuf.message import Message
from vdlite.reader import Store

NAME = "run-golden.swanlab"
GOLDEN = Path(__file__).parent / "golden" / "swanlab"
BEGIN = (GOLDEN / NAME).read_bytes()[:7]


def scalar(key: str, step: int, value: float) -> bytes:
    time = message(4, number(1, 1_700_000_000 + step) + number(2, 500_000_000))
    data = message(5, b"\x09" + struct.pack("<d", value)) if value else message(5, b"")
    return message(13, message(1, key) + number(2, step) + number(3, 1) + time + data)


def test_what_swanlab_has_written_is_read() -> None:
    reader = LogReader(GOLDEN)
    assert reader.damage == []
    assert reader.tags(".") == ["bad", "late", "loss", "train/acc"]
    assert math.isnan(reader.scalars(".", "bad").values[0])
    loss = reader.scalars(".", "loss")
    assert loss.steps.tolist() == list(range(400))
    assert loss.values.tolist() == [1 / (step + 1) for step in range(400)]
    assert reader.scalars(".", "train/acc").values.tolist() == [step / 8 for step in range(400)]
    assert reader.scalars(".", "late").steps.tolist() == list(range(7, 400, 50))
    texts = {tag: reader.records(".", "text", tag)[0].payload for tag in reader.tags(".", "text")}
    assert texts == {"notes": "a note", "status": "FINISHED"}
    store = Store([GOLDEN])
    store.refresh()
    (info,) = store.runs()
    assert (info.display_name, info.state, info.tools) == ("first", "ended", ("SwanLab",))
    assert info.left_out == {"text, whose file can't be read": 1}


def read_all(store: Store) -> None:
    """However little time a look has on a busy machine."""
    store.refresh()
    while not store.done or store.held_up:
        store.refresh()


def test_a_file_cut_at_any_byte_gives_what_is_whole_and_the_rest_later(tmp_path: Path) -> None:
    whole = framed([scalar("loss", step, step / 4) for step in range(4)], BEGIN)
    path = tmp_path / NAME
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        store = Store([tmp_path])
        read_all(store)
        with path.open("ab") as file:
            file.write(whole[cut:])
        read_all(store)
        (info,) = store.runs()
        points = store.run(info.id).scalars("loss").snapshot()
        assert points.steps.tolist() == [0, 1, 2, 3], cut
        assert points.values.tolist() == [0, 0.25, 0.5, 0.75]
        assert points.walltimes.tolist() == [1_700_000_000.5 + step for step in range(4)]
        assert info.damaged == 0


def test_metrics_of_the_machine_have_a_group_of_their_own(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(framed([scalar("__swanlab__.cpu.pct", 0, 5.0)], BEGIN))
    assert LogReader(tmp_path).tags(".") == ["system/cpu.pct"]


def test_the_quick_way_and_the_other_read_the_same() -> None:
    rng = random.Random(1)
    quick = ScalarReader()
    for step in (0, 1, 127, 128, 1 << 40, -1 % (1 << 64)):
        for key in ("a", "__swanlab__.cpu", "é" * 80, ""):
            for value in (0.0, -1.5, math.inf):
                record = scalar(key, step, value)
                for whole in (record, number(1, 300) + message(2, number(1, 5)) + record):
                    inner = next(f for f in Message(memoryview(whole)).fields() if f[0] == 13)
                    careful = read_scalar(Message(memoryview(whole)).inner(inner))
                    assert quick.read(whole) == careful
                broken = bytearray(record)
                broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
                quick.read(bytes(broken[: rng.randrange(len(broken))]))
    assert quick.read(message(14, b"")) is None


@pytest.mark.parametrize("bit", [0, 3, 7])
def test_a_flipped_bit_costs_its_block_at_most_and_is_reported(tmp_path: Path, bit: int) -> None:
    data = bytearray((GOLDEN / NAME).read_bytes())
    for at in range(7, 1 << 15, 1 << 10):  # of the first block
        broken = data.copy()
        broken[at] ^= 1 << bit
        folder = tmp_path / f"{at}-{bit}"
        folder.mkdir()
        (folder / NAME).write_bytes(broken)
        reader = LogReader(folder)
        reader.tags(".")
        assert reader.damage


def test_a_record_that_is_none_costs_only_itself(tmp_path: Path) -> None:
    records = [scalar("loss", 0, 1.0), b"\xff\xff", message(13, b"\xff"), scalar("loss", 1, 2.0)]
    (tmp_path / NAME).write_bytes(framed(records, BEGIN))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").steps.tolist() == [0, 1]
    assert [damage.offset for damage in reader.damage] == [51]  # both, which adjoin


def test_files_of_another_kind_are_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"x" * (3 << 20))
    store = Store([tmp_path])
    store.refresh()
    assert [each.reason for each in store.unreadable()] == ["not a log file of SwanLab"]
