"""Meshes of TensorBoard's plugin, whose parts are values of their own."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.foreign.event_files import event, log, message, number, plugin, scalar, tensor
from vdlite import LogReader
from vdlite.cli import main
from vdlite.errors import NotFoundError
from vdlite.foreign.tensorboard.decoder import EventDecoder
from vdlite.kinds.mesh import Mesh
from vdlite.reader import Store

VERTEX, FACE, COLOR = 1, 2, 3
SUFFIXES = {VERTEX: "VERTEX", FACE: "FACE", COLOR: "COLOR"}
CORNERS = np.array([[[0, 0, 0], [1, 0, 0], [0, 2, 0]]], np.float32)
FACES = np.array([[[0, 1, 2]]])
COLORS = np.array([[[255, 0, 0], [0, 128, 0], [0, 0, 7]]])


def part(
    kind: int,
    values: Any,
    *,
    name: str = "m",
    components: int | None = 0b1110,
    config: str = "{}",
    bare: bool = False,
    listed: bool = False,
) -> bytes:
    """As TensorFlow writes it: floats as bytes; listed: one by one, as PyTorch does."""
    values = np.asarray(values, np.float32)
    content = message(2, name) + number(3, kind) + message(5, config)
    content += b"" if components is None else number(7, components)
    floats = message(5 if listed else 4, struct.pack(f"<{values.size}f", *values.ravel().tolist()))
    metadata = b"" if bare else plugin("mesh", content)
    return tensor(f"{name}_{SUFFIXES[kind]}", 1, floats, values.shape, metadata)


def meshes(folder: Path, tag: str = "m") -> list[tuple[int, Mesh]]:
    return [(record.step, record.payload) for record in LogReader(folder).records(".", "mesh", tag)]


def check(found: Mesh, at: int = 0, *, corners: Any = CORNERS) -> None:
    np.testing.assert_array_equal(found.vertices, corners[at])
    np.testing.assert_array_equal(found.faces, FACES[0])
    np.testing.assert_array_equal(found.colors, COLORS[0])


def whole(step: int = 3, **more: Any) -> list[bytes]:
    return [
        part(VERTEX, CORNERS * (1 + step), **more),
        part(FACE, FACES, **more),
        part(COLOR, COLORS, **more),
    ]


@pytest.mark.parametrize("listed", [False, True])
def test_parts_of_one_event_are_a_mesh(tmp_path: Path, listed: bool) -> None:
    log(tmp_path, event(*whole(0, listed=listed), step=3), event(*whole(1, listed=listed), step=4))
    found = meshes(tmp_path)
    assert [step for step, _ in found] == [3, 4]
    for (_, each), factor in zip(found, (1, 2), strict=True):
        check(each, corners=CORNERS * factor)
    reader = LogReader(tmp_path)
    assert (reader.kinds("."), reader.tags(".", "mesh"), reader.damage) == (["mesh"], ["m"], [])
    assert reader.records(".", "mesh", "m")[0].summary["faces"] == 1


def test_parts_may_come_one_after_the_other_with_others_between(tmp_path: Path) -> None:
    # As TensorFlow writes them; two meshes, and steps that overlap.
    one = {step: whole(step) for step in (0, 1)}
    other = {step: whole(step + 5, name="m/n") for step in (0, 1)}
    frames = [
        event(each[kind], scalar("loss", 0.5), step=step)
        for kind in (2, 0, 1)
        for step in (0, 1)
        for each in (one[step], other[step])
    ]
    log(tmp_path, *frames)
    for tag, base in (("m", 0), ("m/n", 5)):
        found = meshes(tmp_path, tag)
        assert [step for step, _ in found] == [0, 1]
        for step, each in found:
            check(each, corners=CORNERS * (1 + step + base))
    assert len(LogReader(tmp_path).scalars(".", "loss", superseded=True)) == 12


def test_a_mesh_has_the_parts_that_it_says_of(tmp_path: Path) -> None:
    cloud = part(VERTEX, CORNERS, name="cloud", components=0b0010)
    # Old versions tell no components: all of them are waited for.
    old = [
        part(kind, values, name="old", components=None)
        for kind, values in ((VERTEX, CORNERS), (FACE, FACES))
    ]
    late = part(COLOR, COLORS, name="old", components=None)
    log(tmp_path, event(cloud, *old, step=1), event(late, step=1))
    ((_, found),) = meshes(tmp_path, "cloud")
    assert (found.faces, found.colors) == (None, None)
    ((_, found),) = meshes(tmp_path, "old")
    check(found)


def test_a_mesh_is_not_there_before_all_of_its_parts(tmp_path: Path) -> None:
    first, second, third = whole(0)
    path = log(tmp_path, event(first, step=1), event(second, step=1))
    store = Store([tmp_path])
    store.refresh()
    run = store.run(store.runs()[0].id)
    with pytest.raises(NotFoundError):
        run.records("mesh", "m")
    with path.open("ab") as file:
        file.write(event(third, step=1))
    store.refresh()
    (record,) = run.records("mesh", "m").snapshot()[0]
    check(record.payload)
    assert record.step == 1


def test_each_of_a_batch_has_a_tag(tmp_path: Path) -> None:
    batch = np.concatenate([CORNERS, CORNERS * 2])
    faces = np.concatenate([FACES, FACES])
    log(tmp_path, event(part(VERTEX, batch, components=0b110), part(FACE, faces, components=0b110)))
    assert LogReader(tmp_path).tags(".", "mesh") == ["m/0", "m/1"]
    for at in (0, 1):
        ((_, found),) = meshes(tmp_path, f"m/{at}")
        np.testing.assert_array_equal(found.vertices, batch[at])


def test_later_values_need_not_tell_what_they_are(tmp_path: Path) -> None:
    log(tmp_path, event(*whole(0), step=0), event(*whole(1, bare=True), step=1))
    found = meshes(tmp_path)
    assert [step for step, _ in found] == [0, 1]
    check(found[1][1], corners=CORNERS * 2)


def test_how_it_is_drawn_is_read_as_far_as_it_is_known(tmp_path: Path) -> None:
    config = (
        '{"camera": {"cls": "PerspectiveCamera", "fov": 50, "far": 9},'
        ' "material": {"size": 0.5, "wireframe": true}, "lights": 7}'
    )
    log(tmp_path, event(*whole(0, config=config)), event(*whole(0, name="odd", config="[[")))
    ((_, found),) = meshes(tmp_path)
    assert found.look == {
        "projection": "perspective",
        "fov": 50,
        "point_size": 0.5,
        "wireframe": True,
    }
    ((_, found),) = meshes(tmp_path, "odd")
    assert found.look == {}


def test_parts_that_do_not_belong_together_cost_only_their_mesh(tmp_path: Path) -> None:
    wrong = [part(VERTEX, CORNERS), part(FACE, FACES + 5), part(COLOR, COLORS)]
    log(tmp_path, event(*wrong, step=1), event(*whole(0), step=2))
    assert [step for step, _ in meshes(tmp_path)] == [2]
    (damage,) = LogReader(tmp_path).damage
    assert "got a face with vertex 7" in damage.reason


def test_a_mesh_whose_parts_never_come_is_reported(tmp_path: Path) -> None:
    log(
        tmp_path,
        event(part(VERTEX, CORNERS), step=1),
        event(*whole(0), step=1),
        *(event(part(FACE, FACES, name=f"f{i}"), step=1) for i in range(70)),
    )
    ((_, found),) = meshes(tmp_path)
    check(found)
    store = Store([tmp_path])
    store.refresh()
    # One that another of its name and step took the place of, those too many to wait for, and those it waits for.
    assert store.runs()[0].left_out == {"mesh (parts are missing)": 1 + 70}


@pytest.mark.parametrize("pieces", [1, 7, 100])
def test_a_file_in_pieces_has_the_same_meshes(tmp_path: Path, pieces: int) -> None:
    path = log(tmp_path, *(event(each, step=step) for step in (0, 1) for each in whole(step)))
    data = path.read_bytes()
    decoder, found = EventDecoder(), 0
    held = b""
    for begin in range(0, len(data), pieces):
        held += data[begin : begin + pieces]
        before = decoder.offset
        found += sum(len(rows) for rows in decoder.decode(held).entries)
        held = held[decoder.offset - before :]
    assert (found, held) == (2, b"")


@settings(max_examples=60)
@given(data=st.data())
def test_forged_metadata_and_tensors_never_raise(data: Any) -> None:
    made = bytearray(b"".join(message(1, each) for each in whole(0)))
    for _ in range(data.draw(st.integers(1, 6))):
        made[data.draw(st.integers(0, len(made) - 1))] = data.draw(st.integers(0, 255))
    # The frame's checksums fit: only what is in it is forged.
    from tests.foreign.event_files import BEGIN, double, frame

    decoder = EventDecoder()
    batch = decoder.decode(BEGIN + frame(double(1, 1.0) + message(5, bytes(made))))
    for rows in batch.entries:
        assert all(rows.lengths > 0)


def test_tensorboardx_writes_what_is_read(tmp_path: Path) -> None:
    tensorboardx = pytest.importorskip("tensorboardX")
    random = np.random.default_rng(0)
    batch = random.normal(size=(2, 5, 3)).astype(np.float32)
    colors = random.integers(0, 256, (2, 5, 3))
    faces = random.integers(0, 5, (2, 4, 3))
    with tensorboardx.SummaryWriter(str(tmp_path)) as writer:
        for step in range(2):
            writer.add_mesh("mesh", batch + step, colors, faces, {"camera": {"fov": 30}}, step)
    for at in (0, 1):
        for step, found in meshes(tmp_path, f"mesh/{at}"):
            np.testing.assert_array_equal(found.vertices, batch[at] + step)
            np.testing.assert_array_equal(found.faces, faces[at])
            np.testing.assert_array_equal(found.colors, colors[at])
            assert found.look == {"fov": 30}


@pytest.mark.parametrize("has_faces", [False, True])
def test_a_mesh_of_tensorboardx_needs_no_colors(tmp_path: Path, has_faces: bool) -> None:
    tensorboardx = pytest.importorskip("tensorboardX")
    cloud = np.random.default_rng(0).random((1, 50, 3), np.float32)
    faces = FACES if has_faces else None
    with tensorboardx.SummaryWriter(str(tmp_path)) as writer:
        for step in range(2):
            writer.add_mesh("cloud", cloud + step, faces=faces, global_step=step)
    found = meshes(tmp_path, "cloud")
    assert [step for step, _ in found] == [0, 1]
    for step, each in found:
        np.testing.assert_array_equal(each.vertices, cloud[0] + step)
        assert (each.faces is not None, each.colors) == (has_faces, None)
    store = Store([tmp_path])
    store.refresh()
    assert store.runs()[0].left_out == {}


def test_import_keeps_meshes(tmp_path: Path) -> None:
    log(tmp_path / "theirs", event(*whole(0), step=3))
    assert main(["import", str(tmp_path / "theirs"), str(tmp_path / "ours")]) == 0
    ((step, found),) = meshes(tmp_path / "ours")
    check(found)
    assert step == 3
