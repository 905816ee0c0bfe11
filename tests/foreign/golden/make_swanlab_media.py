"""Writes `swanlab-media` with SwanLab itself, offline: `pip install 'swanlab[media]' pyecharts`, version 0.10.3.

    PYTHONPATH=. python -m tests.foreign.golden.make_swanlab_media

What says of the machine that it ran on is left out.
"""

import json
import shutil
import tempfile
import wave
from pathlib import Path

import numpy as np
import swanlab
from swanlab.proto.swanlab.record.v1 import record_pb2

from tests.foreign.wandb_files import framed, unframed

_KEPT = {"start", "finish", "scalar", "media", "log", "save"}
_OWN = ("swanlab:", "to sync", "/", "  ")  # what lines begin with that nobody of ours printed


def write(folder: Path) -> None:
    """The same as `test_swanlab_media.py` expects."""
    with tempfile.TemporaryDirectory() as place:
        swanlab.init(
            project="digits", name="media", description="a note", tags=["a", "b"], group="g",
            mode="offline", log_dir=place,
            config={"lr": 0.1, "net": {"depth": 2, "sizes": [8, 16]}, "text": "two\nlines: x", "none": None},
        )  # fmt: skip
        _log(Path(place))
        swanlab.config.update({"late": 7})
        swanlab.finish()
        (log,) = Path(place).rglob("*.swanlab")
        shutil.copytree(log.parent / "media", folder / "media", dirs_exist_ok=True)
        (folder / "files").mkdir(exist_ok=True)
        shutil.copy(log.parent / "files" / "config.yaml", folder / "files")
        metadata = json.loads((log.parent / "files" / "swanlab-metadata.json").read_text())
        about = {
            "runtime": {
                "python_version": metadata["runtime"]["python_version"],
                "command": "python train.py",
            }
        }
        (folder / "files" / "swanlab-metadata.json").write_text(json.dumps({"_version": 2} | about))
        data = log.read_bytes()
    kept = []
    for record in unframed(data):
        found = record_pb2.Record.FromString(record)
        if found.HasField("save"):
            found.save.source_path = Path(found.save.source_path).name
        is_own = found.HasField("log") and found.log.line.startswith(_OWN)
        if {field.name for field, _ in found.ListFields()} & _KEPT and not is_own:
            kept.append(found.SerializeToString())
    (folder / "run-golden.swanlab").write_bytes(framed(kept, data[:7]))


def _log(place: Path) -> None:
    def picture(value: int) -> np.ndarray:
        return np.full((4, 6, 3), value, np.uint8)

    for step in range(2):
        print("step", step)
        swanlab.log({"one": swanlab.Image(picture(5 + 50 * step), caption="a five")}, step=step)
        many = [swanlab.Image(picture(100 + at), caption=f"no {at}") for at in range(3)]
        swanlab.log({"many": many}, step=step)
    with wave.open(str(place / "tone.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes((np.arange(80) * 100).astype("<i2").tobytes())
    swanlab.log({"tone": swanlab.Audio(str(place / "tone.wav"))}, step=1)
    swanlab.log({"words": swanlab.Text("hello", caption="said")}, step=1)
    swanlab.log({"several": [swanlab.Text("a"), swanlab.Text("b", caption="x")]}, step=1)
    table = swanlab.echarts.Table()
    table.add(["a", "b"], [[1, "x|y"], [2.5, None]])
    swanlab.log({"table": table}, step=1)
    bars = swanlab.echarts.Bar().add_xaxis(["u"]).add_yaxis("v", [1])
    swanlab.log({"bars": bars}, step=1)
    swanlab.log({"page": swanlab.Html("<b>hi</b>")}, step=1)
    swanlab.log({"loss": 0.5}, step=1)


if __name__ == "__main__":
    target = Path(__file__).parent / "swanlab-media"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    write(target)
