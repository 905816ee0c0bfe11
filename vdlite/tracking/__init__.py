"""The short way: `init` makes a run, and `run.log({...})` logs whatever a loop has in a dictionary.

run = vdlite.init("mnist", config={"lr": 1e-3})
for epoch in range(10):
    run.log({"train": {"loss": loss}, "accuracy": accuracy})
run.finish()
"""

from vdlite.tracking.alerts import AlertLevel
from vdlite.tracking.config import Config
from vdlite.tracking.current import alert, define_metric, finish, log, save
from vdlite.tracking.ignored import Settings, login, require, setup, teardown
from vdlite.tracking.init import init
from vdlite.tracking.media import Audio, Histogram, Image, Mesh, Tensor, Video
from vdlite.tracking.run import Run
from vdlite.tracking.summary import Summary

__all__ = [
    "AlertLevel",
    "Audio",
    "Config",
    "Histogram",
    "Image",
    "Mesh",
    "Run",
    "Settings",
    "Summary",
    "Tensor",
    "Video",
    "alert",
    "define_metric",
    "finish",
    "init",
    "log",
    "login",
    "require",
    "save",
    "setup",
    "teardown",
]
