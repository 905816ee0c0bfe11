"""What drawn landscapes of one run are called: no two that differ look alike, and what is drawn again keeps its name."""

import numpy as np
import pytest

from tests.landscape.bowls import Bowl, symmetric
from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_landscape
from vdlite.drawing.names import called, of_models, of_path, of_surroundings, unusual
from vdlite.drawing.options import LandscapeOptions
from vdlite.landscape import ArrayProblem, random_directions

SHAPES = [(3, 4), (5,)]
MATRIX = symmetric(17, seed=3) @ symmetric(17, seed=3) + 0.1 * np.eye(17)


def callback():
    bowl = Bowl(MATRIX)
    return ArrayProblem(models(0), bowl, gradient=bowl.gradient)


def models(seed):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in SHAPES]


def tags(run):
    return LogReader(run).tags(".", "landscape")


def keep(run, weights, steps=1):
    """A run whose recorder has kept some weights."""
    held = [array.copy() for array in weights]
    rng = np.random.default_rng(7)
    with LogWriter(run) as writer:
        recorder = LandscapeRecorder(writer, held, size=3)
        for step in range(steps):
            held[0] += rng.normal(size=held[0].shape)
            recorder.record(step)
    return run


@pytest.mark.parametrize(
    ("options", "axes", "name"),
    [
        (LandscapeOptions(), 2, "result"),
        (LandscapeOptions(seed=3), 2, "result/3"),
        (LandscapeOptions(), 1, "result/line"),
        (LandscapeOptions(seed=3, norm="layer"), 1, "result/line/3/norm=layer"),
        (LandscapeOptions(directions="gradient"), 2, "result/gradient"),
        (LandscapeOptions(directions="gradient", seed=3), 2, "result/gradient/3"),
        (LandscapeOptions(directions="gradient", seed=3), 1, "result/line/gradient"),
        (LandscapeOptions(directions="saddle", seed=3, norm="none"), 2, "result/saddle/norm=none"),
        (LandscapeOptions(ignore=("norm", "bias")), 2, "result"),
        (LandscapeOptions(ignore=()), 2, "result/ignore=nothing"),
        (LandscapeOptions(only=("*.lora_*",)), 2, "result/only=*.lora_*"),
        (LandscapeOptions(only="head.*", directions="saddle"), 2, "result/saddle/only=head.*"),
        (LandscapeOptions(ignore=("bias", "head.*")), 2, "result/ignore=bias,head.*"),
        (LandscapeOptions(orthogonal=True, training=True), 2, "result/orthogonal/training"),
    ],
)
def test_surroundings_are_called_by_how_their_directions_were_made(options, axes, name):
    assert of_surroundings(options, axes) == name


def test_given_directions_are_called_as_their_file():
    given = random_directions(callback().weights)
    assert of_surroundings(LandscapeOptions(directions="axes.npz"), 2) == ("result/given/axes")
    assert of_surroundings(LandscapeOptions(directions=given), 1) == "result/line/given"


def test_paths_are_called_by_how_their_plane_was_made():
    assert of_path(LandscapeOptions()) == "train"
    other = LandscapeOptions(centered=False, method="cosine", ignore=("bias",))
    assert of_path(other) == "train/uncentered/cosine/ignore=bias"


def test_lines_and_planes_are_called_as_the_models_that_they_lead_to():
    assert of_models(LandscapeOptions(), ["b"]) == "line/b"
    assert of_models(LandscapeOptions(orthogonal=True), ["b"]) == "line/b"
    assert of_models(LandscapeOptions(orthogonal=True), ["b", "c"]) == "plane/b+c/orthogonal"
    assert len(of_models(LandscapeOptions(), ["b" * 300]).encode()) <= len("line/") + 60


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("epoch_1", "epoch_1"),
        ("resnet" * 20 + "_epoch_1", "resnetresnetresnetresnetresn…etresnetresnetresnet_epoch_1"),
        ("学" * 30, "学" * 9 + "…" + "学" * 9),
        ("a\nb\tc\u202ed", "a_b_c_d"),
        ("\udcff", "_"),
    ],
)
def test_models_have_names_that_can_be_shown_and_end_as_their_files(stem, name):
    assert called(f"{stem}.pt", 0) == name


def test_folders_of_models_are_called_as_their_run(tmp_path, monkeypatch):
    run = keep(tmp_path / "snapshots" / "run.v2", models(0))
    monkeypatch.chdir(run)
    for given in (run, ".", "../run.v2/", "snapshots/landscape"):
        assert called(given, 0) == "run.v2"
    assert called("/", 0) == "model"


def test_runs_and_models_of_any_name_are_drawn(tmp_path):
    run = keep(tmp_path / ("a" * 200), models(0))
    other = keep(tmp_path / ("b" * 200), models(1)) / "snapshots" / "landscape"
    (drawn,) = compute_landscape(run, callback, models=[other], size=3)
    assert [mark.name[0] for mark in drawn.marks] == ["a", "b"]


@pytest.mark.parametrize(
    ("given", "suffix"),
    [
        ({}, ()),
        ({"batch_norm": "frozen", "num_samples": 2048, "compile": True, "batch_size": 7}, ()),
        (
            {"batch_norm": "batch", "precision": "bfloat16", "training": True},
            ("batch_norm=batch", "precision=bfloat16", "training"),
        ),
        ({"parameters": "states"}, ("parameters=states",)),
    ],
)
def test_options_are_named_where_they_change_what_is_seen(given, suffix):
    assert unusual(LandscapeOptions(**given)) == suffix


def test_two_lines_of_one_run_are_distinguished(tmp_path):
    run = keep(tmp_path / "run", models(0))
    for name, seed in (("b", 1), ("c", 2)):
        keep(tmp_path / name, models(seed))
        compute_landscape(run, callback, models=[tmp_path / name], size=3)
    compute_landscape(run, callback, axes=1, size=3)
    compute_landscape(run, callback, axes=1, size=3, norm="layer")
    assert tags(run) == [
        "landscape/line/b",
        "landscape/line/c",
        "landscape/result/line",
        "landscape/result/line/norm=layer",
    ]


def test_models_of_one_name_are_numbered_and_keep_their_numbers(tmp_path):
    run = keep(tmp_path / "run", models(0))
    others = [keep(tmp_path / place / "b", models(seed)) for seed, place in enumerate("xyz", 1)]
    for other in (*others, *others[::-1]):
        compute_landscape(run, callback, models=[other], size=3)
    assert tags(run) == ["landscape/line/b", "landscape/line/b-2", "landscape/line/b-3"]
    assert len(LogReader(run).landscapes(".")) == 3


def test_more_points_of_a_line_have_its_name(tmp_path):
    run = keep(tmp_path / "run", models(0))
    for size in (3, 5):
        compute_landscape(run, callback, models=[models(1)], size=size)
    assert tags(run) == ["landscape/line/model 2"]
    assert len(LogReader(run).landscapes(".")) == 2


def test_a_run_that_was_trained_anew_is_drawn_under_the_same_names(tmp_path):
    for seed in (0, 5):
        run = keep(tmp_path / "run", models(seed), steps=3)
        compute_landscape(run, callback)
    assert tags(run) == ["landscape/result", "landscape/train"]
    assert len(LogReader(run).landscapes(".")) == 4


def test_intervals_that_end_at_one_step_share_a_name_and_tell_where_they_begin(tmp_path):
    run = keep(tmp_path / "run", models(0), steps=3)
    with LogWriter(run) as writer:
        rng = np.random.default_rng(1)
        recorder = LandscapeRecorder(writer, lambda: [rng.normal(size=s) for s in SHAPES])
        for step in range(3, 8):
            recorder.record(step)
    compute_landscape(run, callback, intervals=[range(8), range(4, 8)], result=False)
    assert tags(run) == ["landscape/train"]
    found = LogReader(run).landscapes(".")
    assert sorted(one.summary["settings"]["interval"] for one in found) == [[0, 7], [4, 7]]


def test_a_landscape_that_was_drawn_under_another_name_keeps_it(tmp_path):
    """As one that an earlier version has drawn, and left half done."""
    run = tmp_path / "run"
    first = compute_landscape(tmp_path / "first", callback, axes=1, size=9)[0]
    done = np.arange(9) < 5
    settings = {name: value for name, value in first.settings.items() if name != "seconds"}
    fields = {"x": first.x, "y": None, "done": done, "id": first.id, "settings": settings}
    with LogWriter(run) as writer:
        writer.add_landscape("landscape/result", {**fields, "z": first.values["loss"]}, 0)
    reported = []
    compute_landscape(run, callback, axes=1, size=9, report=lambda *each: reported.append(each))
    assert tags(run) == ["landscape/result"]
    assert (reported[0][0], reported[0][1].done) == ("landscape/result", 5)
    assert LogReader(run).landscape(".", "landscape/result").done.all()


def test_another_program_may_tell_anything_of_the_directions(tmp_path):
    run = keep(tmp_path / "run", models(0))
    (line,) = compute_landscape(run, callback, models=[models(1)], size=3)
    with LogWriter(run) as writer:
        writer.add_landscape(
            "landscape/line/model 2",
            {
                "x": line.x,
                "z": line.values["loss"],
                "settings": line.settings,
                "directions": {"fingerprint": [1, 2]},
            },
            0,
        )
    compute_landscape(run, callback, models=[models(2)], size=3)
    assert tags(run) == ["landscape/line/model 2", "landscape/line/model 2-2"]


def test_a_map_of_the_curvature_is_called_as_what_it_is_of(tmp_path):
    run = keep(tmp_path / "run", models(0))
    compute_landscape(run, callback, models=[models(1)], size=3, curvature_size=3)
    assert tags(run) == ["landscape/line/model 2", "landscape/line/model 2/curvature"]


def test_names_are_text_that_any_log_takes(tmp_path):
    run = keep(tmp_path / "run", models(0))
    compute_landscape(run, callback, axes=1, size=3, ignore=["bias", f"0{'*' * 5000}"])
    (tag,) = tags(run)
    assert tag.startswith("landscape/result/line/ignore=bias,0***")
    assert len(tag) < 100
