"""What other tools' packages have that is not here, and what there is instead: `import vdlite as wandb` meets these names."""

from collections.abc import Mapping

_ARTIFACTS = "there are no artifacts; vdlite.save(path) keeps the path of a file"
_SWEEPS = (
    "there is no agent: a loop over vdlite.init(...), or Optuna with vdlite.integrations.optuna"
)

INSTEAD: Mapping[str, str] = {
    "SummaryWriter": "LogWriter, or vdlite.tensorboard.SummaryWriter",
    "Api": "vdlite.LogReader",
    "Artifact": _ARTIFACTS,
    "ArtifactTTL": _ARTIFACTS,
    "log_artifact": _ARTIFACTS,
    "use_artifact": "the path of a file, as there are no artifacts",
    "log_model": _ARTIFACTS,
    "use_model": "the path of a file, as there are no artifacts",
    "link_model": "there is no registry",
    "restore": "the path of a file: files stay where they are",
    "sweep": _SWEEPS,
    "agent": _SWEEPS,
    "controller": _SWEEPS,
    "join": "vdlite.finish()",
    "attach": "not needed: a forked process logs into the run, and run can be pickled for others",
    "mark_preempting": "not needed: a run of the same name goes on",
    "pin_config_keys": "the columns of *Trials* in the page",
    "termlog": "print",
    "termwarn": "print",
    "termerror": "print",
    "box3d": "vdlite.Mesh",
    "Classes": "captions, or colors in the picture",
    "JoinedTable": "vdlite.Table",
    "visualize": "vdlite.plot.line, scatter, bar, ...",
    "fastai": "vdlite.integrations.fastai",
    "api": "vdlite.LogReader",
    "apis": "vdlite.LogReader",
    "sdk": "vdlite.Image, Table, ...",
    "xgboost": "vdlite.integrations.xgboost",
    "lightgbm": "vdlite.integrations.lightgbm",
    "catboost": "run.log in a callback of your own",
    "tensorboard": "import vdlite.tensorboard, whose SummaryWriter logs here, or `vdlite run script.py`",
    "tensorflow": "vdlite.integrations.keras, or event files, which are read where they lie",
    "gym": "vdlite.integrations.stable_baselines3, or vdlite.Video",
    "Plotly": "a figure of matplotlib, which run.log takes",
    "Molecule": "vdlite.Mesh, or run.writer.add_text",
    "Graph": "run.writer.add_graph(model, inputs)",
    "EvalTable": "vdlite.Table",
    "plot_table": "vdlite.plot.line, scatter, bar, ...",
    "Error": "vdlite.VdliteError",
    "CommError": "vdlite.VdliteError",
    "UsageError": "vdlite.VdliteError",
    "keras": "vdlite.integrations.keras",
    "integration": "vdlite.integrations",
    "lightning": "vdlite.integrations.lightning",
    "pytorch_lightning": "vdlite.integrations.lightning",
    "sklearn": "run.log of vdlite.plot.roc_curve and its like",
    "util": "a name of your own: init(id=...) takes any",
    "data_types": "vdlite.Image, Table, ...",
}
"""Names of other tools' packages."""


def no_attribute(name: str) -> AttributeError:
    """The error to be raised for a name that `vdlite` does not have."""
    meant = f": {INSTEAD[name]}" if name in INSTEAD else ""
    return AttributeError(f"module 'vdlite' has no attribute {name!r}{meant}", name=name)
