"""Makes the golden log of every kind: payloads as they are written today have to be readable for ever.

    python -m tests.golden.kinds

It makes a folder that does not exist yet (raise NUMBER when a payload changes); what is there is never made anew.
"""

import sys
from pathlib import Path
from unittest import mock

import numpy as np

from tests.profiling.recordings import recording
from tests.profiling.test_profile import LANES, training_step
from vdlite import LogWriter
from vdlite.kinds import console
from vdlite.kinds.landscape import LandscapePart
from vdlite.kinds.numbers.packing import pack

HERE = Path(__file__).parent
NUMBER = 10  # of the log to make

WALLTIME = 1.76e9
GRAY = np.arange(6, dtype=np.uint8).reshape(2, 3) * 40
COLOUR = np.arange(24, dtype=np.uint8).reshape(2, 4, 3) * 10
TENSOR = np.array([[1.5, -2.25, np.nan], [np.inf, 0.0, 1e-300]])
VECTORS = np.array([[1.0, 2.0], [3.0, -4.5], [0.25, np.nan]], np.float32)
SAMPLES = np.array([[0, 1000], [-32768, 32767], [5, -6]] * 4, np.int16)
FRAMES = np.array([[[0, 255]], [[0, 255]], [[128, 1]]], np.uint8)
HEIGHTS = np.array([[1.5, np.nan, np.inf], [0.25, -np.inf, 1e-300]])
PATH = {
    "step": [3, 9],
    "x": [0.5, 0.0],
    "y": [0.75, 0.0],
    "loss": [1.0, 0.5],
    "true_loss": [1.25, np.nan],
    "residual": [0.125, 0.0],
}
CURVATURE = {
    "eigenvalues": [3.5, -1.0],
    "errors": [0.5, 0.25],
    "trace": 9.0,
    "trace_error": 0.5,
    "samples": 64,
    "density": {"x": [-1.0, 0.0, 4.0], "y": [0.25, 0.5, 0.125]},
}
LANDSCAPE = {
    "x": [-1.0, 0.0, 2.0],
    "y": [0.0, 0.5],
    "z": {"loss": HEIGHTS, "精度": HEIGHTS / 2},
    "done": [[True, True, True], [True, True, False]],
    "center": {"loss": 0.5},
    "path": PATH,
    "marks": {"other 灰": (1.0, 0.5)},
    "directions": {"kind": "pca", "explained": [0.75, 0.125], "ignore": ["bias"]},
    "settings": {"mode": "train", "interval": [3, 9], "seconds": 1.5, "model": "网络"},
    "curvature": CURVATURE,
    "id": "golden",
}
PART = LandscapePart("golden", np.array([5, 0]), {"loss": np.array([np.nan, 7.5])})
LABELS = [0, 1, 1, 0, 1]
SCORES = [0.1, 0.9, 0.4, 0.4, 0.8]

ENVIRONMENT = {
    "fields": {"host": "example", "git_changed": True, "cpus": 2},
    "packages": {"numpy": "2.0"},
    "diff": "-a\n+灰\n",
    "diff_is_cut": False,
    "variables": {"PYTHONHASHSEED": "0"},
    "files": {".hydra/config.yaml": "lr: 0.1\n", "script": "print('灰')\n"},
}

CONSOLE = (
    "step 1\n\x1b[31m灰\x1b[0m".encode(),
    WALLTIME,
    np.array([0, 1500], np.uint32),
    np.array([1, 2], np.uint8),
)
IN_CONSOLE = console.summary_of(3, 2, left_out=7, ended={"code": 1, "last_words": "no"})

MESH = {
    "vertices": [[0.0, 0.0, 0.5], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [np.nan, 1.0, -1e-30]],
    "faces": [[0, 1, 2], [2, 1, 3]],
    "colors": [[255, 0, 0, 255], [0, 128, 0, 64], [0, 0, 7, 0], [1, 2, 3, 4]],
    "values": [0.25, np.nan, np.inf, -3.0],
    "look": {"point_size": 0.5, "fov": 60.0, "projection": "orthographic", "up": "z"},
}
FAR_VERTICES = [[5e6, 0.25, 0.0], [5e6 + 1e-3, 0.0, 0.0], [5e6, 0.0, 1e-3]]

GRAPH = {
    "name": "灰",
    "about": {"mode": "train", "sizes": [1, 2.5, None]},
    "nodes": [
        {"name": "x", "type": "input", "outputs": [("float32", ["batch", 4])]},
        {
            "name": "y",
            "type": "aten.addmm.default",
            "inputs": ["x", "x"],
            "scope": "first/linear",
            "shape": [2, 3],
            "dtype": "bfloat16",
            "attributes": {"beta": 1, "alpha": [0.5, "灰"]},
            "flops": 24,
            "seconds": 0.25,
            "file": "net.py",
            "line": 7,
        },
        {"type": "aten.t.default", "inputs": [("y", 0, "control")], "phase": "backward"},
    ],
    "parameters": [{"name": "w", "shape": [4, 3], "dtype": "float32", "used_by": ["y"]}],
    "notes": ["as it was"],
}


def log(folder: Path) -> None:
    """One record of each kind, at step 3."""
    at = {"step": 3, "walltime": WALLTIME}
    with LogWriter(folder, file_name="1") as writer:
        writer.add_image("gray", GRAY, **at)
        writer.add_image_matrix("matrix", [COLOUR, GRAY], labels=["colour", "灰"], **at)
        writer.add_histogram(
            "histogram", [1, 2, 2, 3, 10, np.nan, np.inf], buckets=[0, 2, 5, 10], **at
        )
        writer.add_tensor("tensor", TENSOR, **at)
        writer.add_pr_curve("curve", LABELS, SCORES, **at)
        writer.add_roc_curve("curve", LABELS, SCORES, **at)
        writer.add_confusion_matrix(
            "matrix", [0, 1, 1, 2], [0, 1, 2, 2], class_names=["a", "b", "c"], **at
        )
        writer.add_embeddings(
            "points",
            VECTORS,
            [["x", "y", "灰"], [1, 2.5, 3]],
            ["name", "number"],
            thumbnails=[GRAY, GRAY, GRAY],
            **at,
        )
        writer.add_text("text", "# 标题\n*text*", **at)
        writer.add_audio("audio", SAMPLES, sample_rate=8000, **at)
        writer.add_video("video", FRAMES, fps=10, **at)
        writer.add_hparams(
            {"lr": 0.5, "opt": "adam", "on": True, "none": None},
            ["loss"],
            WALLTIME,
            goals={"loss": "min", "精度": "max"},
        )
        writer.add_custom_scalars(
            {"损失": {"both": ["loss.*", "a"], "band": ["Margin", ["a", "low", "high"]]}}, WALLTIME
        )
        writer.add_graph(GRAPH, tag="model", **at)
        writer.add_profile(recording(training_step(), LANES), "profile", **at)
        writer.add_landscape("plane", LANDSCAPE, **at)
        writer.add_landscape("line", ([0.0, 1.0], None, [2.0, 1.0], [0.5]), **at)
        writer.add_landscape("part", PART, **at)
        writer.add_mesh("mesh", **MESH, **at)
        writer.add_mesh("cloud", MESH["vertices"], **at)
        writer.add_mesh("far", FAR_VERTICES, **at)
        writer.add_meta(display_name="golden", **at)
        writer.add_lineage(
            loss="mse", epochs=3, metrics=["loss"], others={"remark": "灰"}, walltime=WALLTIME
        )
        # What is kept of a console is made by who watches a program.
        writer.add_record(
            "console", "console", console.payload_of(*CONSOLE), summary=IN_CONSOLE, **at
        )
        # What add_environment finds out is of the machine: only its payload can be the same for ever.
        writer.add_record("environment", "environment", pack(ENVIRONMENT), **at)


def make(folder: Path) -> None:
    """The log, as if it had been made on a machine of no name."""
    with mock.patch("vdlite.writer.life.run_log.host_name", return_value="example"):
        log(folder)


def main() -> None:
    folder = HERE / f"kinds{NUMBER}"
    if folder.exists():
        sys.exit(f"golden files are never made anew: {folder}")
    make(folder)


if __name__ == "__main__":
    main()
