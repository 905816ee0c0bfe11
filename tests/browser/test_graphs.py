"""Graphs of models: the drawing, its twin the scope tree, search, ways, and the difference of two."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Show
from tests.browser.test_accessibility import violations
from tests.profiling.logs import log as log_profiles
from tests.profiling.recordings import Given, recording
from vdlite import GraphBuilder, LogWriter


def network(*, stride: int = 1, dropout: bool = False, blocks: int = 0) -> GraphBuilder:
    """The network of many tutorials, and behind it blocks that are all equal."""
    graph = GraphBuilder("Net", about={"class": "Net"})
    at = graph.node("input", name="image", outputs=[("float32", [1, 3, 32, 32])])
    for i in (1, 2):
        shape = ("float32", [1, 8 * i, 32, 32])
        with graph.scope(f"conv{i}", "Conv2d"):
            at = graph.node(
                "aten.convolution.default",
                [at],
                outputs=[shape],
                attributes={"stride": [stride, stride], "padding": [1, 1]},
                flops=1000.0 * i,
                file="model.py",
                line=10 + i,
            )
            graph.parameter(
                f"conv{i}.weight", ("float32", [8 * i, 3 if i == 1 else 8, 3, 3]), used_by=[at]
            )
        with graph.scope(f"relu{i}", "ReLU"):
            at = graph.node("aten.relu.default", [at], outputs=[shape])
        with graph.scope(f"pool{i}", "MaxPool2d"):
            at = graph.node("aten.max_pool2d.default", [at], outputs=[shape])
    if dropout:
        with graph.scope("drop", "Dropout"):
            at = graph.node("aten.dropout.default", [at], outputs=[shape])
    with graph.scope("reshape", kind="function"):
        at = graph.node("aten.view.default", [at], outputs=[("float32", [1, 512])])
    for i in range(blocks):
        with graph.scope(f"block{i}", "Block"):
            wide = graph.node("aten.mm.default", [at], outputs=[("float32", [1, 64])])
            act = graph.node("aten.gelu.default", [wide], outputs=[("float32", [1, 64])])
            at = graph.node("aten.add.Tensor", [at, act], outputs=[("float32", [1, 512])])
    with graph.scope("fc", "Linear"):
        at = graph.node("aten.addmm.default", [at], outputs=[("float32", [1, 10])])
    graph.node("output", [at], name="logits", outputs=[("float32", [1, 10])])
    return graph


def log(folder: Path, graph: GraphBuilder) -> None:
    with LogWriter(folder) as writer:
        writer.add_graph(graph)


def tree(page: Page) -> Locator:
    return page.get_by_role("tree", name="Scope tree")


def row(page: Page, name: str) -> Locator:
    called = page.locator(".text").get_by_text(name, exact=True)
    return tree(page).get_by_role("treeitem").filter(has=called).first


def settled(page: Page) -> None:
    """Waits until what was changed is drawn."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def details(page: Page) -> Locator:
    return page.get_by_role("region", name="Details")


def test_each_box_says_what_it_is(logdir: Path, show: Show) -> None:
    log(logdir / "a", network())
    page = show("#/graphs")
    expect(page.get_by_role("application", name="Graph model: 8 operations")).to_be_visible()
    names = tree(page).locator("[role=treeitem] .text")
    layers = [f"{name}{i}" for i in (1, 2) for name in ("conv", "relu", "pool")]
    expect(names).to_have_text(["Net", "image", *layers, "reshape", "fc", "logits"])
    row(page, "conv2").click()
    panel = details(page)
    expect(panel.get_by_role("heading", name="conv2", exact=True)).to_be_visible()
    for text in ("float32 1 × 16 × 32 × 32", "stride", "[1,1]", "model.py:12", "conv2.weight"):
        expect(panel.get_by_text(text, exact=True).first).to_be_visible()
    panel.get_by_role("button", name="pool1", exact=True).click()
    expect(panel.get_by_role("heading", name="pool1", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("source", "words"),
    [("fake", "a call without values"), ("real", "a call with values"), ("mine", "mine")],
)
def test_how_a_graph_was_made_is_reported_in_words(
    logdir: Path, show: Show, source: str, words: str
) -> None:
    graph = GraphBuilder("Net", source=source)
    graph.node("relu")
    log(logdir / "run", graph)
    page = show("#/graphs")
    expect(details(page).get_by_text(words, exact=True)).to_be_visible()


def test_repeated_blocks_are_one_box_that_opens(logdir: Path, show: Show) -> None:
    log(logdir / "a", network(blocks=6))
    page = show("#/graphs?open=-block0")
    blocks = row(page, "block0 … block5")
    expect(blocks).to_have_attribute("aria-expanded", "false")
    expect(blocks).to_contain_text("×6")
    blocks.dblclick()
    expect(blocks).to_have_attribute("aria-expanded", "true")
    expect(row(page, "gelu")).to_be_visible()
    details(page).get_by_role("button", name="Show one by one").click()
    expect(row(page, "block5")).to_be_visible()


def test_the_keyboard_alone_is_enough(logdir: Path, show: Show) -> None:
    log(logdir / "a", network(blocks=1))
    page = show("#/graphs?open=-block0")
    expect(row(page, "block0")).to_have_attribute("aria-expanded", "false")
    tree(page).focus()
    page.keyboard.press("End")
    expect(row(page, "logits")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    expect(row(page, "block0")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowRight")
    expect(details(page).get_by_role("heading", name="mm", exact=True)).to_be_visible()
    drawing = page.get_by_role("application")
    drawing.focus()
    page.keyboard.press("ArrowDown")
    expect(details(page).get_by_role("heading", name="gelu", exact=True)).to_be_visible()
    said = page.get_by_role("status").filter(has_text="gelu")
    expect(said).to_contain_text("1 before it, 1 behind it")
    page.keyboard.press("Escape")
    expect(details(page).get_by_role("heading", name="Net", exact=True)).to_be_visible()


def test_a_search_goes_from_hit_to_hit(logdir: Path, show: Show) -> None:
    log(logdir / "a", network())
    page = show("#/graphs")
    expect(row(page, "conv1")).to_be_visible()
    field = page.get_by_role("searchbox", name="Search: text")
    field.fill("type:convolution")
    field.press("Enter")
    expect(page.get_by_role("status").filter(has_text="1 of 2")).to_be_visible()
    expect(details(page).get_by_role("heading", name="conv1", exact=True)).to_be_visible()
    page.get_by_role("button", name="Next hit").click()
    expect(details(page).get_by_role("heading", name="conv2", exact=True)).to_be_visible()
    field.fill("/(/")
    expect(page.get_by_text("Invalid regular expression")).to_be_visible()


def test_a_search_goes_first_to_what_is_called_so(logdir: Path, show: Show) -> None:
    log(logdir / "a", network())
    page = show("#/graphs")
    expect(row(page, "conv1")).to_be_visible()
    field = page.get_by_role("searchbox", name="Search: text")
    field.fill("conv2")
    field.press("Enter")
    expect(details(page).get_by_role("heading", name="conv2", exact=True)).to_be_visible()


def test_ways_between_two_boxes_are_counted_and_linked(logdir: Path, show: Show) -> None:
    log(logdir / "a", network())
    page = show("#/graphs?select=conv1")
    details(page).get_by_role("button", name="Paths from here").click()
    row(page, "pool2").click()
    status = details(page).get_by_role("status")
    expect(status).to_have_text("Paths to pool2: 6 operations")
    page.wait_for_url("**path=pool2**")
    page.reload()
    expect(status).to_have_text("Paths to pool2: 6 operations")


@pytest.mark.parametrize("besides", [0, 1])
def test_two_graphs_differ_in_what_was_planted(logdir: Path, show: Show, besides: int) -> None:
    log(logdir / "old", network(blocks=2))
    log(logdir / "new", network(stride=2, dropout=True))
    page = show(f"#/graphs?comparing=1&besides={besides}")
    page.get_by_role("combobox", name="Run").select_option("new")
    changes = page.get_by_role("region", name="Changes")
    expect(changes.get_by_role("status")).to_have_text("1 added 2 removed 2 changed")
    expect(changes.get_by_text("stride=[2,2] padding=[1,1]").first).to_be_visible()
    changes.get_by_role("button", name="drop (Dropout)").click()
    expect(details(page).get_by_role("heading", name="drop", exact=True)).to_be_visible()


@pytest.mark.parametrize("width", [1400, 400])
def test_the_page_has_no_violation(logdir: Path, show: Show, width: int) -> None:
    log(logdir / "a", network(blocks=3))
    page = show(
        "#/graphs?select=conv1&trace=down",
        viewport={"width": width, "height": 900},
    )
    expect(details(page).get_by_role("heading", name="conv1", exact=True)).to_be_visible()
    assert violations(page) == []


def test_what_was_logged_of_a_box_and_the_box_lead_to_each_other(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_graph(network(blocks=3))
        for step in range(3):
            writer.add_histogram("conv2.weight", [1.0, 2.0, 2.5], step)
            writer.add_scalar("grad_norm/block1", 0.5, step)
            writer.add_scalar("loss", 1.0, step)
    page = show("#/graphs?select=conv2")
    details(page).get_by_role("button", name="conv2.weight Step 2").click()
    page.get_by_role("article", name="conv2.weight").hover()
    page.get_by_role("button", name="Show in the graph").click()
    expect(details(page).get_by_role("heading", name="conv2", exact=True)).to_be_visible()
    page = show("#/scalars")
    page.get_by_role("article", name="loss").hover()
    page.get_by_role("article", name="grad_norm/block1").hover()
    expect(page.get_by_role("button", name="Show in the graph")).to_have_count(1)
    page.get_by_role("button", name="Show in the graph").click()
    expect(row(page, "block1")).to_have_attribute("aria-selected", "true")


def test_boxes_are_colored_by_the_time_of_their_modules(logdir: Path, show: Show) -> None:
    log(logdir / "a", network())
    events = [
        Given("ProfilerStep#0", 0, 9_000_000, "step"),
        Given("conv1", 0, 2_000_000, "module"),
        Given("conv2", 3_000_000, 8_000_000, "module"),
    ]
    log_profiles(logdir / "a", recording(events))
    page = show("#/graphs?color=logged")
    legend = page.get_by_role("region", name="Legend")
    expect(legend.get_by_role("combobox").nth(1)).to_have_text("time of a step in profile")
    expect(legend.locator(".ends")).to_have_text(re.compile(r"^2(\.0+)? ms.*5(\.0+)? ms$"))


def test_a_link_to_what_is_gone_says_so(logdir: Path, show: Show) -> None:
    log(logdir / "a", network())
    page = show("#/graphs?step=7")
    expect(page.get_by_text("Run a has no graph model of step 7.")).to_be_visible()
    page.get_by_role("button", name="Show the newest graph").click()
    expect(row(page, "conv1")).to_be_visible()


def test_a_graph_in_one_picture_with_another_has_its_own_numbers(logdir: Path, show: Show) -> None:
    log(logdir / "old", network(blocks=2))
    log(logdir / "new", network(dropout=True))
    page = show("#/graphs?comparing=1")
    page.get_by_role("combobox", name="Run").select_option("new")
    shown = details(page).get_by_role("definition").filter(has_text="before")
    expect(shown.first).to_have_text("9 before: 14 (−36 %)")


def test_a_file_of_weights_is_a_tree_of_tensors(logdir: Path, show: Show, tmp_path: Path) -> None:
    log(logdir / "a", network())
    header = json.dumps(
        {f"h.{i}.weight": {"dtype": "F32", "shape": [4, 8], "data_offsets": [0, 0]} for i in (0, 1)}
    ).encode()
    file = tmp_path / "tiny.safetensors"
    file.write_bytes(len(header).to_bytes(8, "little") + header)
    page = show("#/graphs")
    page.locator("input[type=file]").first.set_input_files(file)
    expect(row(page, "h")).to_contain_text("64")
    expect(page.get_by_role("application", name="Graph tiny.safetensors: 0 op")).to_be_visible()


def test_a_value_of_a_data_pipeline_leads_to_its_stage(logdir: Path, show: Show) -> None:
    pipeline = GraphBuilder("data", flavor="data")
    crop = pipeline.node("RandomCrop", attributes={"role": "transform", "size": 8})
    pipeline.node("DataLoader", [crop], name="train", attributes={"loader": "train"})
    with LogWriter(logdir / "a") as writer:
        writer.add_graph(network())
        writer.add_graph(pipeline, tag="data")
        writer.add_hparams({"lr": 0.1}, ["loss"])
        writer.add_scalar("loss", 1.0, 0)
    page = show("#/trials")
    page.locator("[role=row][data-place] button").first.click()
    page.get_by_role("button", name="train/RandomCrop.size").click()
    expect(page.get_by_role("application", name="Graph data: 2 operations")).to_be_visible()
    expect(page.get_by_role("searchbox", name="Search: text")).to_have_value("type:RandomCrop")


def test_the_model_and_the_probed_pipeline_are_shown_first(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        for step, seconds in ((0, 0.002), (1, float("nan"))):
            pipeline = GraphBuilder("pipeline", flavor="data")
            crop = pipeline.node("RandomCrop", name=f"crop {step}", seconds=seconds)
            pipeline.node("DataLoader", [crop], name="train", attributes={"loader": "train"})
            writer.add_graph(pipeline, tag="data", step=step)
        writer.add_graph(network())
    page = show("#/overview?tiles=1")
    page.get_by_role("link", name=re.compile("Graphs")).get_by_text("model · a").click()
    expect(page.get_by_role("application", name="Graph model: 8 operations")).to_be_visible()
    page = show("#/graphs?tag=data")
    expect(row(page, "crop 0")).to_be_visible()
    step = page.get_by_role("slider", name=re.compile("Step"))
    step.press("End")
    expect(row(page, "crop 1")).to_be_visible()
    step.press("Home")
    expect(row(page, "crop 0")).to_be_visible()


def bare() -> GraphBuilder:
    """A graph whose log says neither numbers nor shapes."""
    graph = GraphBuilder("Net")
    graph.node("relu", [graph.node("input", name="image")])
    return graph


@pytest.mark.parametrize(
    ("graph", "heads"),
    [(bare(), "Scope"), (network(), "Scope Parameters FLOPs Share Bytes Output")],
)
def test_columns_with_nothing_in_them_are_left_out(
    logdir: Path, show: Show, graph: GraphBuilder, heads: str
) -> None:
    log(logdir / "a", graph)
    page = show("#/graphs")
    expect(page.locator("main .head span")).to_have_text(heads.split())


def test_a_map_is_there_beside_both_panels_while_not_all_is_seen(logdir: Path, show: Show) -> None:
    log(logdir / "a", network())
    page = show("#/graphs", viewport={"width": 1440, "height": 900})
    map_ = page.get_by_role("img", name="The whole graph, and what is seen of it")
    drawing = page.get_by_role("application", name="Graph model: 8 operations")
    expect(drawing).to_be_visible()
    page.get_by_role("button", name="Show the whole graph").click()
    expect(map_).to_be_hidden()
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    expect(map_).to_be_visible()
    legend = page.get_by_role("region", name="Legend").bounding_box()
    own = map_.bounding_box()
    assert legend is not None and own is not None
    assert legend["x"] + legend["width"] <= own["x"] or own["y"] + own["height"] <= legend["y"]


def test_a_graph_opens_as_large_as_the_legend_leaves_room_for(logdir: Path, show: Show) -> None:
    log(logdir / "a", network())
    page = show("#/graphs", viewport={"width": 1440, "height": 800})
    expect(page.get_by_role("region", name="Legend")).to_be_visible()

    def drawn() -> object:
        settled(page)
        return page.locator(".chart canvas").first.evaluate("canvas => canvas.toDataURL()")

    opened = drawn()
    page.get_by_role("button", name="Close the legend").click()
    expect(page.get_by_role("region", name="Legend")).to_be_hidden()
    closed = drawn()
    assert closed != opened
    page.get_by_role("button", name="Show the whole graph").click()
    assert drawn() == closed
    page.get_by_role("button", name="Legend", exact=True).click()
    page.get_by_role("button", name="Show the whole graph").click()
    assert drawn() == opened
