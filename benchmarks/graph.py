"""How long a graph takes to record, beside its limit and beside other tools; its payload; files of models.

The limit is the same operations, called on tensors without values and recorded by nobody. Processor time is compared,
contenders in turn within each pass; each with what it does by itself: torchinfo and torchview see modules and functions
of the forward pass, TensorBoard's writer traces the forward pass. Needs torch, and transformers for GPT-2.
"""

import contextlib
import io
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row

_PASSES = 5


def measure(*, quick: bool = False) -> list[Row]:
    """Rows: recording, a model too large for any memory, the payload, files."""
    try:
        import torch
    except ImportError as error:
        return [Row("graphs", "vdlite", None, "", f"not measured: {error}")]
    torch.set_num_threads(1)
    rows: list[Row] = []
    for name, make in (("ResNet-18", _resnet), ("GPT-2", _gpt2)):
        try:
            rows += _recording(name, *make(), passes=2 if quick else _PASSES)
        except ImportError as error:
            rows.append(Row(f"graph of {name}", "vdlite", None, "", f"not measured: {error}"))
    return [*rows, *_large(), *_payload(10_000 if quick else 100_000), *_files(quick)]


Given = tuple[Any, tuple[Any, ...], dict[str, Any]]
"""A model, and what it is called with."""


def _resnet() -> Given:
    import torch

    from benchmarks.graph_zoo import torchvision

    model = torchvision().models.resnet18(weights=None)
    return model, (torch.zeros(1, 3, 224, 224),), {}


def _gpt2() -> Given:
    import transformers

    from benchmarks.graph_zoo import words

    model = transformers.GPT2LMHeadModel(transformers.GPT2Config())
    ids = words(1, 32)
    return model, (), {"input_ids": ids, "labels": ids}


def _recording(
    name: str, model: Any, inputs: tuple[Any, ...], named: dict[str, Any], passes: int
) -> list[Row]:
    from vdlite.graphs.capture import capture

    contenders: dict[str, Callable[[], object]] = {
        "(the same calls without values, not recorded)": lambda: _bare(model, inputs, named),
        "vdlite": lambda: capture(model, inputs, named),
        "vdlite, forward only": lambda: capture(model, inputs, named, backward=False),
        **_others(model, inputs, named),
    }
    what = f"graph of {name}, processor time"
    rows, times = [], {}
    for who, run in list(contenders.items()):
        try:
            run()  # warms up
        except Exception as error:  # noqa: BLE001  # what others cannot do is a figure, too
            stated = f"fails: {type(error).__name__}: {error}".splitlines()[0][:120]
            rows.append(Row(what, who, None, "", stated))
            del contenders[who]
    for who in contenders:
        times[who] = [0.0] * passes
    for at in range(passes):
        for who, run in contenders.items():
            began = time.process_time()
            run()
            times[who][at] = time.process_time() - began
    limit = next(iter(times.values()))
    for who, taken in times.items():
        ratio = statistics.median(one / bare for one, bare in zip(taken, limit, strict=True))
        rows.append(Row(what, who, statistics.median(taken), "s", f"{ratio:.2f} of the limit"))
    return rows


def _bare(model: Any, inputs: tuple[Any, ...], named: dict[str, Any]) -> None:
    """A forward and backward pass on tensors without values."""
    import torch
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.func import functional_call
    from torch.utils._pytree import tree_map

    fakes = FakeTensorMode(allow_non_fake_inputs=True)
    held: dict[int, Any] = {}

    def stand_in(tensor: Any) -> Any:
        if not isinstance(tensor, torch.Tensor):
            return tensor
        if id(tensor) not in held:
            fake = fakes.from_tensor(tensor.detach())
            is_parameter = isinstance(tensor, torch.nn.Parameter)
            held[id(tensor)] = torch.nn.Parameter(fake) if is_parameter else fake
        return held[id(tensor)]

    tensors = dict(model.named_parameters(remove_duplicate=False))
    tensors |= dict(model.named_buffers(remove_duplicate=False))
    stand_ins = {name: stand_in(each) for name, each in tensors.items()}
    inputs, named = tree_map(stand_in, (inputs, named))
    with fakes:
        output = functional_call(model, stand_ins, inputs, named, tie_weights=False)
        target = getattr(output, "loss", output)
        target.backward(torch.ones_like(target))


def _others(
    model: Any, inputs: tuple[Any, ...], named: dict[str, Any]
) -> dict[str, Callable[[], object]]:
    found: dict[str, Callable[[], object]] = {}
    given = inputs or (named["input_ids"],)
    try:
        import torchinfo

        found["torchinfo, summary"] = lambda: torchinfo.summary(
            model, input_data=given, verbose=0, depth=20
        )
    except ImportError:
        pass
    try:
        import torchview

        found["torchview, draw_graph"] = lambda: torchview.draw_graph(
            model, input_data=given, device="meta", depth=20
        )
    except ImportError:
        pass
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return found

    def traced() -> None:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            tempfile.TemporaryDirectory() as folder,
            SummaryWriter(folder) as writer,
        ):
            writer.add_graph(model, given)

    found["TensorBoard, add_graph"] = traced
    return found


_LARGE = """
import json, pathlib, time
import torch
from benchmarks.graph_zoo import torchvision
torchvision()
import transformers
from vdlite.graphs.capture import capture
def peak():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024
began = time.process_time()
config = transformers.LlamaConfig(hidden_size=8192, intermediate_size=28672, num_hidden_layers=80,
    num_attention_heads=64, num_key_value_heads=8, vocab_size=128256)
with torch.device("meta"):
    model = transformers.LlamaForCausalLM(config)
made = time.process_time()
before = peak()
ids = torch.zeros(1, 128, dtype=torch.long)
graph = capture(model, [], {"input_ids": ids, "labels": ids, "use_cache": False})
print(json.dumps({"seconds": time.process_time() - made, "model": made - began, "nodes": len(graph.types),
    "parameters": graph.parameter_count, "before": before, "peak": peak(),
    "notes": [note.text for note in graph.note_list]}))
"""


def _large() -> list[Row]:
    what = "graph of a Llama of 70 B, forward and backward"
    try:
        found = run_json(_LARGE)
    except NotInstalled as error:
        return [Row(what, "vdlite", None, "", f"not measured: {error}")]
    note = f"{found['nodes']:,} operations; made by transformers in {found['model']:.1f} s"
    note += f"; {found['notes']}" if found["notes"] else ""
    memory = f"{found['before']:.0f} MB of it before, with torch and transformers"
    return [
        Row(f"{what}, processor time", "vdlite", found["seconds"], "s", note),
        Row(f"{what}, peak memory", "vdlite", found["peak"], "MB", memory),
    ]


def _payload(count: int) -> list[Row]:
    from vdlite.kinds.graph.payload import decode, payload

    graph = synthetic(count).build()
    packed, decoded = [], []
    for _ in range(3):
        began = time.process_time()
        packed_graph = payload(graph)
        packed.append(time.process_time() - began)
        began = time.process_time()
        decode(packed_graph)
        decoded.append(time.process_time() - began)
    what = f"payload of a graph of {len(graph.types):,} operations"
    each = f"{len(packed_graph) / len(graph.types):.1f} bytes an operation"
    return [
        Row(f"{what}, size", "vdlite", len(packed_graph) / 1e6, "MB", each),
        Row(f"{what}, made", "vdlite", 1000 * statistics.median(packed), "ms"),
        Row(f"{what}, read", "vdlite", 1000 * statistics.median(decoded), "ms"),
    ]


def synthetic(count: int) -> Any:
    """A GraphBuilder of layers like those of a transformer."""
    from vdlite import GraphBuilder

    builder = GraphBuilder("Synthetic")
    before = builder.node("input", outputs=[("float32", [8, 512, 1024])])
    for layer in range(count // 50):
        with builder.scope(f"layers.{layer}", "Layer"):
            for at in range(10):
                with builder.scope(f"part{at}", "Linear"), builder.scope("linear", kind="function"):
                    for step in range(5):
                        before = builder.node(
                            f"aten.op{(at * 5 + step) % 23}.default",
                            [before, max(0, before - 3)],
                            outputs=[("float32", [8, 512, 1024 + step])],
                            attributes={"dim": step, "alpha": at},
                            flops=float(at * step * 1000),
                            file=f"/models/part{at}.py",
                            line=step,
                        )
    return builder


def _files(quick: bool) -> list[Row]:
    """Files of 0.5 GB, read without torch."""
    from vdlite.graphs.files import read_file

    size = 20_000_000 if quick else 500_000_000
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for path in (_pt2(Path(folder), size), _onnx(Path(folder), size)):
            if path is None:
                continue
            began = time.process_time()
            graph = read_file(path)
            took = 1000 * (time.process_time() - began)
            what = f"graph of a {path.suffix} of {path.stat().st_size / 1e6:.0f} MB, read"
            rows.append(Row(what, "vdlite", took, "ms", f"{len(graph.types)} operations"))
    return rows


def _pt2(folder: Path, size: int) -> Path:
    import torch

    width = round((size / 4 / 8) ** 0.5)
    model = torch.nn.Sequential(*(torch.nn.Linear(width, width) for _ in range(8)))
    path = folder / "model.pt2"
    torch.export.save(torch.export.export(model, (torch.zeros(1, width),)), path)
    return path


def _onnx(folder: Path, size: int) -> Path | None:
    try:
        import onnx
        from onnx import helper, numpy_helper
    except ImportError:
        return None
    width = round((size / 4 / 8) ** 0.5)
    weight = np.zeros((width, width), np.float32)
    nodes = [helper.make_node("MatMul", [f"h{at}", f"w{at}"], [f"h{at + 1}"]) for at in range(8)]
    held = [numpy_helper.from_array(weight, f"w{at}") for at in range(8)]
    ends = [
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1, width])
        for name in ("h0", "h8")
    ]
    path = folder / "model.onnx"
    onnx.save(helper.make_model(helper.make_graph(nodes, "large", ends[:1], ends[1:], held)), path)
    return path
