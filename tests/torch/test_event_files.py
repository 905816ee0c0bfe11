"""Event files that PyTorch and tensorboardX write, read here and by TensorBoard itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.testing import assert_allclose, assert_array_equal
from PIL import Image

from vdlite import LogReader

pytestmark = pytest.mark.filterwarnings("ignore:.*:DeprecationWarning")  # of the peers themselves

MODULES = ("torch.utils.tensorboard", "tensorboardX")


@pytest.fixture(params=MODULES)
def writer_class(request: pytest.FixtureRequest) -> Any:
    return pytest.importorskip(request.param).SummaryWriter


def peer(folder: Path) -> Any:
    """TensorBoard's own reader of everything in the folder."""
    module = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    accumulator = module.EventAccumulator(
        str(folder), size_guidance=dict.fromkeys(module.DEFAULT_SIZE_GUIDANCE, 0)
    )
    accumulator.Reload()
    return accumulator


@pytest.fixture
def rng() -> Iterator[np.random.Generator]:
    yield np.random.default_rng(7)


def test_scalars_are_those_that_the_peer_reads(tmp_path: Path, writer_class: Any) -> None:
    with writer_class(str(tmp_path)) as writer:
        for step in range(0, 3000, 7):
            writer.add_scalar("loss/train", np.sin(step) * 1e-3, step)
            writer.add_scalar("lr", 1 / (step + 1), step)
            if step % 91 == 0:
                writer.add_scalar("val", float("nan") if step else 1e30, step)
        for step in (-5, 1 << 31, (1 << 62) + 1):
            writer.add_scalar("steps", 0.1, step)
    reader, theirs = LogReader(tmp_path), peer(tmp_path)
    assert reader.damage == []
    assert set(reader.tags(".")) == set(theirs.Tags()["scalars"])
    for tag in reader.tags("."):
        ours = reader.scalars(".", tag, superseded=True)
        want = sorted(theirs.Scalars(tag), key=lambda event: event.step)
        assert ours.steps.tolist() == [event.step for event in want]
        assert_array_equal(ours.values, [event.value for event in want])
        assert_array_equal(ours.walltimes, [event.wall_time for event in want])


def test_histograms_have_the_buckets_that_the_peer_shows(
    tmp_path: Path, writer_class: Any, rng: np.random.Generator
) -> None:
    from tensorboard.plugins.histogram import metadata  # noqa: F401  # it has to be there

    given = [rng.normal(size=1000), np.zeros(10), np.array([3.5]), rng.exponential(size=50) * 1e-6]
    with writer_class(str(tmp_path)) as writer:
        for step, values in enumerate(given):
            writer.add_histogram("h", values, step)
    theirs = peer(tmp_path).Histograms("h")
    for record, want in zip(
        LogReader(tmp_path).records(".", "histogram", "h"), theirs, strict=True
    ):
        made, shown = record.payload, want.histogram_value
        values = given[record.step]
        assert made.counts.sum() == made.count == len(values) == shown.num
        assert (made.min, made.max) == (shown.min, shown.max)
        assert_allclose([made.mean, made.std], [values.mean(), values.std()], atol=1e-12)
        # Each bucket of ours has the values that lie between its edges.
        inner = np.searchsorted(np.sort(values), made.edges[1:-1], "right")
        assert_array_equal(np.diff([0, *inner, len(values)]), made.counts)


def test_pictures_and_texts_are_what_was_logged(
    tmp_path: Path, writer_class: Any, rng: np.random.Generator
) -> None:
    pixels = rng.integers(0, 256, (3, 6, 9), np.uint8)
    with writer_class(str(tmp_path)) as writer:
        writer.add_image("im", pixels, 1)
        writer.add_text("note", "**hello**\n- ü", 2)
    reader = LogReader(tmp_path)
    assert_array_equal(
        reader.records(".", "image", "im")[0].payload.pixels, pixels.transpose(1, 2, 0)
    )
    assert reader.records(".", "text", "note")[0].payload == "**hello**\n- ü"
    for kind, tag, step in (("image", "im", 1), ("text", "note", 2)):
        assert [record.step for record in reader.records(".", kind, tag)] == [step]


def test_sound_is_what_was_logged(tmp_path: Path) -> None:
    from torch.utils.tensorboard import SummaryWriter

    sound = np.sin(np.arange(400) / 9)
    with SummaryWriter(str(tmp_path)) as writer:
        writer.add_audio("au", sound[None, :], 3, sample_rate=8000)
    played = LogReader(tmp_path).records(".", "audio", "au")[0].payload
    assert played.sample_rate == 8000
    assert_allclose(played.samples[:, 0] / 32767, sound, atol=1e-4)


def test_a_pr_curve_has_the_precision_and_recall_of_the_peer(
    tmp_path: Path, writer_class: Any, rng: np.random.Generator
) -> None:
    labels, scores = rng.integers(0, 2, 500), rng.random(500)
    with writer_class(str(tmp_path)) as writer:
        writer.add_pr_curve("pr", labels, scores, 4, num_thresholds=50)
    from tensorboard.util import tensor_util

    (event,) = peer(tmp_path).Tensors("pr")
    rows = tensor_util.make_ndarray(event.tensor_proto)
    made = LogReader(tmp_path).records(".", "pr_curve", "pr")[0].payload
    assert_allclose(made.tp[1:][::-1], rows[0])
    assert_allclose(made.fp[1:][::-1], rows[1])
    assert_allclose(made.recall[1:][::-1], rows[5], atol=1e-6)


def test_trials_are_those_of_the_run_that_logged_them(tmp_path: Path, writer_class: Any) -> None:
    given = {"lr": 0.1, "batch": 32, "opt": "adam"}
    with writer_class(str(tmp_path / "run")) as writer:
        writer.add_scalar("loss", 0.5, 1)
        writer.add_hparams(given, {"hparam/acc": 0.75})
    reader = LogReader(tmp_path)
    assert reader.runs == ["run"]
    (trial,) = reader.trials()
    assert (trial.run, dict(trial.hparams)) == ("run", given)
    metric = trial.metrics["hparam/acc"]
    assert metric is not None
    assert metric.last == 0.75


def test_scalars_of_several_tags_at_once_are_tags_of_the_run(
    tmp_path: Path, writer_class: Any
) -> None:
    with writer_class(str(tmp_path)) as writer:
        for step in range(5):
            writer.add_scalars("loss/all", {"train": step, "val/top": -step}, step)
    reader = LogReader(tmp_path)
    assert reader.runs == ["."]
    assert reader.scalars(".", "loss/all/train").values.tolist() == [0, 1, 2, 3, 4]
    assert reader.scalars(".", "loss/all/val/top").values.tolist() == [0, -1, -2, -3, -4]


def test_what_the_peers_readers_get_wrong_is_right_here(tmp_path: Path) -> None:
    """The first resumed writer's purge is ignored by one of TensorBoard's readers, float64 dropped by the other."""
    from torch.utils.tensorboard import SummaryWriter

    with SummaryWriter(str(tmp_path)) as writer:
        for step in range(100):
            writer.add_scalar("loss", step, step)
    # A file of its own time: those of one second are distinguished by a number only.
    with SummaryWriter(str(tmp_path), purge_step=50, filename_suffix=".resumed") as writer:
        for step in range(50, 80):
            writer.add_scalar("loss", 1000 + step, step)
        writer.add_scalar("exact", 0.1, 1, new_style=True, double_precision=True)
    reader = LogReader(tmp_path)
    loss = reader.scalars(".", "loss")
    assert loss.steps.tolist() == list(range(80))
    assert loss.values.tolist() == [*range(50), *range(1050, 1080)]
    assert reader.scalars(".", "exact").values.tolist() == [0.1]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.int64])
def test_tensors_keep_their_values(tmp_path: Path, dtype: torch.dtype) -> None:
    from torch.utils.tensorboard import SummaryWriter

    values = torch.arange(6).reshape(2, 3).to(dtype) * 3
    with SummaryWriter(str(tmp_path)) as writer:
        writer.add_tensor("x", values, 1)
    made = LogReader(tmp_path).records(".", "tensor", "x")[0].payload.values
    assert_array_equal(made, values.to(torch.float64 if dtype.is_floating_point else dtype).numpy())


def test_a_figure_is_a_picture(tmp_path: Path, writer_class: Any) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    figure = pyplot.figure(figsize=(2, 1), dpi=50)
    figure.gca().plot([0, 1])
    with writer_class(str(tmp_path)) as writer:
        writer.add_figure("fig", figure, 2)
    (record,) = LogReader(tmp_path).records(".", "image", "fig")
    assert record.payload.pixels.shape[:2] == (50, 100)
    assert Image.fromarray(record.payload.pixels[..., :3]).getbbox() is not None


def test_a_graph_has_the_modules_of_the_model(tmp_path: Path) -> None:
    from torch.utils.tensorboard import SummaryWriter

    model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.ReLU())
    with SummaryWriter(str(tmp_path)) as writer:
        writer.add_graph(model, torch.zeros(2, 4))
    reader = LogReader(tmp_path)
    assert reader.damage == []
    made = reader.records(".", "graph", "graph")[0].payload
    assert {"aten::linear", "aten::relu"} <= {made.strings[at] for at in made.nodes.type}
    assert "Linear" in made.summary()
