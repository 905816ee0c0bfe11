"""Makes vdlite known to a framework, whose module is complete when this one is imported."""

import their_framework

their_framework.loggers["vdlite"] = "an adapter"
