"""From an empty folder to the first chart, and what is said when there is no way to it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.chart import Chart, until
from tests.browser.conftest import TOKEN, Show, Start
from tests.browser.logs import write
from tests.browser.watch import Watch
from vdlite import LogWriter, Server

# What a browser says of a server that ends, by what it was doing at that moment.
GONE = "ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)"


def test_the_code_for_an_empty_folder_brings_the_first_chart(logdir: Path, show: Show) -> None:
    page = show()
    expect(page.get_by_role("main")).to_contain_text(f"Waiting for logs in {logdir}")
    expect(page.get_by_role("main")).to_contain_text("does not exist yet")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    code = page.evaluate("navigator.clipboard.readText()")
    assert len(code.splitlines()) == 4

    subprocess.run([sys.executable, "-c", code], check=True)

    chart = Chart(page, "train/loss")
    chart.wait_for_step(1)
    expect(chart.card).to_contain_text("0.25 at step 1")
    expect(page.get_by_role("link", name="Scalars")).to_have_attribute("aria-current", "page")

    # A view that has nothing says how it gets something, and what comes then is shown at once.
    page.evaluate("location.hash = '#/texts'")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    code = page.evaluate("navigator.clipboard.readText()")
    subprocess.run([sys.executable, "-c", code], check=True)
    expect(page.get_by_role("main")).to_contain_text("The learning rate was halved.")


def test_an_address_without_the_token_says_how_to_get_in(
    server: Server, show: Show, watch: Watch
) -> None:
    watch.expect("401")
    page = show(server.url.partition("?")[0] + "#/scalars")
    expect(page.get_by_role("heading", name="This page needs its token")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("ends with ?token=")


def test_the_token_does_not_stay_in_the_address(logdir: Path, show: Show) -> None:
    write(logdir / "a", {"loss": [1.0]})
    page = show()
    Chart(page, "loss").wait_for_step(0)
    until(page, lambda: TOKEN not in page.url)


def test_a_stopped_server_is_said_and_the_page_goes_on_with_the_next_one_once_it_is_let_in(
    logdir: Path, server: Server, start: Start, show: Show, watch: Watch
) -> None:
    watch.expect(f"{GONE}|401")
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 3.0, 0)
        page = show()
        chart = Chart(page, "loss")
        chart.wait_for_step(0)

        server.stop()
        banner = page.get_by_role("alert").filter(has_text="Connection lost, retrying")
        expect(banner).to_be_visible()
        expect(chart.card).to_contain_text("3 at step 0")
        writer.add_scalar("loss", 2.0, 1)
        again = start(port=server.port)
        banner = page.get_by_role("alert")
        expect(banner).to_contain_text("Open the address with the token")
        page.request.get(again.url)  # as another tab would

        chart.wait_for_step(1)
        expect(banner).to_be_hidden()


def test_a_server_without_a_token_that_was_started_anew_is_gone_on_with(
    logdir: Path, start: Start, show: Show, watch: Watch
) -> None:
    watch.expect(GONE)
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 3.0, 0)
        first = start(token=False)
        page = show(first.url + "#/scalars")
        chart = Chart(page, "loss")
        chart.wait_for_step(0)
        first.stop()
        expect(page.get_by_role("alert")).to_contain_text("Connection lost, retrying")
        writer.add_scalar("loss", 2.0, 1)
        start(port=first.port, token=False)
        chart.wait_for_step(1)
        expect(page.get_by_role("alert")).to_be_hidden()


def test_a_server_with_another_token_is_reported_from_a_lost_connection(
    logdir: Path, server: Server, start: Start, show: Show, watch: Watch
) -> None:
    watch.expect(f"{GONE}|401")
    write(logdir / "a", {"loss": [1.0]})
    page = show()
    Chart(page, "loss").wait_for_step(0)
    server.stop()
    start(port=server.port, token="another-token-for-tests")
    expect(page.get_by_role("alert")).to_contain_text("lets this browser in no longer")
