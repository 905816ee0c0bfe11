"""Pictures: every pixel comes back, whatever the caller's array is like."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from PIL import Image

from vdlite import LogReader, LogWriter, PayloadError
from vdlite.errors import FormatError
from vdlite.kinds import image
from vdlite.kinds.draft import Draft


def decoded(draft: Draft) -> image.Image:
    return image.decode(draft.encode()[0])


def opened(draft: Draft) -> np.ndarray[Any, Any]:
    """The pixels as another program reads them."""
    with Image.open(io.BytesIO(draft.encode()[0])) as picture:
        return np.asarray(picture)


PIXELS = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)


@given(
    arrays.arrays(
        np.uint8,
        st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 4)),
    )
)
def test_bytes_come_back_as_they_were(pixels: np.ndarray[Any, Any]) -> None:
    draft = image.image(pixels)
    np.testing.assert_array_equal(decoded(draft).pixels, pixels)
    np.testing.assert_array_equal(opened(draft).reshape(pixels.shape), pixels)
    _, summary = draft.encode()
    assert (summary["height"], summary["width"], summary["channels"]) == pixels.shape


@pytest.mark.parametrize(
    ("dataformats", "axes"),
    [("HWC", (0, 1, 2)), ("CHW", (2, 0, 1)), ("WHC", (1, 0, 2)), ("cwh", (2, 1, 0))],
)
def test_any_order_of_axes_is_the_same_picture(dataformats: str, axes: tuple[int, ...]) -> None:
    draft = image.image(PIXELS.transpose(axes), dataformats=dataformats)
    np.testing.assert_array_equal(decoded(draft).pixels, PIXELS)


def test_two_axes_are_a_gray_picture_whatever_the_default_says() -> None:
    np.testing.assert_array_equal(decoded(image.image(PIXELS[:, :, 0])).pixels, PIXELS[:, :, :1])


def test_floats_are_rounded_not_cut() -> None:
    values = np.array([[0.0, 0.5, 1.0, 0.999]])
    assert decoded(image.image(values)).pixels.ravel().tolist() == [0, 128, 255, 255]


def test_floats_beyond_their_range_are_clipped_and_counted() -> None:
    values = np.array([[-0.5, 0.5, 1.5, np.nan, np.inf, -np.inf, 1.0]], np.float32)
    draft = image.image(values)
    assert decoded(draft).pixels.ravel().tolist() == [0, 128, 255, 0, 255, 0, 255]
    _, summary = draft.encode()
    assert (summary["clipped"], summary["nan"]) == (4, 1)


def test_a_range_of_floats_can_be_known() -> None:
    draft = image.image(np.array([[-1.0, 0.0, 1.0]]), value_range=(-1, 1))
    assert decoded(draft).pixels.ravel().tolist() == [0, 128, 255]
    assert "clipped" not in draft.encode()[1]


def test_sixteen_bits_stay_sixteen() -> None:
    deep = np.arange(60000, 60012, dtype=np.uint16).reshape(3, 4)
    np.testing.assert_array_equal(decoded(image.image(deep)).pixels[:, :, 0], deep)


def test_booleans_and_wide_integers_are_pictures() -> None:
    assert decoded(image.image(np.array([[True, False]]))).pixels.ravel().tolist() == [255, 0]
    assert decoded(image.image(np.array([[0, 255]]))).pixels.ravel().tolist() == [0, 255]


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "CMYK", "I;16", "F"])
def test_pictures_of_pillow_are_taken(mode: str) -> None:
    picture = Image.new(mode, (4, 3), 0)
    assert decoded(image.image(picture)).pixels.shape[:2] == (3, 4)


@pytest.mark.parametrize(
    ("value", "options", "complaint"),
    [
        (np.zeros((2, 2, 5)), {}, "5 channels, want 1 to 4"),
        (np.zeros((2, 2, 3, 3)), {}, "want 3 axes: HWC"),
        (np.zeros((3, 64, 64)), {}, "want 1 to 4: did you mean dataformats='CHW'?"),
        (np.zeros((64, 64, 3)), {"dataformats": "CHW"}, "did you mean dataformats='HWC'?"),
        (np.zeros((2, 3, 64, 64)), {}, "want 3 axes: HWC: did you mean dataformats='NCHW'?"),
        (np.zeros((2, 64, 64, 3)), {"dataformats": "NCHW"}, "did you mean dataformats='NHWC'?"),
        ("cat.png", {}, "got str 'cat.png', want an array, a tensor or a picture: PIL.Image.open"),
        (b"PNG", {}, "got bytes b'PNG', want an array"),
        (np.zeros(4), {}, "want 3 axes: HWC"),
        (np.zeros((0, 2, 3)), {}, "want one pixel at least"),
        (np.array([[300]]), {}, "got int64 from 300 to 300, want 0 to 255"),
        (np.array([[-1]], np.int8), {}, "got int8 from -1"),
        (np.zeros((2, 2)), {"dataformats": "HWX"}, "dataformats: got 'HWX'"),
        (np.zeros((2, 2)), {"dataformats": 3}, "dataformats: got 3"),
        (np.zeros((2, 2)), {"value_range": (1, 1)}, "value_range: got (1, 1)"),
        (np.zeros((2, 2), complex), {}, "dtype complex128, want real numbers"),
        ([["a"]], {}, "want real numbers"),
        (
            [[1], [1, 2]],
            {},
            "got rows of different lengths, 1, 2, want an array of numbers: np.conc",
        ),
    ],
)
def test_what_is_no_picture_is_refused_with_what_was_got(
    value: Any, options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(PayloadError) as caught:
        image.image(value, **options)
    assert complaint in str(caught.value)


def test_a_later_change_of_the_callers_array_is_not_seen(tmp_path: Path) -> None:
    values = np.full((300, 300, 3), 7, np.uint8)
    with LogWriter(tmp_path) as writer:
        for step in range(20):
            writer.add_image("image", values, step)
            values += 1
            writer.add_image_matrix("matrix", [values[:200]], step)
            values += 1
    reader = LogReader(tmp_path)
    for tag, first in (("image", 7), ("matrix", 8)):
        seen = [int(record.payload.pixels[0, 0, 0]) for record in reader.records(".", "image", tag)]
        assert seen == list(range(first, first + 40, 2))


def test_nine_digits_are_a_grid_of_three_by_three_at_full_size() -> None:
    digits = [np.full((28, 28, 1), index / 8, np.float32) for index in range(9)]
    before = [digit.copy() for digit in digits]
    draft = image.image_matrix(digits, rows=-1)
    matrix = decoded(draft)
    assert matrix.pixels.shape == (84, 84, 1)
    for index, digit in enumerate(digits):
        assert (matrix.cell(index) == round(index * 255 / 8)).all()
        np.testing.assert_array_equal(digit, before[index])
    assert draft.encode()[1]["cells"] == {
        "rows": 3,
        "columns": 3,
        "width": 28,
        "height": 28,
        "count": 9,
    }


@pytest.mark.parametrize(
    ("count", "rows", "shape"),
    [
        (1, -1, (1, 1)),
        (2, -1, (1, 2)),
        (5, -1, (2, 3)),
        (10, -1, (3, 4)),
        (6, 6, (6, 1)),
        (7, 2, (2, 4)),
    ],
)
def test_a_grid_is_near_a_square_or_as_asked(count: int, rows: int, shape: tuple[int, int]) -> None:
    draft = image.image_matrix([np.zeros((2, 3))] * count, rows=rows)
    cells = draft.encode()[1]["cells"]
    assert (cells["rows"], cells["columns"], cells["count"]) == (*shape, count)


def test_differing_sizes_and_channels_share_a_grid() -> None:
    gray = np.full((2, 2), 100, np.uint8)
    color = np.full((4, 6, 3), 50, np.uint8)
    matrix = decoded(image.image_matrix([gray, color]))
    expected = np.zeros((4, 6, 3), np.uint8)
    expected[1:3, 2:4] = 100
    np.testing.assert_array_equal(matrix.cell(0), expected)
    np.testing.assert_array_equal(matrix.cell(1), color)


def test_alpha_beside_color_gives_all_alpha() -> None:
    matrix = decoded(
        image.image_matrix([np.full((1, 1, 2), 9, np.uint8), np.full((1, 1, 3), 5, np.uint8)])
    )
    assert matrix.pixels.tolist() == [[[9, 9, 9, 9], [5, 5, 5, 255]]]


def test_a_scale_enlarges_without_smoothing() -> None:
    matrix = decoded(image.image_matrix([np.array([[0, 255]], np.uint8)], scale=2))
    assert matrix.pixels[:, :, 0].tolist() == [[0, 0, 255, 255], [0, 0, 255, 255]]


def test_a_batch_is_a_grid_of_its_pictures() -> None:
    batch = np.random.default_rng(1).integers(0, 256, (4, 3, 2, 5), dtype=np.uint8)
    matrix = decoded(image.image(batch, dataformats="NCHW"))
    assert matrix.grid is not None
    for index in range(4):
        np.testing.assert_array_equal(matrix.cell(index), batch[index].transpose(1, 2, 0))


def test_labels_stand_in_the_payload_and_short_ones_in_the_summary() -> None:
    pictures = [np.zeros((1, 1))] * 3
    draft = image.image_matrix(pictures, labels=["ä", 7, "cat"])
    assert decoded(draft).labels == ("ä", "7", "cat")
    assert draft.encode()[1]["labels"] == ["ä", "7", "cat"]
    long = image.image_matrix(pictures, labels=["x" * 5000] * 3)
    assert "labels" not in long.encode()[1]
    assert decoded(long).labels == ("x" * 5000,) * 3


@pytest.mark.parametrize(
    ("value", "options", "complaint"),
    [
        ([], {}, "want a list of pictures"),
        (3, {}, "want a list of pictures"),
        ([np.zeros((2, 2))], {"rows": 2}, "rows: got 2, want -1, or 1 to 1"),
        ([np.zeros((2, 2))], {"scale": 0}, "scale: got 0"),
        ([np.zeros((2, 2))], {"labels": ["a", "b"]}, "labels: got 2, want 1"),
        ([np.zeros((2, 2)), np.zeros((2, 2, 9))], {}, "9 channels"),
        ([np.zeros((1, 2, 2, 1))], {"dataformats": "NHWC"}, "want the axes of one picture"),
    ],
)
def test_what_is_no_grid_is_refused(value: Any, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PayloadError) as caught:
        image.image_matrix(value, **options)
    assert complaint in str(caught.value)


@given(st.binary(max_size=200))
def test_bytes_that_are_no_picture_are_a_format_error(data: bytes) -> None:
    with pytest.raises(FormatError):
        image.decode(data)


@pytest.mark.parametrize("canvas", [FigureCanvasAgg, FigureCanvasSVG])
def test_a_figure_is_logged_as_it_would_be_saved(tmp_path: Path, canvas: Any) -> None:
    figure = Figure(figsize=(2, 1), dpi=50, facecolor="#ff0000")
    axes = figure.add_axes((0.5, 0, 0.5, 1))
    axes.set_axis_off()
    axes.imshow(np.zeros((10, 10, 3)), aspect="auto")
    own = canvas(figure)
    with LogWriter(tmp_path) as writer:
        writer.add_figure("figure", figure, 3)
        with pytest.raises(PayloadError, match=r"want a figure of matplotlib"):
            writer.add_figure("figure", "plot.png", 3)
    assert figure.canvas is own
    (record,) = LogReader(tmp_path).records(".", "image", "figure")
    assert record.payload.pixels.shape == (50, 100, 4)
    assert record.payload.pixels[25, 20].tolist() == [255, 0, 0, 255]
    assert record.payload.pixels[25, 80].tolist() == [0, 0, 0, 255]
    saved = io.BytesIO()
    figure.savefig(saved, format="png", dpi=50)
    with Image.open(saved) as picture:
        np.testing.assert_array_equal(record.payload.pixels, np.asarray(picture.convert("RGBA")))


def test_16_bits_become_8_where_files_have_no_more() -> None:
    deep = np.array([[0, 128, 257, 65535, 32896]], np.uint16)
    want = [[0, 0, 1, 255, 128]]
    color = np.repeat(deep[:, :, None], 3, axis=2)
    assert decoded(image.image(color)).pixels[:, :, 1].tolist() == want
    grid = image.image_matrix([deep, np.minimum(deep, 200)], rows=2)
    pixels = decoded(grid).pixels[:, :, 0]
    assert pixels.tolist() == [*want, [0, 0, 1, 1, 1]]
    kept = decoded(image.image(deep)).pixels[:, :, 0]
    assert kept.tolist() == deep.tolist()


def test_a_lack_of_memory_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError("codec configuration error when writing image file")  # as Pillow does

    monkeypatch.setattr(Image.Image, "save", fail)
    with pytest.raises(MemoryError, match="no memory to make a PNG of shape"):
        image.image(np.zeros((2, 2))).encode()
