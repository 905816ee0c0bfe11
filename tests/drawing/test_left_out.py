"""Snapshots that can't be used do not hide the others."""

import io
import json
import logging

import numpy as np
import pytest

from tests.landscape.bowls import Bowl, symmetric
from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_landscape
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem
from vdlite.snapshots.folder import folders

SHAPES = [(3, 2), (4,)]
MATRIX = symmetric(10, seed=3) @ symmetric(10, seed=3) + 0.1 * np.eye(10)
STEPS = 8


def callback():
    return ArrayProblem([np.zeros(shape) for shape in SHAPES], Bowl(MATRIX))


def train(run, tag="landscape", diverged=()):
    """A random walk, of which some steps are no longer finite."""
    rng = np.random.default_rng(4)
    weights = [rng.normal(size=shape) for shape in SHAPES]
    with LogWriter(run) as writer:
        recorder = LandscapeRecorder(writer, weights, tag=tag, size=5)
        for step in range(STEPS):
            for array in weights:
                array += rng.normal(size=array.shape)
            kept = weights[1][2]
            if step in diverged:
                weights[1][2] = diverged[step]
            recorder.record(step)
            weights[1][2] = kept
    return run


def damage(run, step, content=None):
    """Cut the file of a snapshot short, or replace it."""
    (folder,) = folders(run)
    file = next(one.file for one in folder.read().snapshots if one.step == step)
    path = folder.path / file
    path.write_bytes(path.read_bytes()[:-8] if content is None else content)


def test_a_damaged_snapshot_costs_only_itself(tmp_path, caplog):
    run = train(tmp_path / "run")
    damage(run, 2)
    damage(run, 5, b"not an array")
    with caplog.at_level(logging.WARNING, "vdlite"):
        path_plane, result = compute_landscape(run, callback)
    assert path_plane.path.step.tolist() == [0, 1, 3, 4, 6, 7]
    assert path_plane.settings["left_out"] == [2, 5]
    assert LogReader(run).landscape(".", "landscape/train").settings["left_out"] == [2, 5]
    assert result.done.all()
    assert "snapshot 2: can't be read" in caplog.text
    assert "snapshot 5: can't be read" in caplog.text


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_a_training_that_diverged_is_drawn_up_to_there(tmp_path, caplog, number):
    run = train(tmp_path / "run", diverged={6: number, 7: number})
    path_plane, result = compute_landscape(run, callback)
    assert path_plane.path.step.tolist() == [0, 1, 2, 3, 4, 5]
    assert np.isfinite(result.center["loss"])
    assert result.settings["left_out"] == [6, 7]
    assert "snapshot 7: got NaN or infinity in its weights; it is left out" in caplog.text


def test_an_interval_says_only_of_its_own_snapshots(tmp_path):
    run = train(tmp_path / "run", diverged={6: np.nan})
    first, second = compute_landscape(
        run, callback, intervals=[[0, 1, 2, 3], [4, 5, 6, 7]], result=False
    )
    assert "left_out" not in first.settings
    assert second.settings["left_out"] == [6]
    assert second.path.step.tolist() == [4, 5, 7]


def test_checkpoints_of_the_callers_own_may_have_diverged_too(tmp_path):
    rng = np.random.default_rng(0)
    own = {step: [rng.normal(size=shape) for shape in SHAPES] for step in range(5)}
    own[4][0][0, 0] = np.nan
    made = compute_landscape(tmp_path / "run", callback, snapshots=own, size=3)
    assert made[0].path.step.tolist() == [0, 1, 2, 3]


def test_without_any_sound_snapshot_nothing_is_drawn(tmp_path):
    run = train(tmp_path / "run", diverged=dict.fromkeys(range(STEPS), np.nan))
    with pytest.raises(LandscapeError, match="none can be used: snapshot 0: got NaN"):
        compute_landscape(run, callback)


@pytest.mark.parametrize("content", ["", "{}", None])
def test_a_recorder_that_can_not_be_read_does_not_hide_another(tmp_path, caplog, content):
    run = train(train(tmp_path / "run", tag="first"), tag="second")
    about = run / "snapshots" / "first" / "recorder.json"
    if content is None:  # made before its first snapshot, and then stopped
        content = json.dumps({**json.loads(about.read_text()), "snapshots": []})
    about.write_text(content)
    made = compute_landscape(run, callback)
    assert [one.settings["mode"] for one in made] == ["train", "result"]
    assert LogReader(run).tags(".", "landscape") == ["second/result", "second/train"]
    assert "its snapshots are left out" in caplog.text
    with pytest.raises(LandscapeError, match="snapshots: "):
        compute_landscape(run, callback, tag="first")


def test_recorders_of_several_models_are_distinguished_by_their_tags(tmp_path):
    run = train(tmp_path / "run", tag="generator")
    with LogWriter(run) as writer:
        other = LandscapeRecorder(writer, [np.zeros(7)], tag="critic")
        other.record(0)
    with pytest.raises(LandscapeError, match=r"tag: want one of \['critic', 'generator'\]"):
        compute_landscape(run, callback)
    assert len(compute_landscape(run, callback, tag="generator")) == 2


def test_a_recorder_without_a_sound_snapshot_does_not_hide_another(tmp_path, caplog):
    run = train(tmp_path / "run", tag="first", diverged=dict.fromkeys(range(STEPS), np.nan))
    made = compute_landscape(train(run, tag="second"), callback)
    assert [one.settings["mode"] for one in made] == ["train", "result"]
    assert "none can be used: snapshot 0: got NaN" in caplog.text


# -- intervals


def train_intervals(run, steps):
    rng = np.random.default_rng(4)
    weights = [rng.normal(size=shape) for shape in SHAPES]
    intervals = [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]
    with LogWriter(run) as writer:
        recorder = LandscapeRecorder(writer, weights, intervals=intervals, size=3)
        for step in range(steps):
            weights[0] += rng.normal(size=weights[0].shape)
            recorder.record(step)
    return run


@pytest.mark.parametrize("damaged", [(4,), (4, 5, 6)])
def test_an_interval_with_too_few_sound_snapshots_does_not_hide_the_others(
    tmp_path, caplog, damaged
):
    run = train_intervals(tmp_path / "run", 10)
    for step in damaged:
        damage(run, step)
    made = compute_landscape(run, callback)
    assert [one.settings.get("interval") for one in made] == [[0, 3], [7, 9], None]
    assert "want 3 or more to span a plane; it is not drawn" in caplog.text


def test_intervals_that_a_training_did_not_reach_do_not_hide_the_others(tmp_path, caplog):
    made = compute_landscape(train_intervals(tmp_path / "run", 6), callback)
    assert [one.settings.get("interval") for one in made] == [[0, 3], None]
    assert "interval 4-6: got snapshots of [4, 5]" in caplog.text
    assert "interval 7-9: no snapshot was kept in it" in caplog.text


def test_with_too_few_sound_snapshots_the_result_is_drawn(tmp_path):
    run = train(tmp_path / "run", diverged=dict.fromkeys(range(2, STEPS), np.inf))
    (result,) = compute_landscape(run, callback)
    assert result.settings["mode"] == "result"
    with pytest.raises(LandscapeError, match=r"interval 0-7: got snapshots of \[0, 1\]"):
        compute_landscape(run, callback, result=False)


# -- files


def as_file(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 200,
        b"PK\x05\x06" + b"\0" * 18,
        b"PK\x03\x04" + b"\0" * 50,
        as_file(np.zeros(10)).replace(b"}", b" "),
        as_file(np.zeros(10)).replace(b"(10,)", b"(-1,)"),
        as_file(np.array(["x"] * 10)),
        as_file(np.zeros(10, complex)),
        as_file(np.zeros(10, "M8[s]")),
        as_file(np.zeros(9)),
    ],
)
def test_whatever_a_file_holds_instead_it_costs_one_snapshot(tmp_path, content):
    run = train(tmp_path / "run")
    damage(run, 3, content)
    (path_plane,) = compute_landscape(run, callback, result=False)
    assert path_plane.settings["left_out"] == [3]


def test_a_list_that_is_a_folder_does_not_hide_another_recorder(tmp_path):
    run = train(tmp_path / "run")
    (run / "snapshots" / "other" / "recorder.json").mkdir(parents=True)
    assert len(compute_landscape(run, callback)) == 2
    with pytest.raises(LandscapeError, match=r"recorder\.json can't be read"):
        compute_landscape(run, callback, tag="other")


def test_checkpoints_of_another_model_are_reported(tmp_path):
    own = {step: [np.ones(shape) for shape in SHAPES] for step in range(4)}
    with pytest.raises(LandscapeError, match=r"got arrays of shapes \[\(3,\)\], want those"):
        compute_landscape(tmp_path, callback, snapshots={**own, 9: [np.zeros(3)]})
