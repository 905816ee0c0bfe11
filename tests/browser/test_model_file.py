"""The file of a model is looked at without a log: given at the start, chosen, or dropped onto the page."""

import json
import zipfile
from pathlib import Path

import onnx
from onnx import TensorProto, helper
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Show, Start
from tests.browser.watch import Watch
from vdlite import LogWriter

GRAPH = json.dumps({"name": "Net", "nodes": [{"name": "first", "type": "conv"}]})


def of_onnx(path: Path) -> Path:
    """A model with weights of 8 MB, more than a request may have."""
    weight = helper.make_tensor("w", TensorProto.FLOAT, [2_000_000], bytes(8_000_000), raw=True)
    values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in "xy"]
    graph = helper.make_graph(
        [helper.make_node("Gemm", ["x", "w"], ["y"], "/head/Gemm")],
        "large",
        values[:1],
        values[1:],
        [weight],
    )
    onnx.save(helper.make_model(graph), path)
    return path


def of_pt2(path: Path) -> Path:
    """An exported program with one operation, packed."""
    shape = {"dtype": 7, "sizes": [{"as_int": 2}]}
    node = {
        "target": "torch.ops.aten.relu.default",
        "inputs": [{"name": "self", "arg": {"as_tensor": {"name": "x"}}}],
        "outputs": [{"as_tensor": {"name": "y"}}],
        "metadata": {"nn_module_stack": "a,,net.Tiny;b,act,torch.nn.ReLU"},
    }
    graph = {
        "inputs": [{"as_tensor": {"name": "x"}}],
        "outputs": [{"as_tensor": {"name": "y"}}],
        "nodes": [node],
        "tensor_values": {"x": shape, "y": shape},
    }
    program = {"graph_module": {"graph": graph, "signature": {"input_specs": []}}}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("m/models/model.json", json.dumps(program))
        archive.writestr("m/data/weights/weight_0", bytes(9_000_000), zipfile.ZIP_STORED)
    return path


def scopes(page: Page) -> Locator:
    return page.get_by_role("tree", name="Scope tree")


def chosen(page: Page, path: Path) -> None:
    page.locator("input[type=file]").set_input_files(path)


def dropped(page: Page, name: str, content: str) -> None:
    page.evaluate(
        """([name, content]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([content], name));
            const options = { bubbles: true, cancelable: true, dataTransfer };
            document.body.dispatchEvent(new DragEvent("dragenter", options));
            document.body.dispatchEvent(new DragEvent("drop", options));
        }""",
        [name, content],
    )


def test_the_file_of_the_start_is_shown_without_logs_and_others_can_be_opened(
    show: Show, start: Start, tmp_path: Path, watch: Watch
) -> None:
    (tmp_path / "net.json").write_text(GRAPH)
    server = start(model=tmp_path / "net.json")
    page = show(server.url + "#/graphs?file=1")
    expect(page.get_by_text("File: net.json")).to_be_visible()
    expect(scopes(page)).to_contain_text("Net")
    chosen(page, of_onnx(tmp_path / "large.onnx"))
    expect(page.get_by_text("File: large.onnx")).to_be_visible()
    expect(scopes(page)).to_contain_text("large")
    expect(scopes(page)).to_contain_text("head")
    chosen(page, of_pt2(tmp_path / "tiny.pt2"))
    expect(scopes(page)).to_contain_text("Tiny")
    expect(scopes(page)).to_contain_text("act")
    watch.expect("422")
    (tmp_path / "broken.onnx").write_bytes(b"hello")
    chosen(page, tmp_path / "broken.onnx")
    expect(page.get_by_text("This graph can't be shown")).to_be_visible()
    expect(page.get_by_text("broken.onnx:")).to_be_visible()


def test_the_overview_counts_the_file_of_the_start_as_a_graph(
    show: Show, start: Start, logdir: Path, tmp_path: Path
) -> None:
    with LogWriter(logdir / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    (tmp_path / "net.json").write_text(GRAPH)
    page = show(start(model=tmp_path / "net.json").url + "#/overview")
    logged = page.get_by_role("list", name="What is going on")
    expect(logged.get_by_role("link", name="Scalars 1")).to_be_visible()
    logged.get_by_role("link", name="Graphs 1").click()
    expect(scopes(page)).to_contain_text("Net")


def test_the_file_of_the_start_appears_when_it_is_there(
    show: Show, start: Start, tmp_path: Path, watch: Watch
) -> None:
    watch.expect("404")
    page = show(start(model=tmp_path / "net.json").url + "#/graphs?file=1")
    expect(page.get_by_text("net.json is not there yet; waiting for it")).to_be_visible()
    (tmp_path / "net.json").write_text(GRAPH)
    expect(scopes(page)).to_contain_text("Net")


def test_a_file_that_is_dropped_anywhere_is_shown(show: Show, logdir: Path) -> None:
    with LogWriter(logdir / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    page = show("#/scalars")
    expect(page.get_by_role("heading", name="loss")).to_be_visible()
    dropped(page, "other.txt", "hello")
    expect(page.get_by_role("heading", name="loss")).to_be_visible()
    dropped(page, "net.json", GRAPH)
    expect(scopes(page)).to_contain_text("Net")
    assert "#/graphs" in page.url
    page.go_back()
    expect(page.get_by_role("heading", name="loss")).to_be_visible()
