"""Every name of `wandb` 0.31: it is here, too, or what there is instead is said."""

import copy
import pickle
from pathlib import Path

import pytest

import vdlite

OF_THE_PACKAGE = [
    "AlertLevel",
    "Api",
    "Artifact",
    "ArtifactTTL",
    "Audio",
    "Classes",
    "CommError",
    "Config",
    "Error",
    "EvalTable",
    "Graph",
    "Histogram",
    "Html",
    "Image",
    "JoinedTable",
    "Molecule",
    "Object3D",
    "Plotly",
    "Run",
    "Settings",
    "Table",
    "UsageError",
    "Video",
    "agent",
    "alert",
    "attach",
    "box3d",
    "catboost",
    "config",
    "controller",
    "data_types",
    "define_metric",
    "errors",
    "finish",
    "gym",
    "init",
    "integration",
    "join",
    "keras",
    "lightgbm",
    "link_model",
    "log",
    "log_artifact",
    "log_model",
    "login",
    "mark_preempting",
    "pin_config_keys",
    "plot",
    "plot_table",
    "require",
    "restore",
    "run",
    "save",
    "setup",
    "sklearn",
    "summary",
    "sweep",
    "teardown",
    "tensorboard",
    "tensorflow",
    "termerror",
    "termlog",
    "termwarn",
    "unwatch",
    "use_artifact",
    "use_model",
    "util",
    "visualize",
    "watch",
    "xgboost",
]

OF_A_RUN = [
    "alert",
    "config",
    "config_static",
    "define_metric",
    "dir",
    "disabled",
    "display",
    "entity",
    "finish",
    "finish_artifact",
    "group",
    "id",
    "job_type",
    "link_artifact",
    "link_model",
    "log",
    "log_artifact",
    "log_code",
    "log_model",
    "mark_preempting",
    "name",
    "notes",
    "offline",
    "path",
    "pin_config_keys",
    "project",
    "project_url",
    "restore",
    "resumed",
    "save",
    "settings",
    "start_time",
    "starting_step",
    "status",
    "step",
    "summary",
    "sweep_id",
    "sweep_url",
    "sync_dir",
    "tags",
    "to_html",
    "unwatch",
    "upsert_artifact",
    "url",
    "use_artifact",
    "use_model",
    "watch",
    "write_logs",
]


@pytest.mark.parametrize("name", OF_THE_PACKAGE)
def test_a_name_of_the_package_is_here_or_what_there_is_instead(name: str) -> None:
    try:
        getattr(vdlite, name)
    except AttributeError as error:
        assert name not in vdlite.__all__
        assert f"no attribute {name!r}: " in str(error)


def test_an_attribute_of_a_run_is_here_or_what_there_is_instead(tmp_path: Path) -> None:
    unexplained = []
    with vdlite.init(logdir=tmp_path) as run:
        for name in OF_A_RUN:
            try:
                getattr(run, name)
            except AttributeError as error:
                if f"no attribute {name!r}: here it is " not in str(error):
                    unexplained.append(name)
    assert unexplained == []


def test_a_config_in_a_checkpoint_is_of_no_run(tmp_path: Path) -> None:
    with vdlite.init(logdir=tmp_path, config={"lr": 0.1}) as run:
        run.log({"loss": 0.5})
        for made in (copy.deepcopy(run.config), pickle.loads(pickle.dumps(run.config))):
            made.lr = 0.2
            assert (dict(made), run.config.lr) == ({"lr": 0.2}, 0.1)
        kept = pickle.loads(pickle.dumps(run.summary))
        kept.best = 1
        assert dict(kept) == {"loss": 0.5, "best": 1}
    assert len(list(tmp_path.glob("*.vdl"))) == 1
    assert vdlite.LogReader(tmp_path).tags(".") == ["loss"]
