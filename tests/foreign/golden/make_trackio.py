"""Makes `golden/trackio`: a project's database, and what trackio itself reads of it.

Run in an environment with trackio 0.43:
    PYTHONPATH=. python -m tests.foreign.golden.make_trackio
"""

import json
import math
import os
import shutil
from pathlib import Path

os.environ["TRACKIO_DIR"] = str(Path(__file__).parent / "trackio")

import trackio
from trackio.sqlite_storage import SQLiteStorage

from tests.foreign.golden.small import make_small

FOLDER = Path(os.environ["TRACKIO_DIR"])


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    for name in ("alpha", "beta", "alpha"):
        run = trackio.init(project="digits", name=name, config={"lr": 0.1, "net": {"depth": 3}})
        for step in range(4):
            row = {"loss": 1 / (step + 1), "train": {"acc": step / 4}, "word": "hi"}
            trackio.log(row | ({"odd": math.nan, "huge": math.inf} if step == 2 else {}))
        trackio.log({"late": 3.0}, step=10)
        run.alert("careful", text="the loss", level=trackio.AlertLevel.WARN)
        trackio.finish()
    storage = SQLiteStorage
    read_back = {
        record["id"]: {
            "name": record["name"],
            "logs": storage.get_logs("digits", record["name"], run_id=record["id"]),
        }
        for record in storage.get_run_records("digits")
    }
    (FOLDER / "expected.json").write_text(json.dumps(read_back, indent=1, sort_keys=True) + "\n")
    (FOLDER / "digits.lock").unlink(missing_ok=True)
    make_small(FOLDER / "digits.db")


if __name__ == "__main__":
    main()
