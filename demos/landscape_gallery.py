"""Figures in the manner of Li et al. (2018), redrawn from the logs of three demos. Five minutes on two cores.

pip install torch matplotlib
python demos/landscape_gallery.py

It runs the demos whose logs are not there yet, and writes into the folder `gallery`: networks with and without shortcuts,
the way of a training over its plane, and the line between what small and large batches have found. The pictures are
drawn from the logs alone, by functions to copy; "Copy as matplotlib" in the page gives such code for any landscape.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure
from numpy.typing import NDArray

from vdlite import LogReader
from vdlite.kinds.landscape import Landscape

HERE = Path(__file__).parent
TWO_COLUMNS = 17.5 / 2.54  # inches
CAMERA = {"elev": 54, "azim": -128}


def heights(landscape: Landscape) -> NDArray[np.float64]:
    """The loss where it is computed."""
    return np.where(landscape.done, landscape.values[landscape.metrics[0]], np.nan)


def shortcuts(logs: Path) -> Figure:
    """A deep network with and without shortcuts: surfaces above, contours below, on the same scale."""
    reader = LogReader(logs / "landscape-shortcuts")
    figure = plt.figure(figsize=(TWO_COLUMNS, 0.85 * TWO_COLUMNS), layout="constrained")
    runs = {run: reader.landscape(run, "landscape/result") for run in sorted(reader.runs)}
    losses = [heights(landscape) for landscape in runs.values()]
    # As in the paper, what is far up is cut off: the valley is what is looked at.
    top = min(np.nanquantile(loss, 0.6) for loss in losses)
    norm = Normalize(0, top)
    for column, (run, landscape) in enumerate(runs.items(), 1):
        x, y, loss = landscape.x, landscape.y, heights(landscape)
        solid = figure.add_subplot(2, 2, column, projection="3d")
        cut = np.minimum(loss, top)
        solid.plot_surface(
            *np.meshgrid(x, y),
            cut,
            facecolors=plt.get_cmap("viridis")(norm(cut)),
            rcount=80,
            ccount=80,
            rasterized=True,
        )
        solid.set(title=run, zlim=(0, top))
        solid.view_init(**CAMERA)
        flat = figure.add_subplot(2, 2, 2 + column)
        levels = np.linspace(0, top, 26)[1:]
        lines = flat.contour(x, y, loss, levels=levels, norm=norm, linewidths=0.8)
        flat.clabel(lines, lines.levels[::4], fmt="%.2g", fontsize=6)
        flat.set(aspect="equal", xlabel="first direction", ylabel="second direction")
    return figure


def trajectory(logs: Path) -> Figure:
    """The way of a training over the plane in which it moves most, and beside it how far it lies off that plane."""
    reader = LogReader(logs)
    landscapes = [found.read()[0] for found in reader.landscapes("landscape-digits")]
    drawn = [each for each in landscapes if each.path is not None and each.y is not None]
    figure, axes = plt.subplots(
        1,
        len(drawn),
        figsize=(TWO_COLUMNS, 0.45 * TWO_COLUMNS),
        layout="constrained",
        squeeze=False,
    )
    for flat, landscape in zip(axes[0], reversed(drawn), strict=True):
        draw_way(figure, flat, landscape)
    return figure


def draw_way(figure: Figure, flat: Axes, landscape: Landscape) -> None:
    """Contours, and over them each snapshot in the color of its own loss."""
    path, loss = landscape.path, heights(landscape)
    assert path is not None and path.y is not None
    norm = LogNorm(np.nanmin(loss), np.nanmax(loss), clip=True)
    levels = np.geomspace(norm.vmin, norm.vmax, 22)
    filled = flat.contourf(landscape.x, landscape.y, loss, levels=levels, norm=norm)
    flat.plot(path.x, path.y, color="white", linewidth=1.2)
    flat.scatter(path.x, path.y, c=path.true_loss, norm=norm, edgecolors="white", s=24, zorder=3)
    shares = landscape.directions.explained or [np.nan, np.nan]
    flat.set(
        title=f"steps {path.step[0]} to {path.step[-1]}",
        xlabel=f"PC 1: {100 * shares[0]:.1f} % of the variance",
        ylabel=f"PC 2: {100 * shares[1]:.1f} %",
        aspect="equal",
    )
    figure.colorbar(filled, ax=flat, label="loss", format="%.2g", shrink=0.6)


def batch_sizes(logs: Path) -> Figure:
    """The line between the results of small batches, at 0, and of large ones, at 1."""
    reader = LogReader(logs / "landscape-batch-sizes")
    runs = [run for run in sorted(reader.runs) if run.startswith("line-")]
    figure, losses = plt.subplots(figsize=(TWO_COLUMNS, 0.45 * TWO_COLUMNS), layout="constrained")
    accuracies = losses.twinx()
    for run in runs:
        line = reader.landscape(run, "landscape/line")
        label = run == runs[0]
        for metric, values in line.values.items():
            known = "test" if "test" in metric else "training"
            is_score = "accuracy" in metric
            (accuracies if is_score else losses).plot(
                line.x,
                values,
                color="tab:red" if is_score else "tab:blue",
                linestyle="--" if known == "test" else "-",
                linewidth=1,
                label=f"{'accuracy' if is_score else 'loss'}, {known}" if label else None,
            )
    for place, name in ((0, "small batches"), (1, "large batches")):
        losses.axvline(place, color="gray", linewidth=0.8)
        losses.annotate(
            name, (place, 1), xycoords=("data", "axes fraction"), va="bottom", ha="center"
        )
    losses.set(yscale="log", xlabel="from one result to the other", ylabel="loss")
    accuracies.set(ylabel="accuracy")
    figure.legend(loc="outside lower center", ncols=4)
    return figure


FIGURES: dict[str, tuple[str, Callable[[Path], Figure]]] = {
    "shortcuts": ("landscape_shortcuts.py", shortcuts),
    "trajectory": ("landscape_digits.py", trajectory),
    "batch-sizes": ("landscape_batch_sizes.py", batch_sizes),
}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logdir", default="runs", help="folder with the folders of the demos")
    parser.add_argument("--output", default="gallery", help="folder of the pictures")
    parser.add_argument("--format", default="pdf", help="pdf, svg, png or pgf")
    parser.add_argument("--quick", action="store_true", help="few epochs and points, to try it")
    options = parser.parse_args()
    logs, output = Path(options.logdir), Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    plt.rcParams.update({"font.size": 8, "pdf.fonttype": 42, "svg.fonttype": "none"})
    for name, (demo, draw) in FIGURES.items():
        folder = logs / Path(demo).stem.replace("_", "-")
        if not folder.exists():
            more = ["--quick"] if options.quick else []
            command = [sys.executable, HERE / demo, "--logdir", folder, *more]
            subprocess.run(command, check=True)
        picture = output / f"{name}.{options.format}"
        draw(logs).savefig(picture, dpi=130)
        print(picture)
