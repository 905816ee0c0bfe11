"""What differs in Firefox: a short part of what the other tests see in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.browser.conftest import Start
from tests.browser.firefox import Firefox, launched
from vdlite import LogWriter

# Without WebGL, which a headless Firefox lacks.
VIEWS = {
    "overview": "loss",
    "scalars": "loss",
    "trials": "loss",
    "histograms": "weights",
    "images": "picture",
    "videos": "clip",
    "confusion": "test",
    "texts": "hello",
    "curves": "pr",
}
"""And a word that each shows."""


@pytest.fixture(scope="session")
def session(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Firefox]:
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with (
        capture.global_and_fixture_disabled(),
        launched(tmp_path_factory.mktemp("firefox")) as firefox,
    ):
        if firefox is None:
            pytest.skip("there is no Firefox, and none could be installed")
        yield firefox


@pytest.fixture
def firefox(session: Firefox) -> Iterator[Firefox]:
    session.problems.clear()
    yield session
    assert session.problems == []


@pytest.fixture
def logged(logdir: Path) -> None:
    random = np.random.default_rng(0)
    with LogWriter(logdir / "first") as writer:
        writer.add_hparams({"lr": 0.1}, ["loss"])
        for step in range(10):
            writer.add_scalar("loss", 1 / (step + 1), step)
        writer.add_histogram("weights", random.normal(size=1000), 0)
        writer.add_image("picture", random.integers(0, 256, (8, 8, 3), np.uint8), 0)
        writer.add_video("clip", random.integers(0, 256, (5, 24, 32, 3), np.uint8), 0, 4)
        writer.add_confusion_matrix("test", [0, 1, 2, 1], [0, 1, 1, 1], 0)
        writer.add_text("note", "**hello**", 0)
        writer.add_pr_curve("pr", [0, 1, 1, 0], [0.1, 0.8, 0.6, 0.4], 0)


def pixels(which: int) -> str:
    """How many pixels of a frame are drawn."""
    return f"""(() => {{
        const canvas = document.querySelectorAll("main article canvas")[{which}];
        if (!canvas?.width) return 0;
        const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        return data.filter((value, i) => i % 4 === 3 && value === 255).length;
    }})()"""


@pytest.mark.usefixtures("logged")
def test_each_frame_of_a_video_is_drawn_again_and_again(firefox: Firefox, start: Start) -> None:
    firefox.open(start().url + "#/videos")
    firefox.wait_for(f"{pixels(0)} === 24 * 32")
    firefox.evaluate(
        """for (let i = 0; i < 12; i++) document.querySelector("main article .player input")
            .dispatchEvent(new KeyboardEvent("keydown", {key: i % 2 ? "End" : "Home", bubbles: true}))"""
    )
    firefox.wait_for(f"{pixels(0)} === 24 * 32")
    assert firefox.evaluate("document.querySelectorAll('main article [role=alert]').length") == 0


@pytest.mark.usefixtures("logged")
def test_what_is_for_screen_readers_lies_over_nothing(firefox: Firefox, start: Start) -> None:
    firefox.open(start().url + "#/confusion")
    firefox.wait_for("document.querySelector('main article caption') !== null")
    seen = firefox.evaluate(
        """(() => {
            const caption = document.querySelector("main article caption");
            const { left, top, width, height } = caption.getBoundingClientRect();
            caption.scrollIntoView();
            return document.elementsFromPoint(left + width / 2, top + height / 2).includes(caption);
        })()"""
    )
    assert seen is False


@pytest.mark.usefixtures("logged")
@pytest.mark.parametrize(("view", "word"), VIEWS.items())
def test_a_view_opens_without_an_error(
    firefox: Firefox, start: Start, view: str, word: str
) -> None:
    firefox.open("about:blank")
    firefox.open(f"{start().url}#/{view}")
    firefox.wait_for(f"document.querySelector('main')?.innerText.includes('{word}')")
    assert firefox.evaluate("document.querySelectorAll('[role=alert]').length") == 0
