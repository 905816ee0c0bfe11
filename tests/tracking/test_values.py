"""What values of a dictionary become: those that scripts for `wandb` log."""

import datetime
import enum
import io
import json
import wave
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import vdlite
import vdlite as wandb
from vdlite import LogReader, PayloadError


def kinds(run: vdlite.Run) -> dict[str, list[str]]:
    run.writer.flush()
    reader = LogReader(run.logdir)
    return {kind: reader.tags(".", kind) for kind in reader.kinds(".")}


def payload(run: vdlite.Run, kind: str, tag: str) -> Any:
    run.writer.flush()
    return LogReader(run.logdir).records(".", kind, tag)[-1].payload


class Color(enum.Enum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (float("nan"), "scalar", None),
        (True, "scalar", None),
        (np.float32(1), "scalar", None),
        (np.zeros((1, 1)), "scalar", None),
        ([3], "scalar", None),
        (np.zeros(32), "tensor", None),
        ([1, 2.5], "tensor", None),
        (range(4), "tensor", None),
        ([[1, 2], [3, 4]], "tensor", None),
        (np.zeros(33), "histogram", None),
        (list(range(100)), "histogram", None),
        (np.zeros((200, 3), np.uint8), "histogram", None),
        (["a", "b"], "text", '```json\n["a", "b"]\n```'),
        ([{"a": 1}, None], "text", '```json\n[{"a": 1}, null]\n```'),
        ([[1], [2, 3]], "text", "```json\n[[1], [2, 3]]\n```"),
        (np.array(["a", "b"]), "text", '```json\n["a", "b"]\n```'),
        (["a", np.float32(1)], "text", '```json\n["a", 1.0]\n```'),
        (b"raw", "text", "raw"),
        (1 + 2j, "text", "(1+2j)"),
        (datetime.date(2020, 1, 2), "text", "2020-01-02"),
        (Path("a/b"), "text", str(Path("a/b"))),
        (Color.RED, "text", "Color.RED"),
    ],
)
def test_a_value_is_what_it_is_with_wandb(
    run: vdlite.Run, value: Any, kind: str, text: str | None
) -> None:
    """Whole up to 32 numbers, and a histogram of more; see `maybe_compress_history` of wandb 0.31."""
    run.log({"v": value})
    assert kinds(run) == {kind: ["v"]}
    if text is not None:
        assert payload(run, "text", "v") == text


def test_an_array_of_nothing_is_logged(run: vdlite.Run) -> None:
    run.log({"v": [], "w": np.zeros((0, 3)), "none": None, "empty": {}})
    assert kinds(run) == {"tensor": ["v", "w"]}


def gray(height: int, width: int, mode: str = "L") -> Any:
    return Pillow.new(mode, (width, height), 7)


@pytest.mark.parametrize(
    ("picture", "shape", "first"),
    [
        (np.full((5, 6), 0.5), (5, 6, 1), 128),
        (np.full((5, 6, 3), 0.5), (5, 6, 3), 128),
        (np.full((5, 6, 3), 51.0), (5, 6, 3), 51),  # floats up to 255, as W&B has them
        (np.full((5, 6, 3), -3.0), (5, 6, 3), 0),
        (np.full((5, 6, 3), 51), (5, 6, 3), 51),
        (np.full((3, 5, 6), 51), (5, 6, 3), 51),
        (np.full((1, 5, 6), 51, np.uint8), (5, 6, 1), 51),
        (np.full((5, 6, 4), np.nan), (5, 6, 4), 0),
        (gray(5, 6), (5, 6, 1), 7),
    ],
)
def test_a_picture_is_understood(
    run: vdlite.Run, picture: Any, shape: tuple[int, ...], first: int
) -> None:
    run.log({"p": wandb.Image(picture)})
    pixels = payload(run, "image", "p").pixels
    assert (pixels.shape, pixels[0, 0, 0]) == (shape, first)


def test_a_picture_may_be_a_file_and_have_a_caption_and_a_mode(
    run: vdlite.Run, tmp_path: Path
) -> None:
    gray(5, 6, "RGB").save(tmp_path / "p.png")
    run.log(
        {
            "file": wandb.Image(str(tmp_path / "p.png"), caption="seven"),
            "gray": wandb.Image(np.full((5, 6, 3), 0.2), mode="L"),
            "list": [wandb.Image(gray(2, 2), caption="a"), gray(3, 3)],
        }
    )
    assert payload(run, "image", "file").labels == ("seven",)
    assert payload(run, "image", "gray").pixels.shape == (5, 6, 1)
    assert payload(run, "image", "list").labels == ("a", "")
    for wrong, reason in [
        (wandb.Image(tmp_path / "none.png"), "image: can't read a picture: .*none.png"),
        (wandb.Image(gray(2, 2), mode="nothing"), "mode: got 'nothing'"),
        (wandb.Image(np.zeros((5, 6, 7))), "7 channels"),
    ]:
        with pytest.raises(PayloadError, match=reason):
            run.log({"loss": 1.0, "p": wrong})
    assert "scalar" not in kinds(run)


def test_what_is_not_drawn_is_said(run: vdlite.Run, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        wandb.Image(gray(2, 2), boxes={"predictions": {}}, masks={"m": {}}, classes=[])
    assert [each.getMessage() for each in caplog.records] == [
        "vdlite.Image: boxes and masks are not drawn: draw them into the picture"
    ]


def test_a_drawing_of_matplotlib_may_be_a_figure_axes_or_the_module(run: vdlite.Run) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("agg")
    figure, axes = pyplot.subplots(figsize=(1, 1))
    run.log({"figure": figure, "axes": axes, "module": pyplot, "image": wandb.Image(pyplot)})
    pyplot.close(figure)
    assert kinds(run) == {"image": ["axes", "figure", "image", "module"]}


def test_a_drawing_of_plotly_that_can_not_be_drawn_is_all_that_it_is_made_of(
    run: vdlite.Run,
) -> None:
    def fails(**_: str) -> bytes:
        raise ValueError("there is no browser")

    drawn = io.BytesIO()
    gray(2, 3).save(drawn, "png")
    own = {"to_plotly_json": dict, "to_json": lambda: '{"data": []}'}
    run.log(
        {
            "drawn": SimpleNamespace(to_image=lambda **_: drawn.getvalue(), **own),
            "not": SimpleNamespace(to_image=fails, **own),
        }
    )
    assert payload(run, "image", "drawn").pixels.shape == (2, 3, 1)
    assert payload(run, "text", "not") == '```json\n{"data": []}\n```'


def wav(path: Path) -> str:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(b"\1\0" * 10)
    return str(path)


def test_sounds_videos_and_shapes_are_taken_as_wandb_has_them(
    run: vdlite.Run, tmp_path: Path
) -> None:
    gif = tmp_path / "v.gif"
    gray(2, 2).save(gif, save_all=True, append_images=[gray(2, 2)])
    points = np.arange(12.0).reshape(2, 6)
    run.log(
        {
            "sound": wandb.Audio(wav(tmp_path / "s.wav"), caption="beep"),
            "samples": wandb.Audio(np.zeros(10), sample_rate=44100),
            "frames": wandb.Video(np.zeros((4, 3, 5, 6), np.uint8), fps=8, format="mp4"),
            "batch": wandb.Video(np.full((2, 4, 3, 5, 6), 51.0)),
            "file": wandb.Video(str(gif), caption="blink"),
            "open": wandb.Video(io.BytesIO(gif.read_bytes()), format="gif"),
            "counted": wandb.Histogram(np_histogram=([1, 2], [0.0, 1.0, 2.0])),
            "few": wandb.Histogram([1, 2, 3], num_bins=2),
            "xyz": wandb.Object3D(points[:, :3]),
            "category": wandb.Object3D.from_numpy(points[:, :4]),
            "rgb": wandb.Object3D(points),
            "scene": wandb.Object3D.from_point_cloud(points[:, :3], boxes=[{"label": "car"}]),
            "page": wandb.Html("<b>```</b>"),
        }
    )
    assert payload(run, "audio", "sound").sample_rate == 16000
    assert payload(run, "audio", "samples").sample_rate == 44100
    assert payload(run, "text", "sound/caption") == "beep"
    assert payload(run, "video", "frames").frames().shape == (4, 5, 6, 3)
    batch = payload(run, "video", "batch").frames()
    assert (batch.shape, batch.max()) == ((4, 5, 12, 3), 51)
    assert payload(run, "text", "file/caption") == "blink"
    assert payload(run, "video", "open").media_type == "image/gif"
    assert payload(run, "histogram", "counted").counts.tolist() == [1, 2]
    assert len(payload(run, "histogram", "few").counts) == 2
    assert payload(run, "mesh", "xyz").vertices.tolist() == points[:, :3].tolist()
    assert payload(run, "mesh", "category").values.tolist() == [3.0, 9.0]
    assert payload(run, "mesh", "rgb").colors.shape == (2, 3)
    assert json.loads(payload(run, "text", "scene/scene").strip("`json\n")) == {
        "boxes": [{"label": "car"}]
    }
    assert payload(run, "text", "page") == "````html\n<b>```</b>\n````"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda folder: wandb.Audio(folder / "none.wav"), "audio: can't read a file"),
        (lambda folder: wandb.Video(str(folder / "none.mp4")), "x: can't read the file"),
        (lambda folder: wandb.Html(folder / "none.html"), "html: can't read a file"),
        (lambda folder: wandb.Html(3), "html: got int"),
        (lambda folder: wandb.Object3D("bunny.obj"), "vdlite.Mesh takes the vertices"),
        (lambda folder: wandb.Object3D(np.zeros((3, 5))), r"points: got shape \(3, 5\)"),
        (lambda folder: wandb.Histogram(np_histogram=([1, 2], [0, 1])), "2 edges for 2 counts"),
    ],
)
def test_media_that_are_none_are_refused(
    run: vdlite.Run, tmp_path: Path, make: Callable[[Path], Any], reason: str
) -> None:
    with pytest.raises(PayloadError, match=reason):
        run.log({"x": make(tmp_path)})


def test_html_may_be_a_file(run: vdlite.Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<i>")
    with (tmp_path / "a.html").open() as file:
        run.log({"path": wandb.Html(str(tmp_path / "a.html")), "open": wandb.Html(file)})
    assert payload(run, "text", "path") == payload(run, "text", "open") == "```html\n<i>\n```"


def test_a_table_is_a_text_and_its_media_stand_beside_it(run: vdlite.Run) -> None:
    table = wandb.Table(
        columns=["id", "image", "note"], data=[[1, wandb.Image(gray(2, 2)), "a|b\nc"]]
    )
    table.add_data(2, wandb.Image(gray(3, 3), caption="two"), None)
    table.add_row(3, None, 0.1)
    table.add_column("sound", [None, wandb.Audio(np.zeros(10)), None])
    assert table.get_column("id") == [1, 2, 3]
    assert table.get_column("id", convert_to="numpy").tolist() == [1, 2, 3]
    assert [number for number, _ in table.iterrows()] == [0, 1, 2]
    run.log({"eval": {"samples": table}})
    assert payload(run, "text", "eval/samples").splitlines() == [
        "| id | image | note | sound |",
        "| --- | --- | --- | --- |",
        r"| 1 | eval/samples/image, row 0 | a\|b c |  |",
        "| 2 | eval/samples/image, row 1 |  | eval/samples/sound/1 |",
        "| 3 |  | 0.1 |  |",
    ]
    assert payload(run, "image", "eval/samples/image").labels == ("row 0", "two")
    assert kinds(run)["audio"] == ["eval/samples/sound/1"]


def test_a_table_may_be_a_dataframe_or_an_array(run: vdlite.Run) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1, 2], "b": ["x", float("nan")]})
    for table in (wandb.Table(dataframe=frame), wandb.Table(data=frame)):
        assert (table.columns, len(table)) == (["a", "b"], 2)
    assert wandb.Table(["a", "b"], np.eye(2)).get_dataframe().a.tolist() == [1.0, 0.0]
    run.log({"frame": frame})
    assert payload(run, "text", "frame").splitlines()[2] == "| 1 | x |"
    assert wandb.Table().columns == ["Input", "Output", "Expected"]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: wandb.Table(["a"], [[1, 2]]), "got a row of 2 values, want 1"),
        (lambda: wandb.Table(["a"], [1]), "got int 1 as a row, want a list"),
        (lambda: wandb.Table(["a"], 3), "got int 3 as data, want a list"),
        (lambda: wandb.Table(["a"], [[1]]).add_column("b", []), "column of 0 values, want 1"),
        (lambda: wandb.Table(["a"], [[1]]).add_column("a", [1]), "the column 'a' again"),
        (lambda: wandb.Table(["a"], [[1]]).get_column("b"), "the column 'b', want one of"),
    ],
)
def test_a_table_that_does_not_fit_together_is_refused(
    make: Callable[[], object], reason: str
) -> None:
    with pytest.raises(PayloadError, match=reason):
        make()


def test_charts_are_of_the_kind_that_fits(run: vdlite.Run) -> None:
    truth, scores = np.array([0, 1, 2, 1]), np.eye(4, 3)
    table = wandb.Table(["v"], [[1.0], [2.0]])
    run.log(
        {
            "pr": wandb.plot.pr_curve(truth, scores, labels=["a", "b", "c"]),
            "roc": wandb.plot.roc_curve(truth, scores, classes_to_plot=[1]),
            "binary": wandb.plot.roc_curve([0, 1], [0.1, 0.9]),
            "matrix": wandb.plot.confusion_matrix(
                probs=scores, y_true=truth, class_names=["a", "b", "c"]
            ),
            "names": wandb.plot.confusion_matrix(y_true=["x", "y"], preds=["x", "x"]),
            "histogram": wandb.plot.histogram(table, "v", title="V"),
        }
    )
    assert kinds(run) == {
        "pr_curve": ["pr/a", "pr/b", "pr/c"],
        "roc_curve": ["binary", "roc/1"],
        "confusion_matrix": ["matrix", "names"],
        "histogram": ["histogram"],
        "text": ["histogram"],
    }
    matrix = payload(run, "confusion_matrix", "matrix")
    assert matrix.counts.tolist() == [[1, 0, 0], [1, 1, 0], [0, 0, 1]]


def test_other_charts_are_drawn_and_their_tables_kept(run: vdlite.Run) -> None:
    pytest.importorskip("matplotlib")
    table = wandb.Table(["x", "y", "s"], [[0, 1.0, "a"], [1, 3.0, "a"], [0, 2.0, "b"]])
    run.log(
        {
            "line": wandb.plot.line(table, "x", "y", stroke="s", title="Lines"),
            "scatter": wandb.plot.scatter(table, "x", "y"),
            "bar": wandb.plot.bar(table, "s", "y", title="Bars"),
            "one": wandb.plot.line_series([0, 1], [[1, 2], [3, 4]], keys=["a", "b"]),
            "each": wandb.plot.line_series([[0, 1], [5]], [[1, 2], [3]], xname="t"),
        }
    )
    tags = ["bar", "each", "line", "one", "scatter"]
    assert kinds(run) == {"image": tags, "text": tags}
    assert payload(run, "text", "each").splitlines()[-1] == "| 5 | 3 | y1 |"
    assert payload(run, "image", "line").pixels.std() > 0


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: wandb.plot.line(wandb.Table(["x"], []), "x", "y"), "the column 'y'"),
        (lambda: wandb.plot.line_series([0, 1], [[1]]), "2 x values for 1 y values"),
        (lambda: wandb.plot.line_series([0], [[1]], keys=["a", "b"]), "2 keys for 1 lines"),
        (lambda: wandb.plot.confusion_matrix(y_true=[1]), "want y_true, and one of these"),
        (lambda: wandb.plot.pr_curve([0, 1, 2], np.zeros((3, 2))), r"got shape \(3, 2\)"),
        (lambda: wandb.plot.pr_curve([0, 1], np.eye(2), labels=["a"]), "labels: got 1 for 2"),
    ],
)
def test_a_chart_that_does_not_fit_together_is_refused(
    make: Callable[[], object], reason: str
) -> None:
    with pytest.raises(PayloadError, match=reason):
        make()
