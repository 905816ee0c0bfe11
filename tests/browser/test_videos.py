"""Videos: frame by frame what was logged, played in its own time, saved as the file they were."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import opened, until
from tests.browser.conftest import Show
from tests.browser.logs import START
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow
from tests.browser.watch import Watch
from vdlite import LogWriter


def film(seed: int, frames: int = 6, channels: int = 3) -> NDArray[np.uint8]:
    shape = (frames, 12, 16, channels)
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


def log_videos(folder: Path, tag: str, videos: dict[int, Any], fps: float = 4) -> None:
    with LogWriter(folder) as writer:
        for step, video in videos.items():
            writer.add_video(tag, video, step, fps, START + step)


def gif(frames: NDArray[np.uint8], milliseconds: list[int]) -> bytes:
    """Frames [T, H, W] of gray, each seen for a time of its own."""
    pictures = [Image.fromarray(frame) for frame in frames]
    file = io.BytesIO()
    pictures[0].save(
        file, "GIF", save_all=True, append_images=pictures[1:], duration=milliseconds, loop=0
    )
    return file.getvalue()


def card_of(page: Page, tag: str = "x") -> Locator:
    return page.locator("main").get_by_role("article", name=tag, exact=True)


def place_in(card: Locator) -> Locator:
    return card.get_by_role("slider", name="Place in")


def shows(card: Locator, frame: NDArray[np.uint8]) -> bool:
    """Whether the canvas of the card has exactly these pixels, [height, width, 3]."""
    values = card.locator("canvas").evaluate(
        """canvas => {
            const { width, height } = canvas;
            const copy = new OffscreenCanvas(width, height).getContext("2d");
            copy.drawImage(canvas, 0, 0);
            return { height, data: [...copy.getImageData(0, 0, width, height).data] };
        }"""
    )
    pixels = np.reshape(values["data"], (values["height"], -1, 4))
    return pixels.shape[:2] == frame.shape[:2] and np.array_equal(pixels[..., :3], frame)


def test_each_frame_is_the_one_that_was_logged(logdir: Path, show: Show) -> None:
    frames = film(0)
    log_videos(logdir / "a", "x", {0: frames})
    page = show("#/videos")
    card = card_of(page)
    expect(card.get_by_role("img", name="Video x, step 0")).to_be_visible()
    expect(card).to_contain_text("16 × 12 · 6 frames · 4 fps")
    place = place_in(card)
    for key, frame in (("", 0), ("ArrowRight", 1), ("End", 5), ("ArrowLeft", 4), ("Home", 0)):
        if key:
            place.press(key)
        expect(place).to_have_value(str(frame))
        expect(card).to_contain_text(f"{frame / 4:.2f} of 1.50 s")
        until(page, lambda frame=frame: shows(card, frames[frame]))
    for frame in (3, 5, 2):
        place.fill(str(frame))
        until(page, lambda frame=frame: shows(card, frames[frame]))
    place.press("End")
    place.press("ArrowRight")
    expect(place).to_have_value("5")


def test_a_video_is_played_until_it_is_stopped(logdir: Path, show: Show) -> None:
    log_videos(logdir / "a", "x", {0: film(0, 40)}, fps=20)
    page = show("#/videos")
    card = card_of(page)
    place = place_in(card)
    card.get_by_role("button", name="Play", exact=True).click()
    until(page, lambda: int(place.input_value()) >= 3)
    card.get_by_role("button", name="Pause", exact=True).click()
    frame = int(place.input_value())
    until(page, lambda: shows(card, film(0, 40)[frame]))
    expect(place).to_have_value(str(frame))
    place.press(" ")
    expect(card.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    until(page, lambda: int(place.input_value()) != frame)  # after the last comes the first


def test_at_the_end_it_begins_anew_or_stays(logdir: Path, show: Show) -> None:
    frames = film(0, 4)
    log_videos(logdir / "a", "x", {0: frames}, fps=10)
    page = show("#/videos?loop=0")
    card = card_of(page)
    place = place_in(card)
    card.get_by_role("button", name="Play", exact=True).click()
    expect(card).to_contain_text("0.40 of 0.40 s")
    expect(card.get_by_role("button", name="Play", exact=True)).to_be_visible()
    until(page, lambda: shows(card, frames[3]))
    settings = opened(page, "Settings of the videos")
    settings.get_by_text("Play again at the end", exact=True).click()
    card.get_by_role("button", name="Play", exact=True).click()
    until(page, lambda: place.input_value() == "3")
    until(page, lambda: place.input_value() == "0")


def test_a_file_is_kept_as_it_is(logdir: Path, show: Show, tmp_path: Path) -> None:
    gray = film(3, 3, 1)[..., 0]
    content = gif(gray, [100, 300, 200])
    (tmp_path / "mine.gif").write_bytes(content)
    log_videos(logdir / "a", "group/x", {5: tmp_path / "mine.gif"})
    page = show("#/videos")
    card = card_of(page, "group/x")
    expect(card).to_contain_text("0.00 of 0.60 s")
    place = place_in(card)
    for frame, seconds in enumerate((0, 0.1, 0.4)):
        place.fill(str(frame))
        expect(card).to_contain_text(f"{seconds:.2f} of 0.60 s")
        until(page, lambda frame=frame: shows(card, gray[frame, ..., None].repeat(3, -1)))
    card.get_by_role("button", name="Save the file").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Save the file").click()
    assert download.value.suggested_filename == "a-group_x-5.gif"
    assert download.value.path().read_bytes() == content


def test_every_step_can_be_reached_and_new_ones_come_by_themselves(
    logdir: Path, show: Show
) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(12):
            writer.add_video("x", film(step), step * 10)
        page = show("#/videos")
        card = card_of(page)
        expect(card.get_by_role("img", name="Video x, step 110")).to_be_visible()
        until(page, lambda: shows(card, film(11)[0]))
        place_in(card).press("End")
        card.get_by_role("button", name="Previous step").click()
        until(page, lambda: shows(card, film(10)[0]))
        expect(place_in(card)).to_have_value("0")
        box = card.get_by_role("textbox", name="Step")
        box.fill("32")
        box.press("Enter")
        expect(box).to_have_value("30")
        until(page, lambda: shows(card, film(3)[0]))
        writer.add_video("x", film(12), 120)
        expect(card).to_contain_text("4 of 13")
        card.get_by_role("button", name="Newest step").click()
        until(page, lambda: shows(card, film(12)[0]))
        box.fill("30")
        box.press("Enter")
    expect(page).to_have_url(re.compile(r"steps=.*\D30\b"))
    again = show(page.url[page.url.index("#") :])
    until(again, lambda: card_of(again).locator("canvas").count() == 1)
    until(again, lambda: shows(card_of(again), film(3)[0]))


def test_what_is_not_seen_as_it_was_logged_is_reported(logdir: Path, show: Show) -> None:
    frames = np.full((2, 12, 16, 3), 0.5)
    frames[0, 0, 0] = 1.5
    log_videos(logdir / "a", "x", {0: frames})
    page = show("#/videos")
    expect(card_of(page).get_by_text("3 clipped")).to_have_attribute(
        "title", "3 values beyond the range were clipped when it was logged"
    )


def test_a_broken_video_says_so_and_leaves_the_others(
    logdir: Path, show: Show, watch: Watch
) -> None:
    log_videos(logdir / "a", "x", {0: film(0), 1: film(1)})
    (media,) = (logdir / "a").glob("*.vdm")
    content = bytearray(media.read_bytes())
    content[-200] ^= 1
    media.write_bytes(content)
    watch.expect("422")
    page = show("#/videos")
    card = card_of(page)
    expect(card).to_contain_text("Not loaded: this record can't be read")
    card.get_by_role("button", name="Previous step").click()
    until(page, lambda: card.locator("canvas").count() == 1)
    until(page, lambda: shows(card, film(0)[0]))


def test_the_page_with_videos_has_no_violation(logdir: Path, show: Show) -> None:
    log_videos(logdir / "a", "x", {0: film(0), 1: film(1)})
    log_videos(logdir / "b", "group/a_rather_long_name_of_a_tag", {0: film(2, 1, 4)})
    page = show("#/videos")
    expect(card_of(page).get_by_role("img")).to_be_visible()
    expect(card_of(page, "group/a_rather_long_name_of_a_tag").get_by_role("img")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size({"width": 420, "height": 800})
    expect(card_of(page)).to_be_visible()
    until(page, lambda: overflow(page) == 0)
    assert violations(page) == []
