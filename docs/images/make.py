"""Makes the pictures of this folder: the real page, on the logs of the demo's trainings.

    python -m docs.images.make
    python -m docs.images.make graphs trials     only these parts: landscapes take the longest

Needs a built page (`pip install .` or `tox devenv`), playwright with a browser, and torch for graphs, profiles and landscapes.
"""

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from demos.sweep_digits import sweep
from tests.browser.chrome import launch
from vdlite import LogWriter, serve
from vdlite.demo.training import train_all

if TYPE_CHECKING:
    from torch import nn

HERE = Path(__file__).parent
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SIZE: ViewportSize = {"width": 1280, "height": 760}  # pixels of the page
SCALE = 1.5  # pixels of the picture for each of the page
SEARCH = "/loss|accuracy/"  # tags that are shown
# True once no card in sight waits for its data.
LOADED = """() => ![...document.querySelectorAll('.skeleton')].some(
    card => card.getBoundingClientRect().top < innerHeight)"""
# Other views, and what their address says.
OTHERS = {
    "overview": "",
    "images": "",
    "histograms": "",
    "curves": "?per=group&search=precision",
    "confusion": "",
    "meshes": "",
    "embeddings": "",
}
# Views of the sweep.
OF_SWEEP = {"trials": "?color=m%3Alast%3Aaccuracy%2Ftest", "groups": ""}
SWEEP = 180  # trials


class Shot(NamedTuple):
    """A picture of the landscapes of a demo."""

    demo: str
    query: str  # what the view's address says
    schemes: tuple[Scheme, ...] = ("light",)
    numbers: bool = True  # with the table of the comparison
    interval: str = "^steps 0"  # of the path that is shown; empty: the first


LANDSCAPES = {
    "landscapes": Shot("digits", "?drawing=filled", SCHEMES),
    "landscapes-surface": Shot("digits", "?drawing=surface", SCHEMES),
    "landscapes-widths": Shot("widths", "?mode=comparison&c.size=small", numbers=False),
    "landscapes-shortcuts": Shot("shortcuts", "?mode=comparison"),
    "landscapes-lines": Shot("batch_sizes", "?mode=lines"),
    "landscapes-curvature": Shot("digits", "?mode=curvature"),
    "landscapes-optimizers": Shot("optimizers", "?drawing=filled", interval=""),
    "landscapes-through": Shot("optimizers", "?mode=through"),
}


def open_page(browser: Browser, scheme: Scheme) -> Page:
    """A page in a light or dark browser."""
    return browser.new_page(
        viewport=SIZE,
        device_scale_factor=SCALE,
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
        timezone_id="UTC",
    )


def take_scalars(page: Page, url: str) -> bytes:
    """A picture of the scalars view with its tooltip, as PNG."""
    page.goto(url)
    page.goto(f"{url.partition('?')[0]}#/scalars")
    page.get_by_label("Search tags").fill(SEARCH)
    page.wait_for_timeout(2000)  # until all curves are drawn
    chart = page.get_by_role("application", name="Chart of loss/test")
    chart.hover(position={"x": 160, "y": 90})
    page.wait_for_timeout(500)  # until the tooltip is there
    return page.screenshot()


def take_view(page: Page, url: str, place: str) -> bytes:
    """A picture of another view; the place is that of a link."""
    page.goto(url)
    page.goto(f"{url.partition('?')[0]}#/{place}")
    view = place.partition("?")[0]
    if view in {
        *OF_SWEEP,
        "graphs",
        "profiles",
    }:  # where the list of runs says nothing
        button = page.get_by_role("button", name=re.compile("^(Hide|Show) the runs$"))
        if (button.get_attribute("aria-label") or "").startswith("Hide"):
            button.click()
    if view == "overview":
        page.get_by_role("list", name="Cards of the workspace").wait_for()
    page.wait_for_timeout(2500)  # until everything is drawn
    page.get_by_text("Working out the importance").wait_for(state="hidden", timeout=120_000)
    page.wait_for_function(LOADED)
    page.wait_for_timeout(500)
    return page.screenshot()


def keep(picture: bytes, name: str) -> None:
    # A page has few colors: a palette makes the file a third of the size. Of shaded ones, those of runs are kept, too.
    pixels = Image.open(io.BytesIO(picture)).convert("RGB")
    pixels = pixels.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=1)
    pixels.save(HERE / f"{name}.png", optimize=True)


def take_all(logdir: Path, scalars: bool, views: Mapping[str, str]) -> None:
    """Pictures of views of one logdir, in both schemes."""
    with sync_playwright() as playwright, serve(logdir, port=0) as server:
        browser = launch(playwright)
        for scheme in SCHEMES:
            page = open_page(browser, scheme)
            if scalars:
                keep(take_scalars(page, server.url), f"scalars-{scheme}")
            for view, query in views.items():
                keep(take_view(page, server.url, view + query), f"{view}-{scheme}")
            page.close()
        browser.close()


def take_landscape(page: Page, url: str, shot: Shot) -> bytes:
    """A picture of the landscapes view without what stands beside the drawings."""
    page.goto(url)
    page.goto(f"{url.partition('?')[0]}#/landscapes{shot.query}")
    if not shot.numbers:
        page.get_by_role("button", name="Numbers").click()
    if "mode=" not in shot.query and shot.interval:
        page.get_by_role("button", name="Interval, training and display").click()
        page.get_by_role("button", name=re.compile(shot.interval)).click()
    close = page.get_by_role("button", name="Close")
    page.wait_for_timeout(2500)  # until everything is drawn
    while close.count():
        close.first.click()
    page.keyboard.press("Escape")  # no tooltip of what was clicked
    page.mouse.move(5, SIZE["height"] - 5)
    page.wait_for_timeout(1000)
    return page.screenshot()


def draw_landscapes(folder: Path) -> None:
    """Run the demos of landscapes, each into a logdir of its own."""
    for demo in {shot.demo for shot in LANDSCAPES.values()}:
        script = HERE.parent.parent / "demos" / f"landscape_{demo}.py"
        run = folder / demo / "lenet" if demo == "digits" else folder / demo
        subprocess.run([sys.executable, script, "--logdir", run], check=True)


def take_landscapes(folder: Path) -> None:
    """Pictures of the landscapes below a folder, in both schemes."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, shot in LANDSCAPES.items():
            with serve(folder / shot.demo, port=0) as server:
                for scheme in shot.schemes:
                    page = open_page(browser, scheme)
                    keep(take_landscape(page, server.url, shot), f"{name}-{scheme}")
                    page.close()
        browser.close()


def transformer() -> "nn.Module":
    """A small one, of six equal layers."""
    import torch
    from torch import nn

    class Transformer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embed = nn.Embedding(1000, 64)
            layer = nn.TransformerEncoderLayer(64, 4, 256, batch_first=True)
            self.encoder = nn.TransformerEncoder(layer, 6)
            self.head = nn.Linear(64, 9)

        def forward(self, words: torch.Tensor) -> torch.Tensor:
            return self.head(self.encoder(self.embed(words)).mean(1))

    return Transformer()


def log_graph(run: Path) -> None:
    """The graph of a transformer."""
    import torch

    with LogWriter(run) as writer:
        writer.add_graph(transformer(), torch.zeros(1, 128, dtype=torch.long))


def log_profile(run: Path) -> None:
    """Six steps of a transformer that waits for its data."""
    import torch
    from torch.nn.functional import cross_entropy
    from torch.utils.data import DataLoader, TensorDataset, default_collate

    def shuffled(samples: list[tuple[torch.Tensor, ...]]) -> object:
        torch.randperm(400_000).sort()  # takes long
        return default_collate(samples)

    torch.manual_seed(0)
    model = transformer()
    optimizer = torch.optim.Adam(model.parameters())
    words, classes = torch.randint(0, 1000, (200, 64)), torch.randint(0, 9, (200,))
    loader = DataLoader(TensorDataset(words, classes), batch_size=8, collate_fn=shuffled)
    with LogWriter(run) as writer, writer.profile(steps=6, modules=model) as profile:
        for step, (inputs, wanted) in enumerate(loader):
            loss = cross_entropy(model(inputs), wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            writer.add_scalar("loss/train", loss, step)
            profile.step()


def make_views(folder: Path) -> None:
    train_all(folder, seconds=0)
    take_all(folder, True, OTHERS)


def make_trials(folder: Path) -> None:
    sweep(str(folder), SWEEP)
    take_all(folder, False, OF_SWEEP)


def make_graphs(folder: Path) -> None:
    log_graph(folder / "transformer")
    take_all(folder, False, {"graphs": ""})


def make_profiles(folder: Path) -> None:
    log_profile(folder / "transformer")
    take_all(folder, False, {"profiles": ""})


def make_landscapes(folder: Path) -> None:
    draw_landscapes(folder)
    take_landscapes(folder)


def make_gallery(folder: Path) -> None:
    """The figures of the gallery, by the demo that draws them."""
    script = HERE.parent.parent / "demos" / "landscape_gallery.py"
    logs, pictures = folder / "logs", folder / "pictures"
    command = [sys.executable, script, "--logdir", logs, "--output", pictures, "--format", "png"]
    subprocess.run(command, check=True)
    for picture in pictures.glob("*.png"):
        keep(picture.read_bytes(), f"gallery-{picture.stem}")


PARTS = {
    "views": make_views,
    "trials": make_trials,
    "graphs": make_graphs,
    "profiles": make_profiles,
    "landscapes": make_landscapes,
    "gallery": make_gallery,
}


def main() -> None:
    for part in sys.argv[1:] or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            PARTS[part](Path(folder) / part)


if __name__ == "__main__":
    main()
