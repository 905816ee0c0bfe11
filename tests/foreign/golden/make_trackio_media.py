"""Makes `golden/trackio-media`: a project with all sorts of values, and what trackio itself reads of them.

Run in an environment with trackio 0.43, pandas and soundfile:
    PYTHONPATH=. python -m tests.foreign.golden.make_trackio_media
"""

import json
import os
import shutil
import tempfile
from pathlib import Path

os.environ["TRACKIO_DIR"] = str(Path(__file__).parent / "trackio-media")

import numpy as np
import soundfile
import trackio
from PIL import Image
from trackio.sqlite_storage import SQLiteStorage
from trackio.utils import MEDIA_DIR

from tests.foreign.golden.small import make_small

FOLDER = Path(os.environ["TRACKIO_DIR"])


def row(step: int, folder: Path) -> dict[str, object]:
    """One of each sort; the file of a sort that only a program of its own can write is made here."""
    picture = np.full((4, 6, 3), 50 * step, np.uint8)
    (folder / "clip.gif").write_bytes(b"")
    frames = [Image.new("L", (8, 8), 90 * at) for at in range(3)]
    frames[0].save(folder / "clip.gif", save_all=True, append_images=frames[1:], duration=100)
    (folder / "sound.mp3").write_bytes(b"ID3")
    return {
        "loss": 1 / (step + 1),
        "val/picture": trackio.Image(picture, caption=f"at {step}"),
        "weights": trackio.Histogram(np.arange(10.0) + step, num_bins=5),
        "empty": trackio.Histogram([]),
        "table": trackio.Table(
            columns=["a", "b", "c"], data=[[1, "x|y", trackio.Image(picture)], [2, "z", None]]
        ),
        "note": trackio.Markdown(f"# step {step}"),
        "word": f"word {step}",
        "sound": trackio.Audio(np.int16(1000 * np.sin(np.arange(80) / 5)), sample_rate=8000),
        "other sound": trackio.Audio(folder / "sound.mp3"),
        "clip": trackio.Video(folder / "clip.gif"),
        "page": trackio.Html("<p>hi</p>"),
        "talk": trackio.Trace([{"role": "user", "content": "hi"}]),
        "list": [1, 2],
    }


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with tempfile.TemporaryDirectory() as folder:
        trackio.init(project="media", name="one", config={"lr": 0.1})
        for step in range(2):
            trackio.log(row(step, Path(folder)), step=step)
        Path(folder, "weights.bin").write_bytes(b"\0" * 8)
        artifact = trackio.Artifact("weights", type="model")
        artifact.add_file(str(Path(folder, "weights.bin")))
        trackio.log_artifact(artifact).wait()
        trackio.finish()
    (record,) = SQLiteStorage.get_run_records("media")
    logs = SQLiteStorage.get_logs("media", "one", run_id=record["id"])
    for each in logs:
        picture, sound = each["val/picture"], each["sound"]
        each["val/picture"] = np.asarray(Image.open(MEDIA_DIR / picture["file_path"])).tolist()
        each["sound"] = soundfile.read(MEDIA_DIR / sound["file_path"], dtype="int16")[0].tolist()
    (FOLDER / "expected.json").write_text(json.dumps(logs, sort_keys=True) + "\n")
    for path in FOLDER.iterdir():
        if path.name not in ("expected.json", "media.db", "media"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    make_small(FOLDER / "media.db")


if __name__ == "__main__":
    main()
