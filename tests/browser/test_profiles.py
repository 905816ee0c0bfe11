"""Profiles: from the slowest operator to its module, its place in time, and what has changed since."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import Chart
from tests.browser.conftest import Show, Watch
from tests.browser.profiles import training, write_ranks, write_training
from tests.browser.test_accessibility import violations
from tests.profiling.logs import log
from vdlite import LogWriter
from vdlite.kinds.profile.recording import Note


def open_tab(page: Page, name: str) -> None:
    page.get_by_role("group", name="Page", exact=True).get_by_text(name, exact=True).click()


def row(page: Page, grid: str, first: str) -> Locator:
    """The row of a table that begins with a name."""
    rows = page.locator(f'table[aria-label="{grid}"] tbody tr')
    return rows.filter(
        has=page.locator(
            ":is(td, th):first-child", has_text=re.compile(f"^\\s*{re.escape(first)}\\s*$")
        )
    )


def timeline(page: Page) -> Locator:
    return page.get_by_role("application", name=re.compile("^Timeline of"))


def test_the_slowest_operator_leads_to_its_module_its_place_and_what_has_changed(
    logdir: Path, show: Show
) -> None:
    write_training(logdir / "before", training(matmul=4))
    write_training(logdir / "after", training(matmul=2))
    page = show("#/profiles")
    page.get_by_role("combobox", name="Run", exact=True).select_option(label="before")

    largest = page.get_by_role("region", name="Largest operators")
    first = largest.get_by_role("button").filter(has_text="aten::mm")
    expect(first).to_contain_text("16.0 ms")
    first.click()

    mm = row(page, "Operators", "aten::mm")
    expect(mm).to_contain_text("16.0 ms")
    mm.click()
    page.get_by_role("button", name="Find aten::mm in the timeline").click()
    expect(page.get_by_text("4 hits, 16.0 ms")).to_be_visible()
    page.get_by_role("button", name="Next hit").click()
    event = page.get_by_role("region", name="Event")
    expect(event.get_by_role("heading", name="aten::mm")).to_be_visible()
    expect(event).to_contain_text("4.00 ms")

    timeline(page).focus()
    page.keyboard.press("m")
    marked = page.get_by_role("region", name="Marked range")
    expect(marked).to_contain_text("operators of the host")
    expect(row(page, "Operators", "aten::mm")).to_contain_text("4.00 ms")

    event.get_by_role("button", name="head.fc").first.click()
    expect(row(page, "Modules", "fc")).to_contain_text("16.0 ms")

    open_tab(page, "Compare")
    expect(page.get_by_role("combobox", name="Second: Run")).to_have_value(re.compile("."))
    expect(
        page.get_by_text("A step takes 10.0 ms in place of 12.0 ms: 2.00 ms (16.7 %) less.")
    ).to_be_visible()
    expect(row(page, "All changes", "forward")).to_contain_text("-2.00 ms")
    page.get_by_role("group", name="Changes by").get_by_text("Operator", exact=True).click()
    expect(row(page, "All changes", "aten::mm")).to_contain_text("-2.00 ms")
    expect(page.get_by_text("All changes add up to -2.00 ms.")).to_be_visible()


def test_a_link_shows_what_was_selected_and_marked(logdir: Path, show: Show) -> None:
    write_training(logdir / "run", training())
    page = show("#/profiles?tab=timeline&range=0~30000000&marked=16000000~20000000&find=mm&event=4")
    event = page.get_by_role("region", name="Event")
    expect(event.get_by_role("heading", name="aten::conv2d")).to_be_visible()
    expect(page.get_by_role("heading", name="Marked range · 4.00 ms")).to_be_visible()
    expect(page.get_by_role("searchbox", name="Find events: words or /regex/")).to_have_value("mm")
    page.get_by_role("button", name="Forget the mark").click()
    expect(page).not_to_have_url(re.compile("marked="))
    expect(page).to_have_url(re.compile("event=4"))


def test_the_timeline_is_walked_by_keys_and_says_where(logdir: Path, show: Show) -> None:
    write_training(logdir / "run", training())
    page = show("#/profiles?tab=timeline")
    expect(page.get_by_role("button", name=re.compile("^main"))).to_be_visible()
    expect(page.get_by_role("img", name="The whole time, and what is seen of it")).to_be_visible()
    expect(timeline(page)).to_have_attribute("data-slices", re.compile("[1-9]"))
    timeline(page).focus()
    page.keyboard.press("ArrowRight")
    event = page.get_by_role("region", name="Event")
    expect(event.get_by_role("heading", name="ProfilerStep#7")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(event.get_by_role("heading", name="enumerate(DataLoader)#0")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(event.get_by_role("heading", name="aten::_cudnn_init")).to_be_visible()
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile(r"range=\d+~\d+"))
    page.keyboard.press("0")
    expect(page).not_to_have_url(re.compile("range="))
    page.keyboard.press("m")
    expect(page).to_have_url(re.compile("marked=2000000~14000000"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(event).to_have_count(0)


def test_the_timeline_is_colored_by_category_with_a_legend(logdir: Path, show: Show) -> None:
    write_training(logdir / "run", training(device=True))
    page = show("#/profiles?tab=timeline")
    page.get_by_role("group", name="Colors").get_by_text("By category", exact=True).click()
    expect(page.get_by_role("list", name="Categories").get_by_role("listitem")).to_have_text(
        ["Operator", "Module", "Runtime", "Kernel", "Step", "Data loading", "Optimizer"]
    )
    expect(page).to_have_url(re.compile("colors=category"))
    assert violations(page) == []


def test_types_open_and_operators_are_distinguished_by_shapes(logdir: Path, show: Show) -> None:
    write_training(logdir / "run", training())
    page = show("#/profiles?tab=operators")
    types = row(page, "Types of operators", "aten::add_")
    expect(types).to_be_visible()
    types.get_by_role("button", name="Open").click()
    expect(row(page, "Types of operators", "aten::add_.Tensor")).to_be_visible()
    page.get_by_role("group", name="Rows").get_by_text("All", exact=True).click()
    page.get_by_role("checkbox", name="Shapes").check()
    expect(row(page, "Operators", "aten::mm")).to_contain_text("[[8, 3], [3, 4]]")
    page.get_by_role("searchbox", name="Search: words or /regex/").fill("/^aten::.*mm$/")
    expect(page.get_by_text("1 of 5 rows")).to_be_visible()
    page.get_by_role("button", name="Download: profile Operators").last.click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV of the table").click()
    lines = download.value.path().read_text("utf-8").splitlines()
    assert lines[0].startswith("Operator,Shapes,Calls,Self,Share,Total")
    assert lines[1].startswith('aten::mm,"[[8, 3], [3, 4]]",4,16000000,0.3')
    assert len(lines) == 2


def test_kernels_name_what_launched_them_and_pages_say_what_is_missing(
    logdir: Path, show: Show
) -> None:
    write_training(logdir / "device", training(device=True))
    write_training(logdir / "host", training(modules=False))
    page = show("#/profiles?tab=kernels")
    page.get_by_role("combobox", name="Run", exact=True).select_option(label="device")
    expect(row(page, "Kernels", "sgemm_128")).to_contain_text("aten::mm")
    page.get_by_role("combobox", name="Run", exact=True).select_option(label="host")
    expect(page.get_by_role("heading", name="No kernels in this profile")).to_be_visible()
    open_tab(page, "Memory")
    expect(page.get_by_text("memory=True")).to_be_visible()
    open_tab(page, "Ranks")
    expect(page.get_by_role("heading", name="This profile is of one rank")).to_be_visible()
    open_tab(page, "Modules")
    expect(page.get_by_text("writer.profile(modules=model)")).to_be_visible()


def test_memory_is_reported_at_the_peak_and_at_any_moment(logdir: Path, show: Show) -> None:
    write_training(logdir / "run", training(memory=True))
    page = show("#/profiles?tab=memory")
    expect(page.get_by_text("4.0 MiB in 2 blocks")).to_be_visible()
    expect(row(page, "In memory at the peak", "aten::conv2d")).to_contain_text("75.0 %")
    chart = page.get_by_role("application", name=re.compile("^Memory over time"))
    chart.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("3.0 MiB in 1 block")).to_be_visible()
    page.get_by_role("button", name="At the peak").click()
    expect(page.get_by_text("4.0 MiB in 2 blocks")).to_be_visible()


def test_the_rank_that_all_wait_for_is_named(logdir: Path, show: Show) -> None:
    write_ranks(logdir / "run")
    page = show("#/profiles?tab=ranks")
    expect(
        page.get_by_text("The others wait for rank 1: 6.00 ms in all collectives")
    ).to_be_visible()
    expect(row(page, "Collectives", "gloo:all_reduce").first).to_contain_text("3.00 ms")


def test_all_ranks_are_groups_of_one_timeline(logdir: Path, show: Show) -> None:
    write_ranks(logdir / "run")
    page = show("#/profiles?tag=profile/rank1&tab=timeline&find=/%5Eaten::m*$/")
    page.get_by_role("switch", name="All ranks").check()
    expect(page.get_by_text("aligned by when their collectives end, within ±0")).to_be_visible()
    surface = page.get_by_role("application", name=re.compile("^Timeline of"))
    expect(surface).to_have_attribute("data-slices", "12")
    expect(page.get_by_role("status").filter(has_text="2 hits, 10.0 ms")).to_be_visible()
    page.get_by_label("Rank that is searched").select_option(label="Rank 0")
    expect(page.get_by_role("status").filter(has_text="2 hits, 4.00 ms")).to_be_visible()
    page.get_by_role("button", name="Next hit").click()
    surface.press("m")
    marked = page.get_by_role("region", name="Marked range")
    expect(marked).to_contain_text("Rank 0: 2 events")
    page.get_by_role("button", name="Rank 1 profile/rank1").click()
    expect(surface).to_have_attribute("data-slices", "6")
    assert violations(page) == []


def test_damage_is_reported_above_every_page_and_the_others_are_shown(
    logdir: Path, show: Show, watch: Watch
) -> None:
    note = Note("3 damaged events are left out, at bytes 120, 340 and 1,022", "warning")
    log(logdir / "run", replace(training(), notes=[note]))
    (media,) = (logdir / "run").glob("*.vdm")
    content = bytearray(media.read_bytes())
    content[-60] ^= 0xFF
    media.write_bytes(content)
    watch.expect("status of 422")
    page = show("#/profiles?step=5")
    status = page.get_by_role("status").filter(has_text="Timeline and Memory can't be shown")
    expect(status).to_contain_text("1 remark on this recording: 3 damaged events are left out")
    expect(
        page.get_by_text("There is no profile at step 5: this is the one at step 0.")
    ).to_be_visible()
    expect(page.get_by_role("application", name=re.compile("^Times of 4 steps"))).to_be_visible()
    open_tab(page, "Timeline")
    expect(page.get_by_role("alert")).to_contain_text("does not match its checksum")
    expect(status).to_be_visible()
    assert violations(page) == []


def test_the_newest_profile_stands_on_the_page_of_its_run_and_its_steps_in_the_workspace(
    logdir: Path, show: Show
) -> None:
    write_training(logdir / "run", training())
    page = show("#/profiles")
    page.get_by_role("button", name="Add profile to a workspace").click()
    page.get_by_role("menuitem", name="Add to a new workspace").click()
    base = page.url.partition("#")[0]
    page.goto(base + "#/overview")
    expect(page.get_by_role("application", name=re.compile("^Times of 4 steps"))).to_be_visible()
    page.goto(base + "#/overview")
    page.get_by_role("rowheader").get_by_role("link", name="run").click()
    expect(
        page.get_by_role("link", name=re.compile("Profiles.*12.0 ms", re.DOTALL))
    ).to_be_visible()


def test_the_step_of_a_profile_is_seen_in_the_curve_of_the_loss(logdir: Path, show: Show) -> None:
    write_training(logdir / "run", training())
    page = show("#/profiles")
    page.get_by_role("button", name="This step in Scalars").click()
    chart = Chart(page, "loss/train")
    chart.wait_for_step(18)
    assert chart.x_range == (0, 17)
    expect(page).to_have_url(re.compile(r"#/scalars\?.*zoom="))


def test_marks_along_the_loss_lead_to_the_profiles_of_its_runs(logdir: Path, show: Show) -> None:
    write_training(logdir / "a", training(), step=3)
    write_training(logdir / "b", training(matmul=2), step=3)
    log(logdir / "b", training(matmul=2), first_step=15)
    page = show("#/scalars")
    chart = Chart(page, "loss/train")
    chart.wait_for_step(19)
    marks = chart.card.get_by_role("toolbar", name="Profiles").get_by_role("button")
    expect(marks).to_have_count(2)
    expect(marks.locator(".diamond")).to_have_count(2)
    assert violations(page) == []

    alone = marks.and_(page.get_by_role("button", name="Profile at step 15: b"))
    chart.plot.focus()
    page.keyboard.press("Tab")
    expect(marks.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(alone).to_be_focused()
    expect(page.get_by_role("tooltip")).to_have_text("Profile at step 15: b")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"#/profiles\?.*step=15"))
    expect(page.get_by_text("10.0 ms").first).to_be_visible()

    page.go_back()
    marks.and_(page.get_by_role("button", name="2 profiles at step 3")).click()
    page.get_by_role("menuitem", name="Step 3: a").click()
    expect(page).to_have_url(re.compile(r"#/profiles\?.*step=3"))
    expect(page.get_by_text("12.0 ms").first).to_be_visible()

    page.goto(page.url.partition("#")[0] + "#/scalars?axis=relative")
    expect(chart.drawing).to_be_visible()
    expect(marks).to_have_count(0)


def test_no_page_of_a_profile_has_a_violation(logdir: Path, show: Show) -> None:
    write_training(logdir / "run", training(device=True, memory=True))
    write_ranks(logdir / "run")
    with LogWriter(logdir / "run") as writer:
        writer.add_scalar("loss/train", 0.5, 100)
    page = show("#/profiles?tag=profile&event=4&marked=0~9000000")
    signs = {
        "Overview": "Step times",
        "Operators": "Types of operators",
        "Kernels": "Kernels",
        "Modules": "Time of modules",
        "Memory": "Blocks of memory",
        "Timeline": "Marked range",
        "Ranks": "Collectives",
        "Compare": "All changes",
    }
    for tab, region in signs.items():
        open_tab(page, tab)
        expect(page.get_by_role("region", name=region, exact=True)).to_be_visible()
        assert violations(page) == [], tab
