"""Sounds: drawn from their samples, played one at a time, saved as they were logged."""

from __future__ import annotations

import re
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, expect

from tests.browser.chart import opened, until
from tests.browser.conftest import Show, Start
from tests.browser.logs import START
from tests.browser.pointer import point_at
from tests.browser.test_accessibility import violations
from tests.browser.test_narrow import overflow
from tests.browser.watch import Watch
from vdlite import LogWriter

RATE = 8000
ACCENT = (0x2A, 0x62, 0xD4)  # of the light theme


def tone(hertz: float, seconds: float = 1.0, loudness: float = 0.5) -> NDArray[np.float64]:
    at = np.arange(int(RATE * seconds)) / RATE
    return loudness * np.sin(2 * np.pi * hertz * at)


def log_sounds(folder: Path, tag: str, sounds: dict[int, NDArray[Any]]) -> None:
    with LogWriter(folder) as writer:
        for step, samples in sounds.items():
            writer.add_audio(tag, samples, step, RATE, START + step)


def card_of(page: Page, tag: str = "x") -> Locator:
    return page.locator("main").get_by_role("article", name=tag, exact=True)


def place_in(card: Locator) -> Locator:
    """The picture, on which the place that is played is chosen."""
    return card.get_by_role("slider", name="Place in")


def pixels(card: Locator) -> NDArray[np.int64]:
    """What the canvas of a card has drawn, [height, width, 4]."""
    values = place_in(card).evaluate(
        """place => {
            const canvas = place.querySelector("canvas");
            const { width, height } = canvas;
            const copy = new OffscreenCanvas(width, height).getContext("2d");
            copy.drawImage(canvas, 0, 0);
            return { height, data: [...copy.getImageData(0, 0, width, height).data] };
        }"""
    )
    return np.reshape(values["data"], (values["height"], -1, 4)).astype(np.int64)


def wave_is_drawn(card: Locator, channels: NDArray[np.float64]) -> bool:
    """Whether each column of pixels reaches from the least to the greatest of its samples."""
    drawn = pixels(card)
    height, width = drawn.shape[:2]
    is_wave = (np.abs(drawn[..., :3] - ACCENT).max(-1) < 12) & (drawn[..., 3] > 127)
    edges = np.arange(width) * channels.shape[1] // width
    band = height / len(channels)
    for i, samples in enumerate(channels):
        part = is_wave[round(i * band) : round((i + 1) * band)]
        if not part.any(0).all():
            return False
        top, bottom = part.argmax(0), len(part) - part[::-1].argmax(0)
        high = np.maximum.reduceat(samples, edges)
        low = np.minimum.reduceat(samples, edges)
        wanted = (0.5 - np.stack([high, low]) / 2) * band
        if np.abs(np.stack([top, bottom]) - wanted).max() > 2.5:
            return False
    return True


def audio_time(card: Locator) -> float:
    seconds: float = card.locator("audio").evaluate("audio => audio.currentTime")
    return seconds


def is_paused(card: Locator) -> bool:
    paused: bool = card.locator("audio").evaluate("audio => audio.paused")
    return paused


def test_the_waveform_is_that_of_the_samples(logdir: Path, show: Show) -> None:
    fading = tone(50) * np.linspace(1.8, 0.1, RATE)
    other = np.where(np.arange(RATE) < 2000, 0.75, -0.25)
    log_sounds(logdir / "a", "mono", {0: fading})
    log_sounds(logdir / "a", "stereo", {0: np.stack([fading, other], axis=1)})
    page = show("#/audio")
    until(page, lambda: wave_is_drawn(card_of(page, "mono"), fading[None]))
    until(page, lambda: wave_is_drawn(card_of(page, "stereo"), np.stack([fading, other])))
    expect(card_of(page, "mono")).to_contain_text("8 kHz · mono · 16 bits")
    expect(card_of(page, "stereo")).to_contain_text("8 kHz · stereo · 16 bits")


def test_the_spectrogram_shows_which_tone_is_when(logdir: Path, show: Show) -> None:
    log_sounds(logdir / "a", "x", {0: np.concatenate([tone(1000), tone(3000)])})
    page = show("#/audio")
    settings = opened(page, "Settings of the sounds")
    settings.get_by_text("Spectrogram", exact=True).click()

    def loudest(share: float) -> float:
        """The frequency of the brightest pixel at a share of the width."""
        drawn = pixels(card_of(page))
        column = drawn[:, int(share * drawn.shape[1]), :3].sum(-1)
        return RATE / 2 * (1 - (int(column.argmax()) + 0.5) / len(column))

    wanted = pytest.approx([1000, 1000, 3000], abs=40)
    until(page, lambda: [loudest(share) for share in (0.2, 0.4, 0.7)] == wanted)
    expect(page).to_have_url(re.compile("picture=spectrogram"))


def test_one_sound_is_played_at_a_time(logdir: Path, show: Show) -> None:
    log_sounds(logdir / "a", "x", {0: tone(300, 20)})
    log_sounds(logdir / "b", "y", {0: tone(400, 20)})
    page = show("#/audio")
    one, other = card_of(page, "x"), card_of(page, "y")
    one.get_by_role("button", name="Play", exact=True).click()
    until(page, lambda: audio_time(one) > 0.05)
    expect(place_in(one)).not_to_have_attribute("aria-valuenow", "0")
    other.get_by_role("button", name="Play", exact=True).click()
    until(page, lambda: audio_time(other) > 0.05)
    until(page, lambda: is_paused(one))
    expect(one.get_by_role("button", name="Pause", exact=True)).to_have_count(0)
    other.get_by_role("button", name="Pause", exact=True).click()
    until(page, lambda: is_paused(other))
    at = audio_time(other)
    place_in(other).press(" ")
    until(page, lambda: audio_time(other) > at)


def test_another_step_ends_the_sound_that_is_played(logdir: Path, show: Show) -> None:
    log_sounds(logdir / "a", "x", {0: tone(300, 20), 1: tone(400, 30)})
    page = show("#/audio")
    card = card_of(page)
    expect(card).to_contain_text("0:00.0 of 0:30.0")
    player = card.get_by_role("button", name="Play", exact=True)
    player.click()
    until(page, lambda: audio_time(card) > 0.05)
    card.get_by_role("button", name="Previous step").click()
    expect(card).to_contain_text("0:00.0 of 0:20.0")
    until(page, lambda: is_paused(card))
    player.click()
    until(page, lambda: audio_time(card) > 0.05)


def test_a_place_is_chosen_by_click_and_by_keys(logdir: Path, show: Show) -> None:
    log_sounds(logdir / "a", "x", {0: tone(300, 8)})
    page = show("#/audio")
    card = card_of(page)
    expect(card).to_contain_text("0:00.0 of 0:08.0")
    place = place_in(card)
    point_at(place, (0.25, 0.5))
    page.mouse.down()
    page.mouse.up()
    expect(card).to_contain_text("0:02.0 of 0:08.0")
    expect(place).to_have_attribute("aria-valuetext", "0:02.0 of 0:08.0")
    for key, seconds in (("ArrowRight", 3), ("End", 8), ("ArrowLeft", 7), ("Home", 0)):
        place.press(key)
        expect(card).to_contain_text(f"0:0{seconds}.0 of 0:08.0")
    assert is_paused(card)
    point_at(place, (0.5, 0.5))
    page.mouse.down()
    page.mouse.up()
    expect(card).to_contain_text("0:04.0 of 0:08.0")
    until(page, lambda: audio_time(card) == pytest.approx(4, abs=0.05))
    place.press(" ")
    until(page, lambda: audio_time(card) > 4.1)


def test_what_is_not_heard_as_it_was_logged_is_reported(logdir: Path, show: Show) -> None:
    loud = tone(300)
    loud[:3] = 1.5
    broken = loud.copy()
    broken[10:14] = np.nan
    log_sounds(logdir / "a", "loud", {0: loud})
    log_sounds(logdir / "a", "broken", {0: broken})
    page = show("#/audio")
    expect(card_of(page, "loud").get_by_text("3 clipped")).to_be_visible()
    card_of(page, "broken").get_by_role("button", name="2 notes").click()
    expect(page.get_by_text("4 NaN")).to_have_attribute(
        "title", "4 NaN were logged, and are silence here"
    )


def test_the_saved_file_has_the_samples(logdir: Path, show: Show) -> None:
    stereo = np.random.default_rng(0).integers(-32768, 32768, (1000, 2), np.int16)
    log_sounds(logdir / "a", "group/x", {0: tone(300), 7: stereo})
    page = show("#/audio")
    card = card_of(page, "group/x")

    def saved() -> tuple[str, wave._wave_params, NDArray[np.int16]]:
        card.get_by_role("button", name="Save the WAV file").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name="Save the WAV file").click()
        with wave.open(str(download.value.path())) as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
            return download.value.suggested_filename, file.getparams(), samples

    expect(card).to_contain_text("stereo")
    name, params, samples = saved()
    assert name == "a-group_x-7.wav"
    assert (params.nchannels, params.sampwidth, params.framerate) == (2, 2, RATE)
    assert np.array_equal(samples.reshape(-1, 2), stereo)
    card.get_by_role("button", name="Previous step").click()
    expect(card).to_contain_text("mono")
    _, params, samples = saved()
    assert (params.nchannels, params.nframes) == (1, RATE)
    np.testing.assert_allclose(samples / 32767, tone(300), atol=1 / 32767)


def test_a_single_step_has_no_slider_until_another_one_comes(
    logdir: Path, show: Show, start: Start
) -> None:
    start(reload_interval=0.2)
    log_sounds(logdir / "a", "x", {3: tone(440)})
    page = show("#/audio")
    expect(card_of(page).get_by_text("1 of 1")).to_be_visible()
    expect(card_of(page).get_by_role("slider", name="Step", exact=True)).to_have_count(0)
    log_sounds(logdir / "a", "x", {4: tone(440)})
    expect(card_of(page).get_by_role("slider", name="Step", exact=True)).to_be_visible()


def test_every_step_can_be_reached_and_new_ones_come_by_themselves(
    logdir: Path, show: Show
) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(30):
            writer.add_audio("x", tone(300, (step + 1) / 10), step * 10, RATE)
        page = show("#/audio")
        card = card_of(page)
        expect(card).to_contain_text("of 0:03.0")
        writer.add_audio("x", tone(300, 5), 300, RATE)
        expect(card).to_contain_text("of 0:05.0")
        box = card.get_by_role("textbox", name="Step")
        expect(box).to_have_value("300")
        box.fill("143")
        box.press("Enter")
        expect(box).to_have_value("140")
        expect(card).to_contain_text("of 0:01.5")
        writer.add_audio("x", tone(300, 6), 310, RATE)
        expect(card).to_contain_text("15 of 32")
    expect(page).to_have_url(re.compile(r"steps=.*\D140\b"))
    again = show(page.url[page.url.index("#") :])
    expect(card_of(again)).to_contain_text("of 0:01.5")


def test_a_sound_without_samples_and_a_broken_one_say_so(
    logdir: Path, show: Show, watch: Watch
) -> None:
    log_sounds(logdir / "a", "none", {0: np.zeros(0)})
    log_sounds(logdir / "b", "x", {0: tone(300)})
    (media,) = (logdir / "b").glob("*.vdm")
    content = bytearray(media.read_bytes())
    content[-200] ^= 1
    media.write_bytes(content)
    watch.expect("422")
    page = show("#/audio")
    expect(card_of(page, "none")).to_contain_text("The sound has no samples.")
    expect(card_of(page, "x")).to_contain_text("Not loaded: this record can't be read")


def test_the_page_with_sounds_has_no_violation(logdir: Path, show: Show) -> None:
    loud = 3 * tone(300)
    loud[0] = np.nan
    log_sounds(logdir / "a", "x", {0: tone(300), 1: loud})
    log_sounds(logdir / "b", "group/a_rather_long_name_of_a_tag", {0: np.zeros(0)})
    page = show("#/audio")
    expect(card_of(page).get_by_role("button", name="2 notes")).to_be_visible()
    expect(page.get_by_text("The sound has no samples.")).to_be_visible()
    assert violations(page) == []
    settings = opened(page, "Settings of the sounds")
    settings.get_by_text("Spectrogram", exact=True).click()
    expect(settings.get_by_role("slider", name="Decibels")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size({"width": 420, "height": 800})
    expect(card_of(page)).to_be_visible()
    until(page, lambda: overflow(page) == 0)
    assert violations(page) == []
