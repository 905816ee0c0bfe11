"""Keeping weights in a training loop."""

import json
import logging
from pathlib import Path

import numpy as np
import pytest

from vdlite import LandscapeRecorder, LogWriter
from vdlite.errors import LandscapeError
from vdlite.landscape import Weight
from vdlite.snapshots.folder import SnapshotFolder, folders, step_in


@pytest.fixture
def writer(tmp_path):
    with LogWriter(tmp_path / "run") as opened:
        yield opened


def weights():
    return [np.arange(6.0).reshape(2, 3), np.zeros(2)]


def read(writer):
    (folder,) = folders(writer.logdir)
    about = folder.read()
    return folder, about


def test_snapshots_of_the_intervals_are_kept_and_come_back(writer):
    held = weights()
    recorder = LandscapeRecorder(writer, held, intervals=[[2, 4, 6], range(10, 13)])
    kept = []
    for step in range(20):
        held[0] += 1
        if recorder.record(step):
            kept.append(step)
    assert kept == [2, 4, 6, 10, 11, 12]
    folder, about = read(writer)
    assert [one.step for one in about.snapshots] == kept
    assert about.intervals == ((2, 4, 6), (10, 11, 12))
    arrays = folder.arrays(about, about.snapshots[1])
    np.testing.assert_array_equal(arrays[0], np.arange(6.0).reshape(2, 3) + 5)
    assert arrays[1].shape == (2,)


def test_without_intervals_every_call_keeps_one(writer):
    recorder = LandscapeRecorder(writer, weights())
    assert all(recorder.record(step) for step in (3, 5))
    assert recorder.planned_bytes is None
    assert recorder.snapshot_bytes == 8 * 8


def test_weights_keep_their_names(writer):
    held = [Weight("dense", np.ones((2, 3)), filter_axis=1), Weight("offset", np.zeros(3), "bias")]
    recorder = LandscapeRecorder(writer, lambda: held)
    recorder.record(0)
    held[0].value[:] = 5  # as a training does; what was kept is not touched
    folder, about = read(writer)
    assert about.names == ("dense", "offset")
    assert folder.arrays(about, about.snapshots[0])[0].tolist() == [[1, 1, 1], [1, 1, 1]]


def test_an_optimizer_may_be_a_name_and_a_list_of_arrays_has_none(writer):
    recorder = LandscapeRecorder(writer, weights(), optimizer="momentum")
    recorder.record(0)
    _, about = read(writer)
    assert about.facts == {"optimizer": "momentum"}


def test_a_function_gives_the_weights_of_any_framework(writer):
    held = {"w": np.ones((2, 2))}
    recorder = LandscapeRecorder(writer, lambda: [held["w"]])
    held["w"] = np.full((2, 2), 7.0)
    recorder.record(0)
    folder, about = read(writer)
    assert folder.arrays(about, about.snapshots[0])[0].tolist() == [[7, 7], [7, 7]]


def test_the_disk_use_is_reported_beforehand(writer, caplog):
    with caplog.at_level(logging.INFO, "vdlite"):
        recorder = LandscapeRecorder(
            writer, [np.zeros((1000, 100), np.float32)], intervals=[range(10), range(5, 15)]
        )
    assert recorder.planned_bytes == 15 * 400_000
    assert "15 snapshots will take 6.0 MB" in caplog.text
    assert "0 of 15 snapshots, 400.0 kB each, 6.0 MB in all" in repr(recorder)


def test_snapshots_beside_the_intervals_do_not_count_as_planned(writer):
    former = LandscapeRecorder(writer, weights())
    for step in range(4):
        former.record(step)
    recorder = LandscapeRecorder(writer, weights(), intervals=[(3, 5, 7)])
    assert "1 of 3 snapshots" in repr(recorder)


def test_a_large_disk_use_is_a_warning(writer, caplog):
    LandscapeRecorder(writer, [np.zeros((1000, 100), np.float32)], intervals=[range(10_000)])
    assert "10000 snapshots will take 4.0 GB of the" in caplog.text


def test_half_precision_takes_half_the_disk(writer):
    held = [np.linspace(-1, 1, 1000, dtype=np.float32).reshape(10, 100)]
    recorder = LandscapeRecorder(writer, held, dtype="float16")
    recorder.record(1)
    folder, about = read(writer)
    assert recorder.snapshot_bytes == 2000
    got = folder.arrays(about, about.snapshots[0])[0]
    np.testing.assert_allclose(got, held[0], rtol=5e-4, atol=1e-7)


def test_a_step_that_comes_again_replaces_the_former(writer):
    held = weights()
    recorder = LandscapeRecorder(writer, held)
    recorder.record(1)
    held[0][:] = 9
    recorder.record(1)
    folder, about = read(writer)
    assert len(about.snapshots) == 1
    assert folder.arrays(about, about.snapshots[0])[0][0, 0] == 9


def test_a_resumed_training_goes_on_in_the_same_folder(tmp_path):
    for steps in ((1, 2), (3, 4)):
        with LogWriter(tmp_path / "run") as writer:
            recorder = LandscapeRecorder(writer, weights())
            for step in steps:
                recorder.record(step)
    (folder,) = folders(tmp_path / "run")
    assert [one.step for one in folder.read().snapshots] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("steps", "used", "left"),
    [
        ((0, 2, 4), [0, 2, 4], [6, 8]),  # anew, and not as far
        ((4, 6), [0, 2, 4, 6], [8]),  # from a checkpoint of step 3
        ((10, 12), [0, 2, 4, 6, 8, 10, 12], []),
    ],
)
def test_a_training_that_starts_again_leaves_the_former_one_behind(
    tmp_path, caplog, steps, used, left
):
    for number, some in enumerate((range(0, 10, 2), steps)):
        with LogWriter(tmp_path / "run") as writer:
            held = weights()
            held[0][:] = number
            recorder = LandscapeRecorder(writer, held)
            for step in some:
                recorder.record(step)
    (folder,) = folders(tmp_path / "run")
    about = folder.read()
    assert [one.step for one in about.snapshots] == used
    assert [one.step for one in about.superseded] == left
    assert all((folder.path / one.file).is_file() for one in about.superseded)
    latest = [int(folder.arrays(about, one)[0][0, 0]) for one in about.snapshots]
    assert latest == [int(step in steps) for step in used]
    messages = [record.getMessage() for record in caplog.records]
    assert any("is not used any more" in text for text in messages) == (steps[0] < 10)


def test_a_training_that_starts_again_beside_the_intervals_is_noticed_too(tmp_path):
    for some in (range(0, 10, 2), (0, 1, 2, 3)):
        with LogWriter(tmp_path / "run") as writer:
            recorder = LandscapeRecorder(writer, weights(), intervals=[(2, 4, 6, 8)])
            for step in some:
                recorder.record(step)
    (folder,) = folders(tmp_path / "run")
    assert [one.step for one in folder.read().snapshots] == [2]


def test_a_list_of_an_earlier_version_is_read(writer):
    LandscapeRecorder(writer, weights()).record(1)
    folder, about = read(writer)
    fields = json.loads((folder.path / "recorder.json").read_text())
    del fields["superseded"], fields["structure"]
    (folder.path / "recorder.json").write_text(json.dumps(fields))
    assert folder.read() == about


def test_another_model_gets_a_folder_of_its_own(writer):
    LandscapeRecorder(writer, weights()).record(1)
    LandscapeRecorder(writer, [np.zeros((5, 5))]).record(1)
    assert [folder.path.name for folder in folders(writer.logdir)] == ["landscape", "landscape-2"]


def test_tags_with_slashes_are_folders_names(writer):
    recorder = LandscapeRecorder(writer, weights(), tag="generator/valley")
    recorder.record(1)
    (folder,) = folders(writer.logdir)
    assert folder.tag == "generator/valley"
    assert recorder.folder == folder.path


def test_a_disk_that_fails_does_not_stop_the_training(writer, caplog):
    recorder = LandscapeRecorder(writer, weights())
    recorder.folder.parent.mkdir(parents=True)
    recorder.folder.write_text("in the way")
    assert recorder.record(1) is False
    assert recorder.record(2) is False
    assert caplog.text.count("could not be kept") == 1


@pytest.mark.parametrize("path", ["snapshots", "snapshots/landscape"])
def test_a_file_where_the_folder_should_be_does_not_stop_the_training_either(writer, path):
    in_the_way = Path(writer.logdir) / path
    in_the_way.parent.mkdir(exist_ok=True)
    in_the_way.write_text("in the way")
    assert LandscapeRecorder(writer, weights()).record(1) is False


def test_a_writer_that_writes_nothing_keeps_nothing(tmp_path):
    with LogWriter(tmp_path / "run", write_to_disk=False) as writer:
        assert LandscapeRecorder(writer, weights()).record(1) is False
    assert not (tmp_path / "run").exists()


def test_weights_that_change_their_shapes_are_reported(writer):
    held = weights()
    recorder = LandscapeRecorder(writer, lambda: held)
    held[0] = np.zeros((9, 9))
    with pytest.raises(LandscapeError, match="other shapes"):
        recorder.record(1)


class Optimizer:
    def __init__(self):
        self.param_groups = [{"lr": 0.5}]


def test_model_optimizer_and_learning_rates_are_reported(writer):
    optimizer = Optimizer()
    recorder = LandscapeRecorder(writer, weights(), optimizer=optimizer, steps_per_epoch=12)
    recorder.record(1)
    optimizer.param_groups[0]["lr"] = 0.25
    recorder.record(2)
    _, about = read(writer)
    assert about.facts["optimizer"] == "Optimizer"
    assert about.facts["steps_per_epoch"] == 12
    assert [one.learning_rate for one in about.snapshots] == [0.5, 0.25]


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"intervals": [[1, 2]]}, r"got \[1, 2\], want 3 numbers or more"),
        ({"intervals": [[1, 1, 1, 2]]}, "want 3 numbers or more"),
        ({"intervals": []}, "got none"),
        ({"intervals": [1, 2, 3]}, "want a list of them"),
        ({"intervals": 5}, "want a list of them"),
        ({"intervals": [[1, 2, float("inf")]]}, "want a list of them"),
        ({"unit": "batch"}, "unit: got 'batch'"),
        ({"size": 2}, "size: got 2"),
        ({"size": 4.5}, "size: got 4.5"),
        ({"num_samples": 0}, "num_samples: got 0"),
        ({"create_landscape": {"trian": True}}, "want 'train' and 'result'"),
        ({"dtype": "int8"}, "dtype: got 'int8'"),
        ({"model": "resnet50"}, "model: got 'resnet50'"),
        ({"model": 5}, "model: got 5"),
    ],
)
def test_wrong_settings_are_reported_at_once(writer, settings, text):
    whole = {"model": weights(), **settings}
    with pytest.raises(LandscapeError, match=text):
        LandscapeRecorder(writer, **whole)


@pytest.mark.parametrize(
    "content", ["", "{}", "[]", '{"version": 1, "names": 5}', '{"names": ["a"], "shapes": [["x"]]}']
)
def test_a_broken_list_of_snapshots_is_reported(tmp_path, content):
    (tmp_path / "recorder.json").write_text(content)
    with pytest.raises(LandscapeError, match=r"recorder\.json can't be read"):
        SnapshotFolder(tmp_path).read()


def test_a_broken_snapshot_is_reported_with_its_step(writer):
    LandscapeRecorder(writer, weights()).record(7)
    folder, about = read(writer)
    path = folder.path / about.snapshots[0].file
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(LandscapeError, match="snapshot 7"):
        folder.arrays(about, about.snapshots[0])


def test_a_list_that_points_elsewhere_is_not_followed(writer):
    LandscapeRecorder(writer, weights()).record(7)
    folder, _ = read(writer)
    path = folder.path / "recorder.json"
    fields = json.loads(path.read_text())
    fields["snapshots"][0]["file"] = "../../../secret.npy"
    path.write_text(json.dumps(fields))
    with pytest.raises(LandscapeError, match="can't be read"):
        folder.read()


@pytest.mark.parametrize(
    ("name", "step"),
    [("model_30.pt", 30), ("epoch=7-v2.ckpt", 2), ("a/00012", 12), ("final.pt", None)],
)
def test_the_step_of_a_file_is_the_last_number_of_its_name(name, step):
    assert step_in(name) == step


@pytest.mark.parametrize("step", [np.int64(4), np.array(4), 4.0])
def test_steps_may_be_numbers_of_any_kind(writer, step):
    recorder = LandscapeRecorder(writer, weights(), intervals=[[2, 4, 6]])
    assert recorder.record(step) is True
    assert [one.step for one in read(writer)[1].snapshots] == [4]


@pytest.mark.parametrize("step", ["four", float("inf"), float("nan"), None])
def test_a_step_that_is_no_number_is_reported(writer, step):
    with pytest.raises(LandscapeError, match=f"step {step!r}"):
        LandscapeRecorder(writer, weights()).record(step)


def test_a_full_disk_keeps_no_half_of_a_snapshot(writer, monkeypatch):
    def broken(file, array, **_):
        file.write(b"half of it")
        raise OSError(28, "No space left on device")

    recorder = LandscapeRecorder(writer, weights())
    recorder.record(1)
    with monkeypatch.context() as patch:
        patch.setattr(np, "save", broken)
        assert recorder.record(2) is False
    assert sorted(path.name for path in recorder.folder.iterdir()) == [
        "000000001.npy",
        "recorder.json",
    ]
    assert recorder.record(3) is True


@pytest.mark.parametrize("tag", ["", ".", "..", " ", "a\0b", 3, "x" * 300])
def test_a_tag_that_is_no_name_of_a_folder_is_reported(writer, tag):
    with pytest.raises(LandscapeError, match="tag: got"):
        LandscapeRecorder(writer, weights(), tag=tag)


def test_facts_that_can_not_be_written_are_reported_before_the_training(writer):
    with pytest.raises(LandscapeError, match="palette: got"):
        LandscapeRecorder(writer, weights(), facts={"palette": object()})
    assert LandscapeRecorder(writer, weights(), steps_per_epoch=np.int64(7)).record(1)


def test_more_snapshots_than_files_may_be_open(writer):
    resource = pytest.importorskip("resource")
    from vdlite.drawing.sequence import sequence_of
    from vdlite.landscape import principal_directions, project
    from vdlite.landscape.weights import as_weights

    stream = np.random.default_rng(1)
    recorder = LandscapeRecorder(writer, lambda: [stream.normal(size=(3, 2)), np.zeros(2)])
    for step in range(300):
        recorder.record(step)
    sequence = sequence_of(*read(writer))
    held = as_weights(weights())
    held = [
        type(one)(name, np.zeros(array.shape), one.role)
        for name, one, array in zip(("0", "1"), held, [np.zeros((3, 2)), np.zeros(2)], strict=True)
    ]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, hard))
    try:
        directions = principal_directions(held, sequence.of(held))
        assert project(held, sequence.of(held), directions).at.shape == (300, 2)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_what_has_moved_says_where_to():
    with pytest.raises(ImportError, match=r"vdlite\.compute_landscape now"):
        from vdlite.snapshots import compute_landscape  # noqa: F401  # it is not there


@pytest.mark.parametrize("step", [1.5, "8", None, float("nan")])
def test_a_step_that_is_no_whole_number_is_refused(tmp_path, step):
    with LogWriter(tmp_path) as writer:
        recorder = LandscapeRecorder(writer, [np.zeros(3)])
        with pytest.raises(LandscapeError, match="want a whole number"):
            recorder.record(step)
