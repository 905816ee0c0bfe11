"""The demos that need PyTorch run, and log what they say."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vdlite import LogReader
from vdlite.kinds.landscape import Landscape

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
"""Threads gain nothing with small models, and wait for each other where another program has the cores."""


def run_demo(name: str, folder: Path, *options: str) -> str:
    """Run a demo in a folder; returns what it printed."""
    done = subprocess.run(
        [sys.executable, ROOT / "demos" / f"{name}.py", *options],
        cwd=folder,
        env=os.environ | ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    return done.stdout


def landscapes(logdir: Path) -> dict[tuple[str, str, int], Landscape]:
    """The newest landscape of each run, tag and step. All are complete and undamaged."""
    found = {}
    reader = LogReader(logdir)
    for run in reader.runs:
        for logged in reader.landscapes(run):
            landscape, damaged = logged.read()
            assert not damaged
            assert landscape.done.all()
            found[run, logged.tag, logged.step] = landscape
    return found


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Where the gallery was drawn, for which it has run three other demos, and what all of them printed."""
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("gallery")
    return folder, run_demo("landscape_gallery", folder, "--quick")


def test_a_training_is_logged(tmp_path: Path) -> None:
    run_demo("mnist_tutorial", tmp_path, "--epochs", "1")
    assert list(tmp_path.glob("runs/**/*.vdl"))


def test_the_graph_of_a_network_and_its_optimizer_is_logged(tmp_path: Path) -> None:
    run_demo("pytorch_digits", tmp_path, "--epochs", "1")
    graph = LogReader(tmp_path / "runs").graph("pytorch_digits")
    assert (graph.about["class"], graph.notes) == ("torch.nn.modules.container.Sequential", [])
    assert set(graph.phases) == {"forward", "backward", "optimizer"}
    assert graph.parameter_count == 60 + 880 + 5460 + 850


def test_the_planted_bottleneck_is_reported(tmp_path: Path) -> None:
    printed = run_demo("pytorch_profile", tmp_path, "--steps", "20")
    before, _ = printed.split("after: ")
    assert "waits for data" in before
    reader = LogReader(tmp_path / "runs" / "pytorch-profile")
    assert reader.runs == ["after", "before"]
    slow = reader.profile("before")
    assert slow.step_numbers.tolist() == [11, 12, 13, 14, 15]
    assert (slow.breakdown("phase")["data"] >= 32e6).all()  # a millisecond for each of a batch


def test_three_optimizers_have_their_paths_on_one_plane(tmp_path: Path) -> None:
    printed = run_demo("landscape_optimizers", tmp_path, "--quick")
    logdir = tmp_path / "runs" / "landscape-optimizers"
    found = landscapes(logdir)
    together = found["sgd", "landscape/train/with/momentum+adam", 3]
    assert list(together.paths) == ["momentum", "adam"]
    for path in (together.path, *together.paths.values()):
        assert path is not None and path.step.tolist() == [0, 1, 2, 3]
        assert f"{path.true_loss[-1]:.4f}" in printed
    played = [key for key in found if key[:2] == ("adam", "landscape/snapshots")]
    assert sorted(step for _, _, step in played) == [0, 1, 2, 3]
    tags = LogReader(logdir).tags("sgd", "scalar")
    assert {"curvature/top_eigenvalue", "curvature/2_over_learning_rate"} <= set(tags)


def test_lenet_has_the_planes_of_two_intervals_and_its_result(gallery: tuple[Path, str]) -> None:
    folder, printed = gallery
    found = landscapes(folder / "runs")
    run = "landscape-digits"
    assert {key for key in found if key[0] == run} == {
        (run, "landscape/train", 40),
        (run, "landscape/train", 60),
        (run, "landscape/result", 60),
        (run, "landscape/result/curvature", 60),
    }
    assert found[run, "landscape/result", 60].curvature["density"]["x"].size
    assert "hessian/ratio" in found[run, "landscape/result/curvature", 60].metrics
    early = found[run, "landscape/train", 40]
    assert early.path is not None
    assert early.path.step.tolist() == list(range(0, 41, 5))
    assert (early.path.x[-1], early.path.y[-1]) == pytest.approx((0, 0), abs=1e-6)
    assert f"{early.path.true_loss[0]:.4f}  {early.path.true_loss[-1]:.4f}" in printed


def test_the_landscapes_of_lenet_can_be_drawn_again(
    gallery: tuple[Path, str], tmp_path: Path
) -> None:
    run = Path("runs", "landscape-digits")
    shutil.copytree(gallery[0] / run, tmp_path / run)
    asked = ["runs/landscape-digits", "--entry", "demos.landscape_digits:landscape"]
    size = ["--size", "3", "--samples", "64", "--only", "result", "--workers", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "vdlite", "landscape", *asked, *size],
        cwd=tmp_path,
        env=os.environ | ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    shapes = [
        one.read()[0].shape for one in LogReader(tmp_path).landscapes("runs/landscape-digits")
    ]
    assert (3, 3) in shapes


def test_each_width_has_a_result_with_its_curvature(tmp_path: Path) -> None:
    printed = run_demo("landscape_widths", tmp_path, "--quick")
    found = landscapes(tmp_path / "runs" / "landscape-widths")
    assert set(found) == {(run, "landscape/result", 2) for run in ("narrow-0", "wide-0")}
    for (run, *_), landscape in found.items():
        assert landscape.curvature is not None
        assert f"{landscape.curvature['eigenvalues'][0]:.2f}" in line_of(run, printed)
    narrow, wide = found.values()
    assert narrow.settings["parameters"] < wide.settings["parameters"] / 10


def test_networks_with_and_without_shortcuts_share_their_directions(
    gallery: tuple[Path, str],
) -> None:
    found = landscapes(gallery[0] / "runs" / "landscape-shortcuts")
    with_, without = found.values()
    assert {run for run, *_ in found} == {"with shortcuts", "without shortcuts"}
    assert with_.directions["seed"] == without.directions["seed"]
    assert with_.settings["parameters"] == without.settings["parameters"]
    assert (with_.x == without.x).all()


def test_the_line_between_batch_sizes_marks_both_ends(gallery: tuple[Path, str]) -> None:
    folder, printed = gallery
    found = landscapes(folder / "runs" / "landscape-batch-sizes")
    line = found["line-0", "landscape/line", 0]
    assert line.metrics == ("train/loss", "train/accuracy", "test/loss", "test/accuracy")
    assert [(mark.name, mark.x) for mark in line.marks] == [
        ("batches of 16", 0.0),
        ("batches of 718", 1.0),
    ]
    assert (line.x[0], line.x[-1]) == (-0.5, 1.5)
    assert line.settings["batch_norm"] == "reestimated"
    assert f"{line.center['train/loss']:.4f}" in line_of("batch-16-0", printed)


def line_of(run: str, printed: str) -> str:
    return next(line for line in printed.splitlines() if line.startswith(run))


def test_the_gallery_draws_what_its_demos_have_logged(gallery: tuple[Path, str]) -> None:
    folder, printed = gallery
    pictures = [
        Path("gallery", f"{name}.pdf") for name in ("shortcuts", "trajectory", "batch-sizes")
    ]
    assert all(str(picture) in printed for picture in pictures)
    assert all((folder / picture).read_bytes().startswith(b"%PDF") for picture in pictures)
