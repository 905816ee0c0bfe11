"""Notebooks: `%load_ext vdlite` and `%vdlite --logdir runs`, or `vdlite.notebook.show("runs")`.

IPython is imported by `magic` only, which is loaded where IPython asks for it.
"""

from vdlite.notebook.view import View
from vdlite.notebook.views import running, show, stop

__all__ = ["View", "running", "show", "stop"]
