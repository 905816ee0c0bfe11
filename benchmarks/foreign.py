"""Reading logs of other tools: how fast bytes become points, on one core, checksums verified where there are any."""

import json
import random
import statistics
import struct
import time
import zlib
from collections.abc import Callable

from benchmarks import foreign_stores as stores
from benchmarks.table import Row
from vdlite.conversion import event_files
from vdlite.foreign.formats import format_of
from vdlite.protobuf.encode import integer, message, single

TAGS = ("train/loss", "train/accuracy", "lr", "grad_norm", "samples_per_second")
_PIECE_BYTES = 4 << 20  # as the reader takes them
_START = 1.7e9
_W_AND_B_BLOCK = 1 << 15


def measure(*, quick: bool) -> list[Row]:
    """Bytes by the CPU time of decoding them, medians; a loop of five tags, values of 64 random bits or 32."""
    steps = 20_000 if quick else 200_000
    made: dict[str, tuple[str, Callable[[int], bytes]]] = {
        "TensorBoard's event files": ("events.out.tfevents.1700000000.host", _events),
        "VisualDL": ("vdlrecords.1700000000.log", _records),
        "W&B": ("run-a.wandb", wandb_run),
        "SwanLab": ("run-a.swanlab", _swanlab),
        "CSV": ("metrics.csv", _table),
        "JSON lines": ("metrics.jsonl", _lines),
    }
    rows = []
    for who, (name, make) in made.items():
        data = make(steps)
        times = []
        for _ in range(3 if quick else 5):
            begin = time.process_time()
            points = _decode(name, data)
            times.append(time.process_time() - begin)
        assert points == steps * len(TAGS), (who, points)
        taken = statistics.median(times)
        note = f"{points / taken / 1e6:.2g} million points a second, {len(data) / points:.0f} B a point"
        rows.append(
            Row(
                "logs of other tools into points, one core",
                who,
                len(data) / taken / 1e6,
                "MB/s",
                note,
            )
        )
    return rows + stores.measure(steps, _values, TAGS)


def _decode(name: str, data: bytes) -> int:
    """How many points there are."""
    found = format_of(name)
    assert found is not None
    decoder = found.make_decoder()
    points = 0
    while decoder.offset < len(data):
        batch = decoder.decode(bytearray(data[decoder.offset : decoder.offset + _PIECE_BYTES]))
        assert not batch.damage, batch.damage[0]
        points += sum(len(part.values) for part in batch.scalars)
    return points


def _values(step: int) -> list[float]:
    rng = random.Random(step)
    return [rng.random() for _ in TAGS]


def _events(steps: int) -> bytes:
    frames = [event_files.begin(_START)]
    for step in range(steps):
        for tag, number in zip(TAGS, _values(step), strict=True):
            value = event_files.value(tag, single(2, number))
            frames.append(event_files.event(value, step, _START + step))
    return b"".join(frames)


def _records(steps: int) -> bytes:
    records = []
    for step in range(steps):
        for tag, value in zip(TAGS, _values(step), strict=True):
            stated = integer(1, step) if step else b""
            stated += message(2, tag.replace("/", "%")) + integer(3, int(_START + step) * 1000)
            data = message(1, stated + single(4, value))
            records.append(struct.pack("<Q", len(data)) + data)
    return b"".join(records)


def wandb_run(steps: int) -> bytes:
    file = bytearray(b":W&B\xe1\xbe\x00")
    for step in range(steps):
        row = {"_timestamp": _START + step, "_step": step, "_runtime": float(step)}
        row |= dict(zip(TAGS, _values(step), strict=True))
        items = b"".join(
            message(1, message(2, key) + message(16, json.dumps(value)))
            for key, value in row.items()
        )
        _frame(file, integer(1, step + 1) + message(2, items + message(2, integer(1, step))))
    _frame(file, integer(1, steps + 1) + message(18, integer(1, 0)))  # its end
    return bytes(file)


def _swanlab(steps: int) -> bytes:
    file = bytearray(b":SWL\xd6\xe1\x02")
    for step in range(steps):
        time_of = message(4, integer(1, int(_START) + step) + integer(2, 500_000_000))
        for at, (tag, value) in enumerate(zip(TAGS, _values(step), strict=True)):
            stated = message(5, b"\x09" + struct.pack("<d", value))
            scalar = message(1, tag) + integer(2, step) + integer(3, 1) + time_of + stated
            _frame(file, integer(1, step * len(TAGS) + at) + message(2, b"") + message(13, scalar))
    return bytes(file)


def _frame(file: bytearray, record: bytes) -> None:
    """Append a record in as many fragments as it takes."""
    is_first = True
    while is_first or record:
        left = _W_AND_B_BLOCK - len(file) % _W_AND_B_BLOCK
        if left < 7:
            file += bytes(left)
            continue
        part, record = record[: left - 7], record[left - 7 :]
        kind = (1 if is_first else 4) if not record else (2 if is_first else 3)
        file += struct.pack("<IHB", zlib.crc32(bytes([kind]) + part), len(part), kind) + part
        is_first = False


def _table(steps: int) -> bytes:
    rows = [",".join(("step", *TAGS))]
    rows += [f"{step},{','.join(map(str, _values(step)))}" for step in range(steps)]
    return "".join(f"{row}\r\n" for row in rows).encode()


def _lines(steps: int) -> bytes:
    rows = ({"step": step} | dict(zip(TAGS, _values(step), strict=True)) for step in range(steps))
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()
