"""Trainers of others that log here: one module for each, which imports its framework and nobody else's.

`import vdlite.integrations` is enough for `report_to="vdlite"` of transformers and `log_with="vdlite"` of accelerate,
whichever of these is imported, before or after it; neither is loaded by it.
"""

from vdlite.integrations.registering import register_plugins, register_when_imported

register_when_imported(
    {
        "transformers.integrations.integration_utils": "vdlite.integrations.transformers",
        "accelerate.tracking": "vdlite.integrations.accelerate",
    }
)
register_plugins()
