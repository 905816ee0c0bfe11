"""Damaged files of blocks: each flipped byte costs the record that it hits, and is reported."""

from pathlib import Path

import pytest

from tests.foreign.test_swanlab import BEGIN as SWANLAB
from tests.foreign.test_swanlab import scalar
from tests.foreign.test_wandb import history
from tests.foreign.wandb_files import BEGIN as WANDB
from tests.foreign.wandb_files import BLOCK, framed
from vdlite import LogReader
from vdlite.cli import main
from vdlite.foreign.blocks import blocks
from vdlite.format.batch import Damage

RECORDS = [scalar("loss", step, step / 4) for step in range(50)]


def walked(data: bytes, begin: bytes) -> tuple[list[bytes], list[Damage], blocks.Walked]:
    found: list[bytes] = []
    lost: list[Damage] = []
    state = blocks.walk(data, 0, begin, lambda record, at, length: found.append(record), lost)
    return found, lost, state


@pytest.mark.parametrize("begin", [SWANLAB, WANDB])
@pytest.mark.parametrize("bits", [1, 0x80, 0xFF])
def test_each_flipped_byte_costs_the_record_that_it_hits(begin: bytes, bits: int) -> None:
    records = [b"%d:" % at + bytes(range(at, at + 40)) for at in range(12)]
    whole = framed(records, begin)
    size = len(whole) - len(framed(records[:-1], begin))
    for at in range(len(begin), len(whole)):
        data = bytearray(whole)
        data[at] ^= bits
        found, lost, state = walked(bytes(data), begin)
        kept = [record for record in records if record in found]
        assert found == kept, "no record that was not written"
        assert len(found) == len(records) - 1, at
        if at < len(whole) - size:
            (damage,) = lost
            assert damage.offset <= at < damage.offset + damage.bytes <= damage.offset + size
            assert state.at == len(whole)
        else:
            # The length of the last one is all that says whether it is still written.
            is_length = at - (len(whole) - size) in (4, 5)
            assert (lost, state.is_damaged or is_length) == ([], True), at


@pytest.mark.parametrize(("name", "begin"), [("run-a.swanlab", SWANLAB), ("run-a.wandb", WANDB)])
def test_a_small_file_loses_no_more_than_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, begin: bytes
) -> None:
    records = RECORDS if begin == SWANLAB else [history(at, loss=at / 4) for at in range(50)]
    data = bytearray(framed(records, begin))
    data[1500] ^= 1
    (tmp_path / name).write_bytes(data)
    reader = LogReader(tmp_path)
    loss = reader.scalars(".", "loss")
    assert len(loss) == 49
    assert loss.values.tolist() == [step / 4 for step in loss.steps.tolist()]
    assert reader.damage[0].offset <= 1500 < reader.damage[0].offset + reader.damage[0].bytes
    assert main(["check", str(tmp_path)]) == 1
    assert str(reader.damage[0].offset) in capsys.readouterr().out


def test_a_hundred_bad_bytes_cost_what_they_cover(tmp_path: Path) -> None:
    data = bytearray(framed(RECORDS, SWANLAB))
    data[700:800] = bytes(range(100, 200))
    (tmp_path / "run-a.swanlab").write_bytes(data)
    reader = LogReader(tmp_path)
    assert 44 <= len(reader.scalars(".", "loss")) <= 48
    assert reader.scalars(".", "loss").steps.tolist()[-1] == 49


@pytest.mark.parametrize("begin", [SWANLAB, WANDB])
def test_a_record_torn_at_any_byte_is_read_whole_later(begin: bytes) -> None:
    records = [b"first" * 20, bytes(300), b"last one" * 12]
    whole = framed(records, begin)
    for cut in range(len(framed(records[:1], begin)), len(whole)):
        found, lost, state = walked(whole[:cut], begin)
        assert (lost, state.is_damaged) == ([], False), cut
        assert found == records[: len(found)]
        # What a file system shows for bytes that are on their way costs nothing either.
        assert walked(whole[: state.at] + bytes(len(whole) - state.at), begin)[1] == []
    assert walked(whole, begin)[0] == records


def test_looking_for_the_next_record_takes_no_time_to_speak_of() -> None:
    # Everywhere something that could be a fragment, and is none.
    data = WANDB + (b"\x01\x02\x7f" * BLOCK)[: BLOCK - len(WANDB)]
    checked = 0

    def counted(data: bytes, start: int = 0) -> int:
        nonlocal checked
        checked += len(data)
        return real(data, start)

    real = blocks.crc32
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "crc32", counted)
        found, lost, _ = walked(data, WANDB)
    assert found == []
    assert [damage.bytes for damage in lost] == [BLOCK - len(WANDB)]
    assert checked < 1 << 25
