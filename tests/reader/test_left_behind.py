"""What a writer that was killed left in its spool is read as if it had been written."""

import os
import shutil
import struct
from pathlib import Path
from zlib import crc32

import msgpack
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.writer import every_kind, programs
from tests.writer.killed import killed_run, spools
from tests.writer.test_recovery import everything
from vdlite import LogReader, LogWriter
from vdlite.format import spool as layout
from vdlite.reader import Store
from vdlite.reader.check import check
from vdlite.reader.files.files import LogFiles
from vdlite.reader.run.spool_file import SpoolFile
from vdlite.writer.life.recovery import recover
from vdlite.writer.life.run_writer import recorder_of


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return killed_run(tmp_path_factory.mktemp("killed") / "run")


@pytest.fixture
def run(left: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(left, tmp_path / "run"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_every_kind_is_read_and_nothing_is_changed(run: Path) -> None:
    before = contents(run)
    assert set(map(tuple, everything(run).values())) == {(0, 1)}
    assert contents(run) == before


def test_the_server_reads_it_too_and_again_when_the_next_writer_has_made_it_lasting(
    run: Path,
) -> None:
    store = Store([run])
    store.refresh()
    while store.is_making:
        store.refresh()
    (info,) = store.runs()
    wanted = 2 * (len(every_kind.LARGE) + len(every_kind.SMALL))
    assert info.records == wanted
    with LogWriter(run) as writer:
        assert recorder_of(writer).recovery is not None
        recorder_of(writer).recovery.join()
    store.refresh()
    (info,) = store.runs()
    assert (info.records, info.missing) == (wanted, 1)
    images = store.run(info.id).records("image", "image").records(superseded=True)
    assert [record.step for record in images] == [0, 1]
    assert [int(record.payload.pixels[0, 0, 0]) for record in images] == [0, 1]


def test_a_slice_of_a_tensor_that_was_left_can_be_read(run: Path) -> None:
    record = LogReader(run).records(".", "tensor", "tensor")[1]
    np.testing.assert_array_equal(record.take("3:5, 2"), [1, 1])


def test_what_the_writer_had_written_already_is_not_shown_twice(run: Path) -> None:
    """As when it was killed between writing a record and clearing its slot."""
    (spool,) = spools(run)
    before = spool.read_bytes()
    with LogWriter(run) as writer:
        assert recorder_of(writer).recovery is not None
        recorder_of(writer).recovery.join()
    spool.write_bytes(before)
    assert set(map(tuple, everything(run).values())) == {(0, 1)}


def test_a_living_writer_is_left_to_do_its_work(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        every_kind.LARGE["image"](writer, "x", 0)
        (path,) = spools(tmp_path)
        spool = SpoolFile(path, lambda *_: None, LogFiles([tmp_path]))
        assert not spool.look()


def test_a_writer_of_another_machine_is_taken_for_dead_when_its_spool_is_quiet(run: Path) -> None:
    (path,) = spools(run)
    data = bytearray(path.read_bytes())
    about = {**layout.read_header(bytes(data[:4096])), "host": "elsewhere"}
    data[:4096] = layout.header(about).ljust(4096, b"\0")
    path.write_bytes(data)
    spool = SpoolFile(path, lambda *_: None, LogFiles([run]))
    assert not spool.look()
    os.utime(path, (1e9, 1e9))
    assert spool.look()


def test_drafts_that_were_in_memory_are_reported_as_missing(run: Path) -> None:
    (path,) = spools(run)
    with path.open("r+b") as file:
        for index, walltime in ((4000, 5.0), (4001, 7.0)):
            file.seek(layout.slot_offset(index))
            file.write(layout.pack_slot(layout.Slot(4000 + index, 0, 0, 0, walltime, 0)))
    (gap,) = LogReader(run).gaps
    assert (gap.missing, gap.since, gap.until) == (2, 5.0, 7.0)


def test_a_damaged_draft_is_reported_and_costs_no_other(run: Path) -> None:
    (path,) = spools(run)
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)
    found = everything(run)
    assert sorted(map(len, found.values()))[:2] == [1, 2]
    report = check([run])
    # Besides, the first draft is of a kind that nobody else can make.
    assert ["checksum" in damage.reason for damage in report.damage] == [False, True]


def test_check_counts_what_was_left(run: Path) -> None:
    report = check([run])
    assert report.records == 2 * (len(every_kind.LARGE) + len(every_kind.SMALL))


HOSTILE = [
    None,
    True,
    -1,
    1 << 63,
    1e308,
    float("nan"),
    "",
    "x",
    "\0" * 50,
    b"x",
    [],
    [1 << 70 - 8],
    {},
]


def write_spool(path: Path, head: object, data: bytes) -> None:
    """A spool with one draft, whose sums are all right."""
    packed = msgpack.packb(head)
    region = struct.pack(">I", len(packed)) + packed
    region += bytes(-len(region) % 16) + data
    region += bytes(-len(region) % 16)
    octets = np.frombuffer(region, np.uint8)
    slot = layout.Slot(1, layout.REGIONS_AT, len(region), 1, 1.5, layout.sum_of(octets))
    table = layout.pack_slot(slot).ljust(layout.SLOTS * layout.SLOT_BYTES, b"\0")
    header = layout.header({"created": 1.0, "host": os.uname().nodename}).ljust(4096, b"\0")
    path.write_bytes(header + table + region)


@given(
    kind=st.sampled_from([*every_kind.LARGE, "scalar", "environment", "own", "hparams"]),
    names=st.dictionaries(
        st.sampled_from(
            [
                "ready",
                "range",
                "rows",
                "scale",
                "labels",
                "dataformats",
                "sample_rate",
                "fps",
                "most",
                "buckets",
                "columns",
                "names",
                "folder",
                "diff",
                "given",
                "dtype",
                "shape",
                "data",
            ]
        ),
        st.sampled_from(HOSTILE),
    ),
    arrays=st.lists(
        st.tuples(
            st.sampled_from(["|u1", "<f4", "<f8", "|b1", "O", "V8", ">f8", "", None]),
            st.lists(st.sampled_from([0, 1, 2, 3, 7, 1 << 20, -1, 1 << 62]), max_size=4),
        ),
        max_size=3,
    ),
)
@settings(max_examples=300, deadline=None)
def test_hostile_drafts_cost_only_themselves(
    tmp_path_factory: pytest.TempPathFactory, kind: str, names: dict[str, object], arrays: object
) -> None:
    folder = tmp_path_factory.mktemp("hostile")
    with LogWriter(folder) as writer:
        writer.add_text("note", "well", 1)
    settings_ = msgpack.packb({key: value for key, value in names.items() if value != HOSTILE[-2]})
    write_spool(folder / "x.vds", [kind, "x", settings_, arrays], bytes(512))
    reader = LogReader(folder)
    assert reader.records(".", "text", "note")[0].payload == "well"
    for name in set(reader.kinds(".")) - {"scalar"}:
        for tag in reader.tags(".", name):
            for record in reader.records(".", name, tag):
                record.raw()


@pytest.mark.parametrize("size", [0, 10, 4096, 5000, layout.REGIONS_AT, layout.REGIONS_AT + 40])
def test_a_spool_that_is_cut_short_anywhere_costs_only_what_is_cut(run: Path, size: int) -> None:
    (path,) = spools(run)
    path.write_bytes(path.read_bytes()[:size])
    reader = LogReader(run)
    for call in every_kind.SMALL:
        assert every_kind.readable(reader, ".", call, f"small/{call}") == [0, 1]


def test_the_page_of_the_format_says_how_to_read_a_spool(left: Path) -> None:
    """Bytes 0 to 7 of each slot in use number the drafts; the sum is made as the page says."""
    (path,) = spools(left)
    data = path.read_bytes()
    seen = 0
    for at in range(4096, 200704, 48):
        slot = data[at : at + 48]
        if slot == bytes(48):
            continue
        number, offset, length, _, _, total, check_ = struct.unpack(">QQQqdII", slot)
        assert crc32(slot[:44]) == check_
        made = 0
        for piece in range(offset, offset + length, 1 << 18):
            words = data[piece : min(piece + (1 << 18), offset + length)]
            added = sum(struct.unpack(f"<{len(words) // 8}Q", words)) % (1 << 64)
            made = crc32(added.to_bytes(8, "little"), made)
        assert made == total
        (head,) = struct.unpack_from(">I", data, offset)
        kind, tag, _, arrays = msgpack.unpackb(data[offset + 4 : offset + 4 + head])
        assert isinstance(kind, str) and isinstance(tag, str) and isinstance(arrays, list)
        seen = max(seen, number)
    assert seen == 1 + 2 * len(every_kind.LARGE)


@pytest.mark.parametrize(
    ("kind", "names", "arrays"),
    [
        ("tensor", {}, [("|u1", [1] * 65)]),
        ("tensor", {}, [("|u1", [1 << 47, 1 << 47, 0])]),
        ("tensor", {}, [("|u1", [0] * 65)]),
        ("histogram", {"buckets": 100_000_000}, [("<f4", [2])]),
        ("scalar", {"ready": {}}, [("|u1", [8])]),
    ],
)
def test_impossible_drafts_are_damage_for_readers_and_for_the_next_writer(
    tmp_path: Path, kind: str, names: dict[str, object], arrays: object
) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_text("note", "well", 1)
    write_spool(tmp_path / "x.vds", [kind, "x", msgpack.packb(names), arrays], bytes(512))
    reader = LogReader(tmp_path)
    assert len(reader.damage) == 1
    found = recover(str(tmp_path / "x.vds"))
    assert found is not None
    assert (found.records, found.lost) == (0, 1)
    assert check([tmp_path]).intact


def test_identical_records_are_all_read(tmp_path: Path) -> None:
    program = """
        import os, sys, threading
        from tests.writer import every_kind
        from tests.writer.test_spool import held_back
        from vdlite import LogWriter
        from vdlite.writer.life.run_writer import recorder_of
        writer = LogWriter(sys.argv[1])
        recorder_of(writer).add("own", "gate", held_back(threading.Event()), 0)
        for _ in range(4):
            writer.add_histogram("x", [7.0] * 50_000, 3, 1.5)
        os._exit(0)
    """
    programs.run(program, tmp_path)
    assert (
        every_kind.step_of(
            "histogram", LogReader(tmp_path).records(".", "histogram", "x")[0].payload
        )
        == 7
    )
    assert len(LogReader(tmp_path).records(".", "histogram", "x", superseded=True)) == 4


def test_what_takes_long_to_make_holds_up_no_other_run(tmp_path: Path) -> None:
    program = """
        import os, sys
        import numpy as np
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        for step in range(4):
            writer.add_image("x", np.random.default_rng(step).random((1500, 1500, 3)), step)
        os._exit(0)
    """
    programs.run(program, tmp_path / "killed")
    with LogWriter(tmp_path / "live") as writer:
        writer.add_scalar("loss", 1.0, 0)
        store = Store([tmp_path])
        store.refresh()
        assert store.is_making
        while not store.done or store.held_up:
            store.refresh()
        writer.add_scalar("loss", 0.5, 1)
        store.refresh()
        assert store.is_making
        (live,) = [run for run in store.runs() if run.name == "live"]
        assert live.records == 2
    while store.is_making:
        store.refresh()
    (killed,) = [run for run in store.runs() if run.name == "killed"]
    assert killed.records == 4
