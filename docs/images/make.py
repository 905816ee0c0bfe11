"""Makes the pictures of this folder: the real page, on the logs of the demo's trainings.

    python -m docs.images.make

Needs a built page (`pip install .` or `tox devenv`), and playwright with a browser.
"""

import io
import tempfile
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.browser.chrome import launch
from vdlite import serve
from vdlite.demo.training import train_all

HERE = Path(__file__).parent
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SIZE: ViewportSize = {"width": 1280, "height": 760}  # pixels of the page
SCALE = 1.5  # pixels of the picture for each of the page
SEARCH = "/loss|accuracy/"  # tags that are shown


def take(browser: Browser, url: str, scheme: Scheme) -> bytes:
    """A picture of the page in a light or dark browser, as PNG."""
    page = browser.new_page(
        viewport=SIZE,
        device_scale_factor=SCALE,
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
        timezone_id="UTC",
    )
    page.goto(url)
    page.get_by_label("Search tags").fill(SEARCH)
    page.get_by_role("switch", name="Ignore outliers in the scale").click()
    page.get_by_role("button", name="Close").click()
    page.wait_for_timeout(2000)  # until all curves are drawn
    chart = page.get_by_role("application", name="Chart of loss/test")
    chart.hover(position={"x": 160, "y": 90})
    page.wait_for_timeout(500)  # until the tooltip is there
    picture = page.screenshot()
    page.close()
    return picture


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        logdir = Path(folder) / "runs"
        train_all(logdir, seconds=0)
        with sync_playwright() as playwright, serve(logdir, port=0) as server:
            browser = launch(playwright)
            for scheme in SCHEMES:
                picture = Image.open(io.BytesIO(take(browser, server.url, scheme)))
                # A page has few colours: a palette makes the file a third of the size.
                picture.convert("RGB").quantize(256).save(
                    HERE / f"scalars-{scheme}.png", optimize=True
                )
            browser.close()


if __name__ == "__main__":
    main()
