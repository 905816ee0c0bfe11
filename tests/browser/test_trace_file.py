"""The trace of a profiler is looked at without being logged: chosen, or dropped onto the page."""

import json
import re
from pathlib import Path

import msgpack
from playwright.sync_api import expect

from tests.browser.conftest import Show, Watch
from tests.browser.test_model_file import dropped
from tests.profiling.logs import log
from tests.profiling.recordings import Given, recording
from vdlite import LogWriter

EVENTS = [
    {"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{step}", "pid": 1, "tid": 1}
    | {"ts": 1000.0 * step, "dur": 900.0}
    for step in range(3)
] + [
    {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1}
    | {"ts": 1000.0 * step + 100, "dur": 250.5}
    for step in range(3)
]
TRACE = json.dumps({"traceEvents": EVENTS})


def test_a_trace_is_opened_and_left_again(logdir: Path, show: Show, tmp_path: Path) -> None:
    file = tmp_path / "mine.pt.trace.json"
    file.write_text(TRACE)
    log(logdir / "a", recording([Given("logged", 0, 5)]))
    page = show("#/profiles")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("mine.pt.trace.json")).to_be_visible()
    expect(page.get_by_role("row", name="Whole step")).to_contain_text("900 µs")
    page.get_by_role("radio", name="Operators").check(force=True)
    expect(page.get_by_text("aten::mm").first).to_be_visible()
    page.get_by_role("button", name="Back to what was logged").click()
    expect(page.get_by_text("mine.pt.trace.json")).to_have_count(0)
    expect(page.get_by_text("logged", exact=True).first).to_be_visible()


def test_a_trace_that_the_server_has_no_more_is_reported_with_what_to_do(
    logdir: Path, show: Show, watch: Watch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    file.write_text(TRACE)
    log(logdir / "a", recording([Given("logged", 0, 5)]))
    watch.expect("status of 404")
    page = show("#/profiles")
    with page.expect_response(re.compile("/api/traces$")) as begun:
        page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("row", name="Whole step")).to_contain_text("900 µs")
    page.evaluate(
        "id => fetch(`api/traces/${id}`, {method: 'DELETE'})",
        msgpack.unpackb(begun.value.body())["id"],
    )
    page.get_by_role("radio", name="Kernels").check(force=True)
    gone = page.get_by_role("heading", name="This trace is not on the server any more")
    expect(gone).to_be_visible()
    page.locator("input[type=file]").last.set_input_files(file)
    expect(gone).to_have_count(0)


def test_a_dropped_trace_leads_to_its_profile(logdir: Path, show: Show) -> None:
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
    page = show("#/scalars")
    dropped(page, "a.json", TRACE)
    expect(page.get_by_role("row", name="Whole step")).to_contain_text("900 µs")


def test_a_file_that_is_no_trace_says_why(logdir: Path, show: Show, tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    file.write_text('{"traceEvents": "none"}')
    log(logdir / "a", recording([Given("logged", 0, 5)]))
    page = show("#/profiles")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("none.json")
