"""Trace files as other programs get them wrong: every event but the damaged ones is read, and those are reported."""

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.profiling.traces import HEAD, read, span
from vdlite.errors import FormatError
from vdlite.kinds.profile import decode, profile
from vdlite.profiling.files import chrome_trace, pieces
from vdlite.profiling.files.chrome_trace import read_trace


@pytest.fixture(params=["msgspec", "standard library"])
def _decoder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "msgspec":
        pytest.importorskip("msgspec")
    else:
        monkeypatch.setattr(chrome_trace, "fast_decoder", lambda: None)


pytestmark = pytest.mark.usefixtures("_decoder")


def sound(number: int) -> str:
    return json.dumps(span(f"e{number}", number, 0.5), indent=2)


def kineto(fields: str, name: str = '"odd"') -> str:
    """An event as kineto writes it, with whatever its names and arguments make of it."""
    return f"""{{
    "ph": "X",
    "cat": "cpu_op",
    "name": {name},
    "pid": 100,
    "tid": 100,
    "ts": 2.500,
    "dur": 0.250
    ,
    "args": {{
      {fields}
    }}
  }}"""


def file_with(folder: Path, event: str, *, many: int = 5, encoding: str = "utf-8") -> Path:
    """Sound events around that one."""
    texts = [sound(0), sound(1), sound(2), event, *(sound(each) for each in range(3, many))]
    head = json.dumps(HEAD, indent=2)[:-2] + ',\n  "traceEvents": [\n  '
    path = folder / "trace.json"
    path.write_bytes(
        (head + ",\n  ".join(texts) + "\n  ]\n}\n").encode(encoding, "surrogateescape")
    )
    return path


def all_but(recording_events: list[tuple[str, int, int]]) -> list[str]:
    """Names of the sound events among these."""
    return [name for name, _, _ in recording_events if name in {f"e{n}" for n in range(5)}]


SOUND = ["e0", "e1", "e2", "e3", "e4"]

MENDED = {
    "a quote in a name": (kineto("", '"file "a.py"(3): f"'), 'file "a.py"(3): f'),
    "a line break in a name": (kineto("", '"one\ntwo"'), "one\ntwo"),
    "a control character in a name": (kineto("", '"one\x01two"'), "one\x01two"),
    "a bare word for a number": (kineto('"bandwidth": N/A'), "odd"),
    "infinities": (kineto('"a": Inf, "b": -inf, "c": nan, "d": NaN, "e": -Infinity'), "odd"),
    "a number of more than 64 bits": (kineto('"Comms Id": 18446744073709551999, "a": 1'), "odd"),
    "a path of Windows": (kineto('"path": "C:\\Users\\new"'), "odd"),
    "a list of 100,000": (kineto(f'"Input Dims": {json.dumps(list(range(100_000)))}'), "odd"),
    "a process as text": (kineto("").replace('"pid": 100', '"pid": "Spans"'), "odd"),
    "a thread below all numbers": (
        kineto("").replace('"tid": 100', '"tid": -2147483648'),
        "odd",
    ),
    "a thread that is a fraction": (kineto("").replace('"tid": 100', '"tid": 1.5'), "odd"),
    "times as text": (
        kineto("").replace("2.500", '"2.500"').replace("0.250", '"0.250"'),
        "odd",
    ),
    "arguments that are no map": (kineto("").replace("{\n      \n    }", "[1]"), "odd"),
    "arguments that are nothing": (kineto("").replace("{\n      \n    }", "null"), "odd"),
    "a duration below zero": (kineto("").replace("0.250", "-5"), "odd"),
}


@pytest.mark.parametrize("what", MENDED)
def test_what_can_be_mended_is_read_with_all_others(tmp_path: Path, what: str) -> None:
    text, name = MENDED[what]
    recording = read_trace(file_with(tmp_path, text))
    found = read(recording)
    assert all_but(found) == SOUND
    assert [each for each in found if each[0] not in SOUND] == [
        (name, 2500, 2500 if "below zero" in what else 2750)
    ]
    notes = [note.text for note in recording.notes]
    if "below zero" in what:
        assert notes == ["1 events end before they begin; their duration counts as 0"]
    else:
        assert notes == []


LOST = {
    "a time that is none": kineto("").replace("2.500", '"soon"'),
    "no time": kineto("").replace('"ts": 2.500,', ""),
    "a cut event": kineto("")[:60],
    "nothing but noise": '{"ph": X"x\x00}}]{{',
    "a map that is no event": '{"name": "odd", "pid": 3}',
    "a key without a value": kineto('"a":'),
}


@pytest.mark.parametrize("what", LOST)
def test_a_damaged_event_is_counted_and_reported_with_its_place(tmp_path: Path, what: str) -> None:
    path = file_with(tmp_path, LOST[what])
    recording = read_trace(path)
    assert [name for name, _, _ in read(recording)] == SOUND
    (note,) = recording.notes
    place = path.read_bytes().index(LOST[what].encode())
    assert note.text.startswith(f"1 damaged events are left out, at bytes {place:,}: ")
    assert note.level == "warning"


def test_bytes_that_are_no_text_cost_nothing_but_themselves(tmp_path: Path) -> None:
    path = file_with(tmp_path, kineto("", '"caf\udce9"'))
    assert [name for name, _, _ in read(read_trace(path))] == [*SOUND[:3], "caf\ufffd", *SOUND[3:]]


def test_halves_of_characters_are_replaced(tmp_path: Path) -> None:
    event = kineto('"odd": "\\ud800"', '"half \\ud83d"').replace('"tid": 100', '"tid": "\\udc00"')
    recording = read_trace(file_with(tmp_path, event))
    assert "half ?" in [name for name, _, _ in read(recording)]
    made = decode(profile(recording).encode()[0])
    assert made.tables.events == 6


def test_damage_in_many_pieces_is_counted_in_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces.Pieces.__init__, "__kwdefaults__", {"size": 700})
    texts = [kineto('"a":') if number % 7 == 3 else sound(number) for number in range(100)]
    path = tmp_path / "t.json"
    path.write_text('{"traceEvents": [\n  ' + ",\n  ".join(texts) + "\n]}")
    recording = read_trace(path)
    assert [name for name, _, _ in read(recording)] == [f"e{n}" for n in range(100) if n % 7 != 3]
    assert recording.notes[0].text.startswith("14 damaged events are left out, at bytes ")


@pytest.mark.parametrize("left", [40, 150, 300])
def test_a_file_that_ends_early_has_all_that_it_has(tmp_path: Path, left: int) -> None:
    whole = file_with(tmp_path, sound(9)).read_bytes()
    path = tmp_path / "cut.json"
    path.write_bytes(whole[:-left])
    recording = read_trace(path)
    names = {name for name, _, _ in read(recording)}
    assert names == {"e0", "e1", "e2", "e9", "e3", "e4"} - set(("e4", "e3", "e9")[: 6 - len(names)])
    assert len(names) >= 3
    assert "the trace has no end" in recording.notes[0].text


def test_a_compressed_file_that_ends_early_has_all_that_it_has(tmp_path: Path) -> None:
    path = tmp_path / "trace.json.gz"
    events = ",".join(json.dumps(span(f"name {n * n}", n, 0.5)) for n in range(2000))
    packed = gzip.compress(('{"traceEvents": [' + events + "]}").encode())
    path.write_bytes(packed[: len(packed) // 2])
    recording = read_trace(path)
    found = read(recording)
    assert found == [(f"name {n * n}", n * 1000, n * 1000 + 500) for n in range(len(found))]
    assert 500 < len(found) < 2000
    assert "the trace has no end" in recording.notes[0].text


def test_of_two_traces_in_one_file_both_are_read(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(
        '{"traceEvents": [' + sound(0) + ', "x"]}\n{"traceEvents": [' + sound(1) + "]}\n"
    )
    assert [name for name, _, _ in read(read_trace(path))] == ["e0", "e1"]


def test_events_years_away_from_the_others_are_left_out(tmp_path: Path) -> None:
    far = kineto("").replace("2.500", "900000000000000")
    recording = read_trace(file_with(tmp_path, far))
    assert [name for name, _, _ in read(recording)] == SOUND
    assert "years away" in recording.notes[0].text


def test_a_compressed_file_of_zeros_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.json.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'{"traceEvents": [' + sound(0).encode() + b",")
        for _ in range(20):
            file.write(bytes(1 << 20))
    recording = read_trace(path)
    assert [name for name, _, _ in read(recording)] == ["e0"]


def test_an_event_without_an_end_takes_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 4 << 20  # of bytes that an event may have
    monkeypatch.setattr(pieces, "MOST_EVENT", most)
    monkeypatch.setattr(chrome_trace, "MOST_EVENT", most)
    path = tmp_path / "bomb.json.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'{"traceEvents": [' + sound(0).encode() + b', {"name": "')
        for _ in range(10 * most >> 20):
            file.write(b"x" * (1 << 20))
    tracemalloc.start()
    recording = read_trace(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [name for name, _, _ in read(recording)] == ["e0"]
    assert recording.notes[0].level == "warning"
    assert peak < 9 * most


def test_numbers_that_no_column_takes_are_left_out(tmp_path: Path) -> None:
    odd = kineto(f'"External id": {1 << 70}, "Sequence number": {-(1 << 80)}')
    assert len(read(read_trace(file_with(tmp_path, odd)))) == len(SOUND) + 1


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 1500), st.binary(max_size=12), st.integers(0, 40))
def test_no_bytes_make_it_fail_and_others_are_still_there(
    tmp_path_factory: pytest.TempPathFactory, place: int, noise: bytes, removed: int
) -> None:
    folder = tmp_path_factory.mktemp("noise")
    whole = file_with(folder, sound(9)).read_bytes()
    events = whole.index(b'"traceEvents"') + 20
    at = min(events + place, len(whole))
    path = folder / "noise.json"
    path.write_bytes(whole[:at] + noise + whole[at + removed :])
    try:
        found = read(read_trace(path))
    except FormatError:
        found = []
    # Noise lies in at most two events, and can end the list.
    kept = [name for name, _, _ in found]
    before = whole[:at].count(b'"dur"') - 1
    assert len(kept) >= min(before, 5)
