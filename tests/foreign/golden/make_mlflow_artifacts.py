"""Makes `golden/mlflow-artifacts`: a database, the artifacts of its run beside it, and what MLflow's own client reads.

Run in an environment with mlflow 3.17, matplotlib and soundfile:
    PYTHONPATH=. python -m tests.foreign.golden.make_mlflow_artifacts
"""

import json
import os
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import matplotlib.pyplot as plt
import mlflow
import numpy as np
import soundfile
from mlflow.tracking import MlflowClient

from tests.foreign.golden.small import make_small

FOLDER = Path(__file__).parent / "mlflow-artifacts"


def log() -> str:
    """Logs one of each sort; returns the run's id."""
    with mlflow.start_run(run_name="only") as run:
        mlflow.log_param("lr", 0.1)
        mlflow.log_metric("loss", 0.5, step=1)
        for step in range(2):
            picture = np.full((4, 6, 3), 100 * step, np.uint8)
            mlflow.log_image(picture, key="val/picture", step=step, timestamp=1_700_000_000_000)
        mlflow.log_image(picture, "plain.png")
        figure = plt.figure(figsize=(0.2, 0.1))
        mlflow.log_figure(figure, "plots/figure.png")
        mlflow.log_text("a text", "notes/first.txt")
        mlflow.log_text("# a heading", "notes/second.md")
        mlflow.log_text("<p>hi</p>", "page.html")
        mlflow.log_dict({"a": [1, 2]}, "facts.json")
        mlflow.log_dict({"a": [1, 2]}, "facts.yaml")
        mlflow.log_table({"a": [1, 2], "b": ["x|y", "z"]}, "table.json")
        images = [mlflow.Image(picture)]
        mlflow.log_table({"picture": images}, "pictures.json")
        soundfile.write("tone.wav", np.int16(1000 * np.sin(np.arange(80) / 5)), 8000)
        mlflow.log_artifact("tone.wav", "sounds")
        Path("net").mkdir()
        Path("net", "MLmodel").write_text("flavors: {}\n")
        Path("net", "requirements.txt").write_text("numpy\n")
        mlflow.log_artifacts("net", "models/net")
    return str(run.info.run_id)


def read_back(run: str) -> dict[str, object]:
    """What the client reads of the artifacts, by their names."""
    client = MlflowClient()
    uri = f"runs:/{run}/"
    found: dict[str, object] = {}
    waiting = [""]
    while waiting:
        for item in client.list_artifacts(run, waiting.pop()):
            if item.is_dir:
                waiting.append(item.path)
            elif item.path.endswith(".png"):
                picture = mlflow.artifacts.load_image(uri + item.path)
                found[item.path] = np.asarray(picture).tolist()
            elif item.path.endswith((".txt", ".md", ".json", ".yaml", ".html")):
                found[item.path] = mlflow.artifacts.load_text(uri + item.path)
            else:
                found[item.path] = None
    return found


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    sys.argv = ["train.py"]  # what MLflow keeps as the run's source
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        mlflow.set_tracking_uri("sqlite:///mlflow.db")
        run = log()
        Path("expected.json").write_text(json.dumps(read_back(run), sort_keys=True) + "\n")
        # The folder of the machine that made them is nobody's.
        with closing(sqlite3.connect("mlflow.db")) as database, database:
            for table, column in (("runs", "artifact_uri"), ("experiments", "artifact_location")):
                database.execute(
                    f"UPDATE {table} SET {column} = replace({column}, ?, '/home/ada')", [folder]
                )
        make_small(Path("mlflow.db"))
        FOLDER.mkdir()
        for name in ("mlflow.db", "expected.json"):
            shutil.copy(name, FOLDER)
        shutil.copytree("mlruns", FOLDER / "mlruns")


if __name__ == "__main__":
    main()
