"""What TensorBoard's own messages hold is what is read of them."""

from typing import Any

import numpy as np
import pytest

from vdlite.errors import FormatError
from vdlite.protobuf.events import Value, read_event, read_summary
from vdlite.protobuf.plugins import Chart, read_trial
from vdlite.protobuf.values import Counts, Files, Layout, Rates, Text, meaning

event_pb2 = pytest.importorskip("tensorboard.compat.proto.event_pb2")
summary_pb2 = pytest.importorskip("tensorboard.compat.proto.summary_pb2")
tensor_pb2 = pytest.importorskip("tensorboard.compat.proto.tensor_pb2")
shape_pb2 = pytest.importorskip("tensorboard.compat.proto.tensor_shape_pb2")


def only_value(**fields: Any) -> Value:
    summary = summary_pb2.Summary(value=[summary_pb2.Summary.Value(tag="x", **fields)])
    (value,) = read_summary(summary.SerializeToString())
    return value


def proto(dtype: str, shape: list[int] | None = None, **values: Any) -> Any:
    dims = [shape_pb2.TensorShapeProto.Dim(size=size) for size in shape or []]
    sizes = {} if shape is None else {"tensor_shape": shape_pb2.TensorShapeProto(dim=dims)}
    return tensor_pb2.TensorProto(dtype=dtype, **sizes, **values)


def of_plugin(name: str, content: bytes = b"") -> Any:
    data = summary_pb2.SummaryMetadata.PluginData(plugin_name=name, content=content)
    return summary_pb2.SummaryMetadata(plugin_data=data)


def of_tensor(plugin: str, tensor: Any) -> Any:
    return meaning(only_value(tensor=tensor, metadata=of_plugin(plugin)))


@pytest.mark.parametrize("step", [0, 1, 127, 128, 16383, 16384, 1 << 31, -1])
def test_an_event_has_its_step_time_and_values(step: int) -> None:
    summary = summary_pb2.Summary(value=[summary_pb2.Summary.Value(tag="x", simple_value=0.5)])
    event = event_pb2.Event(step=step, wall_time=1.5, summary=summary)
    read = read_event(event.SerializeToString())
    assert (read.step or 0, read.walltime) == (step, 1.5)
    assert [(value.tag, meaning(value)) for value in read.values] == [("x", 0.5)]


def test_an_event_that_starts_a_session_says_so() -> None:
    log = event_pb2.SessionLog(status=event_pb2.SessionLog.START)
    read = read_event(event_pb2.Event(step=7, session_log=log).SerializeToString())
    assert (read.step, read.starts_session) == (7, True)
    first = read_event(event_pb2.Event(file_version="brain.Event:2").SerializeToString())
    assert (first.file_version, first.starts_session) == ("brain.Event:2", False)
    assert read_event(event_pb2.Event(graph_def=b"graph").SerializeToString()).graph == b"graph"


@pytest.mark.parametrize(
    ("tensor", "wanted"),
    [
        (proto("DT_FLOAT", float_val=[0.5]), 0.5),
        (proto("DT_DOUBLE", double_val=[0.1]), 0.1),
        (proto("DT_DOUBLE", [], tensor_content=np.float64(0.1).tobytes()), 0.1),
        (proto("DT_INT64", [], int64_val=[-3]), -3.0),
        (proto("DT_INT32", [1], int_val=[7]), 7.0),
        (proto("DT_HALF", [], half_val=[0x3C00]), 1.0),
        (proto("DT_BFLOAT16", [], half_val=[0x3F80]), 1.0),
        (proto("DT_BOOL", [], bool_val=[True]), 1.0),
    ],
)
def test_a_scalar_may_be_a_tensor_of_any_type(tensor: Any, wanted: float) -> None:
    assert of_tensor("scalars", tensor) == wanted


def test_a_number_is_a_scalar_whatever_its_plugin_says() -> None:
    assert meaning(only_value(simple_value=0.5, metadata=of_plugin("text"))) == 0.5


def test_a_scalar_of_many_numbers_is_refused() -> None:
    with pytest.raises(FormatError, match="scalar of shape"):
        of_tensor("scalars", proto("DT_FLOAT", [2], float_val=[1, 2]))


@pytest.mark.parametrize(
    ("dtype", "numpy", "name"),
    [
        ("DT_FLOAT", "f4", "float_val"),
        ("DT_DOUBLE", "f8", "double_val"),
        ("DT_INT8", "i1", "int_val"),
        ("DT_UINT8", "u1", "int_val"),
        ("DT_INT16", "i2", "int_val"),
        ("DT_UINT16", "u2", "int_val"),
        ("DT_INT32", "i4", "int_val"),
        ("DT_INT64", "i8", "int64_val"),
        ("DT_UINT32", "u4", "uint32_val"),
        ("DT_UINT64", "u8", "uint64_val"),
    ],
)
def test_tensors_of_every_type_come_back_from_values_and_from_bytes(
    dtype: str, numpy: str, name: str
) -> None:
    low = 0 if numpy[0] == "u" else -2
    values = np.array([[low, 1, 100], [3, 4, 5]], numpy)
    named = of_tensor("tensor", proto(dtype, [2, 3], **{name: values.reshape(-1).tolist()}))
    packed = of_tensor("tensor", proto(dtype, [2, 3], tensor_content=values.tobytes()))
    for found in (named, packed):
        assert found.dtype == values.dtype
        assert found.tolist() == values.tolist()


def test_values_that_are_missing_are_as_the_last_one() -> None:
    found = of_tensor("tensor", proto("DT_FLOAT", [4], float_val=[1, 2]))
    assert found.tolist() == [1, 2, 2, 2]


def test_halves_are_read_as_torch_and_as_tensorflow_write_them() -> None:
    bits = np.array([1.5, -2], np.float32).view(np.int32).tolist()
    torch = of_tensor("tensor", proto("DT_HALF", [2], half_val=bits))
    tensorflow = of_tensor("tensor", proto("DT_HALF", [2], half_val=[0x3E00, 0xC000]))
    assert torch.tolist() == tensorflow.tolist() == [1.5, -2]


def test_complex_numbers_are_pairs() -> None:
    found = of_tensor("tensor", proto("DT_COMPLEX64", [2], scomplex_val=[1, 2, 3, 4]))
    assert found.tolist() == [1 + 2j, 3 + 4j]


def test_a_histogram_loses_its_empty_ends() -> None:
    histogram = summary_pb2.HistogramProto(
        min=0.5,
        max=3.5,
        num=6,
        sum=12,
        sum_squares=30,
        bucket_limit=[0, 1, 2, 3, 4, 1.8e308],
        bucket=[0, 1, 2, 0, 3, 0],
    )
    found = meaning(only_value(histo=histogram))
    assert isinstance(found, Counts)
    assert found.counts.tolist() == [1, 2, 0, 3]
    assert found.edges.tolist() == [0.5, 1, 2, 3, 3.5]
    assert (found.number, found.total, found.squares) == (6, 12, 30)


def test_a_histogram_of_nothing_has_one_empty_bucket() -> None:
    old = meaning(only_value(histo=summary_pb2.HistogramProto(bucket_limit=[1], bucket=[0])))
    new = of_tensor("histograms", proto("DT_DOUBLE", [0, 3]))
    assert isinstance(old, Counts)
    assert old.counts.tolist() == new.counts.tolist() == [0]


def test_a_histogram_may_be_a_tensor() -> None:
    rows = [1.0, 2.0, 5.0, 2.0, 4.0, 1.0]
    found = of_tensor("histograms", proto("DT_DOUBLE", [2, 3], double_val=rows))
    assert (found.counts.tolist(), found.edges.tolist()) == ([5, 1], [1, 2, 4])


def test_pictures_and_sounds_are_files() -> None:
    old = meaning(only_value(image=summary_pb2.Summary.Image(encoded_image_string=b"png")))
    many = proto("DT_STRING", [4], string_val=[b"8", b"8", b"one", b"two"])
    sounds = proto("DT_STRING", [2, 2], string_val=[b"wav", b"label", b"other", b"label"])
    assert old == Files("image", (b"png",))
    assert of_tensor("images", many) == Files("image", (b"one", b"two"))
    assert of_tensor("audio", sounds) == Files("audio", (b"wav", b"other"))


def test_a_text_may_be_a_list_or_a_table() -> None:
    table = proto("DT_STRING", [2, 2], string_val=[b"a", b"b|c", b"d", b"e\nf"])
    assert of_tensor("text", proto("DT_STRING", [1], string_val=[b"hello"])) == Text("hello")
    assert of_tensor("text", proto("DT_STRING", [2], string_val=[b"a", b"b"])) == Text("a\n\nb")
    assert of_tensor("text", table) == Text("|  |  |\n|---|---|\n| a | b\\|c |\n| d | e f |")


def test_a_curve_is_its_counts() -> None:
    rows = [2, 1, 1, 0, 0, 1, 0, 1, 0.67, 1, 1, 0.5]
    found = of_tensor("pr_curves", proto("DT_FLOAT", [6, 2], float_val=rows))
    assert isinstance(found, Rates)
    assert (found.tp.tolist(), found.fn.tolist()) == ([2, 1], [0, 1])


def test_only_the_first_value_of_a_tag_need_tell_its_plugin() -> None:
    value = only_value(tensor=proto("DT_FLOAT", float_val=[0.5]))
    assert meaning(value, "scalars") == 0.5


def test_hyperparameters_are_read_with_their_metrics() -> None:
    api = pytest.importorskip("tensorboard.plugins.hparams.api_pb2")
    data = pytest.importorskip("tensorboard.plugins.hparams.plugin_data_pb2")
    start = data.SessionStartInfo(group_name="group")
    start.hparams["lr"].number_value = 0.5
    start.hparams["batch"].number_value = 64
    start.hparams["name"].string_value = "adam"
    start.hparams["flag"].bool_value = True
    names = [api.MetricName(tag="acc"), api.MetricName(group="test", tag="loss")]
    metrics = [api.MetricInfo(name=name) for name in names]
    first = data.HParamsPluginData(experiment=api.Experiment(metric_infos=metrics))
    second = data.HParamsPluginData(session_start_info=start)
    assert read_trial(first.SerializeToString()).metrics == ("acc", "test/loss")
    trial = read_trial(second.SerializeToString())
    assert trial.group == "group"
    assert trial.hparams == {"lr": 0.5, "batch": 64, "name": "adam", "flag": True}
    assert trial.hparams["flag"] is True


def test_a_layout_is_its_charts() -> None:
    layout = pytest.importorskip("tensorboard.plugins.custom_scalar.layout_pb2")
    series = layout.MarginChartContent.Series(value="a", lower="b", upper="c")
    charts = [
        layout.Chart(title="lines", multiline=layout.MultilineChartContent(tag=["x", "y"])),
        layout.Chart(title="band", margin=layout.MarginChartContent(series=[series])),
    ]
    made = layout.Layout(category=[layout.Category(title="losses", chart=charts)])
    found = of_tensor(
        "custom_scalars", proto("DT_STRING", [], string_val=[made.SerializeToString()])
    )
    assert found == Layout(
        (
            Chart("losses", "lines", ("x", "y")),
            Chart("losses", "band", margins=(("a", "b", "c"),)),
        )
    )
