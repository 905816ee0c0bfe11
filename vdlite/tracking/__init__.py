"""The short way: `init` makes a run, and `run.log({...})` logs whatever a loop has in a dictionary.

run = vdlite.init("mnist", config={"lr": 1e-3})
for epoch in range(10):
    run.log({"train": {"loss": loss}, "accuracy": accuracy})
run.finish()
"""

from vdlite.tracking import plot
from vdlite.tracking.alerts import AlertLevel
from vdlite.tracking.config import Config
from vdlite.tracking.current import alert, define_metric, finish, log, save, unwatch, watch
from vdlite.tracking.ignored import Settings, login, require, setup, teardown
from vdlite.tracking.init import init
from vdlite.tracking.media import Audio, Histogram, Html, Mesh, Tensor, Video
from vdlite.tracking.pictures import Image
from vdlite.tracking.run import Run
from vdlite.tracking.scene import Object3D
from vdlite.tracking.summary import Summary
from vdlite.tracking.table import Table

__all__ = [
    "AlertLevel",
    "Audio",
    "Config",
    "Histogram",
    "Html",
    "Image",
    "Mesh",
    "Object3D",
    "Run",
    "Settings",
    "Summary",
    "Table",
    "Tensor",
    "Video",
    "alert",
    "define_metric",
    "finish",
    "init",
    "log",
    "login",
    "plot",
    "require",
    "save",
    "setup",
    "teardown",
    "unwatch",
    "watch",
]
