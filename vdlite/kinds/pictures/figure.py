"""Figures of matplotlib as pixels. It is never imported here: whoever has a figure has imported it."""

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds.draft import taking


@taking("figure")
def rgba(figure: Any) -> NDArray[np.uint8]:
    """The figure as it would be saved at its own resolution: uint8 [H, W, 4], a copy. The figure is left as it was.

    Raises PayloadError if it is no figure of matplotlib.
    """
    canvas = getattr(figure, "canvas", None)
    if canvas is None or not hasattr(figure, "savefig"):
        raise PayloadError(
            f"figure: got {type(figure).__name__}, want a figure of matplotlib, such as plt.gcf()"
        )
    if hasattr(canvas, "buffer_rgba"):
        canvas.draw()
        return np.array(canvas.buffer_rgba())
    # A canvas of another sort (PDF, SVG, a window): borrow the figure for one of pixels.
    agg = importlib.import_module("matplotlib.backends.backend_agg")
    try:
        own = agg.FigureCanvasAgg(figure)
        own.draw()
        return np.array(own.buffer_rgba())
    finally:
        figure.set_canvas(canvas)
